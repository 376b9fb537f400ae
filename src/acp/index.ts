// Entry point `ai-file-tools/acp`: the boundary for editors and agents that speak the Agent Client Protocol.

export {
  type BridgeFileSystem,
  type BridgeReadRequest,
  type BridgeReadResponse,
  type BridgeWriteRequest,
  type BridgeWriteResponse,
  createBridgeFileSystem,
} from "./bridge-file-system.js";
export { fromRequestError, type RequestErrorData, toRequestError } from "./request-error.js";
