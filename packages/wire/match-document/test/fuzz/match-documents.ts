import { checkWithSchema, matchDocumentSchema, printMatchDocument } from '../../src/index.js';

/** Match documents in JSON. */
export default {
  seeds: [
    '{"version":1,"seed":7,"teams":{"left":{"name":"a","start":"demo"},"right":{"module":"./b.js"}},"parameters":{"server":{"half_time":10},"player":{}},"initial":{"ball":{"position":{"x":0,"y":0}},"playMode":"play_on","players":[{"side":"left","unum":1,"position":{"x":1,"y":2}}]},"stop":{"cycle":100},"recording":{"gameLog":"a.rcg"}}',
  ],
  run(bytes: Buffer): void {
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString());
    } catch {
      return;
    }
    const checked = checkWithSchema(matchDocumentSchema, value);
    if (checked.ok) {
      const again = checkWithSchema(matchDocumentSchema, JSON.parse(printMatchDocument(checked.value)));
      if (!again.ok) throw new Error(`printed otherwise: ${again.error[0]?.message}`);
    } else if (!checked.error[0]?.message) throw new Error('a problem without a message');
  },
};
