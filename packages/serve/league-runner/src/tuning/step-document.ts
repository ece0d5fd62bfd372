import type { MatchTeam } from '@rcss/core/match-document';
import { addTeamOptions } from '@rcss/match-document';
import { type TournamentDocument, TUNED_NAMES, type TuningDocument } from '@rcss/tournament/documents';
import type { SpsaTrial, TunedParameter } from '@rcss/tournament/tuning';
import { type LoadedDocument, resolveDocument } from '../documents/load-document.js';
import type { LoadedTeam } from '../documents/load-teams.js';

/** A tuning document with its teams. */
export interface LoadedTuning {
  readonly document: TuningDocument;
  readonly team: LoadedTeam;
  readonly opponents: readonly LoadedTeam[];
  /** Hash of everything that decides the steps, without the files of the teams. */
  readonly hash: string;
}

/** Pairs of matches of a step if the document does not say otherwise. */
const DEFAULT_PAIRS = 2;

/** Digits of the values that a team gets. */
const VALUE_DIGITS = 6;

/** Returns a value as the team gets it. */
export function roundValue(value: number, { integer = false }: Pick<TunedParameter, 'integer'> = {}): number {
  return integer ? Math.round(value) : Number(value.toPrecision(VALUE_DIGITS));
}

/**
 * Returns a team with values of its parameters: as options of a module, or as options in `RCSS_OPTIONS`, environment variables and
 * placeholders `{NAME}` of a start command, which are filled when it starts.
 */
export function setParameters(team: MatchTeam, values: Readonly<Record<string, number>>): MatchTeam {
  const changed = addTeamOptions(team, values);
  if (!('start' in changed)) return changed;
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  // A name with a dot is an option in a group. Shells have no variables of such names.
  const variables = Object.fromEntries(Object.entries(texts).filter(([name]) => !name.includes('.')));
  return { ...changed, environment: { ...changed.environment, ...variables } };
}

type Trial = Pick<SpsaTrial, 'step' | 'plus' | 'minus'>;

/** Returns the values that a team gets in a setting, by name. */
function nameValues(
  { document: { parameters } }: LoadedTuning,
  values: readonly number[],
): Record<string, number> {
  return Object.fromEntries(
    parameters.map((parameter, i) => [parameter.name, roundValue(values[i]!, parameter)]),
  );
}

/** Returns the comparison of the two settings of a step with its teams. Paths are relative to the folder. */
export function loadStep(tuning: LoadedTuning, trial: Trial, folder: string): LoadedDocument {
  const loaded = resolveDocument(createStepDocument(tuning, trial), folder);
  const teams = new Map(loaded.teams);
  const settings = [
    [TUNED_NAMES.plus, trial.plus],
    [TUNED_NAMES.minus, trial.minus],
  ] as const;
  for (const [name, values] of settings)
    teams.set(name, {
      ...teams.get(name)!,
      tuned: { team: tuning.team.name, values: nameValues(tuning, values) },
    });
  return { ...loaded, teams };
}

/** Returns the comparison of the two settings of a step. Every step has seeds of its own. */
function createStepDocument(tuning: LoadedTuning, { step, plus, minus }: Trial): TournamentDocument {
  const { document, team, opponents } = tuning;
  const { pairs = DEFAULT_PAIRS, seed = 1, match, walkover, name = 'Tuning' } = document;
  const createVersion = (as: string, values: readonly number[]): TournamentDocument['teams'][number] => ({
    ...setParameters(team.team, nameValues(tuning, values)),
    name: as,
    version: team.version,
    limits: team.limits,
    ...(team.repeatable === undefined ? {} : { repeatable: team.repeatable }),
    ...(team.templates === undefined ? {} : { templates: team.templates }),
  });
  return {
    version: 1,
    name: `${name}, step ${step + 1}`,
    teams: [
      createVersion(TUNED_NAMES.plus, plus),
      createVersion(TUNED_NAMES.minus, minus),
      ...opponents.map(({ team: opponent, version, limits, repeatable, templates }) => ({
        ...{ ...opponent, version, limits },
        ...(repeatable === undefined ? {} : { repeatable }),
        ...(templates === undefined ? {} : { templates }),
      })),
    ],
    format: {
      type: 'paired',
      candidate: TUNED_NAMES.plus,
      base: TUNED_NAMES.minus,
      blocks: pairs,
      pool: opponents.length > 0,
    },
    seeds: seed + step * pairs * Math.max(1, opponents.length),
    ...(match === undefined ? {} : { match }),
    ...(walkover === undefined ? {} : { walkover }),
  };
}
