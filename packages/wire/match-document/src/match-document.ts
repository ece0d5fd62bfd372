import { err, ok, type Result } from '@rcss/core';
import type { MatchDocument } from '@rcss/core/match-document';
import { z } from 'zod';
import { type DocumentProblem, explainIssues } from './problems.js';
import { matchDocumentSchema } from './schema.js';

/** Levels of lists and objects in a document: what copies or sends its options calls itself for each. */
const MAX_LEVELS = 100;

/**
 * Returns plain data, for example parsed JSON or YAML, as what a schema describes: a match document, a part of one, or a document that
 * contains one. The error has every problem with the path of its field, the value, what is allowed and, for misspelled names, a
 * suggestion. Unknown fields are problems. Never throws.
 *
 * What depends on the parameters of a match, such as the greatest stamina, is checked by `applyScene` of
 * `@rcss/simulator/scene`.
 *
 * @example
 * const result = checkWithSchema(matchDocumentSchema, { version: 1, initial: { ball: { position: { x: 'left', y: 0 } } } });
 * if (!result.ok) console.error(result.error[0].message); // initial.ball.position.x: "left" is not a number from …
 */
export function checkWithSchema<T>(
  schema: z.ZodType<T>,
  value: unknown,
): Result<T, readonly DocumentProblem[]> {
  const deep = findDepthProblem(value);
  if (deep !== null) return err([deep]);
  const result = schema.safeParse(value);
  return result.success ? ok(result.data) : err(explainIssues(schema, value, result.error.issues));
}

/** Returns the problem of a document with more than 100 levels of lists and objects; null if it has fewer. */
export function findDepthProblem(value: unknown): DocumentProblem | null {
  if (!isDeeper(value, MAX_LEVELS)) return null;
  const allowed = `a document with at most ${MAX_LEVELS} levels of lists and objects`;
  return { path: '', message: `it is not ${allowed}`, value: undefined, allowed };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** Returns a document as JSON text with its fields in the order of the schema, and a final newline. */
export function printMatchDocument(document: MatchDocument): string {
  return `${JSON.stringify(orderFields(matchDocumentSchema, document), null, 2)}\n`;
}

/** Returns a copy of a value in which the fields of objects have the order of the schema. */
function orderFields(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return orderFields(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => orderFields(schema.element, item));
  if (!(schema instanceof z.ZodObject) || value === null || typeof value !== 'object') return value;
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(schema.shape)
      .filter((name) => fields[name] !== undefined)
      .map((name) => [name, orderFields(schema.shape[name], fields[name])]),
  );
}
