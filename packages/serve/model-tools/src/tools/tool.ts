import { findNearestName } from '@rcss/params/tables';
import { z } from 'zod';
import type { CallContext, Simulator } from '../simulator.js';
import { ToolError } from '../tool-error.js';

/** Part of an answer: text, or a picture. */
export type AnswerPart = string | { readonly png: Buffer };

/** A tool: its name, what it does, the form of its arguments, and what it answers. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly shape: Shape;
  /** Whether it writes nothing to the work folder. */
  readonly isReadOnly: boolean;
  /** Whether it can replace what the work folder has; false by default. */
  readonly isDestructive?: boolean;
  run(
    simulator: Simulator,
    args: z.infer<z.ZodObject<Shape>>,
    context: CallContext,
  ): readonly AnswerPart[] | Promise<readonly AnswerPart[]>;
}

/** Declares a tool with the types of its arguments. */
export function defineTool<Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool {
  return tool as unknown as Tool;
}

/** JSON Schema of the arguments. */
export function createInputSchema({ shape }: Tool): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject(shape), { io: 'input' }) as Record<
    string,
    unknown
  >;
  return schema;
}

/**
 * Checks the arguments of a call.
 *
 * @throws {ToolError} that names each wrong argument, its value, what is allowed, and the nearest valid value
 */
export function parseArguments(tool: Tool, given: unknown): Record<string, unknown> {
  const checker = z.strictObject(tool.shape);
  let parsed = checker.safeParse(given ?? {});
  // Within a text that is JSON, others can be found.
  for (let round = 0; round < 3 && !parsed.success; round++) {
    given = structuredClone(given);
    if (parsed.error.issues.filter((issue) => convertValue(issue, given)).length === 0) break;
    parsed = checker.safeParse(given);
  }
  if (parsed.success) return parsed.data;
  const schema = createInputSchema(tool) as PartSchema;
  const lines = parsed.error.issues.slice(0, 5).map((issue) => describeIssue(issue, given, schema));
  throw new ToolError(`${tool.name}: wrong arguments.\n${lines.join('\n')}`);
}

/**
 * Replaces a value of another type that has only one meaning, as models write them: a number, a truth value, a list or an object as a text with
 * its JSON; null for an absent one. Returns whether it did.
 */
function convertValue(issue: Issue, given: unknown): boolean {
  const { path } = issue;
  const last = path.at(-1);
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return false;
  const holder = readAt(given, path.slice(0, -1));
  if (last === undefined || typeof holder !== 'object' || holder === null) return false;
  const values = holder as Record<PropertyKey, unknown>;
  const value = values[last];
  if (value === null && !Array.isArray(holder)) return delete values[last];
  if (typeof value !== 'string' || issue.code !== 'invalid_type') return false;
  try {
    const meant: unknown = JSON.parse(value);
    const type = Array.isArray(meant) ? 'array' : typeof meant;
    const expected =
      issue.expected === 'int' ? 'number' : issue.expected === 'record' ? 'object' : issue.expected;
    if (meant === null || type !== expected) return false;
    values[last] = meant;
    return true;
  } catch {
    return false;
  }
}

/** What the schema of a part of the arguments says. */
interface PartSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, PartSchema>>;
  readonly items?: PartSchema;
}

function findPart(schema: PartSchema, path: readonly PropertyKey[]): PartSchema {
  return path.reduce<PartSchema>(
    (part, key) => (typeof key === 'number' ? part.items : part.properties?.[String(key)]) ?? {},
    schema,
  );
}

type Issue = z.core.$ZodIssue;

function readAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

function describeIssue(issue: Issue, given: unknown, schema: PartSchema): string {
  const path = issue.path.join('.');
  const value = readAt(given, issue.path);
  const part = findPart(schema, issue.path);
  const names = Object.keys(part.properties ?? {});
  const shown = JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [key = ''] = issue.keys;
      const nearest = findNearestName(key, names);
      return `${JSON.stringify(key.slice(0, 40))} is not an argument.${nearest === undefined ? '' : ` Did you mean ${nearest}?`} Allowed: ${names.join(', ') || 'none'}.`;
    }
    case 'too_big':
      return typeof value === 'number'
        ? `${path}: ${shown} is too large. Nearest valid value: ${issue.maximum}.`
        : `${path}: ${describeLength(value)}; at most ${issue.maximum} are allowed.`;
    case 'too_small':
      return typeof value === 'number'
        ? `${path}: ${shown} is too small. Nearest valid value: ${issue.minimum}.`
        : `${path}: ${describeLength(value)}; at least ${issue.minimum} must be given.`;
    case 'invalid_value': {
      const values = issue.values.map(String);
      const nearest = typeof value === 'string' ? findNearestName(value, values) : undefined;
      return `${path}: ${shown} is not allowed.${nearest === undefined ? '' : ` Did you mean ${nearest}?`} Allowed: ${values.join(', ')}.`;
    }
    case 'invalid_type':
      if (issue.expected === 'int')
        return `${path}: ${shown} is not a whole number. Nearest valid value: ${Math.round(value as number)}.`;
      return value === undefined
        ? `${path} is missing; it must be of the type ${issue.expected}.`
        : `${path}: ${shown} is not of the type ${issue.expected}.`;
    case 'invalid_format':
      return `${path}: ${shown} is not allowed. Allowed: ${part.description ?? issue.message}.`;
    default:
      return `${path}: ${shown}: ${issue.message}`;
  }
}

/** Length of a text or a list in words. */
function describeLength(value: unknown): string {
  return typeof value === 'string' ? `${value.length} characters` : `${(value as unknown[]).length} entries`;
}
