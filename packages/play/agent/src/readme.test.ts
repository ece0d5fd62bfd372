import { readFileSync } from 'node:fs';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { TeamContext } from '@rcss/core/team-module';
import { expect, it } from 'vitest';
import createTeam from '../examples/first-team.js';
import createChasers from './entries/chasers.js';
import { readFormationDocument } from './formations/formation-document.js';
import { createLocalMatch, createLocalSpec } from './local/local-match.js';
import { readTeamOptions } from './node/team-options.js';
import { defineParameters } from './parameters/parameter-table.js';
import { defineParameterizedTeam } from './parameters/parameterized-team.js';
import { type Action, withDetails } from './skills/action.js';
import { dribble } from './skills/dribble.js';
import { defineTeam, type TeamDefinition } from './team/define-team.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);

/** The first block that contains a word. */
const block = (word: string): string => blocks.find((code) => code.includes(word))!;

it('the team of the README is the example, and it has fewer than 60 lines', () => {
  expect(blocks[0]).toBe(readFileSync(new URL('../examples/first-team.ts', import.meta.url), 'utf8'));
  expect(blocks[0]!.split('\n').length).toBeLessThan(60);
});

it('the formation of the README is read', () => {
  const [, text] = /```json\n([\s\S]*?)```/.exec(readme)!;
  expect(readFormationDocument(JSON.parse(text!)).samples).toHaveLength(2);
});

it('the match of the README is played, and no command is refused', async () => {
  const code = block('createLocalMatch').replaceAll(/^import .*$/gm, '');
  const play = new Function(
    'createChasers',
    'createLocalMatch',
    'createLocalSpec',
    'createTeam',
    `return (async () => {${code}; return { match, score };})()`,
  );
  const { match, score } = await play(createChasers, createLocalMatch, createLocalSpec, createTeam);
  expect(match.complaints).toEqual([]);
  expect(score.right).toBe(0);
});

it('the team of the README that passes to number 9 plays, and no command is refused', async () => {
  const code = block('withDetails')
    .replaceAll(/^import .*$/gm, '')
    .replace('export default', 'return');
  const create = new Function('defineTeam', 'withDetails', code)(defineTeam, withDetails);
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    spec: createLocalSpec({ seed: 1 }),
  });
  match.run({ cycles: 200 });
  expect(match.complaints).toEqual([]);
  expect(match.players.some(({ player }) => player.kickCount > 0)).toBe(true);
});

it('players of the README hear the messages of their own kind, and no command is refused', async () => {
  const code = block('messages:')
    .replaceAll(/^import .*$/gm, '')
    .replace('export default', 'return');
  let heard = 0;
  const create = new Function('defineTeam', code)((definition: TeamDefinition) =>
    defineTeam({
      ...definition,
      play(player) {
        heard += player.heardParts.filter(({ part }) => part.kind === 'own' && part.name === 'press').length;
        return definition.play(player);
      },
    }),
  );
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    spec: createLocalSpec({ seed: 1 }),
  });
  match.run({ cycles: 100 });
  expect(match.complaints).toEqual([]);
  expect(heard).toBeGreaterThan(50);
});

it('the team of the README with parameters plays with the options of its file, and no command is refused', async () => {
  const code = block('defineParameters')
    .replaceAll(/^import .*$/gm, '')
    .replace('export const', 'const')
    .replace('export default', 'return');
  const create = new Function('defineParameterizedTeam', 'defineParameters', code)(
    defineParameterizedTeam,
    defineParameters,
  );
  const [, text] = /```yaml\n(# deep\.yaml[\s\S]*?)```/.exec(readme)!;
  const options = readTeamOptions({ environment: { RCSS_OPTIONS: text } });
  const texts: string[] = [];
  const play = async (given: Record<string, unknown>): Promise<number> => {
    const match = await createLocalMatch({
      left: {
        name: 'Alpha',
        create: (context: TeamContext) =>
          create({
            ...context,
            onDebug: ({ texts: lines = [] }: DebugRecord) =>
              void texts.push(...lines.map((line) => line.text)),
          }),
        options: given,
      },
      spec: createLocalSpec({ seed: 1 }),
    });
    match.run({ cycles: 60 });
    expect(match.complaints).toEqual([]);
    // The farthest of the defenders: one of them may run to the ball.
    return Math.min(...match.players.slice(1, 5).map(({ player }) => player.pos.x));
  };
  expect(await play(options)).toBeLessThan((await play({})) - 5);
  expect(texts).toContain('parameters {"defense":{"line":-30,"effort":0.8},"style":"risky"}');
  expect(readme).toContain('`parameters {"defense":{"line":-30,"effort":0.8},"style":"risky"}`');
  const message = /refused before the team connects: `(.*)`/.exec(readme)![1]!;
  await expect(play({ defense: { line: 5 } })).rejects.toThrow(message);
});

it('the team of the README that plans plays, and its records say what was rejected', async () => {
  const code = block('player.plan(')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(': PlanSituation): number', ')')
    .replace('export default', 'return');
  const texts: string[] = [];
  const onDebug = ({ texts: lines = [] }: DebugRecord): void =>
    void texts.push(...lines.map(({ text }) => text));
  const create = new Function('defineTeam', code)((definition: TeamDefinition) =>
    defineTeam({ ...definition, onDebug }),
  );
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    spec: createLocalSpec({ seed: 1 }),
  });
  match.run({ cycles: 300 });
  expect(match.complaints).toEqual([]);
  for (const head of [/^chosen: /, /^rejected: pass to \d+/, /^no pass to \d+: /])
    expect(texts.some((text) => head.test(text))).toBe(true);
});

it('the team of the README with a generator and an own choice plays, and no command is refused', async () => {
  const code = block('listChoices')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/: (StepGenerator|AgentPlayer)/g, '')
    .replace('export default', 'return');
  const runs: (Action | null)[] = [];
  const run: typeof dribble = (world, options) => {
    runs.push(dribble(world, options));
    return runs.at(-1)!;
  };
  const create = new Function('defineTeam', 'dribble', code)(defineTeam, run);
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    spec: createLocalSpec({ seed: 1 }),
  });
  match.run({ cycles: 400 });
  expect(match.complaints).toEqual([]);
  expect(match.players.some(({ player }) => player.kickCount > 0)).toBe(true);
  expect(runs.some((action) => action !== null)).toBe(true);
});

it('a team reports beliefs and actions in the field frame for both sides', async () => {
  const records: DebugRecord[] = [];
  const create = defineTeam({ play: (p) => p.goTo(p.home), onDebug: (record) => records.push(record) });
  const team = { name: 'Alpha', create };
  const match = await createLocalMatch({ left: team, right: { name: 'Beta', create } });
  match.run({ cycles: 30 });
  for (const { player } of match.players) {
    const last = records.findLast(({ side, unum }) => side === player.side && unum === player.unum)!;
    expect(last.texts![0]!.text).toMatch(/^\w+: /);
    expect(
      Math.hypot(last.beliefs!.self!.x - player.pos.x, last.beliefs!.self!.y - player.pos.y),
    ).toBeLessThan(1.5);
    const ball = last.beliefs!.ball!;
    const error = Math.hypot(ball.x - match.match.world.ball.pos.x, ball.y - match.match.world.ball.pos.y);
    if (ball.age! <= 1) expect(error).toBeLessThan(3);
  }
});
