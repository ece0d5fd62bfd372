import { parseSexp, parseSexpOne } from '../../src/index.js';

/** Expressions of the protocol. */
export default {
  seeds: ['(a (b 1.5 "x y") -2e3 (c))', '(msg "a\\"b" (d))(e)'],
  run(bytes: Buffer): void {
    const text = bytes.toString('latin1');
    parseSexp(text);
    parseSexpOne(text);
  },
};
