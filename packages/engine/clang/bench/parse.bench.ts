import { readFileSync } from 'node:fs';
import { Bench } from 'tinybench';
import { analyze, findRequirement, parseSay, printHeard } from '../src/index.js';

const condition =
  '(and (ppos our {1 2 3} 1 2 (rec (pt -52.5 -34) (pt 0 34.25))) (not (bowner opp {X 4})) (time > 300))';
const rule = (i: number): string =>
  `(definerule r${i} direc (${condition} (do our {X 7} (pos (arc (pt ball) 0 10.5 0 360)) (shoot))))`;
let large = '';
for (let i = 0; large.length + rule(i).length < 8150; i++) large += rule(i);
large = `(say (define ${large}))`;
const small = '(say (info (6000 (true) (do our {1} (mark {2 3})) (do our {2} (mark {4})))))';
const vectors = JSON.parse(readFileSync(new URL('../testdata/vectors.json', import.meta.url), 'utf8')) as {
  valid: string[][];
};
const says = vectors.valid.map((vector) => vector[2]!);

const parsed = parseSay(large);
if (!parsed.ok) throw new Error(parsed.error.message);

const bench = new Bench({ time: 500 });
bench.add(
  `JSON.parse of a tree of ${large.length} characters of text (baseline)`,
  (
    (json) => () =>
      JSON.parse(json)
  )(JSON.stringify(parsed.value)),
);
bench.add(`parseSay, ${large.length} characters`, () => parseSay(large));
bench.add(`analyze, ${large.length} characters`, () => analyze(large));
bench.add(`printHeard, ${large.length} characters`, () => printHeard(parsed.value));
bench.add(`requirementOf, ${large.length} characters`, () => findRequirement(parsed.value));
bench.add(`parseSay, ${small.length} characters`, () => parseSay(small));
bench.add(`parseSay, the ${says.length} valid messages of the chapter`, () =>
  says.map((say) => parseSay(say)),
);
await bench.run();

const baseline = bench.tasks[0]!.result!.latency.mean;
console.table(
  bench.tasks.map((task) => ({
    task: task.name,
    'mean ms': task.result!.latency.mean.toFixed(4),
    'times baseline': (task.result!.latency.mean / baseline).toFixed(2),
  })),
);
