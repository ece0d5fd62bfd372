import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { matchDocumentJsonSchema } from './json-schema.js';

it('the JSON Schema accepts a document, and refuses a wrong parameter at its place', () => {
  const validate = new Ajv2020().compile(matchDocumentJsonSchema());
  expect(
    validate({ version: 1, parameters: { server: { half_time: 5 }, player: { player_types: 3 } } }),
  ).toBe(true);
  expect(validate({ version: 1, parameters: { server: { half_time: 'five' } } })).toBe(false);
  expect(validate.errors?.[0]?.instancePath).toBe('/parameters/server/half_time');
});
