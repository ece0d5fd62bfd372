/** JSON Schemas (draft 2020-12) of documents. */
import { z } from 'zod';
import { PARAMETERS_ID, parametersField } from './parameter-fields.js';
import { matchDocumentSchema } from './schema.js';

export type JsonSchema = Record<string, unknown>;

/** File of {@link parametersJsonSchema}, to which the schemas of documents refer. */
const PARAMETERS_FILE = 'parameters.schema.json';

/** Returns the JSON Schema of a document, complete in itself: the parameters are its definition `#/$defs/parameters`. */
export function createJsonSchema(schema: z.ZodType, title: string): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  return { $schema, title, ...rest };
}

/** Returns the JSON Schema (draft 2020-12) of a match document, for editors and programs in other languages. */
export function matchDocumentJsonSchema(): JsonSchema {
  return createJsonSchema(matchDocumentSchema, 'Match document of RCSS');
}

/** Returns the JSON Schema of the parameters in documents, as the file `parameters.schema.json`. */
export function parametersJsonSchema(): JsonSchema {
  const title = 'Parameters of a match of RCSS';
  const { $schema, $defs } = createJsonSchema(parametersField, title);
  const { id: _id, ...parameters } = ($defs as Record<string, JsonSchema>)[PARAMETERS_ID] as JsonSchema;
  return { $schema, $id: PARAMETERS_FILE, title, ...parameters };
}

/**
 * Returns the schema of a document as a file beside `parameters.schema.json`: it refers to that file instead of containing the
 * parameters. `file` is the name of the file.
 */
export function referToParameters(schema: JsonSchema, file: string): JsonSchema {
  const { $schema, $defs, ...rest } = schema;
  const { [PARAMETERS_ID]: _parameters, ...definitions } = ($defs ?? {}) as JsonSchema;
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) =>
        name === '$ref' && field === `#/$defs/${PARAMETERS_ID}`
          ? [name, PARAMETERS_FILE]
          : [name, replace(field)],
      ),
    );
  };
  return replace({
    $schema,
    $id: file,
    ...rest,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }),
  }) as JsonSchema;
}
