// The rules of the house as functions from sources to complaints. A complaint says what to do about it.

import type { SourceFile, SourceImport } from "../support/source-tree.js";

/** The rooms, and for each the rooms that its files may import from besides their own. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  limits: [],
  version: [],
  text: ["errors", "limits"],
  edit: ["errors", "limits", "text"],
  search: ["errors", "limits", "text"],
  patch: ["errors", "limits", "text", "edit"],
  redaction: ["errors", "limits", "text"],
  shell: ["errors", "limits", "text", "search"],
  workspace: ["errors", "limits", "text", "edit", "patch", "search", "shell"],
  stores: ["errors", "limits", "text", "edit", "patch", "search", "workspace"],
  tools: ["errors", "limits", "text", "edit", "patch", "search", "redaction", "shell", "workspace", "stores"],
  testing: ["errors", "limits", "text", "stores"],
  http: ["errors", "limits", "text", "workspace", "stores", "tools"],
  anthropic: ["errors", "text", "patch", "redaction", "workspace", "stores", "tools"],
  openai: ["errors", "text", "patch", "tools"],
  acp: ["errors", "limits", "text", "workspace", "stores", "tools"],
  mcp: ["errors", "limits", "version", "text", "workspace", "stores", "tools"],
  cli: [
    "errors",
    "limits",
    "version",
    "text",
    "edit",
    "patch",
    "search",
    "redaction",
    "shell",
    "workspace",
    "stores",
    "tools",
    "http",
    "mcp",
  ],
  index: ["errors", "limits", "text", "edit", "patch", "search", "redaction", "shell", "workspace", "stores", "tools"],
};

/** Modules that only certain rooms may import; a name also stands for everything below it. */
const RESERVED: Readonly<Record<string, readonly string[]>> = {
  ai: ["tools"],
  zod: [],
  "node:fs": ["workspace"],
  "node:child_process": ["shell"],
  "node:worker_threads": ["workspace"],
  "@modelcontextprotocol/sdk": ["mcp"],
};

/** Rooms whose code touches nothing: strings and bytes in, values out. */
const PURE_ROOMS: readonly string[] = ["errors", "limits", "version", "text", "edit", "patch", "search", "redaction"];
const PURE_MODULES: readonly string[] = ["node:crypto", "node:buffer"];

/** Lines of one file at most. */
export const MAX_FILE_LINES = 450;

type Complaint = string;

function collect(
  files: readonly SourceFile[],
  judge: (file: SourceFile, one: SourceImport) => Complaint | null,
): readonly Complaint[] {
  return files.flatMap((file) => file.imports.map((one) => judge(file, one)).filter((complaint) => complaint !== null));
}

function roomOf(path: string): string {
  return path.split("/")[1]?.replace(/\.ts$/, "") ?? "";
}

/** Complains about files in no room, and about imports from a room that lies further down. */
export function findRoomViolations(files: readonly SourceFile[]): readonly Complaint[] {
  const homeless = files
    .filter(({ room }) => !Object.hasOwn(ROOMS, room))
    .map(({ path, room }) => `${path}: src/${room} is no room; name it in ROOMS, biome.json and CONTRIBUTING.md`);
  const climbing = collect(files, ({ path, room }, { target }) => {
    const other = roomOf(target);
    if (!target.startsWith("src/") || other === room || ROOMS[room]?.includes(other) === true) return null;
    return `${path} imports ${target}: ${room} may import only from ${ROOMS[room]?.join(", ") || "no room"}`;
  });
  return [...homeless, ...climbing];
}

/** Complains about modules in rooms that must not know them. */
export function findReservedImports(files: readonly SourceFile[]): readonly Complaint[] {
  return collect(files, ({ path, room }, { target }) => {
    const name = Object.keys(RESERVED).find((reserved) => target === reserved || target.startsWith(`${reserved}/`));
    const rooms = name === undefined ? [room] : (RESERVED[name] ?? []);
    const allowed = rooms.length === 0 ? "no file" : `only src/${rooms.join(", src/")}`;
    return rooms.includes(room) ? null : `${path} imports ${target}: ${allowed} may`;
  });
}

/** Complains about imports of `ai` that would be left in the built package. */
export function findRuntimeImportsOfAi(files: readonly SourceFile[]): readonly Complaint[] {
  return collect(files, ({ path }, { target, isTypeOnly }) =>
    /^ai(?:\/|$)/.test(target) && !isTypeOnly ? `${path} imports ${target}: write "import type"` : null,
  );
}

/** Complains about built-in modules in the rooms that touch nothing. */
export function findImpureImports(files: readonly SourceFile[]): readonly Complaint[] {
  return collect(files, ({ path, room }, { target }) => {
    const isImpure = target.startsWith("node:") && !PURE_MODULES.includes(target);
    return PURE_ROOMS.includes(room) && isImpure ? `${path} imports ${target}: src/${room} is pure` : null;
  });
}

/** Complains about every file that reaches itself through its imports, types included. */
export function findCycles(files: readonly SourceFile[]): readonly Complaint[] {
  const graph = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)] as const));
  return files.filter(({ path }) => reaches(graph, path)).map(({ path }) => `${path} imports itself through others`);
}

function reaches(graph: ReadonlyMap<string, readonly string[]>, start: string): boolean {
  const seen = new Set<string>();
  const todo = [...(graph.get(start) ?? [])];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next === start) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    todo.push(...(graph.get(next) ?? []));
  }
  return false;
}

/** Complains about files that are too long, export a default, or lack the header that says what lives in them. */
export function findFormViolations(files: readonly SourceFile[]): readonly Complaint[] {
  return files.flatMap(({ path, lineCount, hasDefaultExport, text }) => [
    ...(lineCount > MAX_FILE_LINES ? [`${path} has ${lineCount} lines: split it, ${MAX_FILE_LINES} at most`] : []),
    ...(hasDefaultExport ? [`${path} exports a default: name the export`] : []),
    ...(text.startsWith("// ") ? [] : [`${path} begins without a header: say what lives there and what must not`]),
  ]);
}
