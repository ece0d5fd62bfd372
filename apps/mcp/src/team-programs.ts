import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { LoadedTeam } from '@rcss/league-runner/program';
import {
  type AllowedPrograms,
  type CallLimits,
  type PlayResult,
  type TeamSpec,
  ToolError,
} from '@rcss/model-tools';

/** Modules of the teams of this program that a program can play against. */
const MODULES: Readonly<Record<string, string>> = {
  base: '@rcss/sampleclient/base-team',
  chasers: '@rcss/agent/chasers',
};

const NOTHING: PlayResult = {
  ...{ type: 'play', scoreL: 0, scoreR: 0, time: 0, playMode: 'before_kick_off', digest: '00000000' },
  ...{ players: { l: 0, r: 0 }, complaints: [], printed: [], idle: { l: 0, r: 0 }, log: new Uint8Array() },
  followed: { l: { said: 0, decisions: new Map() }, r: { said: 0, decisions: new Map() } },
};

/**
 * Loads teams with start commands, each `NAME=PATH` or a team file; they play as in a league, in synchronous mode.
 *
 * @param isSandboxed Whether their programs run in the sandbox of leagues.
 * @throws {CommandLineError} if a team cannot be loaded or started
 */
export async function loadTeamPrograms(
  values: readonly string[],
  isSandboxed: boolean,
  { seconds, processes }: Pick<CallLimits, 'seconds' | 'processes'>,
): Promise<AllowedPrograms> {
  const league = await import('@rcss/league-runner/program');
  const isolation = isSandboxed ? ({ level: 'sandbox' } as const) : undefined;
  const teams = new Map<string, LoadedTeam>();
  for (const [name, loaded] of league.loadOwnTeams(values)) {
    const team = isolation === undefined ? loaded : { ...loaded, isolation };
    const problem = league.findStartProblem(team);
    if (problem !== null) throw new CommandLineError(`--team: ${name}: ${problem}`, EXIT.usage);
    if (!('start' in team.team) || Object.hasOwn(MODULES, name) || name === 'random')
      throw new CommandLineError(
        `--team: ${name} needs a start command and another name than base, chasers, random; modules are team files of the work folder`,
        EXIT.usage,
      );
    teams.set(name, team);
  }
  const pool = new league.MatchPool({ size: processes, matchTimeout: seconds });
  /** A team of a recipe as it plays on a server, under its name in the match. */
  const prepare = (spec: TeamSpec): LoadedTeam => {
    const { name } = spec;
    const own = 'program' in spec ? teams.get(spec.program) : undefined;
    if (own !== undefined) return { ...own, name, team: { ...own.team, name } };
    const module = 'builtIn' in spec ? MODULES[spec.builtIn] : undefined;
    if (module !== undefined) return league.loadTeam({ name, module }, import.meta.dirname);
    throw new ToolError(
      `${name} cannot play against a program. Allowed: base, chasers, ${[...teams.keys()].join(', ')}.`,
    );
  };
  return {
    names: [...teams.keys()],
    close: () => pool.close(),
    async play({ left, right, seed, halfCycles = 3000 }, cycles, { signal, report }) {
      const folder = mkdtempSync(join(tmpdir(), 'rcss-mcp-match-'));
      const listener = {
        progressed: (step: number) => report(step, cycles, `cycle ${step} of about ${cycles}`),
      };
      try {
        const home = prepare(left);
        if (right === null) {
          const request = { team: home, cycles, clock: 'synchronous' } as const;
          const measured = await pool.perform({ type: 'check', given: request, folder }, signal, listener);
          const problems = league.findCheckProblems(request, measured).map(({ message }) => message);
          return {
            ...NOTHING,
            problems,
            players: { l: measured.players.length, r: 0 },
            time: measured.cycles,
          };
        }
        const away = prepare(right);
        const spec = league.createFixtureSpec(
          {
            ...{ version: 1, seed, clock: 'synchronous', stop: { cycles } },
            teams: { left: home.team, right: away.team },
            parameters: { server: { half_time: Math.max(1, Math.round(halfCycles / 10)) } },
          },
          'match',
        );
        const given = { id: '', fixture: 'match', spec, teams: { left: home, right: away } };
        const outcome = await pool.perform({ type: 'play', given, folder }, signal, listener);
        const problems = outcome.problems.map(({ message }) => message);
        const log = readdirSync(folder).find((name) => /^match.*\.rcg(\.gz)?$/.test(name));
        if (log === undefined) throw new ToolError(['no match was played', ...problems].join('\n'));
        return {
          ...NOTHING,
          ...{ scoreL: outcome.scoreL, scoreR: outcome.scoreR, time: outcome.cycles },
          playMode: outcome.end.replaceAll(' ', '_'),
          digest: ((outcome.digest ?? 0) >>> 0).toString(16).padStart(8, '0'),
          players: { l: outcome.players.left, r: outcome.players.right },
          problems,
          log: readFileSync(join(folder, log)),
        };
      } catch (error) {
        throw error instanceof league.MatchFailure ? new ToolError(error.message) : error;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
