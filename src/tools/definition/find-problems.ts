// Checks a value against the part of JSON Schema that tools use. Says where it is wrong, not how: the schema knows that.

import type { JsonSchemaNode } from "./json-schema.js";

/** Leads from a value to a part of it; empty for the value itself. */
export type ValuePath = readonly (string | number)[];

/** Finds every part of a value that is not as its schema wants it; a field that is missing counts as such a part. */
export function findProblems(value: unknown, node: JsonSchemaNode): readonly ValuePath[] {
  if (!isOfKind(value, node)) return [[]];
  if (Array.isArray(value)) return findItemProblems(value, node.items);
  return isObject(value) ? findFieldProblems(value, node) : [];
}

function isOfKind(value: unknown, node: JsonSchemaNode): boolean {
  if (node.not !== undefined) return findProblems(value, node.not).length > 0;
  if (node.anyOf !== undefined) return node.anyOf.some((one) => findProblems(value, one).length === 0);
  if (node.const !== undefined && node.const !== value) return false;
  if (node.enum !== undefined && !node.enum.some((one) => one === value)) return false;
  return isOfType(value, node);
}

function isOfType(value: unknown, { type, minItems = 0, ...node }: JsonSchemaNode): boolean {
  switch (type) {
    case undefined:
      return value !== undefined;
    case "null":
      return value === null;
    case "integer":
      return Number.isSafeInteger(value) && isWithin(Number(value), node);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value) && value.length >= minItems;
    case "object":
      return isObject(value) && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

function isWithin(value: number, { minimum = -Infinity, maximum = Infinity }: JsonSchemaNode): boolean {
  return value >= minimum && value <= maximum;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function findItemProblems(items: readonly unknown[], node: JsonSchemaNode | undefined): readonly ValuePath[] {
  if (node === undefined) return [];
  return items.flatMap((item, index) => findProblems(item, node).map((path) => [index, ...path]));
}

function findFieldProblems(value: object, { properties = {}, required = [] }: JsonSchemaNode): readonly ValuePath[] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const field: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (field === undefined && !required.includes(name)) return [];
    return findProblems(field, node).map((path) => [name, ...path]);
  });
}

/** Finds every field, of the value or of a part of it, that the schema does not name. */
export function findUnknownFields(value: unknown, node: JsonSchemaNode): readonly ValuePath[] {
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined) return [];
    return value.flatMap((item, index) => findUnknownFields(item, items).map((path) => [index, ...path]));
  }
  const { properties } = node;
  if (!isObject(value) || properties === undefined) return [];
  return Object.entries(value).flatMap(([name, field]): readonly ValuePath[] => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known === undefined ? [[name]] : findUnknownFields(field, known).map((path) => [name, ...path]);
  });
}
