import { err, type Result } from '@rcss/core';
import { checkWithSchema, createJsonSchema, type DocumentProblem } from '@rcss/match-document';
import type { z } from 'zod';
import { createSpsa, type SpsaPlan, type TunedParameter } from '../tuning/spsa.js';
import {
  createProblem,
  nameOfTeam,
  parseWithLines,
  type TournamentDocument,
  type TournamentProblem,
  type TournamentTeam,
} from './documents.js';
import { tuningSchema } from './schema.js';

/** A tuning as one document: a team, parameters of it, and the matches of each step. */
export interface TuningDocument
  extends Pick<TournamentDocument, 'version' | 'name' | 'match' | 'walkover' | 'parallel'> {
  /** The team of which parameters are tuned. */
  readonly team: TournamentTeam;
  /** Teams against which both settings of a step play. Default: the settings play against each other. */
  readonly opponents?: readonly TournamentTeam[];
  readonly parameters: readonly TunedParameter[];
  /** Count of steps. */
  readonly steps: number;
  /** Count of pairs of matches with swapped sides of each step; against opponents, for each opponent. Default: 2. */
  readonly pairs?: number;
  /** First gain, as in {@link SpsaPlan}. */
  readonly gain?: number;
  /** Seed of the directions of the steps and of the matches. Default: 1. */
  readonly seed?: number;
}

/** Names of the two settings of a step, as teams. No opponent may have one of them. */
export const TUNED_NAMES: { readonly plus: string; readonly minus: string } = {
  plus: 'plus',
  minus: 'minus',
};

const schema = tuningSchema as unknown as z.ZodType<TuningDocument>;

function findMeaningProblems(document: TuningDocument): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  const names = new Set<string>(Object.values(TUNED_NAMES));
  for (const [i, opponent] of (document.opponents ?? []).entries()) {
    const name = nameOfTeam(opponent);
    if (names.has(name))
      problems.push(
        createProblem(`opponents[${i}].name`, name, `"${name}" is used twice; give another name`),
      );
    names.add(name);
  }
  const parameters = new Set<string>();
  for (const [i, { name }] of document.parameters.entries()) {
    if (parameters.has(name))
      problems.push(createProblem(`parameters[${i}].name`, name, `"${name}" is used twice`));
    parameters.add(name);
  }
  try {
    createSpsa(createSpsaPlan(document));
  } catch (error) {
    problems.push(createProblem('parameters', undefined, (error as Error).message));
  }
  return problems;
}

/** Parses the text of a tuning document in YAML or JSON. Returns the document, or every problem with its path and line. Never throws. */
export function parseTuningDocument(text: string): Result<TuningDocument, readonly TournamentProblem[]> {
  return parseWithLines(text, (value) => {
    const result = checkWithSchema(schema, value);
    if (!result.ok) return result;
    const problems = findMeaningProblems(result.value);
    return problems.length > 0 ? err(problems) : result;
  });
}

/** Returns the plan of the steps of a document, from which `createSpsa` creates the state. */
export function createSpsaPlan({ parameters, steps, gain, seed = 1 }: TuningDocument): SpsaPlan {
  return { parameters, steps, seed, ...(gain === undefined ? {} : { gain }) };
}

/** Returns the JSON Schema (draft 2020-12) of a tuning document, for completion in editors. */
export function tuningDocumentJsonSchema(): Record<string, unknown> {
  return createJsonSchema(schema, 'Tuning document of RCSS');
}
