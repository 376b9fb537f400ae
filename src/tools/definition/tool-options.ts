// Checks of what a developer gives to a factory. Wrong arguments are TypeErrors here and never reach a model.

import type { FileStore } from "../../stores/file-store.js";
import { COUNT } from "../../text/check-options.js";

const STORE_METHODS = ["stat", "read", "readChunks", "write"] as const;

/**
 * Resolves a limit: the default when absent.
 * @throws {TypeError} when it is not a whole number of at least 1
 */
export function resolveLimit(name: string, value: number | undefined, defaultValue: number): number {
  if (value === undefined || COUNT.isMet(value)) return value ?? defaultValue;
  throw new TypeError(`${name} must be ${COUNT.wanted}, not ${String(value)}.`);
}

/** @throws {TypeError} when a value lacks a method of {@link FileStore} */
export function assertStore(store: FileStore): void {
  const members = store as unknown as Partial<Record<string, unknown>> | null | undefined;
  const missing = STORE_METHODS.find((name) => typeof members?.[name] !== "function");
  if (missing !== undefined) throw new TypeError(`store must be a FileStore; it has no ${missing} method.`);
}

/** @throws {TypeError} when a value lacks the named part of a workspace */
export function assertWorkspace(workspace: object, part: "fs" | "shell"): void {
  if (typeof workspace === "object" && workspace !== null && part in workspace) return;
  throw new TypeError(`workspace must be a Workspace, such as openWorkspace answers; it has no ${part}.`);
}

/** Ends a text for a reader as a sentence ends. */
export function endSentence(text: string): string {
  return /[.?!:]$/.test(text) ? text : `${text}.`;
}

/** Writes a number of bytes for a person, such as `64 KiB`. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return "1 byte";
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power]}`;
}

/** Writes a number of bytes and the most that is allowed so that the two differ. */
export function formatExcess(bytes: number, maxBytes: number): { readonly size: string; readonly most: string } {
  const [size, most] = [formatBytes(bytes), formatBytes(maxBytes)];
  return size === most ? { size: `${bytes} bytes`, most: `${maxBytes} bytes` } : { size, most };
}
