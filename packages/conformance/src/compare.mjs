// Compares what a server sent with what the reference server sent.

import { compareSamples } from './stats.mjs';
import { globToRegExp } from './util.mjs';

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;

/** Rules common to all scenarios. */
const GLOBAL_REPLACE = [
  // The seed of a run and the time of a result differ between runs.
  [/\(random_seed \d+\)/g, '(random_seed N)'],
  [/"random_seed":\d+/g, '"random_seed":N'],
  [/\(result \d{12} /g, '(result DATE '],
  [/\{"timestamp":"[^"]*"\}/g, '{"timestamp":"DATE"}'],
];

/** Masks the text that always differs between two runs: ports and the run's folder. */
export function maskRun(text, dir) {
  if (!text.includes('port') && !text.includes(dir)) return text;
  return text
    .replace(/\((port|coach_port|olcoach_port) \d+\)/g, '($1 P)')
    .replace(/"(port|coach_port|olcoach_port)":\d+/g, '"$1":P')
    .split(dir)
    .join('RUN');
}

/** Masks seeds and dates. */
export function maskSeeds(text) {
  return GLOBAL_REPLACE.reduce((masked, [from, to]) => masked.replace(from, to), text);
}

/** Turns a scenario's `compare` into functions. */
function completeRules(compare = {}) {
  const forClient = (rule) => (rule.client ? globToRegExp(rule.client) : null);
  const pick = (list = []) => list.map((rule) => ({ ...rule, who: forClient(rule) }));
  return {
    ignore: pick(compare.ignore),
    only: pick(compare.only),
    replace: pick(compare.replace),
    tolerance: pick(compare.tolerance),
    free: pick(compare.free),
    merge: pick(compare.merge),
  };
}

const ruleApplies = (rule, client, text) =>
  (!rule.who || rule.who.test(client)) && (!rule.match || rule.match.test(text));

/** True for lines that take part in the comparison. */
function isCompared(client, text, rule) {
  if (rule.ignore.some((r) => ruleApplies(r, client, text))) return false;
  const wanted = rule.only.filter((r) => !r.who || r.who.test(client));
  return wanted.length === 0 || wanted.some((r) => r.match.test(text));
}

/** The lines worth storing: those that are compared, and the headings. */
export function selectLines(lines, compare) {
  const rule = completeRules(compare);
  return lines.filter(([client, , text]) => client === '#' || isCompared(client, text, rule));
}

/** Applies ignore, only and replace; returns {client: {step: [{text, section}]}} in order. */
function arrangeSteps(lines, rule) {
  const out = new Map();
  let section = null;
  for (const [client, step, original] of lines) {
    if (client === '#') {
      section = original;
      continue;
    }
    if (!isCompared(client, original, rule)) continue;
    let text = maskSeeds(original);
    for (const r of rule.replace) if (ruleApplies(r, client, text)) text = text.replace(r.from, r.to);
    const at = rule.merge.some((r) => ruleApplies(r, client, text)) ? 0 : step;
    if (!out.has(client)) out.set(client, new Map());
    const steps = out.get(client);
    if (!steps.has(at)) steps.set(at, []);
    steps.get(at).push({ text, section });
  }
  for (const [client, steps] of out) {
    for (const list of steps.values()) sortFree(list, client, rule);
  }
  return out;
}

/** Messages whose order is free are sorted among the places that they hold. */
function sortFree(list, client, rule) {
  for (const r of rule.free) {
    const places = [];
    list.forEach((m, i) => {
      if (ruleApplies(r, client, m.text)) places.push(i);
    });
    const sorted = places
      .map((i) => list[i])
      .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
    places.forEach((i, k) => {
      list[i] = sorted[k];
    });
  }
}

/** True when the texts agree: exactly, or up to the numbers' tolerance. */
export function isEqual(expected, got, tolerances = []) {
  if (expected === got) return true;
  const a = expected.match(NUMBER) ?? [];
  const b = got.match(NUMBER) ?? [];
  if (a.length !== b.length) return false;
  if (expected.replace(NUMBER, '0') !== got.replace(NUMBER, '0')) return false;
  for (let i = 0; i < a.length; i += 1) {
    if (a[i] === b[i]) continue;
    const x = Number(a[i]);
    const y = Number(b[i]);
    // Numbers this small are rounding residue: 1.2e-17 and 0 are the same.
    if (Math.abs(x) < 1e-9 && Math.abs(y) < 1e-9 && (/e-/.test(a[i]) || /e-/.test(b[i]))) continue;
    const near = tolerances.some(
      (t) => Math.abs(x - y) <= Math.max(t.abs ?? 0, (t.rel ?? 0) * Math.max(Math.abs(x), Math.abs(y))),
    );
    if (!near) return false;
  }
  return true;
}

/** A window of both texts around their first difference. */
export function excerptDifference(expected, got) {
  if (expected === undefined) return { at: 0, expected: '(nothing)', got: shorten(got) };
  if (got === undefined) return { at: 0, expected: shorten(expected), got: '(nothing)' };
  let at = 0;
  while (at < expected.length && at < got.length && expected[at] === got[at]) at += 1;
  const from = Math.max(0, at - 70);
  const cut = (text) =>
    `${from > 0 ? '...' : ''}${text.slice(from, at + 90)}${at + 90 < text.length ? '...' : ''}`;
  return { at, expected: cut(expected), got: cut(got), caret: (from > 0 ? 3 : 0) + at - from };
}

function shorten(text) {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

export function findSimulationTime(list) {
  for (const { text } of list ?? []) {
    const m =
      /^\((?:sense_body|see|see_global|fullstate|show|hear) (\d+)/.exec(text) ??
      /^show time=(\d+)/.exec(text) ??
      /"time":(\d+)/.exec(text);
    if (m) return m[1];
  }
  return null;
}

/** Compares two records; returns {passed, total, differences: [...]}. */
export function compareRecords(expected, got, compare) {
  const rule = completeRules(compare);
  const a = arrangeSteps(expected.lines, rule);
  const b = arrangeSteps(got.lines, rule);
  let passed = 0;
  let total = 0;
  const differences = [];
  for (const client of new Set([...a.keys(), ...b.keys()])) {
    const stepsA = a.get(client) ?? new Map();
    const stepsB = b.get(client) ?? new Map();
    const all = [...new Set([...stepsA.keys(), ...stepsB.keys()])].sort((x, y) => x - y);
    for (const step of all) {
      const listA = stepsA.get(step) ?? [];
      const listB = stepsB.get(step) ?? [];
      for (let i = 0; i < Math.max(listA.length, listB.length); i += 1) {
        total += 1;
        const x = listA[i]?.text;
        const y = listB[i]?.text;
        const tolerances = x === undefined ? [] : rule.tolerance.filter((r) => ruleApplies(r, client, x));
        if (x !== undefined && y !== undefined && isEqual(x, y, tolerances)) {
          passed += 1;
        } else {
          differences.push({
            client,
            step,
            index: i + 1,
            of: [listA.length, listB.length],
            time: findSimulationTime(listA) ?? findSimulationTime(listB),
            section: listA[i]?.section ?? listB[i]?.section ?? null,
            expected: x,
            got: y,
          });
        }
      }
    }
  }
  differences.sort((p, q) => p.step - q.step);
  compareValues(expected, got);
  const statistics = [];
  compareAllSamples(expected, got);
  return { passed, total, differences, statistics };

  function compareValues(e, g) {
    const mine = new Map(g.values.map((v) => [v[0], v]));
    for (const [name, value, tolerance] of e.values) {
      total += 1;
      const other = mine.get(name);
      mine.delete(name);
      const x = JSON.stringify(value);
      const y = other === undefined ? undefined : JSON.stringify(other[1]);
      if (y !== undefined && isEqual(x, y, tolerance ? [tolerance] : [])) passed += 1;
      else differences.push({ value: name, expected: x, got: y });
    }
    for (const [name, value] of mine.values()) {
      total += 1;
      differences.push({ value: name, expected: undefined, got: JSON.stringify(value) });
    }
  }

  function compareAllSamples(e, g) {
    const mine = new Map(g.samples.map((s) => [s[0], s]));
    for (const [name, kind, data, alpha] of e.samples) {
      total += 1;
      const other = mine.get(name);
      if (!other) {
        differences.push({ sample: name, note: 'the sample is missing' });
        continue;
      }
      const { ok, text } = compareSamples(kind, data, other[2], alpha);
      statistics.push({ sample: name, note: text });
      if (ok) passed += 1;
      else differences.push({ sample: name, note: text });
    }
  }
}

/** One difference as lines of text. */
export function describeDifference(d) {
  if (d.sample) return [`sample ${d.sample}: ${d.note}`];
  const w = excerptDifference(d.expected, d.got);
  const where = d.value
    ? `value ${d.value}`
    : `client ${d.client}, step ${d.step}${d.time === null ? '' : ` (cycle ${d.time})`}, message ${d.index} ` +
      `(expected ${d.of[0]}, got ${d.of[1]} in this step)${d.section ? `, in "${d.section}"` : ''}`;
  const lines = [where, `  expected: ${escapeControls(w.expected)}`, `  got:      ${escapeControls(w.got)}`];
  if (w.caret !== undefined) lines.push(`  ${' '.repeat(10 + w.caret)}^`);
  return lines;
}

function escapeControls(text) {
  return text.replace(/[\x00-\x1f\x7f-\xff]/g, (ch) =>
    ch === '\n' ? '\u21b5' : `\\x${ch.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
