import { connectCoach } from '../../src/entries/clients.js';
import { runAutoMode } from '../../src/entries/cycle.js';
import { applyScene, resetMatch } from '../../src/entries/scene.js';
import {
  applyPlayerCommand,
  applyTrainerCommand,
  connectPlayer,
  extractSpec,
  type Match,
  snapshot,
  step,
} from '../../src/index.js';
import type { RecordedEntry } from '../../src/recorded-input.js';
import { playRecording } from '../../src/recording/play-recording.js';
import { createRecordingWriter, readRecording } from '../../src/recording/recording-file.js';
import { formatSnapshot, parseSnapshot } from '../../src/snapshot-text.js';
import { TestMatch } from '../test-match.js';

const MAX_STEPS = 20;

/** A recording of a short match, and a snapshot of its end. */
export function record(play: (match: Match, add: (...entries: RecordedEntry[]) => void) => void): Buffer[] {
  const { match } = new TestMatch();
  const writer = createRecordingWriter({
    program: 'x',
    ...extractSpec(match),
    start: { log: '', result: '' },
  });
  const add = (...entries: RecordedEntry[]): void => {
    for (const entry of entries) writer.add(entry);
  };
  match.record = add;
  play(match, add);
  return [Buffer.from(writer.takeBytes()), Buffer.from(formatSnapshot(snapshot(match)))];
}

/** A reset to a state with a key that is the prototype of all objects. */
function recordHostileReset(): Buffer {
  return record((match) => {
    const text = JSON.stringify(snapshot(match)).replaceAll('{"', '{"__proto__":{"isOfRecording":true},"');
    match.record?.({ do: 'reset', from: JSON.parse(text) });
    step(match);
  })[0]!;
}

/** Recordings of matches: header, entries, and the match that they make; snapshots. */
export default {
  seeds: [
    recordHostileReset(),
    record((match, add) => {
      step(match);
      add({ do: 'continue', from: { world: {} } as never, keepsRandom: true });
    })[0]!,
    ...record((match) => {
      connectPlayer(match, { team: 'A', version: 18, goalie: true });
      connectPlayer(match, { team: 'B', version: 18, goalie: false });
      connectCoach(match, { team: 'A', name: 'c', version: 18 });
      applyScene(match, { playMode: 'play_on', ball: { position: { x: 1, y: 2 } } });
      for (let i = 0; i < 3; i++) {
        applyPlayerCommand(match, 0, { type: 'dash', power: 100, dir: 0 });
        applyTrainerCommand(match, { role: 'trainer' }, { type: 'recover' });
        step(match);
        runAutoMode(match);
      }
      resetMatch(match, snapshot(match));
      step(match);
    }),
  ],
  maxBytes: 65_536,
  run(bytes: Buffer): void {
    parseSnapshot(bytes.toString());
    const read = readRecording(bytes);
    if (!read.ok) {
      if (!read.error.message) throw new Error('a failure without a message');
      return;
    }
    let steps = 0;
    playRecording(read.value, { before: (entry) => entry.do !== 'step' || ++steps < MAX_STEPS });
  },
};
