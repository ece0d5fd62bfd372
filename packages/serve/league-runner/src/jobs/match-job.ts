import type { RcssParams } from '@rcss/match-server';
import type { MatchSpec } from '@rcss/simulator';
import { chooseMatchFields } from '@rcss/tournament/documents';
import type { Fixture } from '@rcss/tournament/formats';
import { jobId } from '@rcss/tournament/identity';
import type { LoadedDocument } from '../documents/load-document.js';
import type { LoadedTeam } from '../documents/load-teams.js';
import { leagueVersion } from '../version.js';
import { createFixtureSpec } from './fixture-spec.js';

/** What a job has of a team besides its part of the spec. */
export type MatchJobTeam = Omit<LoadedTeam, 'name' | 'team' | 'look'>;

/** One match to play: its spec, and what a league adds. Plain data, which a queue carries. */
export interface MatchJob {
  /** Hash of everything that decides the match; the same on every machine. */
  readonly id: string;
  /** Identifier of the match in its tournament, and the name of its folder. */
  readonly fixture: string;
  readonly spec: MatchSpec;
  /** Values of the server program that the document sets; none of them changes the game. */
  readonly program?: Partial<RcssParams>;
  readonly teams: { readonly left: MatchJobTeam; readonly right: MatchJobTeam };
  /** Worker that should not play the match, because it has played it already; another one is preferred. */
  readonly otherThan?: string;
  /** Differs from that of an earlier play of the same match, whose result was annulled. A signed result has it, so that no other play's result fits. */
  readonly nonce?: string;
}

/** What decides how the matches of a tournament are played, besides the teams. */
export const ENGINE: string = `rcss ${leagueVersion}`;

/** Returns the fields of a value that are there. */
export function pickFields<Value, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
): Pick<Value, Name> {
  const given = names.filter((name) => value[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, value[name]])) as Pick<Value, Name>;
}

function createJobTeam(team: LoadedTeam): MatchJobTeam {
  return pickFields(team, ['version', 'limits', 'image', 'isolation', 'repeatable', 'templates', 'tuned']);
}

/** Fields of a match document that decide how a team plays. */
function pickOptions({ team, repeatable }: LoadedTeam): Record<string, unknown> {
  const values: Record<string, unknown> = { ...team, repeatable };
  return pickFields(values, ['environment', 'options', 'players', 'repeatable']);
}

/**
 * Creates the job of a fixture.
 *
 * @throws {RangeError} if a team of the fixture is not in the document, or a parameter is not allowed.
 */
export function createMatchJob({ document, teams }: LoadedDocument, fixture: Fixture): MatchJob {
  const find = (name: string): LoadedTeam => {
    const team = teams.get(name);
    if (team === undefined) throw new RangeError(`"${name}" is not a team of the document`);
    return team;
  };
  const [left, right] = [find(fixture.left), find(fixture.right)];
  const match = chooseMatchFields(document, fixture);
  const { recording: _recording, ...deciding } = match;
  const program = match.parameters?.rcss as Partial<RcssParams> | undefined;
  const id = jobId({
    left: { name: left.name, version: left.version, options: pickOptions(left) },
    right: { name: right.name, version: right.version, options: pickOptions(right) },
    seed: fixture.seed,
    match: deciding as Record<string, unknown>,
    engine: ENGINE,
    // Matches without a seed are equal in everything else.
    ...(fixture.seed === null ? { repetition: hashText(fixture.id) } : {}),
  });
  return {
    id,
    fixture: fixture.id,
    spec: createFixtureSpec(
      {
        version: 1,
        seed: fixture.seed ?? drawSeed(),
        teams: { left: left.team, right: right.team },
        ...match,
      },
      `${fixture.id.replace(/[^-\w.]/g, '_')}-${left.team.name}-vs-${right.team.name}`,
    ),
    ...(program !== undefined && { program }),
    teams: {
      left: createJobTeam(left),
      right: createJobTeam(right),
    },
  };
}

/** Returns a match whose server serves clients of all machines, unless its document chooses the address. */
export function openForWatchers(match: MatchJob): MatchJob {
  return { ...match, program: { bind_address: '0.0.0.0', ...match.program } };
}

/** A seed for a match whose document has none. */
function drawSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

/** 32-bit hash of a text (FNV-1a). */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
