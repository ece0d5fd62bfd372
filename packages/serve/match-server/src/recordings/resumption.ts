import type { Player } from '@rcss/core';
import type { StopReason } from '@rcss/core/match-document';
import { updateTeamNames } from '@rcss/host';
import type { MatchParams } from '@rcss/params';
import type { MatchSpec } from '@rcss/simulator';
import { disconnectTrainer, releaseCoach, removePlayer } from '@rcss/simulator/clients';
import type { Phases } from '@rcss/simulator/cycle';
import { playRecording, type RecordingReader } from '@rcss/simulator/recording';
import { pollPorts } from '../cycle/poll-parts.js';
import { publishFrame } from '../cycle/publish-frame.js';
import type { StartTime } from '../logs/start-time.js';
import type { Server, SessionContext } from '../sessions/server.js';

/** The parts of a server that the replay and the wait use. */
type ResumeContext = SessionContext & Pick<Server, 'buffers' | 'run'>;

/** A recorded match that a server continues at one of its cycles. */
export interface Resumption {
  /** The recorded match. */
  readonly spec: MatchSpec;
  /** Start of the recorded match; logs and results keep it. */
  readonly start: StartTime;
  /**
   * Replays the recorded match up to the cycle.
   *
   * @throws {ResumptionError} if the cycle is not recorded, or the replay differs from the recording.
   */
  replayRecording(context: Server): void;
  /** Waits until the players of the recorded match have reconnected; the others are removed. */
  waitForPlayers(context: Server): Promise<void>;
  /** Parameters of the match; absent: those of the configuration. */
  readonly params?: MatchParams;
  /** Plays the match from there; absent: the server does, with its clock. */
  play?(phases: Phases): Promise<StopReason>;
}

/** A recorded match cannot be continued. */
export class ResumptionError extends Error {
  override readonly name = 'ResumptionError';
}

/** Interval between polls while players are awaited, ms. */
const POLL_INTERVAL_MS = 10;

/**
 * @param cycle The first step that reaches this time is the last one from the recording.
 * @param timeoutSeconds Time limit for the players to reconnect.
 */
export function createResumption(
  reader: RecordingReader,
  start: StartTime,
  cycle: number,
  timeoutSeconds: number,
): Resumption {
  return {
    spec: reader.header,
    start,
    replayRecording: (context) => play(context, reader, cycle),
    waitForPlayers: (context) => waitForPlayers(context, timeoutSeconds * 1000),
  };
}

function play(context: ResumeContext, reader: RecordingReader, cycle: number): void {
  const { match, clients } = context;
  replayUntil(context, reader, cycle);
  updateTeamNames(context);
  for (const side of ['l', 'r'] as const) if (match.coaches[side].connected) releaseCoach(match, side);
  if (match.trainer.connected) disconnectTrainer(match);
  for (const player of match.world.players) if (player.enabled) clients.awaitedPlayers.add(player.index);
}

function replayUntil(context: ResumeContext, reader: RecordingReader, cycle: number): void {
  const { match, logs } = context;
  const { divergence, isReached } = playRecording(reader, {
    match,
    until: ({ world }) => world.time >= cycle,
    show: () => publishFrame(context),
    before(entry) {
      if (entry.do !== 'received') return;
      logs.game?.writeMessage(2, entry.line);
      logs.recording?.addReceived(entry.line);
    },
  });
  if (divergence !== null) {
    throw new ResumptionError(
      `the replay differs from the recording in step ${divergence.step} (cycle ${divergence.time}); was it recorded by another version, or are parameters of the match changed?`,
    );
  }
  if (!isReached) {
    throw new ResumptionError(
      `the recording ends at cycle ${match.world.time}, before cycle ${cycle} (${describeEnd(reader)})`,
    );
  }
}

/** Why a recording ends. */
function describeEnd({ outcome }: RecordingReader): string {
  if (outcome === null || outcome === 'complete') return 'the end of the match';
  return outcome === 'truncated' ? 'the file is truncated' : outcome.message;
}

/** Waits until the awaited players have reconnected, the time is over or the server ends. */
export async function waitForReconnects(context: ResumeContext, timeoutMs: number): Promise<void> {
  const { match, clients, run, console } = context;
  const { awaitedPlayers } = clients;
  const { world } = match;
  if (awaitedPlayers.size > 0) {
    console.out(
      `Resumed at cycle ${world.time} (${world.playMode}); waiting for ${awaitedPlayers.size} players: (reconnect TEAM UNUM)`,
      { event: 'match_resumed', fields: { cycle: world.time, awaited: awaitedPlayers.size } },
    );
  }
  const end = performance.now() + timeoutMs;
  while (awaitedPlayers.size > 0 && performance.now() < end && run.ending === null) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    pollPorts(context);
  }
}

async function waitForPlayers(context: ResumeContext, timeoutMs: number): Promise<void> {
  const { match, clients, console } = context;
  const { awaitedPlayers, names } = clients;
  const { world } = match;
  await waitForReconnects(context, timeoutMs);
  for (const index of awaitedPlayers) {
    removePlayer(match, index, 'lost');
    const { side, unum } = world.players[index] as Player;
    const team = side === 'l' ? names.left : names.right;
    console.err(`Player (${team} ${unum}) did not reconnect in time and is removed`, {
      event: 'client_missing',
      level: 'warn',
      fields: { client: 'player', team, unum },
    });
  }
  awaitedPlayers.clear();
}
