// Entry point `ai-file-tools/testing`: the contract that every store keeps, without a test runner.

export type { FileStore } from "../stores/file-store.js";
export { fileStoreContract } from "./file-store-contract.js";
export { isCaseApplicable, type StoreContractCase, type StorePower } from "./store-contract-case.js";
