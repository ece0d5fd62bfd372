/** JSON Schemas (draft 2020-12) of documents. */
import { z } from 'zod';
import { matchDocumentSchema } from './schema.js';

export type JsonSchema = Record<string, unknown>;

/** Returns the JSON Schema of a document, complete in itself: the parameters are its definition `#/$defs/parameters`. */
export function createJsonSchema(schema: z.ZodType, title: string): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  return { $schema, title, ...rest };
}

/** Returns the JSON Schema (draft 2020-12) of a match document, for editors and programs in other languages. */
export function matchDocumentJsonSchema(): JsonSchema {
  return createJsonSchema(matchDocumentSchema, 'Match document of RCSS');
}
