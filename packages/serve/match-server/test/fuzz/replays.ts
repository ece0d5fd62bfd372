import { applyPlayerCommand, connectPlayer, step } from '@rcss/simulator';
import { applyMonitorCommand, connectCoach } from '@rcss/simulator/clients';
import { type RecordingReader, readRecording } from '@rcss/simulator/recording';
import recordings, { record } from '../../../../engine/simulator/test/fuzz/recordings.js';
import { replayWithLog } from '../../src/recordings/replay-log.js';
import { replayMessages } from '../../src/recordings/replay-messages.js';

const MAX_STEPS = 20;

/** A match with messages of each kind, and its end. */
const wholeMatch = record((match, add) => {
  add({ do: 'received', line: '(init A (version 19))' });
  for (const [team, version] of [
    ['A', 19],
    ['A', 1],
    ['B', 13],
  ] as const)
    connectPlayer(match, { team, version, goalie: false });
  connectCoach(match, { team: 'A', name: 'c', version: 18 });
  applyPlayerCommand(match, 0, { type: 'say', message: 'hello' });
  applyPlayerCommand(match, 1, { type: 'turn', moment: 30 });
  applyMonitorCommand(match, { type: 'dispstart' });
  step(match);
  add({ do: 'sense' }, { do: 'audio' }, { do: 'vision', synchronous: false });
  applyPlayerCommand(match, 0, { type: 'dash', power: 50, dir: 10 });
  applyPlayerCommand(match, 2, { type: 'kick', power: 50, dir: 10 });
  add({ do: 'vision', synchronous: true }, { do: 'auto' }, { do: 'end', log: 'a'.repeat(64) });
});

/** Opens a recording that ends after a few steps; null if its header is refused. */
function open(bytes: Uint8Array): RecordingReader | null {
  const read = readRecording(bytes);
  if (!read.ok) return null;
  const reader = read.value;
  let steps = 0;
  return {
    header: reader.header,
    get outcome() {
      return reader.outcome;
    },
    refuse: (reason) => reader.refuse(reason),
    nextEntry() {
      const entry = reader.nextEntry();
      return entry?.do === 'step' && ++steps > MAX_STEPS ? null : entry;
    },
  };
}

/** Recordings of others that are played with what a server makes of them: game log, result, messages of the players. */
export default {
  seeds: [...recordings.seeds, ...wholeMatch.slice(0, 1)],
  maxBytes: recordings.maxBytes,
  run(bytes: Buffer): void {
    const whole = open(bytes);
    if (whole === null) return;
    const { digest } = replayWithLog(whole);
    if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error('a replay without a digest');
    try {
      replayMessages(
        open(bytes)!,
        () => true,
        ({ messages = [] }) => {
          if (messages.length === 0) throw new Error('a record without messages');
        },
      );
    } catch (error) {
      // A damaged entry.
      if (!(error instanceof RangeError) || !/damaged at byte \d+: ./.test(error.message)) throw error;
    }
  },
};
