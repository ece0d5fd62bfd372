import { check, parseHeard, parseMessage, parseSay, printSay } from '../../src/index.js';

/** Messages of the coach language: read, checked, printed and read again. */
export default {
  seeds: [
    '(say (define (definerule r model ((and (playm bko) (not (bpos (arc (pt 0 0) 0 20 0 360)))) (do our {1 2 X} (pass {3})) ) )))',
    '(say (advice (6000 (true) "g" (do our {0} (mark {1 2 3})))))',
    '(say (delete all) )',
    '(say (rule (on all) (off r1)))',
    '(say (info (10 (bowner opp {9}) (dont opp {9} (shoot)))))',
    '(hear 1 coach (say (freeform "hello")))',
  ],
  run(bytes: Buffer): void {
    const text = bytes.toString('latin1');
    parseHeard(text);
    parseMessage(text);
    const said = parseSay(text);
    if (!said.ok) return;
    check(said.value);
    const printed = printSay(said.value);
    const again = parseSay(printed);
    if (again.ok && printSay(again.value) !== printed) throw new Error(`printed otherwise: ${printed}`);
  },
};
