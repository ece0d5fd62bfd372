import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { matchDocumentJsonSchema, parametersJsonSchema, referToParameters } from './json-schema.js';

const readStored = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../docs/reference/${name}`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >;

const VALID = { version: 1, parameters: { server: { half_time: 5 }, player: { player_types: 3 } } };
const INVALID = { version: 1, parameters: { server: { half_time: 'five' } } };

describe('the stored schemas', () => {
  it('are up to date (run `pnpm --filter @rcss/match-document schema` after a change)', () => {
    expect(readStored('parameters.schema.json')).toEqual(parametersJsonSchema());
    expect(readStored('match-document.schema.json')).toEqual(
      referToParameters(matchDocumentJsonSchema(), 'match-document.schema.json'),
    );
  });

  it('refer to one file of parameters, which validators find by its relative name', () => {
    const ajv = new Ajv2020().addSchema(readStored('parameters.schema.json'));
    const validate = ajv.compile(readStored('match-document.schema.json'));
    expect(validate(VALID)).toBe(true);
    expect(validate(INVALID)).toBe(false);
    expect(validate.errors?.[0]?.instancePath).toBe('/parameters/server/half_time');
  });

  it('are documents that accept what the schema without references accepts', () => {
    const validate = new Ajv2020().compile(matchDocumentJsonSchema());
    expect([validate(VALID), validate(INVALID)]).toEqual([true, false]);
  });
});
