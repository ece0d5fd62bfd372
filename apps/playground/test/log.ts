import { createFrame } from '@rcss/core';
import { createLogWriter } from '@rcss/logs';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';

/** A game log of 20 cycles without players. */
export const LOG: Buffer = createLog();

function createLog(): Buffer {
  const writer = createLogWriter(6, createMatchParams(createServerParams(), createPlayerParams(), 1));
  const frame = createFrame();
  frame.playMode = 'play_on';
  const pieces = [Buffer.from(writer.writeHeader())];
  for (frame.time = 1; frame.time <= 20; frame.time++) pieces.push(Buffer.from(writer.writeFrame(frame)));
  return Buffer.concat([...pieces, Buffer.from(writer.writeTail(frame))]);
}
