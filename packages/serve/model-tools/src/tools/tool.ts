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
export function parseArguments({ name, shape }: Tool, given: unknown): Record<string, unknown> {
  const parsed = z.strictObject(shape).safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues
    .slice(0, 5)
    .map((issue) => describeIssue(issue, given, Object.keys(shape)));
  throw new ToolError(`${name}: wrong arguments.\n${lines.join('\n')}`);
}

type Issue = z.core.$ZodIssue;

function describeIssue(issue: Issue, given: unknown, names: readonly string[]): string {
  const path = issue.path.join('.');
  const value = issue.path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
  const shown = JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [key = ''] = issue.keys;
      const nearest = findNearestName(key, names);
      return `${JSON.stringify(key.slice(0, 40))} is not an argument.${nearest === undefined ? '' : ` Did you mean ${nearest}?`} Allowed: ${names.join(', ')}.`;
    }
    case 'too_big':
      return `${path}: ${shown} is too large. Nearest valid value: ${issue.maximum}.`;
    case 'too_small':
      return `${path}: ${shown} is too small. Nearest valid value: ${issue.minimum}.`;
    case 'invalid_value': {
      const values = issue.values.map(String);
      const nearest = typeof value === 'string' ? findNearestName(value, values) : undefined;
      return `${path}: ${shown} is not allowed.${nearest === undefined ? '' : ` Did you mean ${nearest}?`} Allowed: ${values.join(', ')}.`;
    }
    case 'invalid_type':
      return value === undefined
        ? `${path} is missing; it must be a ${issue.expected}.`
        : `${path}: ${shown} is not a ${issue.expected}.`;
    default:
      return `${path}: ${shown}: ${issue.message}`;
  }
}
