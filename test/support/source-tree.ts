// The sources of the package as data: files, what each imports, and what it exports. Parsing only, no judgement.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The directory of the repository, with a slash at its end. */
export const REPOSITORY: string = fileURLToPath(new URL("../../", import.meta.url));

export interface SourceImport {
  /** A file of the tree, such as `src/errors.ts`, or the name of a package or built-in module. */
  readonly target: string;
  readonly isTypeOnly: boolean;
}

export interface SourceFile {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  /** First directory below `src`, or the name of a file that lies in `src` itself, without its ending. */
  readonly room: string;
  readonly text: string;
  readonly lineCount: number;
  readonly imports: readonly SourceImport[];
  readonly hasDefaultExport: boolean;
}

/** Reads a file of the repository as text. */
export function readRepositoryFile(path: string): string {
  return readFileSync(join(REPOSITORY, path), "utf8");
}

/** Reads every source file of the package, in the order of their paths. */
export function readSourceTree(): readonly SourceFile[] {
  return readdirSync(join(REPOSITORY, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .sort()
    .map((path) => parseSource(path, readRepositoryFile(path)));
}

/** Parses one source file; `path` is relative to the repository. */
export function parseSource(path: string, text: string): SourceFile {
  const statements = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements;
  const [, first = "", ...rest] = path.split("/");
  return {
    path,
    room: rest.length === 0 ? first.replace(/\.ts$/, "") : first,
    text,
    lineCount: text.replace(/\n$/, "").split("\n").length,
    imports: [...statements.flatMap((statement) => staticImports(path, statement)), ...dynamicImports(path, text)],
    hasDefaultExport: statements.some(isDefaultExport),
  };
}

function staticImports(path: string, statement: ts.Statement): SourceImport[] {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
  const { moduleSpecifier } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  const isTypeOnly = ts.isExportDeclaration(statement)
    ? statement.isTypeOnly
    : statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  return [{ target: resolveTarget(path, moduleSpecifier.text), isTypeOnly }];
}

function dynamicImports(path: string, text: string): SourceImport[] {
  const calls = text.matchAll(/\bimport\(\s*["']([^"']+)["']/g);
  return Array.from(calls, ([, name = ""]) => ({ target: resolveTarget(path, name), isTypeOnly: false }));
}

function resolveTarget(path: string, name: string): string {
  if (!name.startsWith(".")) return name;
  return normalize(join(dirname(path), name))
    .replaceAll("\\", "/")
    .replace(/\.js$/, ".ts");
}

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword);
}
