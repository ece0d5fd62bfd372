import { readFileSync } from 'node:fs';
import * as params from '@rcss/params';
import { expect, it } from 'vitest';
import * as simulator from './index.js';

it('the example of the README gives the values that the README states', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const script = example.replace(/^import \{([^}]*)\} from '@rcss\/(\w+)';$/gm, 'const {$1} = $2Library;');
  const run = new Function(
    'paramsLibrary',
    'simulatorLibrary',
    `${script}\nreturn { match, calls, body, ball, runs, turns };`,
  ) as (...libraries: unknown[]) => {
    calls: string[];
    body: { kick: number };
    ball: { dist: number };
    match: simulator.Match;
    runs: simulator.Match;
    turns: simulator.Match;
  };
  const { match, calls, body, ball, runs, turns } = run(params, simulator);
  expect(readme).toContain(`\`calls\` is then \`${JSON.stringify(calls)}\``);
  expect(readme).toContain(`\`body.kick\` is ${body.kick}`);
  expect(readme).toContain(`seen at \`ball.dist\` ${ball.dist}`);
  expect(runs.world.players[0]).not.toEqual(turns.world.players[0]);
  expect([match.world.time, runs.world.time, turns.world.time]).toEqual([1, 2, 2]);
});
