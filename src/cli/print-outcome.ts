// Prints what came of a command: for people as a model would be shown it, for programs as one JSON object.

import type { FsError } from "../errors.js";
import { showText } from "../text/visible-text.js";
import { presentFailure, resolveToolFailure, type ToolFailure } from "../tools/definition/tool-failure.js";
import type { CliStreams } from "./command.js";
import { EXIT_FAILED } from "./exit-codes.js";
import { createStyle } from "./terminal-style.js";

/** Writes text that ends in exactly one line feed; nothing for no text. */
export function printText(stream: CliStreams["stdout"], text: string): void {
  if (text !== "") stream.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Writes one JSON object on one line. */
export function printJson({ stdout }: Pick<CliStreams, "stdout">, value: object): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

/** Prints a failure: its kind, message and hint on standard error, or the object that a tool answers. */
export function printFailure(
  failure: ToolFailure,
  streams: Pick<CliStreams, "stdout" | "stderr" | "environment">,
  { asJson }: { readonly asJson: boolean },
): number {
  if (asJson) printJson(streams, failure);
  else printText(streams.stderr, paintFailure(failure, streams));
  return EXIT_FAILED;
}

/** Makes of an error what a tool would have answered. */
export function toFailure(error: FsError): ToolFailure {
  return resolveToolFailure(error, undefined);
}

function paintFailure(
  failure: ToolFailure,
  { stderr, environment }: Pick<CliStreams, "stderr" | "environment">,
): string {
  const { red, yellow } = createStyle(stderr, environment);
  const { kind, hint } = failure.error;
  const [first = "", ...rest] = showText(presentFailure(failure)).split("\n");
  const message = `${red(kind)}${first.slice(kind.length)}`;
  return [message, ...rest.map((line, index) => (index === 0 && hint !== undefined ? yellow(line) : line))].join("\n");
}
