// What is measured of a set of tools: what a model is told of them, and what it is answered.

/** The situations in which every set of tools is measured. */
export const SITUATIONS = [
  "read 200 lines",
  "grep, 40 hits in 8 files",
  "list 100 files",
  "glob 100 paths",
  "edit one line",
  "edit that fails, 3 near regions",
] as const;

/** One of those situations. */
export type Situation = (typeof SITUATIONS)[number];

/** One tool call as a model would make it. */
export interface SubjectCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One tool as a model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

/** A set of tools over one directory. Must be closed. */
export interface OpenSubject {
  readonly definitions: readonly ToolDefinition[];
  /** Answers the text that the model is shown, of a success or of a failure. */
  call(call: SubjectCall): Promise<string>;
  close(): Promise<void>;
}

/** A set of tools that can be measured. */
export interface Subject {
  readonly name: string;
  /** Its tools that read, write, edit, search contents and run commands, as far as it has them. */
  readonly coreTools: readonly string[];
  /** Answers its call for a situation; `null` where it has no tool for that. */
  planCall(situation: Situation, root: string): SubjectCall | null;
  open(root: string): Promise<OpenSubject>;
}
