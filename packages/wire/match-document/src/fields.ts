/** Constructors of schema fields. The error message of each field is the phrase of what it allows, for problems. */
import { z } from 'zod';

/** Limits and unit of a number. */
export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
}

function describeRange(kind: string, { min, max, unit }: NumberRange): string {
  const suffix = unit === undefined ? '' : ` ${unit}`;
  if (min !== undefined && max !== undefined) return `${kind} from ${min} to ${max}${suffix}`;
  if (min !== undefined) return `${kind} of at least ${min}${suffix}`;
  return kind;
}

/** A finite number. The unit is part of the description. */
export function numberField(description: string, range: NumberRange = {}): z.ZodNumber {
  const error = describeRange('a number', range);
  let field = z.number({ error });
  if (range.min !== undefined) field = field.min(range.min, { error });
  if (range.max !== undefined) field = field.max(range.max, { error });
  return field.meta({
    description: range.unit === undefined ? description : `${description} Unit: ${range.unit}.`,
  });
}

/** A whole number of 32 bits. */
export function integerField(description: string, range: NumberRange = {}): z.ZodInt {
  const limits = { min: -2147483648, max: 2147483647, ...range };
  const error = describeRange('a whole number', limits);
  return z
    .int({ error })
    .min(limits.min, { error })
    .max(limits.max, { error })
    .meta({ description: range.unit === undefined ? description : `${description} Unit: ${range.unit}.` });
}

/** A text that is not empty. */
export function textField(description: string, maxLength: number): z.ZodString {
  const error = `a text of 1 to ${maxLength} characters`;
  return z.string({ error }).min(1, { error }).max(maxLength, { error }).meta({ description });
}

/** true or false. */
export function booleanField(description: string): z.ZodBoolean {
  return z.boolean({ error: 'true or false' }).meta({ description });
}

/** One of a list of words. */
export function wordField<const Words extends readonly [string, ...string[]]>(
  description: string,
  words: Words,
): z.ZodEnum<{ [Word in Words[number]]: Word }> {
  const shown =
    words.length > 8
      ? `one of ${words.length} names, such as ${words.slice(0, 3).join(', ')}`
      : words.join(', ');
  return z.enum(words, { error: shown }).meta({ description }) as never;
}

/** true, false or a file name. */
export function fileField(description: string): z.ZodType<boolean | string> {
  const error = 'true, false or a file name';
  return z
    .union([z.boolean({ error }), z.string({ error }).min(1, { error }).max(1000, { error })], { error })
    .meta({ description });
}

/** An object that accepts the fields of `shape` only. */
export function objectField<Shape extends z.core.$ZodLooseShape>(
  description: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, { error: 'an object' }).meta({ description });
}

const TEAM_NAME_ERROR = 'a team name: 1 to 15 characters, lower-case letters and the characters from + to _';

/** A team name, as clients send it. */
export function teamNameField(description: string): z.ZodString {
  return z
    .string({ error: TEAM_NAME_ERROR })
    .regex(/^[+-_a-z]{1,15}$/, { error: TEAM_NAME_ERROR })
    .meta({ description });
}
