// Judges the options that the developer gives, since not every program is type-checked: none is taken for something looser.

interface OptionRule {
  readonly wanted: string;
  readonly isMet: (value: unknown) => boolean;
}

type OptionRules = Readonly<Record<string, OptionRule>>;

type NamedRule = readonly [name: string, rule: OptionRule];

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, isWanted: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isWanted);
}

function isDirectoryOrFile(value: unknown): boolean {
  return isRecord(value) && isText(value["path"]) && (value["access"] === "read" || value["access"] === "write");
}

const TEXT: OptionRule = { wanted: "a text that is not empty", isMet: isText };
const FLAG: OptionRule = { wanted: "true or false", isMet: (value) => typeof value === "boolean" };
const RECORD: OptionRule = { wanted: "an object", isMet: isRecord };
const TEXTS: OptionRule = {
  wanted: "a list of texts",
  isMet: (value) => isListOf(value, (item) => typeof item === "string"),
};
const PATHS: OptionRule = {
  wanted: 'a list of { path, access: "read" or "write" }',
  isMet: (value) => isListOf(value, isDirectoryOrFile),
};

const SHARED_RULES: OptionRules = {
  trusted: FLAG,
  name: TEXT,
  focus: TEXT,
  ignoreFiles: TEXTS,
  protectedPaths: TEXTS,
  limits: RECORD,
  rawPaths: FLAG,
  audit: { wanted: "a function", isMet: (value) => typeof value === "function" },
  history: { wanted: "an object or false", isMet: (value) => value === false || isRecord(value) },
};

const WORKSPACE_RULES: OptionRules = {
  ...SHARED_RULES,
  root: TEXT,
  roots: PATHS,
  grants: PATHS,
  symlinks: {
    wanted: '"follow-inside" or "reject"',
    isMet: (value) => value === "follow-inside" || value === "reject",
  },
  require: { wanted: '"strong"', isMet: (value) => value === "strong" },
};

/** A list as it is gone through, since every call of a tool makes a view. */
const REQUEST_RULES: readonly NamedRule[] = [
  ["focus", TEXT],
  ["roots", PATHS],
  ["grants", PATHS],
  ["operatorRoots", PATHS],
  ["onlyRoots", FLAG],
  ["unrestricted", FLAG],
];

const IN_MEMORY_RULES: OptionRules = {
  ...SHARED_RULES,
  files: {
    wanted: "an object of texts or bytes by path",
    isMet: (value) => isRecord(value) && Object.values(value).every(isContent),
  },
};

function isContent(value: unknown): boolean {
  return typeof value === "string" || value instanceof Uint8Array;
}

function assertOptions(options: unknown, rules: readonly NamedRule[]): void {
  if (!isRecord(options)) throw new TypeError("options must be an object");
  for (const [name, { wanted, isMet }] of rules) {
    const value = options[name];
    if (value !== undefined && !isMet(value)) throw new TypeError(`${name} must be ${wanted}`);
  }
}

/**
 * Refuses options that no workspace on the disk can be opened with; whether paths exist is not looked at.
 * @throws {TypeError} when one is of another form
 */
export function assertWorkspaceOptions(options: unknown): void {
  assertOptions(options, Object.entries(WORKSPACE_RULES));
}

/**
 * Refuses options that no workspace in memory can be made with.
 * @throws {TypeError} when one is of another form
 */
export function assertInMemoryOptions(options: unknown): void {
  assertOptions(options, Object.entries(IN_MEMORY_RULES));
}

/**
 * Refuses what no view of a request can be made from.
 * @throws {TypeError} when an option is of another form
 */
export function assertRequestOptions(options: unknown): void {
  assertOptions(options, REQUEST_RULES);
}
