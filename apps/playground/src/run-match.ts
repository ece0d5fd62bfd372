import createChasers from '@rcss/agent/chasers';
import { createLocalMatch, type LocalMatch, type LocalTeam } from '@rcss/agent/local';
import { createFrame, type MatchEvent } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import { createLogWriter, type LogWriter } from '@rcss/logs';
import { hasHeight } from '@rcss/params';
import { fillFrame } from '@rcss/sensors';
import { digest, type Match } from '@rcss/simulator';
import { GoalCheck, type GoalResult } from './goal.js';
import type { ConsoleLine, MatchEnd, MatchSettings, PlaygroundTeam, TeamKind } from './messages.js';
import { type DecisionRecord, type TeamPeer, type TeamWorkerLike, WorkerTeamLink } from './team-link.js';
import { EngineTeam } from './teams/engine-team.js';

/** Version of the game log, and of that of a match with heights. */
const LOG_VERSION = 6;
const HEIGHT_LOG_VERSION = 7;

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
export async function runMatch(settings: MatchSettings, host: MatchHost): Promise<MatchEnd | null> {
  const { seed, limitMs, scene, height, repeatedFrames = 0 } = settings;
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
    const recorder = new Recorder(host);
    const { start } = settings;
    const own = createTeam(settings.left);
    const other = settings.right === undefined ? undefined : createTeam(settings.right);
    const isSwapped = start?.side === 'r' && other !== undefined;
    const right = isSwapped ? own : other;
    const match = await createLocalMatch({
      left: isSwapped ? other : own,
      ...(right === undefined ? {} : { right }),
      ...(start === undefined ? {} : { params: start.params, from: start.from }),
      ...(scene === undefined ? {} : { scene }),
      ...(height === undefined
        ? {}
        : { server: { experimental_height: true, '2d_mode': height === 'ground' } }),
      seed,
      sinks: [recorder],
    });
    recorder.open(match.match);
    // Workers are asked first: they decide while the teams of this thread do.
    const goal = await play(match, [...workers, ...engineTeams], settings, host, recorder);
    if (host.isStopped()) return null;
    recorder.close();
    const { world } = match.match;
    return {
      score: { left: world.left.score, right: world.right.score },
      time: world.time,
      digest: formatDigest(digest(match.match)),
      ...(goal === null ? {} : { goal }),
    };
  } finally {
    for (const peer of [...workers, ...engineTeams]) peer.close();
  }
}

/** Returns the result of the goal; null if there is none. */
async function play(
  match: LocalMatch,
  peers: readonly TeamPeer[],
  { cycles, goals, repeatedFrames = 0 }: MatchSettings,
  host: MatchHost,
  recorder: Recorder,
): Promise<GoalResult | null> {
  const { world } = match.match;
  const end = match.match.steps + cycles;
  const check = goals === undefined ? null : new GoalCheck(goals);
  const collect = (slots: readonly { readonly client: TeamClient }[]) => {
    const clients = slots.map(({ client }) => client);
    return Promise.all(peers.map((peer) => peer.collect(clients, world.time)));
  };
  while (!match.over && match.match.steps < end && !host.isStopped()) {
    if (recorder.frameCount >= repeatedFrames) for (const peer of peers) peer.stopRepeating();
    match.advance();
    const result = check?.update(match.match) ?? null;
    if (result !== null) return result;
    await collect(match.players.filter(({ player }) => player.enabled));
    match.decidePlayers();
    // Coaches receive what the players said before they decide.
    if (match.coaches.length > 0) await collect(match.coaches);
    match.decideCoaches();
  }
  return check?.finish(match.match) ?? null;
}

/** Eight hexadecimal digits. */
export const formatDigest = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

/** Writes the game log. */
class Recorder {
  readonly #host: MatchHost;
  readonly #frame = createFrame();
  /** Number of frames in the log. */
  frameCount = 0;
  #match: Match | null = null;
  #writer: LogWriter | null = null;

  constructor(host: MatchHost) {
    this.#host = host;
  }

  open(match: Match): void {
    this.#match = match;
    const version = hasHeight(match.params.server) ? HEIGHT_LOG_VERSION : LOG_VERSION;
    this.#writer = createLogWriter(version, match.params);
    this.#write(this.#writer.writeHeader());
  }

  frame(match: Match): void {
    if (this.#writer === null) return;
    fillFrame(match.world, match.params, this.#frame);
    const bytes = this.#writer.writeFrame(this.#frame);
    // Cycles before the kickoff are not in a log.
    if (bytes.length > 0) this.frameCount += 1;
    this.#write(bytes);
  }

  event(event: MatchEvent): void {
    if (this.#match === null || this.#writer === null) return;
    const { time, stoppageTime } = this.#match.world;
    if (event.type === 'referee')
      this.#write(this.#writer.writeMessage(time, stoppageTime, 1, `(referee ${event.text})`));
  }

  close(): void {
    if (this.#match === null || this.#writer === null) return;
    fillFrame(this.#match.world, this.#match.params, this.#frame);
    this.#write(this.#writer.writeTail(this.#frame));
  }

  #write(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#host.onLog(bytes.slice() as Uint8Array<ArrayBuffer>);
  }
}
