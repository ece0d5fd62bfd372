import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Side } from '@rcss/core';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { OwnTeam } from '@rcss/kit/match-runner';
import type { LoadedTeam } from '@rcss/league-runner/program';
import { decompress } from '@rcss/logs/codec';
import {
  type AllowedPrograms,
  type CallLimits,
  OutcomeMeter,
  type PlayResult,
  type TeamSpec,
  ToolError,
} from '@rcss/model-tools';

/** Start commands of the teams of this program that a program can play against. A module would play beside a program of the sandbox. */
const BUILT_IN: Readonly<Record<string, string>> = {
  base: 'demo',
  chasers: 'chaser',
};

const NO_END: PlayResult['end'] = {
  ...{ score: { left: 0, right: 0 }, penalties: null, time: 0, steps: 0, forfeit: null, digest: 0 },
  ...{ players: { left: 0, right: 0 }, end: { condition: 'rules', message: 'before kick off' } },
};
/** What is not known of a match of programs. */
const NOTHING: Omit<PlayResult, 'end'> = {
  ...{ type: 'play', complaints: [], printed: [], idle: { l: 0, r: 0 }, log: new Uint8Array() },
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
    if (!('start' in team.team) || Object.hasOwn(BUILT_IN, name) || name === 'random')
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
    const start = 'builtIn' in spec ? BUILT_IN[spec.builtIn] : undefined;
    if (start !== undefined) return league.loadTeam({ name, start }, import.meta.dirname);
    throw new ToolError(
      `${name} cannot play against a program. Allowed: base, chasers, ${[...teams.keys()].join(', ')}.`,
    );
  };
  let calls = 0;
  const seat = (spec: TeamSpec) => league.createOwnTeam(prepare(spec), calls++ % processes);
  return {
    ...createRehearsals(await import('@rcss/match-server/program'), seat),
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
            end: { ...NO_END, time: measured.cycles, players: { left: measured.players.length, right: 0 } },
          };
        }
        const away = prepare(right);
        const spec = league.createFixtureSpec(
          {
            ...{ version: 1, seed, clock: 'synchronous', stop: { cycles } },
            teams: { left: home.team, right: away.team },
            parameters: { server: { half_time: Math.max(1, Math.round(halfCycles / 10)) } },
            recording: { recording: 'match.rec.gz' },
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
          end: {
            ...{ ...NO_END, time: outcome.cycles, digest: outcome.digest ?? 0, players: outcome.players },
            score: { left: outcome.scoreL, right: outcome.scoreR },
            end: { condition: 'rules', message: outcome.end },
          },
          problems,
          log: readFileSync(join(folder, log)),
          recording: readFileSync(join(folder, 'match.rec.gz')),
        };
      } catch (error) {
        throw error instanceof league.MatchFailure ? new ToolError(error.message) : error;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** What programs do in recorded matches; each call starts them anew. */
function createRehearsals(
  server: typeof import('@rcss/match-server/program'),
  seat: (spec: TeamSpec) => OwnTeam,
): Pick<AllowedPrograms, 'decide' | 'continue'> {
  const limits = { limitMs: 10_000, connectTimeoutMs: 30_000 };
  const explain = (error: unknown): unknown =>
    error instanceof server.RehearsalError || error instanceof RangeError
      ? new ToolError(error.message)
      : error;
  const checkTime = (signal: AbortSignal): void => {
    if (signal.aborted)
      throw new ToolError('the call was cancelled or took too long; ask for fewer continuations');
  };
  return {
    async decide(recording, { side, unum, team }, signal) {
      try {
        const question = { ...limits, side, unum, team: seat(team), signal };
        const decided = await server.decideAgain(decompress(recording).bytes, question);
        checkTime(signal);
        return server.formatDecidedAgain(decided);
      } catch (error) {
        throw explain(error);
      }
    },
    async continue(recording, { recipe, cycle, side, horizon, seed, plan }, signal) {
      const { advice, change: { commands, team, server: values } = {} } = plan;
      const spec = (of: Side): TeamSpec =>
        (of === side ? team : undefined) ?? (of === 'l' ? recipe.left : (recipe.right ?? recipe.left));
      let saidCount = 0;
      let meter: OutcomeMeter | null = null;
      try {
        const playsFrom = {
          ...{ time: cycle, seed },
          ...(commands === undefined ? {} : { changed: server.parseChange(commands, cycle) }),
          ...(values === undefined ? {} : { server: values }),
          advice: { side, messages: advice, onSaid: () => void saidCount++ },
        };
        let lastStep = 0;
        const { hasPlayed, end } = await server.rehearse(decompress(recording).bytes, {
          ...{ ...limits, teams: { l: seat(spec('l')), r: seat(spec('r')) }, playsFrom, signal },
          onStep(at, isPlaying) {
            // With cycle 0, the programs play from the first step on.
            if (meter === null || (!isPlaying && at.world.time >= cycle)) meter = new OutcomeMeter(at, side);
            else if (isPlaying) meter.add();
            if (!isPlaying) lastStep = at.steps + horizon;
            return !isPlaying || (!meter!.isOver && at.steps < Math.max(lastStep, horizon));
          },
        });
        checkTime(signal);
        if (!hasPlayed) throw new ToolError(`the match ends at cycle ${end.time}, before cycle ${cycle}`);
        const followed = { said: saidCount, decisions: new Map<string, number>() };
        return { isCarriedOut: true, followed, ...(meter as OutcomeMeter | null)!.finish(null) };
      } catch (error) {
        throw explain(error);
      }
    },
  };
}
