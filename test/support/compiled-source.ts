// The sources as JavaScript, for child processes: starting one must not cost a compiler run each time.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";

const SOURCE = fileURLToPath(new URL("../../src/", import.meta.url));
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));
const ROOMS = ["text", "edit", "patch", "search", "shell", "workspace"];

export interface CompiledSource {
  /** URL of the module that opens a workspace. */
  readonly workspaceUrl: string;
  remove(): void;
}

function compileFile(name: string, target: string): void {
  const { outputText } = transpileModule(readFileSync(join(SOURCE, name), "utf8"), {
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022, verbatimModuleSyntax: true },
  });
  const path = join(target, name.replace(/\.ts$/, ".js"));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, outputText);
}

function sourceFiles(): readonly string[] {
  const names = readdirSync(SOURCE, { recursive: true, encoding: "utf8" });
  return names.filter(
    (name) => name.endsWith(".ts") && (dirname(name) === "." || ROOMS.includes(name.split("/")[0] ?? "")),
  );
}

/** Compiles the rooms below the stores into a directory where they find their dependencies. */
export function compileSource(): CompiledSource {
  mkdirSync(CACHE, { recursive: true });
  const target = mkdtempSync(join(CACHE, "compiled-source-"));
  writeFileSync(join(target, "package.json"), '{ "type": "module" }');
  for (const name of sourceFiles()) compileFile(name, target);
  return {
    workspaceUrl: pathToFileURL(join(target, "workspace/open-workspace.js")).href,
    remove: () => rmSync(target, { recursive: true, force: true }),
  };
}
