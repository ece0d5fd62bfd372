import { createFrame } from '@rcss/core';
import { fillFrame } from '@rcss/sensors';
import { createSpecMatch } from '@rcss/simulator';
import { type PlayedRecording, playRecording, type RecordingReader } from '@rcss/simulator/recording';
import { GameLog, type LogSink } from '../logs/game-log.js';
import { logEvent } from '../logs/match-log.js';
import { createMatchResult, formatResultMessage } from '../results/match-result.js';

/** Outcome of a replay. */
export interface Replayed extends Pick<PlayedRecording, 'match' | 'divergence'> {
  /** The game log as the server would have written it, not compressed. */
  readonly log: Uint8Array;
  /** SHA-256 of the game log of the recorded match; empty if unknown. */
  readonly recordedDigest: string;
  /** SHA-256 of the replayed log. */
  readonly digest: string;
}

/** Replays a recording to its end, or to the first step whose state differs. */
export function replayWithLog(reader: RecordingReader): Replayed {
  const { start } = reader.header;
  const match = createSpecMatch(reader.header);
  const { params } = match;
  const chunks: Uint8Array[] = [];
  const sink: LogSink = {
    write: (data) => {
      chunks.push(typeof data === 'string' ? Buffer.from(data, 'latin1') : Uint8Array.from(data));
    },
    flush: () => {},
    close: (name) => Promise.resolve(name),
  };
  const log = new GameLog(sink, match, start.log);
  match.listener = (event) => logEvent(log, match, event);
  const frame = createFrame();
  let recordedDigest = '';
  const { divergence } = playRecording(reader, {
    match,
    show: () => log.writeFrame(fillFrame(match.world, params, frame)),
    before(entry) {
      if (entry.do === 'received') log.writeMessage(2, entry.line);
      if (entry.do !== 'end') return;
      recordedDigest = entry.log;
      log.writeMessage(1, formatResultMessage(createMatchResult(match, new Date(0)), start.result));
      void log.close('', fillFrame(match.world, params, frame));
    },
  });
  return { match, log: Buffer.concat(chunks), recordedDigest, digest: log.getDigest(), divergence };
}
