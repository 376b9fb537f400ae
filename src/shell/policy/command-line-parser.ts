// Turns the model's command line into literal words, or refuses it. Knows syntax, not which commands are allowed.

import {
  type Command,
  type ParsedScript,
  type PipelineNode,
  type PipelinePrefix as PrefixNode,
  parse,
  type Redirection,
  type Statement,
  type Subshell,
  type Word,
} from "unbash";
import { MAX_COMMANDS_PER_LINE } from "../../limits.js";
import type { Joiner, PipelinePrefix, SimpleCommand } from "./command-line.js";
import { enforceCommandText } from "./command-text.js";
import { createGapCheck, type GapCheck } from "./gap-check.js";
import { planHarmlessRedirect } from "./harmless-redirect.js";
import { resolveLiteralWord } from "./literal-word.js";
import { type Refuse, showPart } from "./refusal.js";

interface JoinedNode {
  readonly joiner: Joiner;
  /** Reserved words before the pipeline that this node begins. */
  readonly prefixes: readonly PrefixNode[];
  readonly node: PipelineNode;
}

interface Reading {
  readonly source: string;
  readonly gaps: GapCheck;
  readonly refuse: Refuse;
  /** What has been read so far. */
  readonly commands: SimpleCommand[];
}

function* splitPipeline(node: PipelineNode, joiner: Joiner): Generator<JoinedNode> {
  const isPlain = node.type === "Pipeline" && node.commands.length > 0 && !node.operators.includes("|&");
  if (!isPlain) return yield { joiner, prefixes: [], node };
  for (const [index, part] of node.commands.entries()) {
    yield index === 0 ? { joiner, prefixes: node.prefixes, node: part } : { joiner: "|", prefixes: [], node: part };
  }
}

function* splitStatement({ command }: Statement, joiner: Joiner): Generator<JoinedNode> {
  if (command.type !== "AndOr") return yield* splitPipeline(command, joiner);
  for (const [index, part] of command.commands.entries()) {
    yield* splitPipeline(part, command.operators[index - 1] ?? joiner);
  }
}

function* splitScript({ commands }: Pick<ParsedScript, "commands">): Generator<JoinedNode> {
  for (const [index, statement] of commands.entries()) {
    yield* splitStatement(statement, index === 0 ? "" : ";");
  }
}

function readRedirect(redirect: Redirection, { source, gaps, refuse }: Reading): string {
  const text = source.slice(redirect.pos, redirect.end);
  const planned = planHarmlessRedirect(text) ?? refuse(`the redirection ${showPart(text)} may touch a file`);
  gaps.passRedirect(redirect);
  return planned;
}

function readWord(word: Word, { source, gaps, refuse }: Reading): string {
  const text = source.slice(word.pos, word.end);
  const value = resolveLiteralWord(text, refuse);
  if (value !== word.value) refuse(`${showPart(text)} can be read in two ways`);
  gaps.passWord(word);
  return value;
}

function readCommand(command: Command, joiner: Joiner, reading: Reading): SimpleCommand {
  reading.gaps.passJoiner(command, joiner);
  const words: string[] = [];
  const redirects: string[] = [];
  const { prefix, name, suffix } = command;
  for (const part of [...prefix, ...(name === undefined ? [] : [name]), ...suffix]) {
    if (part.type === "Assignment") reading.refuse(`it sets the variable ${showPart(part.name)}`);
    else if (part.type === "Word") words.push(readWord(part, reading));
    else redirects.push(readRedirect(part, reading));
  }
  if (words.length === 0) reading.refuse("it holds a redirection without a command");
  return { joiner, words, redirects };
}

/** Reads a subshell as its commands, of which the first opens it and the last closes it. */
function readSubshell(subshell: Subshell, joiner: Joiner, reading: Reading): void {
  const { gaps, commands } = reading;
  gaps.passJoiner(subshell, joiner);
  gaps.passOpen(subshell);
  const before = commands.length;
  readAll(subshell.body, reading);
  gaps.passClose(subshell);
  const [first, last] = [commands[before], commands.at(-1)];
  if (first === undefined || last === undefined) reading.refuse("it holds a group without a command");
  commands[before] = { ...first, joiner, opens: (first.opens ?? 0) + 1 };
  const ending = commands.at(-1) ?? last;
  commands[commands.length - 1] = { ...ending, closes: (ending.closes ?? 0) + 1 };
}

const PREFIXES: readonly (readonly PipelinePrefix[])[] = [
  ...[["!"] as const, ["time"] as const, ["time -p"] as const, ["!", "time"] as const, ["!", "time -p"] as const],
];

/** Reads the reserved words before a pipeline; `time` takes a plain command only, since not every shell knows it. */
function readPrefixes({ joiner, prefixes, node }: JoinedNode, reading: Reading): readonly PipelinePrefix[] {
  const [first] = prefixes;
  if (first === undefined) return [];
  const spelled = prefixes.map(({ pos, end }) => reading.source.slice(pos, end).replace(/[ \t]+/g, " "));
  const known = PREFIXES.find((one) => one.join(" ") === spelled.join(" "));
  const isTaken = known !== undefined && (node.type === "Command" || known.at(-1) === "!");
  if (!isTaken) return reading.refuse(`${showPart(spelled.join(" "))} is more than a plain command`);
  reading.gaps.passJoiner(first, joiner);
  for (const prefix of prefixes) reading.gaps.passWord(prefix);
  reading.gaps.passBlank();
  return known;
}

function readNode(joined: JoinedNode, reading: Reading): void {
  const prefixes = readPrefixes(joined, reading);
  const joiner = prefixes.length === 0 ? joined.joiner : "";
  const before = reading.commands.length;
  readJoined({ ...joined, joiner }, reading);
  const first = reading.commands[before];
  if (prefixes.length === 0 || first === undefined) return;
  reading.commands[before] = { ...first, joiner: joined.joiner, prefixes };
}

function readJoined({ joiner, node }: JoinedNode, reading: Reading): void {
  if (node.type === "Subshell") {
    readSubshell(node, joiner, reading);
    return;
  }
  if (node.type !== "Command") {
    const text = reading.source.slice(node.pos, node.end);
    reading.refuse(`${showPart(text)} is more than a plain command`);
  }
  if (reading.commands.length === MAX_COMMANDS_PER_LINE) {
    reading.refuse(`it holds more than ${MAX_COMMANDS_PER_LINE} commands`);
  }
  reading.commands.push(readCommand(node, joiner, reading));
}

function readAll(script: Pick<ParsedScript, "commands">, reading: Reading): void {
  for (const joined of splitScript(script)) readNode(joined, reading);
}

/**
 * Reads a command line of literal words joined by `&&`, `||`, `;`, `|` and line feeds, also in subshells, and refuses
 * everything else.
 * Two readings must agree on every word, and every byte between words must be a blank or the operator that stands
 * there; so a parser that drops or joins text cannot widen what is run.
 */
export function parseCommandLine(source: string, refuse: Refuse): readonly SimpleCommand[] {
  enforceCommandText(source, refuse);
  const script = parse(source);
  if (script.errors !== undefined && script.errors.length > 0) refuse("it is not complete shell syntax");
  const reading: Reading = { source, gaps: createGapCheck(source, refuse), refuse, commands: [] };
  readAll(script, reading);
  reading.gaps.passEnd();
  if (reading.commands.length === 0) refuse("it holds no command");
  return reading.commands;
}
