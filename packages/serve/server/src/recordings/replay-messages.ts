import type { MatchEvent, Player } from '@rcss/core';
import type { DebugMessage, DebugRecord } from '@rcss/core/debug-channel';
import { createSenseBodyObservation, type SeeObservation } from '@rcss/core/observation';
import { createMatchParams } from '@rcss/params';
import { encodePlayerCommand } from '@rcss/protocol';
import {
  createPlayerEncoding,
  encodeHear,
  encodeRefereeHear,
  encodeSee,
  encodeSenseBody,
  type PlayerEncoding,
} from '@rcss/protocol/player';
import { fillSenseBody } from '@rcss/sensors';
import { ByteWriter, decodeLatin1 } from '@rcss/sexp';
import { createMatch, type Match } from '@rcss/simulator';
import { createReplay, type Divergence, type RecordingReader } from '@rcss/simulator/recording';

/** A recorded match as a list of the messages of its players. */
export interface ReplayedMessages {
  /** Number of records that were passed on. */
  readonly recordCount: number;
  /** The first step whose state differs from the recorded one; the replay ends there. */
  readonly divergence: Divergence | null;
}

/**
 * Replays a recording and calls `emit` for each player and cycle with the messages between server and player: sense_body, see and
 * hear as the player received them, and its commands. `isWanted` selects players by their index, 0 to 21.
 */
export function replayMessages(
  reader: RecordingReader,
  isWanted: (player: number) => boolean,
  emit: (record: DebugRecord) => void,
): ReplayedMessages {
  const { header } = reader;
  const params = createMatchParams(header.server, header.player, header.seed);
  const match = createMatch({ params, seed: header.seed });
  const messages = new CycleMessages(match, isWanted, emit);
  match.listener = (event) => messages.addEvent(event);
  const replay = createReplay(match, undefined, {
    onSenseBody: (player) => messages.addSenseBody(player),
    onSee: (player, seen) => messages.addSee(player, seen),
  });
  let divergence: Divergence | null = null;
  for (let entry = reader.nextEntry(); entry !== null && divergence === null; entry = reader.nextEntry()) {
    if (entry.do === 'received' || entry.do === 'end') continue;
    if (entry.do === 'step') messages.flush();
    else if (entry.do === 'player') messages.addCommand(entry.index, encodePlayerCommand(entry.command));
    divergence = replay(entry);
  }
  messages.flush();
  return { recordCount: messages.recordCount, divergence };
}

/** Collects the messages of one cycle by player. */
class CycleMessages {
  recordCount = 0;
  readonly #match: Match;
  readonly #isWanted: (player: number) => boolean;
  readonly #emit: (record: DebugRecord) => void;
  readonly #messages: DebugMessage[][] = Array.from({ length: 22 }, () => []);
  readonly #encodings = new Map<number, { readonly key: string; readonly encoding: PlayerEncoding }>();
  readonly #senseBody = createSenseBodyObservation();
  readonly #writer = new ByteWriter();

  constructor(match: Match, isWanted: (player: number) => boolean, emit: (record: DebugRecord) => void) {
    this.#match = match;
    this.#isWanted = isWanted;
    this.#emit = emit;
  }

  addSenseBody(player: Player): void {
    if (!this.#isWanted(player.index)) return;
    fillSenseBody(this.#match.world, this.#match.params, player, this.#senseBody);
    const encoding = this.#encodingOf(player);
    this.#addReceived(player.index, encodeSenseBody(this.#writer.reset(), this.#senseBody, encoding));
  }

  addSee(player: Player, seen: SeeObservation): void {
    if (!this.#isWanted(player.index)) return;
    this.#addReceived(player.index, encodeSee(this.#writer.reset(), seen, this.#encodingOf(player)));
  }

  addEvent(event: MatchEvent): void {
    if (event.type === 'hear') {
      const player = this.#match.world.players[event.listener] as Player;
      if (!this.#isWanted(player.index)) return;
      const encoding = this.#encodingOf(player);
      this.#addReceived(player.index, encodeHear(this.#writer.reset(), event.time, event.heard, encoding));
    } else if (event.type === 'referee') {
      for (const player of this.#match.world.players) {
        if (player.enabled && this.#isWanted(player.index))
          this.#addReceived(player.index, encodeRefereeHear(this.#writer.reset(), event.time, event.text));
      }
    }
  }

  addCommand(player: number, text: string): void {
    if (this.#isWanted(player)) this.#messages[player]?.push({ direction: 'sent', text });
  }

  /** Passes on the messages of the cycle. Call it before each step. */
  flush(): void {
    const { time, stoppageTime } = this.#match.world;
    this.#messages.forEach((messages, index) => {
      if (messages.length === 0) return;
      const unum = (index % 11) + 1;
      this.#emit({ time, stoppageTime, side: index < 11 ? 'l' : 'r', unum, messages: messages.splice(0) });
      this.recordCount++;
    });
  }

  #addReceived(player: number, writer: ByteWriter): void {
    const text = decodeLatin1(writer.view());
    this.#messages[player]?.push({ direction: 'received', text: text.replace(/\0$/, '') });
  }

  /** The encoding of a player depends on its version and on the names of the teams, which can come later. */
  #encodingOf({ index, version, side }: Player): PlayerEncoding {
    const { left, right } = this.#match.world;
    const { fixed_teamname_l: fixedLeft, fixed_teamname_r: fixedRight } = this.#match.params.server;
    const key = `${version} ${left.name} ${right.name}`;
    const known = this.#encodings.get(index);
    if (known?.key === key) return known.encoding;
    const names = { left: left.name, right: right.name, fixedLeft, fixedRight };
    const encoding = createPlayerEncoding(version, side, names);
    this.#encodings.set(index, { key, encoding });
    return encoding;
  }
}
