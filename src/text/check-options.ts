// Judges the options that a developer gives, since not every program is type-checked: one that is mistyped, or of another
// form, must not be taken for something looser. Knows no option by itself.

import { findSimilarNames } from "./similar-names.js";

/** What the value of one option has to be. */
export interface OptionRule {
  /** Ends the sentence "NAME must be …". */
  readonly wanted: string;
  readonly isMet: (value: unknown) => boolean;
}

/** The rule of every option, by its name. */
export type OptionRules<Options extends object = Readonly<Record<string, unknown>>> = {
  readonly [Name in keyof Options]-?: OptionRule;
};

/** Tells whether a value has named fields, and is no list or collection. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !(Symbol.iterator in value);
}

function isList(value: unknown, isWanted: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isWanted);
}

/** Judged where it is used. */
export const ANYTHING: OptionRule = { wanted: "", isMet: () => true };
export const TEXT: OptionRule = {
  wanted: "a text that is not empty",
  isMet: (value) => typeof value === "string" && value !== "",
};
export const FLAG: OptionRule = { wanted: "true or false", isMet: (value) => typeof value === "boolean" };
export const FUNCTION: OptionRule = { wanted: "a function", isMet: (value) => typeof value === "function" };
export const RECORD: OptionRule = { wanted: "an object", isMet: isRecord };
export const COUNT: OptionRule = {
  wanted: "a whole number of at least 1",
  isMet: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};
export const TEXTS: OptionRule = {
  wanted: "a list of texts",
  isMet: (value) => isList(value, (item) => typeof item === "string"),
};
/** Directories or single files, and what may be done with them. */
export const PATHS: OptionRule = {
  wanted: 'a list of { path, access: "read" or "write" }',
  isMet: (value) =>
    isList(
      value,
      (item) => isRecord(item) && TEXT.isMet(item["path"]) && ["read", "write"].includes(`${item["access"]}`),
    ),
};

/** One of a few words. */
export function oneOf(...words: readonly string[]): OptionRule {
  return {
    wanted: words.map((word) => JSON.stringify(word)).join(" or "),
    isMet: (value) => words.some((word) => word === value),
  };
}

/**
 * Refuses options that are of another form, or that nobody knows. One that is `undefined` says nothing.
 * @param owner what takes them: a function, or the option that holds them
 * @throws {TypeError} when there is one; it names the option, and what was wanted or the nearest name
 */
export function assertOptions(owner: string, options: unknown, rules: OptionRules): void {
  assertKnownOptions(owner, options, Object.keys(rules));
  assertOptionValues(options, Object.entries(rules), owner);
}

/** @throws {TypeError} when an option is of another form; others than those of the rules are let be */
export function assertOptionValues(
  options: object,
  rules: readonly (readonly [name: string, rule: OptionRule])[],
  owner: string,
): void {
  const given = options as Readonly<Record<string, unknown>>;
  for (const [name, { wanted, isMet }] of rules) {
    const value = given[name];
    if (value !== undefined && !isMet(value)) throw new TypeError(`${name} of ${owner} must be ${wanted}.`);
  }
}

/**
 * Refuses an option that nobody knows, since what it was to say would not hold. One that is `undefined` says nothing.
 * @throws {TypeError} when there is one; it names the nearest that is known
 */
export function assertKnownOptions(
  owner: string,
  options: unknown,
  known: readonly string[],
): asserts options is object {
  if (!isRecord(options)) throw new TypeError(`The options of ${owner} must be an object.`);
  const unknown = Object.entries(options).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];
  if (unknown === undefined) return;
  const [nearest] = findSimilarNames(unknown, known);
  const all = known.length === 0 ? "It takes none." : `The options are ${known.join(", ")}.`;
  throw new TypeError(`${owner} has no option ${unknown}. ${nearest === undefined ? all : `Did you mean ${nearest}?`}`);
}
