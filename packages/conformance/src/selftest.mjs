// Tests of the driver's own parts; no server is needed. `rcss-conformance --selftest` runs them, and vitest does.

import assert from 'node:assert/strict';
import zlib from 'node:zlib';
import { decodeDisplay } from './binary.mjs';
import { compareRecords, describeDifference } from './compare.mjs';
import { see, senseBody, sexp } from './parse.mjs';
import { chiSquareTest, compareSamples, gammaQ, kolmogorovQ, ksTest, rateTest } from './stats.mjs';
import { globToRegExp, splitCommand } from './util.mjs';

/** A small fixed generator, so that the tests always see the same samples. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const record = (lines, values = [], samples = []) => ({ lines, values, samples });

export const tests = {
  'Kolmogorov distribution': () => {
    assert.ok(Math.abs(kolmogorovQ(1.3580986) - 0.05) < 1e-4);
    assert.ok(Math.abs(kolmogorovQ(0.8275735) - 0.5) < 1e-4);
    assert.ok(kolmogorovQ(2.5) < 1e-5);
  },
  'KS test keeps its level and finds a shift': () => {
    const random = generator(1);
    let small = 0;
    for (let i = 0; i < 400; i += 1) {
      const a = Array.from({ length: 100 }, random);
      const b = Array.from({ length: 150 }, random);
      if (ksTest(a, b).p < 0.05) small += 1;
    }
    assert.ok(small > 4 && small < 40, `level: ${small}/400`);
    const a = Array.from({ length: 2000 }, random);
    const b = Array.from({ length: 2000 }, () => random() * 1.15);
    assert.ok(ksTest(a, b).p < 1e-6);
  },
  'chi-square test': () => {
    assert.ok(Math.abs(gammaQ(0.5, 3.841459 / 2) - 0.05) < 1e-5);
    assert.ok(Math.abs(gammaQ(5, 18.30704 / 2) - 0.05) < 1e-5);
    assert.equal(chiSquareTest([50, 50], [50, 50]).p, 1);
    assert.ok(chiSquareTest({ a: 500, b: 500 }, { a: 400, b: 600 }).p < 1e-4);
    assert.ok(chiSquareTest({ a: 500, b: 500 }, { a: 480, b: 520 }).p > 0.1);
  },
  'rate test': () => {
    // Known value: 3/10 against 9/10.
    assert.ok(Math.abs(rateTest([3, 10], [9, 10]).p - 0.0198) < 0.001);
    assert.equal(rateTest([0, 100], [0, 100]).p, 1);
    assert.ok(rateTest([0, 200], [40, 200]).p < 1e-6);
    assert.equal(compareSamples('rate', [100, 200], [180, 200]).ok, false);
  },
  'exact comparison and its report': () => {
    const a = record([
      ['L1', 1, '(sense_body 1 (speed 0.4 0))'],
      ['L1', 2, '(sense_body 2 (speed 0.38 0))'],
    ]);
    assert.equal(compareRecords(a, a).differences.length, 0);
    const b = record([
      ['L1', 1, '(sense_body 1 (speed 0.4 0))'],
      ['L1', 2, '(sense_body 2 (speed 0.36 0))'],
    ]);
    const { differences, passed, total } = compareRecords(a, b);
    assert.deepEqual([passed, total, differences.length], [1, 2, 1]);
    assert.match(describeDifference(differences[0])[0], /client L1, step 2 \(cycle 2\), message 1/);
  },
  'rules: ignore, only, replace, tolerance, free, merge': () => {
    const a = record([
      ['L1', 1, '(see 1 ((b) 10 3))'],
      ['L1', 1, '(hear 1 a)'],
      ['L1', 1, '(hear 1 b)'],
    ]);
    const b = record([
      ['L1', 1, '(see 1 ((b) 10.1 3))'],
      ['L1', 1, '(hear 1 b)'],
      ['L1', 1, '(hear 1 a)'],
    ]);
    assert.equal(compareRecords(a, b).differences.length, 3);
    const rule = { tolerance: [{ match: /^\(see/, abs: 0.11 }], free: [{ match: /^\(hear/ }] };
    assert.equal(compareRecords(a, b, rule).differences.length, 0);
    assert.equal(compareRecords(a, b, { ignore: [{ match: /./ }] }).total, 0);
    assert.equal(compareRecords(a, b, { only: [{ match: /^\(nothing/ }] }).total, 0);
    assert.equal(
      compareRecords(a, b, { replace: [{ from: /10\.1/, to: '10' }], free: [{ match: /^\(hear/ }] })
        .differences.length,
      0,
    );
    const c = record([
      ['M', 1, 'x'],
      ['M', 2, 'y'],
    ]);
    const d = record([
      ['M', 1, 'x'],
      ['M', 3, 'y'],
    ]);
    assert.equal(compareRecords(c, d).differences.length, 2);
    assert.equal(compareRecords(c, d, { merge: [{ client: 'M' }] }).differences.length, 0);
  },
  'rounding residue counts as zero, the sign of zero does not': () => {
    const one = (text) => record([['T', 0, text]]);
    assert.equal(compareRecords(one('(b 1 0)'), one('(b 1 1.3e-17)')).differences.length, 0);
    assert.equal(compareRecords(one('(b 1 0)'), one('(b 1 -0)')).differences.length, 1);
    assert.equal(compareRecords(one('(b 1 0)'), one('(b 1 1e-5)')).differences.length, 1);
  },
  'missing and extra messages': () => {
    const a = record([
      ['L1', 1, 'x'],
      ['L1', 1, 'y'],
    ]);
    const b = record([['L1', 1, 'x']]);
    assert.equal(compareRecords(a, b).differences.length, 1);
    assert.equal(compareRecords(b, a).differences.length, 1);
    assert.equal(compareRecords(a, record([])).differences.length, 2);
  },
  'values and samples': () => {
    const a = record(
      [],
      [
        ['v', 1.5, { abs: 0.1 }],
        ['w', 'x', null],
      ],
      [['s', 'rate', [50, 100], null]],
    );
    const b = record(
      [],
      [
        ['v', 1.55, null],
        ['w', 'x', null],
      ],
      [['s', 'rate', [55, 100], null]],
    );
    assert.equal(compareRecords(a, b).differences.length, 0);
    const c = record([], [['v', 1.8, null]], [['s', 'rate', [1, 100], null]]);
    assert.equal(compareRecords(a, c).differences.length, 3);
  },
  'binary display messages': () => {
    const bytes = Buffer.alloc(2052);
    bytes.writeInt16BE(2, 0);
    bytes.writeInt16BE(1, 2);
    bytes.write('(referee play_on)', 4);
    assert.equal(decodeDisplay(bytes, 1), 'msg board=1 (referee play_on)');
    bytes.writeInt16BE(1, 0);
    assert.match(decodeDisplay(bytes, 1), /^show time=/);
    assert.match(decodeDisplay(Buffer.from('(error x)\0'), 1), /^text \(error x\)$/);
  },
  'compressed messages: one zlib stream each, ended by a sync flush': () => {
    const sync = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
    const bytes = zlib.deflateSync(Buffer.from('(turn 1)\0'), sync);
    assert.equal(bytes.subarray(-4).toString('hex'), '0000ffff');
    assert.equal(zlib.inflateSync(bytes, sync).toString(), '(turn 1)\0');
  },
  parsing: () => {
    assert.deepEqual(sexp('(a (b c) "d e" 1)'), ['a', ['b', 'c'], 'd e', '1']);
    assert.deepEqual(senseBody('(sense_body 5 (speed 0.4 -3) (kick 2))'), {
      time: 5,
      speed: [0.4, -3],
      kick: [2],
    });
    assert.deepEqual(see('(see 7 ((f c) 10 -3) ((p "A" 2) 4 5))').objects, {
      'f c': [10, -3],
      'p A 2': [4, 5],
    });
  },
  'patterns and command lines': () => {
    assert.ok(globToRegExp('0{1,2}-*/dash*').test('02-commands/dash-forms'));
    assert.ok(!globToRegExp('03-*').test('02-commands/dash-forms'));
    assert.deepEqual(splitCommand('env A="b c" node x.js'), ['env', 'A=b c', 'node', 'x.js']);
  },
};

/** Runs all tests, prints a line for each and returns whether all passed. */
export async function selfTest() {
  let bad = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log(`PASS ${name}`);
    } catch (error) {
      bad += 1;
      console.log(`FAIL ${name}\n     ${error.message}`);
    }
  }
  console.log(`${Object.keys(tests).length - bad} passed, ${bad} failed`);
  return bad === 0;
}
