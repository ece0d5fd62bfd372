import { createFrame } from '@rcss/core';
import { createMatchParams } from '@rcss/params';
import { fillFrame } from '@rcss/sensors';
import { createMatch, type Match } from '@rcss/simulator';
import { createReplay, type Divergence, type RecordingReader } from '@rcss/simulator/recording';
import { GameLog, type LogSink } from '../logs/game-log.js';
import { logEvent } from '../logs/match-log.js';
import { createMatchResult, formatResultMessage } from '../results/match-result.js';

/** Outcome of a replay. */
export interface Replayed {
  readonly match: Match;
  /** The game log as the server would have written it, not compressed. */
  readonly log: Uint8Array;
  /** SHA-256 of the game log of the recorded match; empty if unknown. */
  readonly recordedDigest: string;
  /** SHA-256 of the replayed log. */
  readonly digest: string;
  /** The first step whose state differs from the recorded one; the replay ends there. */
  readonly divergence: Divergence | null;
}

/** Replays a recording to its end, or to the first step whose state differs. */
export function replayWithLog(reader: RecordingReader): Replayed {
  const { header } = reader;
  const params = createMatchParams(header.server, header.player, header.seed, header.corrections);
  const match = createMatch({ params, seed: header.seed });
  const chunks: Uint8Array[] = [];
  const sink: LogSink = {
    write: (data) => {
      chunks.push(typeof data === 'string' ? Buffer.from(data, 'latin1') : Uint8Array.from(data));
    },
    flush: () => {},
    close: (name) => Promise.resolve(name),
  };
  const log = new GameLog(sink, match, header.start.log);
  match.listener = (event) => logEvent(log, match, event);
  const frame = createFrame();
  const replay = createReplay(match, () => log.writeFrame(fillFrame(match.world, params, frame)));
  let divergence: Divergence | null = null;
  let recordedDigest = '';
  for (let entry = reader.nextEntry(); entry !== null && divergence === null; entry = reader.nextEntry()) {
    if (entry.do === 'received') log.writeMessage(2, entry.line);
    else if (entry.do === 'end') {
      recordedDigest = entry.log;
      log.writeMessage(1, formatResultMessage(createMatchResult(match, new Date(0)), header.start.result));
      void log.close('', fillFrame(match.world, params, frame));
    } else divergence = replay(entry);
  }
  return { match, log: Buffer.concat(chunks), recordedDigest, digest: log.getDigest(), divergence };
}
