import createChasers from '@rcss/agent/chasers';
import {
  createLocalMatch,
  createLocalSpec,
  type LocalMatch,
  type LocalTeam,
  MatchLog,
} from '@rcss/agent/local';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { CreateTeam } from '@rcss/core/team-module';
import type { MatchSpec } from '@rcss/simulator';
import { GoalCheck, type GoalResult } from './goal.js';
import type { ConsoleLine, EngineResult, MatchSettings, PlaygroundTeam, TeamKind } from './messages.js';
import { type DecisionRecord, type TeamPeer, type TeamWorkerLike, WorkerTeamLink } from './team-link.js';
import { EngineTeam } from './teams/engine-team.js';

/** What a running match needs from its host. */
export interface MatchHost {
  createWorker(kind: TeamKind): TeamWorkerLike;
  /** Loads the base team when a match needs it. */
  loadBaseTeam(): Promise<CreateTeam>;
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
 * Plays a match: code and policies of teams run in workers, the chasers and the base team in this thread. The states are those of `createLocalMatch` with the same teams and seed.
 *
 * @returns the result; null if the host stopped the match
 * @throws {TeamError} if the code of a team fails or needs too long
 * @throws {LocalTeamError} if a client of a team is refused
 */
export async function runMatch(settings: MatchSettings, host: MatchHost): Promise<EngineResult | null> {
  const { limitMs, repeatedFrames = 0 } = settings;
  const workers: WorkerTeamLink[] = [];
  const engineTeams: TeamPeer[] = [];
  const createTeam = (choice: PlaygroundTeam): LocalTeam => {
    const { name, code, policy } = choice;
    if (code === null && policy === undefined) {
      const team = new EngineTeam(name, choice.players, () =>
        choice.engine === 'base' ? host.loadBaseTeam() : Promise.resolve(createChasers),
      );
      engineTeams.push(team);
      return { name, create: (context) => team.create(context.seed) };
    }
    const isLeft = choice === settings.left;
    const link = new WorkerTeamLink(host.createWorker(policy === undefined ? 'code' : 'policy'), choice, {
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
      // Workers are asked first: they decide while the teams of this thread do.
      collect: (_, clients) =>
        Promise.all(
          [...workers, ...engineTeams].map((peer) => peer.collect(clients, match.match.world.time)),
        ),
      sinks: [log],
    });
    const goal = await play(match, [...workers, ...engineTeams], settings, host, log);
    if (host.isStopped()) return null;
    const { score, time, digest } = match.finish({ condition: 'stopped', message: 'the match was played' });
    sendLog(log, host);
    return {
      score,
      time,
      digest: formatDigest(digest),
      ...(goal === null ? {} : { goal }),
    };
  } finally {
    for (const peer of [...workers, ...engineTeams]) peer.close();
  }
}

/** Returns the spec of what the page plays: a free match, a lesson or a log that goes on. */
function createSettingsSpec({ seed, scene, height, start }: MatchSettings): MatchSpec {
  if (start !== undefined) return { seed, rules: start.params, clock: 'synchronous' };
  const server = height === undefined ? {} : { experimental_height: true, '2d_mode': height === 'ground' };
  return createLocalSpec({ seed, server, ...(scene !== undefined && { scene }) });
}

/** Returns the result of the goal; null if there is none. */
async function play(
  match: LocalMatch,
  peers: readonly TeamPeer[],
  { cycles, goals, repeatedFrames = 0 }: MatchSettings,
  host: MatchHost,
  log: MatchLog,
): Promise<GoalResult | null> {
  const end = match.match.steps + cycles;
  const check = goals === undefined ? null : new GoalCheck(goals);
  while (!match.over && match.match.steps < end && !host.isStopped()) {
    if (log.frameCount >= repeatedFrames) for (const peer of peers) peer.stopRepeating();
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
