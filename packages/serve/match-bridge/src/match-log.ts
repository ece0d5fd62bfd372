import type { Frame } from '@rcss/core';
import { createLogWriter } from '@rcss/logs';
import type { MatchHistory } from '@rcss/viewer/monitor';

/** Version of the saved log. */
const LOG_VERSION = 6;
/** Bytes that are collected before they are passed on. */
const CHUNK_BYTES = 1 << 18;

/**
 * Yields the match as a game log of version 6: all frames that the bridge has kept, with the messages. Angles have a precision
 * of 0.01 degrees, other numbers single precision.
 */
export function* writeMatchLog(history: MatchHistory): Generator<Buffer, void, undefined> {
  const { frames, messages, params } = history;
  const writer = createLogWriter(LOG_VERSION, params);
  let parts: Buffer[] = [];
  let size = 0;
  // The writer reuses its buffer.
  const add = (bytes: Uint8Array): void => {
    parts.push(Buffer.from(bytes));
    size += bytes.length;
  };
  add(writer.writeHeader());
  let nextMessage = 0;
  let last: Frame | undefined;
  for (let index = frames.first; index <= frames.last; index++) {
    const frame = frames.get(index);
    if (frame === undefined) continue;
    last = frame;
    for (; nextMessage < messages.length && messages[nextMessage]!.time < frame.time; nextMessage++) {
      const { time, board, text } = messages[nextMessage]!;
      add(writer.writeMessage(time, 0, board, text));
    }
    add(writer.writeFrame(frame));
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  for (const { time, board, text } of messages.slice(nextMessage))
    add(writer.writeMessage(time, 0, board, text));
  if (last !== undefined) add(writer.writeTail(last));
  yield Buffer.concat(parts);
}

/** Returns a file name for the match: `Foxes_2-vs-Herons_1.rcg.gz`. */
export function nameMatchLog({ frames }: MatchHistory): string {
  const frame = frames.get(frames.last);
  if (frame === undefined) return 'match.rcg.gz';
  const format = ({ name, score }: Frame['left']): string =>
    `${name.replace(/[^\w-]/g, '') || 'none'}_${score}`;
  return `${format(frame.left)}-vs-${format(frame.right)}.rcg.gz`;
}
