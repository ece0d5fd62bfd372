// Power test of the statistical scenarios: the recorded samples are compared with samples drawn from the models of
// models.mjs, the right ones (which have to pass) and the wrong ones (which have to fail). No server is needed.

import { readExpectation } from './expect.mjs';
import { randomSource } from './models.mjs';
import { chiSquareTest, DEFAULT_ALPHA, ksTest, rateTest } from './stats.mjs';

const DRAW_COUNT = 20;
/** A recorded sample with a lower p-value against the model would make later runs fail too often. */
const MAX_P_VALUE = 1e-4;

function hashText(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

function sampleSize(kind, data) {
  if (kind === 'rate') return data[1];
  if (kind === 'chi2') return Object.values(data).reduce((s, v) => s + v, 0);
  return data.length;
}

/** Draws a sample of the same size from a model. */
function drawSample(kind, model, n, random) {
  if (kind === 'rate') {
    let hits = 0;
    for (let i = 0; i < n; i += 1) if (random() < model) hits += 1;
    return [hits, n];
  }
  if (kind === 'chi2') {
    const counts = {};
    const classes = Object.entries(model);
    for (let i = 0; i < n; i += 1) {
      let u = random();
      let k = 0;
      while (k < classes.length - 1 && u >= classes[k][1]) {
        u -= classes[k][1];
        k += 1;
      }
      counts[classes[k][0]] = (counts[classes[k][0]] ?? 0) + 1;
    }
    return counts;
  }
  return Array.from({ length: n }, () => model(random));
}

function pValue(kind, expected, got) {
  if (kind === 'rate') return rateTest(expected, got).p;
  if (kind === 'chi2') return chiSquareTest(expected, got).p;
  return ksTest(expected, got).p;
}

/** Tests all scenarios that have `models`. Returns true if the right models pass and the wrong ones fail. */
export async function powerTest(scenarios, { verbose = false, print = console.log } = {}) {
  let bad = 0;
  let checks = 0;
  for (const scenario of scenarios.filter((s) => s.models)) {
    const expected = await readExpectation(scenario.base);
    if (!expected) {
      print(`FAIL ${scenario.name}: nothing is recorded`);
      bad += 1;
      continue;
    }
    const problems = [];
    const notes = [];
    const unknown = expected.samples.map((s) => s[0]).filter((n) => !scenario.models[n]);
    for (const name of Object.keys(scenario.models)) {
      if (!expected.samples.some((s) => s[0] === name))
        problems.push(`${name}: there is a model but no sample`);
    }
    // A mistake has to be found by at least one sample of its group in every draw. Samples of numbers are groups of
    // their own; rates (say, of tackles at many positions) belong together.
    const found = new Map();
    for (const [name, kind, data, alpha] of expected.samples) {
      const model = scenario.models[name];
      if (!model) continue;
      const limit = alpha ?? DEFAULT_ALPHA;
      const n = sampleSize(kind, data);
      const random = randomSource(hashText(`${scenario.name} ${name}`));
      // Against a large sample of the right model, so that only the recorded sample's own deviation counts.
      const p = pValue(kind, data, drawSample(kind, model.right, Math.max(20 * n, 20000), random));
      checks += 1;
      if (p < MAX_P_VALUE)
        problems.push(`${name}: the recorded sample does not fit the model (p=${p.toPrecision(3)}, n=${n})`);
      notes.push(`${name}: right model p=${p.toPrecision(3)}, n=${n}`);
      let passes = 0;
      for (let i = 0; i < DRAW_COUNT; i += 1)
        if (pValue(kind, data, drawSample(kind, model.right, n, random)) >= limit) passes += 1;
      if (passes < DRAW_COUNT)
        problems.push(`${name}: ${DRAW_COUNT - passes} of ${DRAW_COUNT} right samples fail`);
      for (const [mistake, wrong] of Object.entries(model.wrong)) {
        const key = `${model.group ?? (kind.startsWith('ks') ? name : 'rates')}: "${mistake}"`;
        if (!found.has(key)) found.set(key, Array(DRAW_COUNT).fill(false));
        for (let i = 0; i < DRAW_COUNT; i += 1)
          if (pValue(kind, data, drawSample(kind, wrong, n, random)) < limit) found.get(key)[i] = true;
      }
    }
    for (const [key, draws] of found) {
      checks += 1;
      const times = draws.filter(Boolean).length;
      notes.push(`${key} found ${times}/${DRAW_COUNT}`);
      if (times < DRAW_COUNT) problems.push(`${key} was found only ${times} times of ${DRAW_COUNT}`);
    }
    if (unknown.length) notes.push(`no model for: ${unknown.join('; ')}`);
    print(`${problems.length ? 'FAIL' : 'PASS'} ${scenario.name}`);
    for (const line of [...problems, ...(verbose ? notes : [])]) print(`     ${line}`);
    bad += problems.length;
  }
  print(`${checks} checks of statistical power, ${bad} failed`);
  return bad === 0;
}
