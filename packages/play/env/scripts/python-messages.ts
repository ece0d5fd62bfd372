/** The messages of process teams as types of Python, from their JSON Schema. */
import type { teamProcessJsonSchema } from '@rcss/agent/node';

type JsonSchema = ReturnType<typeof teamProcessJsonSchema>;

/** Types of Python that are written by hand: what a team makes, what has methods, what is read in its own way. */
const BY_HAND = new Set(['Action', 'HeardPart', 'Motion', 'Point']);
/** Types of Python with a place, from the one with the most fields, and their fields. */
const BASES = [
  ['Motion', ['x', 'y', 'vx', 'vy']],
  ['Point', ['x', 'y']],
] as const;
const SIMPLE: Readonly<Record<string, string>> = {
  boolean: 'bool',
  integer: 'int',
  number: 'float',
  string: 'str',
  null: 'None',
};

type Schema = JsonSchema & { readonly properties?: Readonly<Record<string, JsonSchema>> };
const part = (schema: JsonSchema, name: string) => schema[name] as Schema | undefined;

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name of the definition to which a schema refers. */
const referred = (schema: JsonSchema): string | undefined =>
  (schema['$ref'] as string | undefined)?.replace(/^.*\//, '');

function typeOf(schema: Schema, place: string): string {
  const name = referred(schema);
  if (name !== undefined) return name;
  const choices = schema['enum'] as readonly string[] | undefined;
  if (choices !== undefined) return `Literal[${choices.map((choice) => JSON.stringify(choice)).join(', ')}]`;
  const either = schema['anyOf'] as readonly Schema[] | undefined;
  if (either !== undefined) return either.map((each) => typeOf(each, place)).join(' | ');
  const type = schema['type'] as string | readonly string[];
  if (typeof type !== 'string')
    return type.map((each) => typeOf({ ...schema, type: each }, place)).join(' | ');
  if (type === 'array') return `list[${typeOf(part(schema, 'items')!, place)}]`;
  const members = part(schema, 'additionalProperties');
  if (type === 'object' && schema.properties === undefined && members !== undefined)
    return `dict[str, ${typeOf(members, place)}]`;
  const base = BASES.find(([, names]) => names.join() === Object.keys(schema.properties ?? {}).join());
  const found = SIMPLE[type] ?? base?.[0];
  if (found === undefined)
    throw new Error(`${place}: no type of Python for ${JSON.stringify(schema)}; give the schema an id`);
  return found;
}

/** The text of a comment, whose values are those of Python. */
const docOf = (schema: JsonSchema): string | undefined =>
  (schema['description'] as string | undefined)?.replace(/\bnull\b/g, 'None');

function formatClass(name: string, schema: Schema): string {
  const fields = schema.properties!;
  const [base, inherited] = BASES.find(([, names]) => names.every((field) => field in fields)) ?? [];
  const lines = Object.entries(fields)
    .filter(([field]) => !(inherited as readonly string[] | undefined)?.includes(field))
    .flatMap(([field, value]) => {
      const doc = docOf(value);
      const line = `    ${snakeCase(field)}: ${typeOf(value, `${name}.${field}`)}`;
      return doc === undefined ? [line] : [line, `    """${doc}"""`];
    });
  const doc = docOf(schema);
  if (doc === undefined) throw new Error(`${name}: the schema has no description`);
  const head = `@dataclass(frozen=True)\nclass ${name}${base === undefined ? '' : `(${base})`}:\n    """${doc}"""`;
  return `${head}\n\n${lines.join('\n')}\n`;
}

/** Names of the definitions that a schema contains, each after those that it contains itself. */
function collect(name: string, definitions: Readonly<Record<string, Schema>>, found: Set<string>): void {
  if (found.has(name) || BY_HAND.has(name)) return;
  for (const [, other] of JSON.stringify(definitions[name]).matchAll(/"\$ref":"[^"]*\/([^"/]+)"/g))
    collect(other!, definitions, found);
  found.add(name);
}

/** Source text of `python/src/rcss/team/_messages.py`. */
export function generateMessages(schema: JsonSchema): string {
  const definitions = schema['$defs'] as Readonly<Record<string, Schema>>;
  const oneOf = (name: string) => definitions[name]!['oneOf'] as readonly Schema[];
  const constant = (each: Schema, field: string) => each.properties![field]!['const'] as string | number;
  const names = new Set<string>();
  for (const name of ['World', 'View', 'Choice', 'Intercept']) collect(name, definitions, names);
  const start = oneOf('FromAgent').find((each) => constant(each, 'type') === 'start')!;
  const kinds = oneOf('Part')
    .filter((each) => constant(each, 'kind') !== 'own')
    .map((each) => {
      const fields = Object.keys(each.properties!).filter((field) => field !== 'kind');
      return `    "${constant(each, 'kind')}": (${fields.map((field) => `"${field}"`).join(', ')}${fields.length === 1 ? ',' : ''}),\n`;
    });
  return `"""The messages of process teams, from their schema: \`npm run generate -- messages\` writes this file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ._base import Action, HeardPart, Motion, Point

VERSION = ${constant(start, 'version')}
"""Version of the messages."""

KINDS: dict[str, tuple[str, ...]] = {
${kinds.join('')}}
"""Kinds of parts that every team has, with their numbers."""


${[...names].map((name) => formatClass(name, definitions[name]!)).join('\n\n')}`;
}
