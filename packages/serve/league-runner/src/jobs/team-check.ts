import { TEAM_SIZE } from '@rcss/core';
import type { LoadedTeam } from '../documents/load-teams.js';

/** What is checked: a team alone in a match of its own. Plain data, which the process of the match receives. */
export interface CheckRequest {
  readonly team: LoadedTeam;
  /** Length of the match, cycles. */
  readonly cycles: number;
  readonly clock: 'real-time' | 'synchronous';
  /** Whether the match is recorded, to be compared with another one; absent: no. */
  readonly isRecorded?: true;
}

/** Times of a team, ms. */
export interface TimeSummary {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** A player of a checked team. */
export interface CheckedPlayer {
  readonly unum: number;
  readonly isGoalie: boolean;
  /** Protocol version. */
  readonly version: number;
}

/** What was measured. */
export interface TeamMeasurement {
  /** Time from the start of the team to its first player, s; null if none has connected. */
  readonly startSeconds: number | null;
  /** Name with which the team has connected; empty if no player has. */
  readonly name: string;
  readonly players: readonly CheckedPlayer[];
  /** Protocol version of the online coach; null without one. */
  readonly coachVersion: number | null;
  /** Cycles that were played, those of stopped play included. */
  readonly cycles: number;
  /** From sense_body to the body commands of the players; null without a measured cycle. */
  readonly times: TimeSummary | null;
  /** Cycles in play_on. */
  readonly playCycles: number;
  /** Players and cycles of these in which a player could act but gave no body command. */
  readonly missedCount: number;
  /** Commands beyond the useful one of their kind in a cycle. */
  readonly surplusCount: number;
  /** Players and cycles of synchronous mode without `(done)`. */
  readonly missedDoneCount: number;
  /** Most resident memory of all processes, megabytes; null if it was not measured. */
  readonly memoryMb: number | null;
  readonly processCount: number | null;
  /** Mean number of processors that the team used in the match; null if it was not measured. */
  readonly processors: number | null;
  /** Hash of the state of the match at its end; null if it was not played. */
  readonly digest: number | null;
  /** Of a recorded match: clocks and random devices that programs of the team name, with the file. */
  readonly sources: readonly string[];
  /** Commands of all players to move; null without a match. */
  readonly dashCount: number | null;
  /** What the scripts of the team and its output say about faults. */
  readonly hints: readonly string[];
  /** Programs that run without the box although the team should play in it. */
  readonly unboxed: readonly string[];
  /** Why the match was not played to its end, as a sentence about the team; null if it was. */
  readonly failure: string | null;
  /** Warnings of the server. */
  readonly warnings: readonly string[];
}

/** Something that a check has found. */
export interface CheckFinding {
  /** `error`: the team loses matches because of it. */
  readonly level: 'error' | 'warning';
  readonly message: string;
}

/** A measurement without anything. */
export const NOTHING_MEASURED: TeamMeasurement = {
  startSeconds: null,
  name: '',
  players: [],
  coachVersion: null,
  cycles: 0,
  times: null,
  playCycles: 0,
  missedCount: 0,
  surplusCount: 0,
  missedDoneCount: 0,
  memoryMb: null,
  processCount: null,
  processors: null,
  digest: null,
  sources: [],
  dashCount: null,
  hints: [],
  unboxed: [],
  failure: null,
  warnings: [],
};

/** Length of a match in which the players of every team that plays move. */
const MIN_MOVING_CYCLES = 100;
/** Largest share of surplus commands without a warning. */
const MAX_SURPLUS_SHARE = 0.01;
/**
 * Largest share of cycles of play_on without a body command and without a warning. Players that wait for a ball give none, in one cycle of
 * six for the demonstration team; a player whose commands come too late misses at least every other cycle.
 */
const MAX_MISSED_SHARE = 0.3;
/** Share of a cycle within which 95 % of the commands should come, so that a slower machine loses none. */
const SAFE_SHARE = 0.7;
/** Share of a limit from which on a warning comes. */
const LIMIT_SHARE = 0.8;
/** Length of a cycle, ms. */
const CYCLE_MS = 100;

/** Number of the players that a team should have. */
export function countPlayersOf({ team }: CheckRequest['team']): number {
  return 'start' in team ? (team.players ?? TEAM_SIZE) : TEAM_SIZE;
}

/** Returns what is wrong with a team, errors first. */
export function findCheckProblems(
  { team, clock }: Pick<CheckRequest, 'team' | 'clock'>,
  measured: TeamMeasurement,
): CheckFinding[] {
  const { players, cycles, playCycles, times, missedCount, surplusCount, missedDoneCount, memoryMb } =
    measured;
  const findings: CheckFinding[] = [];
  const add = (level: CheckFinding['level'], message: string): void => void findings.push({ level, message });
  if (measured.failure !== null) add('error', measured.failure);
  for (const program of measured.unboxed)
    add(
      'error',
      `${program} runs without the box, into which only programs with shared libraries can be put (repeatable: box)`,
    );
  if (measured.startSeconds !== null && players.length < countPlayersOf(team))
    add('error', `${players.length} of ${countPlayersOf(team)} players connected`);
  if (measured.dashCount === 0 && players.length > 0 && cycles >= MIN_MOVING_CYCLES)
    add(
      'error',
      `no player moved in ${cycles} cycles: the players are connected, but none has dashed. Programs stand still if they have no data, if they wait for a coach, or if they accept only their own team name (they get '${team.name}')`,
    );
  for (const hint of measured.hints) add('warning', hint);
  if (clock === 'synchronous' && missedDoneCount > 0)
    add('error', `players did not answer with (done) in time, ${missedDoneCount} times`);
  if (measured.name !== '' && measured.name !== team.name)
    add(
      'warning',
      `the team has connected as '${measured.name}', not as '${team.name}': its start command does not use the name that it gets (the argument TEAM, {team} or RCSS_TEAM). Teams with the same name cannot play each other`,
    );
  if (players.length > 0 && !players.some(({ isGoalie }) => isGoalie))
    add('warning', 'no player is the goalie: none connected with (goalie)');
  const versions = new Set(players.map(({ version }) => version));
  if (versions.size > 1)
    add('warning', `players have different protocol versions: ${[...versions].join(', ')}`);
  const missedShare = missedCount / Math.max(1, playCycles * players.length);
  // In synchronous mode the server waits for (done): a player without a command has chosen none.
  if (clock === 'real-time' && missedShare > MAX_MISSED_SHARE)
    add(
      'warning',
      `no body command in ${formatShare(missedShare)} of the cycles of play: players wait on purpose, or their commands come too late`,
    );
  const playerCycles = cycles * players.length;
  if (playerCycles > 0 && surplusCount > playerCycles * MAX_SURPLUS_SHARE)
    add(
      'warning',
      `${surplusCount} commands too many: of several commands of one kind in a cycle, one counts`,
    );
  if (times !== null && clock === 'real-time' && times.p95Ms > CYCLE_MS * SAFE_SHARE)
    add(
      'warning',
      `95 % of the commands come within ${Math.ceil(times.p95Ms)} ms; a cycle has ${CYCLE_MS} ms, and a slower machine loses cycles`,
    );
  const { memoryMb: limit } = team.limits;
  if (memoryMb !== null && limit !== undefined && memoryMb > limit * LIMIT_SHARE && memoryMb <= limit)
    add('warning', `used ${Math.round(memoryMb)} MB of memory; limits.memoryMb allows ${limit} MB`);
  for (const line of measured.warnings) add('warning', line);
  return findings;
}

function formatShare(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Returns the lines of a check for people. */
export function formatCheck(
  { team, clock }: Pick<CheckRequest, 'team' | 'clock'>,
  measured: TeamMeasurement,
  findings: readonly CheckFinding[],
): string[] {
  const { players, coachVersion, cycles, times, memoryMb } = measured;
  const lines = [`${team.name}, version ${team.version}`];
  const add = (title: string, text: string): void => void lines.push(`  ${title.padEnd(9)}${text}`);
  if (measured.startSeconds !== null)
    add('start', `first player after ${measured.startSeconds.toFixed(1)} s`);
  if (players.length > 0) {
    const versions = [...new Set(players.map(({ version }) => version))].join(', ');
    const goalies = players.filter(({ isGoalie }) => isGoalie).map(({ unum }) => unum);
    const goalie = goalies.length === 0 ? 'no goalie' : `goalie ${goalies.join(', ')}`;
    add('players', `${players.length} of ${countPlayersOf(team)}, ${goalie}, protocol version ${versions}`);
    add('coach', coachVersion === null ? 'none' : `protocol version ${coachVersion}`);
  }
  if (cycles > 0) {
    const manner = clock === 'synchronous' ? 'in synchronous mode' : 'in real time';
    add('cycles', `${cycles} ${manner}`);
    const { missedCount, playCycles, surplusCount } = measured;
    const missed = formatShare(missedCount / Math.max(1, playCycles * players.length));
    add('commands', `none in ${missed} of the cycles of play; ${surplusCount} too many`);
  }
  if (times !== null) {
    const { medianMs, p95Ms, maxMs } = times;
    add(
      'time',
      `median ${formatMs(medianMs)}, 95 % within ${formatMs(p95Ms)}, at most ${formatMs(maxMs)} from sense_body to the command`,
    );
  }
  if (memoryMb !== null)
    add(
      'memory',
      `${Math.round(memoryMb)} MB in ${measured.processCount} ${measured.processCount === 1 ? 'process' : 'processes'}`,
    );
  if (measured.processors !== null) add('load', `${measured.processors.toFixed(2)} processors`);
  const errors = findings.filter(({ level }) => level === 'error').length;
  for (const { level, message } of findings) lines.push(`${level}: ${message}`);
  lines.push(errors === 0 ? `${team.name} is ready to play.` : `${team.name} is not ready to play.`);
  return lines;
}

function formatMs(ms: number): string {
  return `${ms >= 10 ? Math.round(ms) : ms.toPrecision(2)} ms`;
}
