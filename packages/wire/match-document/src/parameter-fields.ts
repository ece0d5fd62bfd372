/** Schemas of parameters, from the rows of the parameter tables. */
import type { MatchDocumentValue } from '@rcss/core/match-document';
import { CSV_SAVER_PARAM_ROWS, EXTENSION_PARAM_ROWS } from '@rcss/params/program';
import { documentBounds, type ParamRow, PLAYER_PARAM_ROWS, SERVER_PARAM_ROWS } from '@rcss/params/tables';
import { z } from 'zod';
import { booleanField, integerField, numberField, objectField } from './fields.js';

function describeRow({ doc, note }: ParamRow): string {
  return note === undefined ? doc : `${doc} ${note}`;
}

/** Values outside `min` and `max` of the row are allowed: the server limits them. Values outside the bounds of documents are refused. */
function createParameterField(row: ParamRow): z.ZodType<MatchDocumentValue> {
  const description = describeRow(row);
  const [min, max] = documentBounds(row)?.bounds ?? [];
  const range = {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(row.unit === undefined ? {} : { unit: row.unit }),
  };
  switch (row.type) {
    case 'int':
      return integerField(description, range).meta({ default: row.default });
    case 'real':
      return numberField(description, range).meta({ default: row.default });
    case 'bool':
      return booleanField(description).meta({ default: row.default });
    case 'string':
      return z.string({ error: 'a text' }).meta({ description, default: row.default });
  }
}

function createModuleField(
  description: string,
  rows: readonly ParamRow[],
  replaced: readonly string[] = [],
): z.ZodType {
  const shape = Object.fromEntries(
    rows
      .filter((row) => !replaced.includes(row.name))
      .map((row) => [row.name, createParameterField(row).optional()]),
  );
  return objectField(description, shape).optional();
}

/** Parameters of the server that a field of the document replaces, with the path of the field. */
export const REPLACED_PARAMETERS: Readonly<Record<string, string>> = {
  random_seed: 'seed',
  synch_mode: 'clock',
  team_l_start: 'teams.left.start',
  team_r_start: 'teams.right.start',
};

/** The field `parameters` of a document. Its id is the name of its definition in JSON Schemas. */
export const parametersField: z.ZodType = objectField(
  'Parameters that differ from their defaults, by module, as on the command line of the server.',
  {
    server: createModuleField(
      'Parameters server::NAME of the match.',
      SERVER_PARAM_ROWS,
      Object.keys(REPLACED_PARAMETERS),
    ),
    player: createModuleField(
      'Parameters player::NAME, which decide about the player types.',
      PLAYER_PARAM_ROWS,
    ),
    CSVSaver: createModuleField('Parameters CSVSaver::NAME of the result as CSV.', CSV_SAVER_PARAM_ROWS),
    rcss: createModuleField(
      'Parameters rcss::NAME of the server program.',
      EXTENSION_PARAM_ROWS.filter((row) => row.module === 'rcss'),
    ),
  },
).meta({ id: 'parameters' });
