import { createJsonSchema, type JsonSchema } from '@rcss/match-document';
import { z } from 'zod';
import { MESSAGES, TEAM_PROCESS_VERSION } from './messages.js';
import { REQUEST_ARGUMENTS } from './process-skills.js';

/** Returns the JSON Schema (draft 2020-12) of the messages of both directions.  */
export function teamProcessJsonSchema(): JsonSchema {
  const definitions = {
    ...MESSAGES,
    Skills: z.object(REQUEST_ARGUMENTS.skills).describe('The arguments of each skill.'),
    Questions: z.object(REQUEST_ARGUMENTS.questions).describe('The arguments of each question.'),
  };
  const parts = Object.entries(definitions).map(([name, schema]) => {
    const { $schema: _, title: __, ...rest } = createJsonSchema(schema, name);
    return [name, rest] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Messages between an agent of RCSS and a process that decides, version ${TEAM_PROCESS_VERSION}`,
    description:
      'Each message, in both directions, is four bytes with the length of the text (unsigned, big-endian), then the text: JSON as UTF-8.',
    $defs: Object.fromEntries(parts),
  };
}
