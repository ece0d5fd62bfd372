import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeMessageFrame, MAX_FRAME_BYTES, MessageFrameReader } from './frames.js';

it('messages arrive whole, however their bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 4 }),
      fc.array(fc.nat(20), { minLength: 1 }),
      (messages, cuts) => {
        const bytes = Buffer.concat(messages.map(encodeMessageFrame));
        const reader = new MessageFrameReader();
        const read: unknown[] = [];
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const end = at + cuts[n % cuts.length]! + 1;
          read.push(...reader.push(bytes.subarray(at, end)));
          at = end;
        }
        expect(read).toEqual(messages.map((message) => JSON.parse(JSON.stringify(message))));
      },
    ),
  );
});

it('output that is printed between the frames is an error that shows it', () => {
  expect(() => new MessageFrameReader().push(Buffer.from('debug: ball at 3\n'))).toThrow(
    `is greater than ${MAX_FRAME_BYTES}; the output begins with 'debug: ball at 3.': standard output is for frames alone`,
  );
});

it('a frame that is not JSON is an error', () => {
  const frame = Buffer.from([0, 0, 0, 3, 0x4e, 0x61, 0x4e]);
  expect(() => new MessageFrameReader().push(frame)).toThrow('a frame of 3 bytes is not JSON:');
});
