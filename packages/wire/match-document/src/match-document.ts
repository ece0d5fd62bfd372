import { err, ok, type Result } from '@rcss/core';
import type { MatchDocument, Scene, StopConditions } from '@rcss/core/match-document';
import { z } from 'zod';
import { type DocumentProblem, explainIssues } from './problems.js';
import { sceneField, stopConditionsField } from './scene-fields.js';
import { matchDocumentSchema } from './schema.js';

/** Returns the value as a document, or every problem that it has. Never throws. */
function parseWith<T>(schema: z.ZodType<T>, value: unknown): Result<T, readonly DocumentProblem[]> {
  const result = schema.safeParse(value);
  return result.success ? ok(result.data) : err(explainIssues(schema, value, result.error.issues));
}

/**
 * Returns a match document, given plain data, for example parsed JSON or YAML. The error has every problem with the path of
 * its field, the value, what is allowed and, for misspelled names, a suggestion. Unknown fields are problems. Never throws.
 *
 * What depends on the parameters of a match, such as the greatest stamina, is checked by `applyScene` of
 * `@rcss/simulator/scene`.
 *
 * @example
 * const result = parseMatchDocument({ version: 1, initial: { ball: { position: { x: 'left', y: 0 } } } });
 * if (!result.ok) console.error(result.error[0].message); // initial.ball.position.x: "left" is not a number from …
 */
export function parseMatchDocument(value: unknown): Result<MatchDocument, readonly DocumentProblem[]> {
  return parseWith(matchDocumentSchema, value);
}

/** Returns a scene, given plain data; see {@link parseMatchDocument}. */
export function parseScene(value: unknown): Result<Scene, readonly DocumentProblem[]> {
  return parseWith(sceneField, value);
}

/** Returns stop conditions, given plain data; see {@link parseMatchDocument}. */
export function parseStopConditions(value: unknown): Result<StopConditions, readonly DocumentProblem[]> {
  return parseWith(stopConditionsField, value);
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
