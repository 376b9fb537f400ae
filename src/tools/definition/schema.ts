// The small part of zod's language in which tools say what they take and answer. Each schema is its own JSON Schema,
// so that the model is shown just what is checked, and so that nothing has to be loaded to make one. Tools make theirs in
// functions: a bundler then leaves out those of tools that an application does not use.

import { findProblems } from "./find-problems.js";
import type { JsonSchemaNode } from "./json-schema.js";

/** Describes values of one type; immutable. */
export class Schema<T, IsOptional extends boolean = boolean> {
  /** The JSON Schema (draft-07) of the values. */
  readonly node: JsonSchemaNode;
  /** The field of an object may be left out. */
  readonly isOptional: IsOptional;

  constructor(node: JsonSchemaNode, isOptional: IsOptional) {
    this.node = node;
    this.isOptional = isOptional;
  }

  /** Tells whether a value is of the type; unknown fields of objects are. */
  accepts(value: unknown): value is T {
    return findProblems(value, this.node).length === 0;
  }

  /** Lets the field be left out. */
  optional(): Schema<T | undefined, true> {
    return new Schema<T | undefined, true>(this.node, true);
  }

  /** Adds words for the model; each costs tokens in every request. */
  describe(description: string): Schema<T, IsOptional> {
    return new Schema<T, IsOptional>({ ...this.node, description }, this.isOptional);
  }

  /** Takes the field of an object without showing it to the model. */
  hidden(): Schema<T | undefined, true> {
    return new Schema<T | undefined, true>({ ...this.node, hidden: true }, true);
  }

  /** Accepts `null`, too. */
  nullable(): Schema<T | null, false> {
    return new Schema<T | null, false>({ anyOf: [this.node, { type: "null" }] }, false);
  }

  /** Accepts what another schema accepts, too. */
  or<Other>(other: Schema<Other>): Schema<T | Other, false> {
    return new Schema<T | Other, false>({ anyOf: [this.node, other.node] }, false);
  }
}

/** Describes values that have a least number, or a least number of items. */
class BoundedSchema<T> extends Schema<T, false> {
  readonly #bound: "minimum" | "minItems";

  constructor(node: JsonSchemaNode, bound: "minimum" | "minItems") {
    super(node, false);
    this.#bound = bound;
  }

  min(least: number): Schema<T, false> {
    return new Schema<T, false>({ ...this.node, [this.#bound]: least }, false);
  }
}

type Fields = Readonly<Record<string, Schema<unknown>>>;

type OptionalName<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Schema<unknown, true> ? Name : never;
}[keyof F];

type TypeOf<S> = S extends Schema<infer T> ? T : never;

type ObjectOf<F extends Fields> = {
  readonly [Name in Exclude<keyof F, OptionalName<F>>]: TypeOf<F[Name]>;
} & { readonly [Name in OptionalName<F>]?: TypeOf<F[Name]> };

/** Any text. */
export function string(): Schema<string, false> {
  return new Schema<string, false>({ type: "string" }, false);
}

/** Any text, where an empty one in an optional field does not stand for none. */
export function text(): Schema<string, false> {
  return new Schema<string, false>({ type: "string", minLength: 0 }, false);
}

/** Any finite number. */
export function number(): Schema<number, false> {
  return new Schema<number, false>({ type: "number" }, false);
}

/** A whole number that JavaScript holds exactly. */
export function int(): BoundedSchema<number> {
  return new BoundedSchema<number>({ type: "integer" }, "minimum");
}

export function boolean(): Schema<boolean, false> {
  return new Schema<boolean, false>({ type: "boolean" }, false);
}

/** Anything but `undefined`; the caller vouches for the type. */
export function unknown<T>(): Schema<T, false> {
  return new Schema<T, false>({}, false);
}

/** A field that must not be there. */
export function absent(): Schema<undefined, true> {
  return new Schema<undefined, true>({ not: {} }, true);
}

/** One value only. */
export function literal<const T extends string | boolean>(value: T): Schema<T, false> {
  return new Schema<T, false>({ type: typeof value, const: value }, false);
}

/** One of several texts. */
export function oneOf<const T extends string>(values: readonly T[]): Schema<T, false> {
  return new Schema<T, false>({ type: "string", enum: values }, false);
}

/** A list. */
export function array<T>(item: Schema<T>): BoundedSchema<readonly T[]> {
  return new BoundedSchema<readonly T[]>({ type: "array", items: item.node }, "minItems");
}

/** A value with named fields. Other fields are not offered to the model; where they come all the same, they are let be. */
export function object<F extends Fields>(fields: F, others?: Schema<unknown>): Schema<ObjectOf<F>, false> {
  const entries = Object.entries(fields);
  const required = entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  return new Schema<ObjectOf<F>, false>(
    {
      type: "object",
      properties: Object.fromEntries(entries.map(([name, { node }]) => [name, node])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: others?.node ?? false,
    },
    false,
  );
}

/** What any of several schemas accepts. */
export function union<const S extends readonly Schema<unknown>[]>(schemas: S): Schema<TypeOf<S[number]>, false> {
  return new Schema<TypeOf<S[number]>, false>({ anyOf: schemas.map(({ node }) => node) }, false);
}
