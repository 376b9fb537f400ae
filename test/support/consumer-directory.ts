// A directory that sees the built package as a user does: by its name, beside one major of the SDK, and nothing of src.

import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { REPOSITORY } from "./source-tree.js";

/** Where the packages of one major of the SDK are installed. */
export type SdkPackage = "ai" | "ai-v6";

export interface ConsumerDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

const OWN_NAME = "ai-file-tools";
const LEFT_OUT = ["ai", "ai-v6", OWN_NAME];

/**
 * Creates a directory with `node_modules`; the built package is copied, so that it resolves `ai` from there too. Packages
 * or scopes that are named are not installed.
 */
export async function createConsumerDirectory(
  sdk: SdkPackage,
  notInstalled: readonly string[] = [],
): Promise<ConsumerDirectory> {
  const leftOut = [...LEFT_OUT, ...notInstalled];
  const path = await mkdtemp(join(tmpdir(), "ai-file-tools-consumer-"));
  const installed = join(REPOSITORY, "node_modules");
  const modules = join(path, "node_modules");
  await mkdir(modules);
  for (const name of await readdir(installed)) {
    if (!leftOut.includes(name) && !name.startsWith(".")) await symlink(join(installed, name), join(modules, name));
  }
  await symlink(join(installed, sdk), join(modules, "ai"));
  await cp(join(REPOSITORY, "dist"), join(modules, OWN_NAME, "dist"), { recursive: true });
  await cp(join(REPOSITORY, "package.json"), join(modules, OWN_NAME, "package.json"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmitOnError: false,
};

/** Compiles TypeScript files to JavaScript beside them, and answers what the strict compiler complains about. */
export function compileStrictly(directory: string, fileNames: readonly string[]): readonly string[] {
  const rootNames = fileNames.map((name) => join(directory, name));
  const options = { ...STRICT, typeRoots: [join(directory, "node_modules/@types")] };
  const program = ts.createProgram({ rootNames, options });
  const emitted = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics].map((diagnostic) => {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
    const { file, start = 0 } = diagnostic;
    if (file === undefined) return message;
    return `${file.fileName.slice(directory.length + 1)}:${file.getLineAndCharacterOfPosition(start).line + 1} ${message}`;
  });
}
