/** Matches of two team files for benchmarks of language models: each with its own seed, sides exchanged in every second one. */
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { escapeText } from '@rcss/kit/command-line';
import { DEFAULT_LIMITS } from './limits.js';
import { findIsolation } from './sandbox/isolation.js';
import { runTask } from './sandbox/run-task.js';
import type { PlayResult, Recipe, TeamSpec } from './sandbox/tasks.js';
import { compileTeamFile, isBuiltInTeam } from './team-files.js';
import { checkRange, ToolError } from './tool-error.js';

/** Options of {@link playArena}. */
export interface ArenaOptions {
  /** Both teams: path of a team file, or `base`, `chasers`, `random`. */
  readonly teams: readonly [string, string];
  /** Folder for `result.json` and the game logs; it is created. */
  readonly logs: string;
  /** From 1; 2 by default. In every second one the sides are exchanged. */
  readonly matches?: number;
  /** Length of a match, cycles, 1 to 12000; 6000 by default. */
  readonly cycles?: number;
  /** Seed of the first match; each following one is greater by 1. 1 by default. */
  readonly seed?: number;
  /** Called after each match. */
  readonly onMatch?: (match: ArenaMatch) => void;
  /** Program of the processes with matches; replaced in tests that run from source. @internal */
  readonly program?: string;
}

export interface ArenaMatch {
  readonly seed: number;
  /** Index of the team on the left. */
  readonly left: 0 | 1;
  /** Goals of both teams in the order of the arguments; null if the match was not played to its end. */
  readonly score: readonly [number, number] | null;
  /** Index of the winner; null: a draw. */
  readonly winner: 0 | 1 | null;
  /** File of the game log; null without one. */
  readonly log: string | null;
  /** Why the match was not played to its end. */
  readonly error: string | null;
}

export interface ArenaResult {
  readonly teams: readonly [string, string];
  readonly cycles: number;
  readonly wins: readonly [number, number];
  readonly draws: number;
  readonly goals: readonly [number, number];
  /** Why a team cannot play; it then loses all matches without playing. */
  readonly errors: readonly [string | null, string | null];
  /** What separates the code of the teams from this machine, and what does not. */
  readonly isolation: string;
  readonly matches: readonly ArenaMatch[];
}

/** Cycles that a team must play alone. */
const CHECK_CYCLES = 50;
const NAMES = ['First', 'Second'] as const;
const MAX_MATCHES = 10_000;

/**
 * Plays matches of two teams in processes without rights, as {@link DEFAULT_LIMITS} allow, and writes `result.json`, and a game log for each match, to a
 * folder. A team whose code fails loses: all matches if it does not play 50 cycles alone, else the match.
 *
 * @throws {ToolError} if a number is out of range or the folder cannot be written
 */
export async function playArena(options: ArenaOptions): Promise<ArenaResult> {
  const { teams, logs, matches: count = 2, cycles = 6000, seed = 1, onMatch, program } = options;
  checkRange('matches', count, 1, MAX_MATCHES);
  checkRange('cycles', cycles, 1, DEFAULT_LIMITS.cycles);
  checkRange('seed', seed, 0, 2_000_000_000);
  try {
    mkdirSync(logs, { recursive: true });
  } catch (error) {
    throw new ToolError(`${logs} cannot be written: ${(error as Error).message}`);
  }
  const task = { limits: DEFAULT_LIMITS, ...(program === undefined ? {} : { program }) };
  const play = (recipe: Recipe, length: number, hasLog: boolean): Promise<PlayResult> =>
    runTask<'play'>({ type: 'play', recipe, cycles: length, hasLog }, task);
  const entries = await Promise.all([loadEntry(teams[0], 0, play), loadEntry(teams[1], 1, play)]);
  const matches: ArenaMatch[] = [];
  for (let i = 0; i < count; i++) {
    const left = (i % 2) as 0 | 1;
    const log = `match-${i + 1}.rcg.gz`;
    const match = await playOne({ entries, play, logs }, { left, seed: seed + i, cycles, log });
    matches.push(match);
    onMatch?.(match);
  }
  const sum = (read: (match: ArenaMatch) => number): number =>
    matches.reduce((total, match) => total + read(match), 0);
  const result: ArenaResult = {
    teams,
    cycles,
    wins: [sum(({ winner }) => Number(winner === 0)), sum(({ winner }) => Number(winner === 1))],
    draws: sum(({ winner }) => Number(winner === null)),
    goals: [sum(({ score }) => score?.[0] ?? 0), sum(({ score }) => score?.[1] ?? 0)],
    errors: [entries[0].error, entries[1].error],
    isolation: findIsolation().note,
    matches,
  };
  writeFileSync(join(logs, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
  return result;
}

type Play = (recipe: Recipe, cycles: number, hasLog: boolean) => Promise<PlayResult>;

/** A team that takes part, or why it cannot. */
interface Entry {
  readonly team: TeamSpec | null;
  readonly error: string | null;
}

async function loadEntry(path: string, index: 0 | 1, play: Play): Promise<Entry> {
  try {
    const team = readTeam(path, NAMES[index]);
    await play({ left: team, right: null, seed: 1 }, CHECK_CYCLES, false);
    return { team, error: null };
  } catch (error) {
    return { team: null, error: escapeText((error as Error).message) };
  }
}

/** The code of a stranger must not show what is in other files, so a link is not followed. */
function readTeam(path: string, name: string): TeamSpec {
  if (isBuiltInTeam(path)) return { name, builtIn: path };
  const info = lstatSync(path, { throwIfNoEntry: false });
  if (info === undefined) throw new ToolError(`there is no file ${path}`);
  if (!info.isFile()) throw new ToolError(`${path} is not a file; links are not followed`);
  const { teamBytes } = DEFAULT_LIMITS;
  if (info.size > teamBytes)
    throw new ToolError(`${path}: ${info.size} bytes; at most ${teamBytes} are allowed`);
  const file = `teams/${name}-${basename(path)}`;
  return { name, code: compileTeamFile(readFileSync(path, 'utf8'), file), file };
}

interface Arena {
  readonly entries: readonly [Entry, Entry];
  readonly play: Play;
  readonly logs: string;
}

type Round = Pick<ArenaMatch, 'left' | 'seed'> & { readonly cycles: number; readonly log: string };

/** Plays a match of both teams; `left` is the index of the team on the left. */
async function playOne(
  { entries, play, logs }: Arena,
  { left, seed, cycles, log }: Round,
): Promise<ArenaMatch> {
  const common = { seed, left, score: null, log: null } as const;
  const [first, second] = entries.map(({ team }) => team);
  if (!first || !second) {
    const winner = !first === !second ? null : first ? 0 : 1;
    return { ...common, winner, error: entries[0].error ?? entries[1].error };
  }
  const [home, away] = left === 0 ? [first, second] : [second, first];
  try {
    const result = await play({ left: home, right: away, seed }, cycles, true);
    writeFileSync(join(logs, log), result.log);
    const { score: goals } = result.end;
    const score: [number, number] = left === 0 ? [goals.left, goals.right] : [goals.right, goals.left];
    const winner = score[0] === score[1] ? null : score[0] > score[1] ? 0 : 1;
    return { seed, left, score, winner, log, error: null };
  } catch (error) {
    const { message, side } = error as ToolError;
    const loser = side === 'l' ? left : 1 - left;
    return { ...common, winner: side == null ? null : ((1 - loser) as 0 | 1), error: escapeText(message) };
  }
}
