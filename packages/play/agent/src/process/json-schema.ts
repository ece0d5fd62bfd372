import { createJsonSchema, type JsonSchema } from '@rcss/match-document';
import { z } from 'zod';
import { MESSAGES, TEAM_PROCESS_VERSION } from './messages.js';
import { REQUEST_ARGUMENTS } from './process-skills.js';

/**
 * Returns the JSON Schema (draft 2020-12) of the messages of both directions. Its definitions are `FromAgent`, `FromProcess`, the arguments of
 * `Skills` and `Questions`, and what they have in common, each once: the schemas with an id.
 */
export function teamProcessJsonSchema(): JsonSchema {
  const parts = z.object({
    ...MESSAGES,
    Skills: z.object(REQUEST_ARGUMENTS.skills).describe('The arguments of each skill.'),
    Questions: z.object(REQUEST_ARGUMENTS.questions).describe('The arguments of each question.'),
  });
  const { $schema, title, $defs, properties } = createJsonSchema(
    parts,
    `Messages between an agent of RCSS and a process that decides, version ${TEAM_PROCESS_VERSION}`,
  );
  return {
    $schema,
    title,
    description:
      'Each message, in both directions, is four bytes with the length of the text (unsigned, big-endian), then the text: JSON as UTF-8.',
    $defs: { ...(properties as JsonSchema), ...($defs as JsonSchema) },
  };
}
