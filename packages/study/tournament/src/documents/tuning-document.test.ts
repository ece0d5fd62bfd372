import { describe, expect, it } from 'vitest';
import { createSpsaPlan, parseTuningDocument, tuningDocumentJsonSchema } from './tuning-document.js';

const TEXT = `version: 1
team: { file: reds/team.yaml }
opponents:
  - { name: Herons, start: ./herons/start.sh }
parameters:
  - { name: RISK, start: 0.5, min: 0, max: 1, perturbation: 0.1 }
steps: 100
match: { clock: synchronous }
`;

function findMessages(text: string): string[] {
  const parsed = parseTuningDocument(text);
  return parsed.ok ? [] : parsed.error.map(({ message }) => message);
}

describe('a tuning document', () => {
  it('has a team, parameters and steps, from which the plan follows', () => {
    const parsed = parseTuningDocument(TEXT);
    expect(parsed.ok && createSpsaPlan(parsed.value)).toEqual({
      parameters: [{ name: 'RISK', start: 0.5, min: 0, max: 1, perturbation: 0.1 }],
      steps: 100,
      seed: 1,
    });
  });

  it.each([
    [TEXT.replace('name: Herons', 'name: plus'), /^line 4: .*"plus" is used twice/],
    [TEXT.replace('start: 0.5', 'start: 5'), /RISK: start 5 must be in min–max, 0–1/],
    [
      TEXT.replace('0.1 }', '0.1, integer: true }'),
      /RISK: integer needs whole numbers .* not 0.5, 0, 1 and 0.1$/,
    ],
    [TEXT.replace('0.1 }', '0.1, integer: 1 }'), /^line 6: .*true or false/],
    [TEXT.replace('name: RISK', 'name: "A B"'), /^line 6: .*letters, digits and _/],
    [TEXT.replace('steps: 100', 'steps: 0'), /^line 7: steps: .*from 1 to/],
    [TEXT.replace('steps:', 'stops:'), /steps/],
    [TEXT.replace('parameters:', 'parameters: []\nx:'), /at least 1 parameters/],
  ])('is refused with the line and what is allowed (%#)', (text, message) => {
    expect(findMessages(text).join('\n')).toMatch(new RegExp(message.source, 'm'));
  });

  it('refuses a parameter that is listed twice', () => {
    const twice = TEXT.replace(/( {2}- \{ name: RISK.*\n)/, '$1$1');
    expect(findMessages(twice)).toEqual([
      expect.stringContaining('parameters[1].name: "RISK" is used twice'),
    ]);
  });

  it('has a JSON schema with a description of every field', () => {
    const schema = tuningDocumentJsonSchema() as { properties: Record<string, { description?: string }> };
    for (const [name, { description }] of Object.entries(schema.properties))
      expect(description, name).toBeTruthy();
  });
});
