/** Parts of the schemas of the messages, with the phrases of their errors. */
import { z } from 'zod';

/** Object of messages of the agent, with its name in the schema; it is written, so unknown fields are allowed. */
export const named = <Shape extends z.ZodRawShape>(id: string, doc: string, shape: Shape) =>
  z.object(shape).describe(doc).meta({ id });

export const finite = (doc: string) => z.number({ error: 'a number' }).describe(doc);
/** A whole number that the agent sends: cycles, goals, the number of a player. */
export const count = (doc: string) => z.int().describe(doc);
export const whole = (min: number, max: number, doc: string) =>
  z
    .int({ error: `a whole number from ${min} to ${max}` })
    .min(min, { error: `a whole number from ${min} to ${max}` })
    .max(max, { error: `a whole number from ${min} to ${max}` })
    .describe(doc);
export const limited = (min: number, max: number, doc: string) =>
  z
    .number({ error: `a number from ${min} to ${max}` })
    .min(min, { error: `a number from ${min} to ${max}` })
    .max(max, { error: `a number from ${min} to ${max}` })
    .describe(doc);
export const text = (max: number, doc: string) =>
  z
    .string({ error: `a text of at most ${max} characters` })
    .max(max, { error: `a text of at most ${max} characters` })
    .describe(doc);
export const flag = (doc: string) => z.boolean({ error: 'true or false' }).describe(doc);
export const words = <const Words extends readonly string[]>(list: Words, doc: string) =>
  z.enum(list, { error: `one of ${list.join(', ')}` }).describe(doc);
export const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, { error: objectError });
/** A list with at least and at most so many elements; `what` names them in the plural. */
export const list = <Element extends z.ZodType>(element: Element, min: number, max: number, what: string) => {
  const error = min === 0 ? `a list of at most ${max} ${what}` : `a list of ${min} to ${max} ${what}`;
  const elements = z.array(element, { error }).max(max, { error });
  return min === 0 ? elements : elements.min(min, { error });
};

/** The phrase of what an object allows; unknown fields have an error of their own. */
const objectError: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'unrecognized_keys' ? undefined : 'an object with the fields of the schema';

export const unum = (doc = 'Uniform number.') => whole(1, 11, doc);
export const point = z
  .strictObject(
    { x: finite('Meters.'), y: finite('Meters.') },
    { error: 'a point such as {"x": 10, "y": 0}' },
  )
  .describe('Place in the team frame.')
  .meta({ id: 'Point' });
