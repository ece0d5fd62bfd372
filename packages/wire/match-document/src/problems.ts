/** Problems of a document, from the issues of its schema. */
import { findNearestName } from '@rcss/params/tables';
import { z } from 'zod';
import { REPLACED_PARAMETERS } from './parameter-fields.js';

/** One reason why a document is refused. */
export interface DocumentProblem {
  /** Path of the field, for example `initial.players[3].position.x`; empty for the document itself. */
  readonly path: string;
  /** One line with path, value, what is allowed, and the suggestion. */
  readonly message: string;
  /** The refused value; undefined if the field is missing. */
  readonly value: unknown;
  /** What the field allows, as a phrase. */
  readonly allowed: string;
  /** Name or value that was probably meant. */
  readonly suggestion?: string;
}

type Path = readonly PropertyKey[];

/** Returns the path of a field as people write it, such as `teams[0].name`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (/^[A-Za-z_][\w-]*$/.test(String(key))) text += text === '' ? String(key) : `.${String(key)}`;
    else text += `[${JSON.stringify(String(key).slice(0, 40))}]`;
  }
  return text;
}

function getAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (at === null || typeof at !== 'object') return undefined;
    at = Object.hasOwn(at, key) ? (at as Record<PropertyKey, unknown>)[key] : undefined;
  }
  return at;
}

/** Returns the option of a union that the value chooses by its discriminating field, such as `type`. */
function chooseOption(schema: unknown, value: unknown): unknown {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return schema;
  const { discriminator } = schema.def;
  const chosen = getAt(value, [discriminator]);
  return schema.options.find(
    (option) => option instanceof z.ZodObject && option.shape[discriminator]?.safeParse(chosen).success,
  );
}

/**
 * Returns the schema of a field, without wrappers for optional and nullable fields and defaults; undefined if there is none.
 *
 * @param value The whole value; its fields choose the options of unions.
 */
function findSchema(schema: z.ZodType, value: unknown, path: Path): z.ZodType | undefined {
  return chooseOption(findField(schema, value, path), getAt(value, path)) as z.ZodType | undefined;
}

/** As {@link findSchema}, but a field that is a union stays a union. */
function findField(schema: z.ZodType, value: unknown, path: Path): z.ZodType | undefined {
  let at: unknown = unwrap(schema);
  for (const [i, key] of path.entries()) {
    const chosen = chooseOption(at, getAt(value, path.slice(0, i)));
    if (chosen instanceof z.ZodObject) at = chosen.shape[key as string];
    else if (chosen instanceof z.ZodArray) at = chosen.element;
    else return undefined;
    at = unwrap(at);
  }
  return at as z.ZodType | undefined;
}

function unwrap(schema: unknown): z.ZodType | undefined {
  let at = schema;
  while (
    at instanceof z.ZodOptional ||
    at instanceof z.ZodNullable ||
    at instanceof z.ZodDefault ||
    at instanceof z.ZodPrefault
  )
    at = at.unwrap();
  return at as z.ZodType | undefined;
}

/** Returns a value for a message: short, in one line. */
function formatValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (value !== null && typeof value === 'object') return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function createProblem(path: string, value: unknown, allowed: string, suggestion?: string): DocumentProblem {
  const place = path === '' ? 'the document' : path;
  const fault = value === undefined ? `${place} is missing; it is` : `${place}: ${formatValue(value)} is not`;
  const message = `${fault} ${allowed}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;
  return { path, message, value, allowed, ...(suggestion === undefined ? {} : { suggestion }) };
}

function createUnknownFieldProblem(
  schema: z.ZodType,
  value: unknown,
  path: Path,
  key: string,
): DocumentProblem {
  const parent = findSchema(schema, value, path);
  const known = parent instanceof z.ZodObject ? Object.keys(parent.shape) : [];
  const text = formatPath([...path, key]);
  const field = getAt(value, [...path, key]);
  const isServerParameter = /(^|\.)parameters\.server$/.test(formatPath(path));
  const replacement =
    isServerParameter && Object.hasOwn(REPLACED_PARAMETERS, key) ? REPLACED_PARAMETERS[key] : undefined;
  if (replacement !== undefined) {
    const allowed = `absent: the field ${replacement} of the document replaces it`;
    return { path: text, message: `${text} is ${allowed}`, value: field, allowed, suggestion: replacement };
  }
  const suggestion = findNearestName(key, known);
  const listed = known.length > 12 ? `${known.length} names` : known.join(', ');
  const allowed = `one of ${listed}`;
  const kind = path.at(-2) === 'parameters' ? 'parameter' : 'field';
  const hint = suggestion === undefined ? `; known: ${listed}` : `; did you mean ${suggestion}?`;
  const message = `${text} is not a known ${kind}${hint}`;
  return { path: text, message, value: field, allowed, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** Returns the words that a field allows; empty if it allows other values too. */
function listWords(schema: z.ZodType, document: unknown, path: Path): readonly string[] {
  const field = findSchema(schema, document, path);
  if (field instanceof z.ZodEnum) return field.options as string[];
  const parent = findField(schema, document, path.slice(0, -1));
  if (!(parent instanceof z.ZodDiscriminatedUnion) || path.at(-1) !== parent.def.discriminator) return [];
  const types = parent.options.map((option) =>
    option instanceof z.ZodObject ? option.shape[parent.def.discriminator] : undefined,
  );
  return types.flatMap((type) => (type instanceof z.ZodLiteral ? [...type.values].map(String) : []));
}

function suggestWord(schema: z.ZodType, document: unknown, path: Path): string | undefined {
  const value = getAt(document, path);
  return typeof value === 'string' ? findNearestName(value, listWords(schema, document, path)) : undefined;
}

/** Returns the problems of a value, given the issues that a schema of this package found in it. */
export function explainIssues(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): DocumentProblem[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => createUnknownFieldProblem(schema, value, issue.path, key));
    const at = getAt(value, issue.path);
    return [createProblem(formatPath(issue.path), at, issue.message, suggestWord(schema, value, issue.path))];
  });
}
