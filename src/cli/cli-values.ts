// The values of options, read with the type that a command wants them in.

import { UsageError } from "./exit-codes.js";

type Value = string | boolean | undefined;

/** The options of one command line. */
export class CliValues {
  readonly #values: Readonly<Record<string, Value | readonly Value[]>>;

  constructor(values: Readonly<Record<string, Value | readonly Value[]>>) {
    this.#values = values;
  }

  /** Answers the text of an option; `undefined` when it was not given. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  /** Answers `true` for `--name`, `false` for `--no-name`, `undefined` for neither. */
  flag(name: string): boolean | undefined {
    const value = this.#values[name];
    return typeof value === "boolean" ? value : undefined;
  }

  /** Answers all texts of an option in their order. */
  list(name: string): readonly string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  }

  /**
   * Answers the whole number of an option; its range is judged where it is used.
   * @throws {UsageError} when it is none
   */
  integer(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^[+-]?\d{1,15}$/.test(text))
      throw new UsageError(`--${name} must be a whole number, not ${JSON.stringify(text)}`);
    return Number(text);
  }
}
