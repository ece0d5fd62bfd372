import type { Frame, FramePlayer } from '@rcss/core';
import type { DebugMessage, DebugRecord } from '@rcss/core/debug-channel';
import { decodePlayerMessage } from '@rcss/protocol';
import { describeDebugMessage } from '../perception/describe-message.js';
import { locateSeenObjects, type SeenMark } from '../perception/seen-objects.js';
import type { MatchSource } from '../source.js';
import type { WhyOffer } from '../why-parts.js';
import { DebugStore } from './debug-store.js';
import type { RemoteDebugFile } from './remote-debug-file.js';

/** What one client reported about the shown cycle. */
export interface DebugEntry {
  /** Index of the player in the scene, 0 to 21. */
  readonly player: number;
  readonly records: readonly DebugRecord[];
  /** Objects of its see messages of the cycle. */
  readonly seen: readonly SeenMark[];
}

/** What is drawn over a picture. */
export interface DebugPicture {
  readonly entries: readonly DebugEntry[];
  readonly options: DebugOptions;
}

/** Drawings of futures, in the frames of the game times `from` to `to`. */
export interface ShownDrawings {
  readonly entry: DebugEntry;
  readonly from: number;
  readonly to: number;
}

/** What of the debug records is shown. */
export interface DebugOptions {
  beliefs: boolean;
  drawings: boolean;
  seen: boolean;
  landmarks: boolean;
  /** Bits of the levels that are hidden. */
  hiddenLevels: number;
}

/** Most frames that are counted back to find how long the game time stands still. */
const MAX_STOPPED_FRAMES = 5000;

/** Largest difference in cycles between the newest record and the newest frame that is a delay of the network. */
const MAX_DELAY_CYCLES = 2;

/** The debug records of a match, and which of them are shown over the field. */
export class DebugView {
  readonly store: DebugStore = new DebugStore();
  readonly options: DebugOptions = {
    beliefs: true,
    drawings: true,
    seen: true,
    landmarks: false,
    hiddenLevels: 0,
  };
  /** Players that are shown besides the selected one, 0 to 21. */
  readonly pinned: Set<number> = new Set();
  /** Changes with every change of the options. */
  optionsVersion = 0;
  /** Whether live records are requested: from the first time that their panel is open. */
  isWanted = false;
  /** @internal Files of the server of the page, of which the cycles are read that are shown for a player. */
  files: readonly RemoteDebugFile[] = [];
  /** @internal Where the page asks about the recording of its log; null without one. */
  offer: WhyOffer | null = null;
  #futures: ShownDrawings | null = null;
  #key = '';
  #entries: readonly DebugEntry[] = [];
  #stoppageKey = '';
  #stoppageTime = 0;
  #missedKey = '';
  #missedStoppage = 0;

  /** Records that belong to another match are removed. */
  clear(): void {
    this.store.clear();
    this.pinned.clear();
    this.files = [];
    this.offer = null;
    this.#futures = null;
    this.#key = '';
  }

  /** @internal Draws shapes for a player in the frames of a time; null: none. */
  showFutures(futures: ShownDrawings | null): void {
    this.#futures = futures;
    this.optionsVersion++;
  }

  /** Describes a message of a player, 0 to 21, in one line. */
  describeMessage(message: DebugMessage, frame: Frame, player: number): string {
    return describeDebugMessage(message, (player < 11 ? frame.left : frame.right).name);
  }

  /** Returns what is shown over the frame; null if there are no records. */
  getPicture(source: MatchSource, frame: Frame, index: number, selected: number): DebugPicture | null {
    if (this.isWanted) source.requestDebugRecords?.(frame.time);
    if (this.isWanted || selected >= 0 || this.pinned.size > 0)
      for (const file of this.files) file.request(frame.time);
    if (this.store.count === 0 && this.#futures === null) return null;
    const key = `${source.match} ${index} ${selected} ${this.store.version} ${this.optionsVersion}`;
    if (key !== this.#key) {
      this.#key = key;
      this.#entries = this.#findEntries(source, frame, index, selected);
      const { entry, from, to } = this.#futures ?? { from: 1, to: 0 };
      if (entry !== undefined && frame.time >= from && frame.time <= to)
        this.#entries = [...this.#entries, entry];
    }
    return this.#entries.length === 0 ? null : { entries: this.#entries, options: this.options };
  }

  /** What one player reported about a frame. */
  findEntry(source: MatchSource, frame: Frame, index: number, player: number): DebugEntry {
    const stoppageTime = this.findStoppageTime(source, frame, index);
    const missed = this.#countMissedStoppage(source, frame.time, index);
    const records = this.store.find(player, frame.time, stoppageTime + missed);
    const observer = frame.players[player] as FramePlayer;
    const seen = records.flatMap(({ messages = [] }) =>
      messages.flatMap((message) => locateMessage(message, frame, observer)),
    );
    return { player, records, seen };
  }

  #findEntries(source: MatchSource, frame: Frame, index: number, selected: number): readonly DebugEntry[] {
    const players = new Set(this.pinned);
    if (selected >= 0 && selected < 22) players.add(selected);
    return [...players].map((player) => this.findEntry(source, frame, index, player));
  }

  /**
   * Returns how many cycles of a stoppage were over before the first frame of a live source: a bridge that was started during the
   * stoppage counts fewer of them than the server. The newest record of the stoppage belongs to its newest frame.
   */
  #countMissedStoppage(source: MatchSource, time: number, index: number): number {
    if (source.kind !== 'live') return 0;
    const key = `${source.match} ${time} ${source.last} ${this.store.version}`;
    if (key === this.#missedKey) return this.#missedStoppage;
    const newest = source.getFrame(findLastOfTime(source, time, index));
    const missed = this.store.getStoppageTime(time) - (newest?.stoppageTime ?? Number.POSITIVE_INFINITY);
    this.#missedKey = key;
    this.#missedStoppage = missed > MAX_DELAY_CYCLES ? missed : 0;
    return this.#missedStoppage;
  }

  /** Returns how many cycles the game time stands still. Most logs do not store it: it is the number of frames with the same time before. */
  findStoppageTime(source: MatchSource, frame: Frame, index: number): number {
    if (frame.stoppageTime > 0) return frame.stoppageTime;
    const key = `${source.match} ${index} ${frame.time}`;
    if (key === this.#stoppageKey) return this.#stoppageTime;
    const { time } = frame;
    let count = 0;
    while (count < MAX_STOPPED_FRAMES && source.getFrame(index - count - 1)?.time === time) count++;
    this.#stoppageKey = key;
    this.#stoppageTime = count;
    return count;
  }
}

/** Returns the index of the last frame with the game time, from `index` on; -1 if it is not in memory. */
function findLastOfTime(source: MatchSource, time: number, index: number): number {
  let low = index;
  let high = source.last;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const frame = source.getFrame(middle);
    if (frame !== undefined && frame.time <= time) low = middle;
    else high = middle - 1;
  }
  return low === source.last || source.getFrame(low + 1) !== undefined ? low : -1;
}

function locateMessage(
  { direction, text }: DebugMessage,
  frame: Frame,
  observer: FramePlayer,
): readonly SeenMark[] {
  if (direction !== 'received' || !text.startsWith('(see ')) return [];
  const message = decodePlayerMessage(text);
  return message.ok && message.value.type === 'see' ? locateSeenObjects(message.value, frame, observer) : [];
}
