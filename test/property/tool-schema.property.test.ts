// The checks behind the schemas of tools, against those that zod makes of the same JSON Schema.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { findProblems } from "../../src/tools/definition/find-problems.js";
import type { JsonSchemaNode } from "../../src/tools/definition/json-schema.js";

const name = fc.constantFrom("a", "b", "c");
const word = fc.constantFrom("x", "y", "");

const { node } = fc.letrec<{ node: JsonSchemaNode; object: JsonSchemaNode; list: JsonSchemaNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonSchemaNode>({ type: "string" }, { type: "boolean" }, { type: "number" }, { type: "null" }),
    fc.record({ type: fc.constant("integer"), minimum: fc.constantFrom(-1, 0, 1) }, { requiredKeys: ["type"] }),
    fc.record({ type: fc.constant("string"), enum: fc.uniqueArray(word, { minLength: 1 }) }),
    fc.record({ type: fc.constant("boolean"), const: fc.boolean() }),
    tie("object"),
    tie("list"),
    fc.record({ anyOf: fc.array(tie("node"), { minLength: 1, maxLength: 3 }) }),
  ),
  object: fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(name, tie("node"), { noNullPrototype: true }),
    required: fc.uniqueArray(name),
  }),
  list: fc.record(
    { type: fc.constant("array"), items: tie("node"), minItems: fc.constantFrom(0, 1, 2) },
    { requiredKeys: ["type", "items"] },
  ),
}));

/** Requires no field that the schema does not describe; what that means is not the same for both. */
function describeRequired(node: JsonSchemaNode): JsonSchemaNode {
  const { properties, required, items, anyOf, ...rest } = node;
  const described = Object.entries(properties ?? {}).map(([name, one]) => [name, describeRequired(one)] as const);
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(described) }),
    ...(required === undefined ? {} : { required: required.filter((one) => Object.hasOwn(properties ?? {}, one)) }),
    ...(items === undefined ? {} : { items: describeRequired(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(describeRequired) }),
  };
}

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>("x", "", "other", 0, -1, 2, 0.5, 2 ** 53, true, false, null, Number.NaN),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { noNullPrototype: true }),
  ),
}));

/** Makes values that mostly fit a schema, with some part of them left to chance. */
function valueFor(node: JsonSchemaNode): fc.Arbitrary<unknown> {
  const fitting = fittingValue(node);
  return fc.oneof({ arbitrary: fitting, weight: 9 }, { arbitrary: value, weight: 1 });
}

function fittingValue({
  type,
  enum: words,
  const: only,
  anyOf,
  items,
  properties,
}: JsonSchemaNode): fc.Arbitrary<unknown> {
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(valueFor));
  if (words !== undefined) return fc.constantFrom(...words);
  if (only !== undefined) return fc.constant(only);
  if (type === "array") return fc.array(valueFor(items ?? {}), { maxLength: 3 });
  if (type !== "object") return value;
  const fields = Object.entries(properties ?? {}).map(([name, one]) => [name, valueFor(one)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

const judged = node.map(describeRequired).chain((schema) => valueFor(schema).map((given) => [schema, given] as const));

describe("a value", () => {
  test("is found wrong exactly where zod finds it wrong", () => {
    const seen = { right: 0, wrong: 0 };
    fc.assert(
      fc.property(judged, ([schema, given]) => {
        const isRight = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(given).success;
        seen[isRight ? "right" : "wrong"] += 1;
        expect(findProblems(given, schema).length === 0).toBe(isRight);
      }),
      { numRuns: 3_000 },
    );
    expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(300);
  });

  test("is told by the way to each wrong part", () => {
    const item = { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } }, required: ["a"] };
    const schema = { type: "object", properties: { list: { type: "array", items: item } }, required: ["list"] };
    expect(findProblems({ list: [{ a: "x" }, { b: 0.5 }, "y"] }, schema)).toEqual([
      ["list", 1, "a"],
      ["list", 1, "b"],
      ["list", 2],
    ]);
    expect(findProblems({ list: [] }, schema)).toEqual([]);
    expect(findProblems({}, schema)).toEqual([["list"]]);
  });

  test("has only fields of its own", () => {
    const schema = { type: "object", properties: { toString: { type: "string" } }, required: ["toString"] };
    expect(findProblems({}, schema)).toEqual([["toString"]]);
    expect(findProblems(JSON.parse('{"__proto__":{"toString":"x"}}'), schema)).toEqual([["toString"]]);
  });
});
