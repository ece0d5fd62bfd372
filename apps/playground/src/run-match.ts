import createChasers from '@rcss/agent/chasers';
import {
  createLocalMatch,
  createLocalSpec,
  type LocalMatch,
  type LocalTeam,
  MatchLog,
} from '@rcss/agent/local';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { MatchSpec } from '@rcss/simulator';
import { type DecisionRecord, type TeamWorkerLike, WorkerTeamLink } from '@rcss/team-frames/team-link';
import { GoalCheck, type GoalResult } from './goal.js';
import type { ConsoleLine, EngineResult, MatchSettings, PlaygroundTeam, TeamKind } from './messages.js';

/** What a running match needs from its host. */
export interface MatchHost {
  createWorker(kind: TeamKind): TeamWorkerLike;
  /** Receives bytes of the game log; they are a copy. */
  onLog(bytes: Uint8Array<ArrayBuffer>): void;
  onLines(lines: readonly ConsoleLine[], dropped: number): void;
  /** Receives what the watched player of the left team believes. */
  onRecord?(record: DebugRecord): void;
  /** An empty record that gets what the left team does. */
  readonly record?: DecisionRecord;
  /** What the left team did in the match before, for `repeatedFrames`. */
  readonly recordBefore?: DecisionRecord;
  /** Whether the match is to be given up. */
  isStopped(): boolean;
}

/**
 * Plays a match: teams run in workers, the chasers in this thread. The states are those of `createLocalMatch` with the same teams and seed.
 *
 * @returns the result; null if the host stopped the match
 * @throws {TeamError} if the code of a team fails or needs too long
 * @throws {LocalTeamError} if a client of a team is refused
 */
export async function runMatch(settings: MatchSettings, host: MatchHost): Promise<EngineResult | null> {
  const { limitMs, repeatedFrames = 0 } = settings;
  const workers: WorkerTeamLink[] = [];
  const createTeam = (choice: PlaygroundTeam): LocalTeam => {
    const { name } = choice;
    const kind = findKind(choice);
    if (kind === null)
      return {
        name,
        create: (context) => createChasers({ ...context, options: { players: choice.players ?? 11 } }),
      };
    const isLeft = choice === settings.left;
    const link = new WorkerTeamLink(host.createWorker(kind), choice, {
      limitMs,
      onLines: host.onLines,
      ...(isLeft && host.onRecord !== undefined ? { onRecord: host.onRecord } : {}),
      ...(isLeft && host.record !== undefined ? { record: host.record } : {}),
      ...(isLeft && repeatedFrames > 0 && host.recordBefore !== undefined
        ? { repeated: host.recordBefore }
        : {}),
    });
    workers.push(link);
    return { name, create: (context) => link.create(context.seed) };
  };
  try {
    const log = new MatchLog();
    const { start } = settings;
    const own = createTeam(settings.left);
    const other = settings.right === undefined ? undefined : createTeam(settings.right);
    const isSwapped = start?.side === 'r' && other !== undefined;
    const right = isSwapped ? own : other;
    const match: LocalMatch = await createLocalMatch({
      left: isSwapped ? other : own,
      ...(right === undefined ? {} : { right }),
      spec: createSettingsSpec(settings),
      ...(start === undefined ? {} : { from: start.from }),
      collect: (_, clients) =>
        Promise.all(workers.map((worker) => worker.collect(clients, match.match.world.time))),
      sinks: [log],
    });
    const goal = await play(match, workers, settings, host, log);
    if (host.isStopped()) return null;
    const { score, time, digest } = match.finish(match.findEnd() ?? GOALS_DECIDED);
    sendLog(log, host);
    return {
      score,
      time,
      digest: formatDigest(digest),
      ...(goal === null ? {} : { goal }),
    };
  } finally {
    for (const worker of workers) worker.close();
  }
}

/** Returns the spec of what a page plays: a free match, a lesson, a match of a class, or a log that goes on. */
export function createSettingsSpec({ seed, cycles, scene, height, start }: MatchSettings): MatchSpec {
  if (start !== undefined) {
    const stop = { cycles: start.from.steps + cycles };
    return { seed, rules: start.params, clock: 'synchronous', stop };
  }
  const server = height === undefined ? {} : { experimental_height: true, '2d_mode': height === 'ground' };
  return createLocalSpec({ seed, server, stop: { cycles }, ...(scene !== undefined && { initial: scene }) });
}

/** What the worker of a team runs; null for the chasers, which play in this thread. */
function findKind({ code, policy, engine }: PlaygroundTeam): TeamKind | null {
  if (code !== null) return 'code';
  if (policy !== undefined) return 'policy';
  return engine === 'base' ? 'base' : null;
}

const GOALS_DECIDED = { condition: 'stopped', message: 'the conditions of the lesson are decided' } as const;

/** Returns the result of the goal; null if there is none. */
async function play(
  match: LocalMatch,
  workers: readonly WorkerTeamLink[],
  { goals, repeatedFrames = 0 }: MatchSettings,
  host: MatchHost,
  log: MatchLog,
): Promise<GoalResult | null> {
  const check = goals === undefined ? null : new GoalCheck(goals);
  while (match.findEnd() === null && !host.isStopped()) {
    if (log.frameCount >= repeatedFrames) for (const worker of workers) worker.stopRepeating();
    match.advance();
    sendLog(log, host);
    const result = check?.update(match.match) ?? null;
    if (result !== null) return result;
    await match.seats.decide();
  }
  return check?.finish(match.match) ?? null;
}

function sendLog(log: MatchLog, host: MatchHost): void {
  const bytes = log.takeBytes();
  if (bytes.length > 0) host.onLog(bytes);
}

/** Eight hexadecimal digits. */
export const formatDigest = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
