import type { Player } from '@rcss/core';
import {
  createReplay,
  disconnectTrainer,
  type RecordingReader,
  releaseCoach,
  removePlayer,
} from '@rcss/simulator';
import type { ConsoleOutput } from '../console-output.js';
import { publishFrame } from '../cycle/publish-frame.js';
import type { StartTime } from '../logs/start-time.js';
import type { Server } from '../server.js';
import { readCoachPort, readOlcoachPort, readPlayerPort } from '../sessions/ports.js';
import { teamNamesChanged } from '../sessions/team-names.js';

/** A recorded match that a server goes on with at one of its cycles. */
export interface Resumption {
  readonly seed: number;
  /** When the recorded match began: its logs are written on as if nothing had happened. */
  readonly start: StartTime;
  /** Plays the recorded match up to the cycle. Throws `ResumptionError`. */
  play(server: Server): void;
  /** Waits until the players of the recorded match have come back; those who do not come in time are lost. */
  attend(server: Server): Promise<void>;
}

/** Why a recorded match cannot be gone on with. */
export class ResumptionError extends Error {}

/** How often the ports are looked at while players are awaited, ms. */
const LOOK = 10;

/**
 * @param cycle the first step that reaches this time is the last one that is played from the recording
 * @param patience seconds to wait for the players, from the first moment on
 */
export function createResumption(
  reader: RecordingReader,
  start: StartTime,
  cycle: number,
  patience: number,
): Resumption {
  return {
    seed: reader.header.seed,
    start,
    play: (server) => play(server, reader, cycle),
    attend: (server) => attend(server, patience),
  };
}

function play(server: Server, reader: RecordingReader, cycle: number): void {
  const { match } = server;
  const replay = createReplay(match, () => publishFrame(server));
  let reached = false;
  for (let entry = reader.next(); entry !== null; entry = reader.next()) {
    // The automatic mode belongs to the step (02 §3.1, phase 2); everything behind it happens anew.
    if (reached && entry.do !== 'auto') break;
    if (entry.do === 'end') break;
    if (entry.do === 'received') {
      server.gameLog?.message(2, entry.line);
      server.recording?.received(entry.line);
      continue;
    }
    const divergence = replay(entry);
    if (divergence !== null) {
      throw new ResumptionError(
        `the recorded match takes another course in step ${divergence.step} (cycle ${divergence.time}); was it recorded by another version, or are parameters of the play changed?`,
      );
    }
    if (reached) break;
    if (entry.do === 'step' && match.world.time >= cycle) reached = true;
  }
  if (!reached) {
    throw new ResumptionError(
      `the recording ends at cycle ${match.world.time}, before cycle ${cycle} (${describe(reader)})`,
    );
  }
  teamNamesChanged(server);
  for (const side of ['l', 'r'] as const) if (match.coaches[side].connected) releaseCoach(match, side);
  if (match.trainer.connected) disconnectTrainer(match);
  for (const player of match.world.players) if (player.enabled) server.awaited.add(player.index);
}

function describe(reader: RecordingReader): string {
  const { outcome } = reader;
  if (outcome === null || outcome === 'complete') return 'the end of the match';
  return outcome === 'truncated' ? 'the file breaks off' : outcome.message;
}

async function attend(server: Server, patience: number): Promise<void> {
  const { awaited, console, match } = server;
  const { world } = match;
  if (awaited.size > 0) {
    console.out(
      `Resumed at cycle ${world.time} (${world.playMode}); waiting for ${awaited.size} players: (reconnect TEAM UNUM)`,
    );
  }
  const end = performance.now() + patience * 1000;
  while (awaited.size > 0 && performance.now() < end && server.ending === null) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    readPlayerPort(server);
    readOlcoachPort(server);
    readCoachPort(server);
  }
  for (const index of awaited) {
    removePlayer(match, index, 'lost');
    report(console, server, index);
  }
  awaited.clear();
}

function report(console: ConsoleOutput, server: Server, index: number): void {
  const { side, unum } = server.match.world.players[index] as Player;
  const team = side === 'l' ? server.names.left : server.names.right;
  console.err(`Player (${team} ${unum}) did not come back in time and is off the field`);
}
