import { PLAYER_COUNT, playerSlot } from '@rcss/core';
import type { DebugMessage, DebugRecord } from '@rcss/core/debug-channel';
import {
  attachPlayer,
  broadcast,
  createHost,
  type Link,
  sendSee,
  sendSenses,
  updateTeamNames,
} from '@rcss/host';
import { encodePlayerCommand } from '@rcss/protocol';
import { decodeLatin1 } from '@rcss/sexp';
import { createSpecMatch } from '@rcss/simulator';
import {
  type Divergence,
  playRecording,
  type RecordedEntry,
  type RecordingReader,
} from '@rcss/simulator/recording';

/** A recorded match as a list of the messages of its players. */
export interface ReplayedMessages {
  /** Number of records that were passed on. */
  readonly recordCount: number;
  /** The first step whose state differs from the recorded one; the replay ends there. */
  readonly divergence: Divergence | null;
}

/** Inputs after which there can be other players or other names of teams. */
const CHANGES_OF_PLAYERS: ReadonlySet<RecordedEntry['do']> = new Set([
  'connect_player',
  'reconnect_player',
  'scene',
  'reset',
]);

/**
 * Replays a recording and calls `emit` for each player and cycle with the messages between server and player, as the debug channel
 * has them: all that the player received after its init and the parameters, and its commands. `isWanted` selects players by their
 * index, 0 to 21.
 *
 * @throws {RangeError} if an entry of the recording is damaged, after what is before it
 */
export function replayMessages(
  reader: RecordingReader,
  isWanted: (player: number) => boolean,
  emit: (record: DebugRecord) => void,
): ReplayedMessages {
  const match = createSpecMatch(reader.header);
  const host = createHost<ListeningLink>(match, { writerCount: 1 });
  match.listener = (event) => broadcast(host, event);
  const links = Array.from({ length: PLAYER_COUNT }, () => new ListeningLink());
  let recordCount = 0;
  const flush = () => {
    const { time, stoppageTime } = match.world;
    links.forEach(({ messages }, index) => {
      if (messages.length === 0) return;
      emit({ time, stoppageTime, ...playerSlot(index), messages: messages.splice(0) });
      recordCount++;
    });
  };
  const attachPlayers = () => {
    updateTeamNames(host);
    for (const player of match.world.players) {
      const { index, enabled, version } = player;
      if (!enabled || !isWanted(index) || host.clients.players[index]?.encoding.version === version) continue;
      attachPlayer(host, links[index]!, player);
    }
  };
  const { divergence } = playRecording(reader, {
    match,
    observer: {
      onSenseBody: (player) => sendSenses(host, player),
      onSee: (player, seen) => sendSee(host, player, seen),
    },
    before(entry) {
      if (entry.do === 'step') flush();
      else if (entry.do === 'player' && isWanted(entry.index))
        links[entry.index]!.messages.push({ direction: 'sent', text: encodePlayerCommand(entry.command) });
    },
    after(entry) {
      if (CHANGES_OF_PLAYERS.has(entry.do)) attachPlayers();
    },
  });
  flush();
  const { outcome } = reader;
  if (outcome !== null && typeof outcome === 'object')
    throw new RangeError(`the recording is damaged at byte ${outcome.offset}: ${outcome.message}`);
  return { recordCount, divergence };
}

/** Keeps the messages of one cycle; sends nothing, because the commands are recorded. */
class ListeningLink implements Link {
  readonly observer = null;
  readonly hasInput = false;
  readonly setCompression = null;
  readonly isLost = false;
  readonly messages: DebugMessage[] = [];

  send(bytes: Uint8Array): void {
    this.messages.push({ direction: 'received', text: decodeLatin1(bytes).replace(/\0$/, '') });
  }

  takeDatagram(): undefined {}

  allowCommand(): boolean {
    return true;
  }

  close(): void {}
}
