import { MessageError, readMessage } from '../../src/process/messages.js';
import { decodeSay, decodeSayText } from '../../src/world/say-codec.js';

/** Messages of a team's process, and what opponents say. */
export default {
  seeds: [
    '{"type":"ready","version":1,"decides":["play","coach"],"formation":{"version":1},"messages":{"a":{"x":[-50,50,100]}}}',
    '{"type":"ask","id":1,"skill":"pass","args":{"to":3}}',
    '{"type":"action","id":1,"action":{"type":"dash","power":100,"dir":0},"say":"a","debug":[{"kind":"line","points":[[0,0],[1,1]]}]}',
    '{"type":"action","id":1,"action":{"type":"dash_legs","left":{"power":1,"dir":2},"right":null},"parts":[{"kind":"ball"}]}',
    '{"type":"orders","id":1,"types":[{"unum":3,"type":5}],"say":["a"]}',
    '"aB3"',
  ],
  run(bytes: Buffer): void {
    const text = bytes.toString();
    decodeSay(text);
    decodeSayText(text);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return;
    }
    try {
      readMessage(value);
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
    }
  },
};
