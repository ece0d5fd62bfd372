import { expect, it } from 'vitest';
import { createMemoryProcesses, READY } from '../../test/memory-process.js';
import { recordTeam, replayClient } from '../../test/recorded-team.js';
import { createTestScene, placePlayer } from '../../test/scene.js';
import { FOUR_THREE_THREE } from '../formations/four-three-three.js';
import type { OwnStep, PlannerOptions, StepGenerator } from '../planner/plan-attack.js';
import { createAction } from '../skills/action.js';
import { dribble } from '../skills/dribble.js';
import { AgentPlayer } from '../team/agent-player.js';
import { defineTeam } from '../team/define-team.js';
import type { FromAgent } from './messages.js';
import { answerRequest } from './process-skills.js';
import { createProcessTeam } from './process-team.js';

/** Number 8 with the ball, teammates and opponents. */
function createPlayer(): AgentPlayer {
  const world = createTestScene({ x: 20, y: 5 }, { x: 20.5, y: 5 });
  placePlayer(world, true, 9, 32, -4);
  placePlayer(world, true, 11, 30, 14);
  placePlayer(world, false, 1, 50, 0, true);
  placePlayer(world, false, 3, 36, 2);
  placePlayer(world, false, 5, 25, 9);
  return new AgentPlayer(world, { formation: FOUR_THREE_THREE, absent: new Set() });
}

const player = createPlayer();
const kick = createAction('through', { type: 'kick', power: 60, dir: 10 }, 'between two', { passTo: 9 });
const through = {
  kind: 'pass',
  target: { x: 40, y: -6 },
  unum: 9,
  cycles: 14,
  probability: 0.97,
} as const;
const generate = (step: OwnStep): StepGenerator[] => [
  ({ state }) => (state.steps.length === 0 ? [step] : []),
];

/** The choices of a process. */
const ask = (args: object) => answerRequest(player, 'choices', args).choices!;
/** The choices in this process, as a process gets them. */
const list = (options: PlannerOptions) =>
  player.listChoices(options).map(({ play, ...choice }) => ({ ...choice, action: play() }));

it('an own first step is continued and judged like the same step of a generator', () => {
  const args = { goalValue: 10, steps: [{ ...through, action: kick }] };
  const choices = ask(args);
  expect(choices).toEqual(list({ goalValue: 10, generators: generate({ ...through, play: () => kick }) }));
  const own = choices.find(({ action }) => action.kind === 'through')!;
  expect(own.steps[0]).toEqual(through);
  expect(own.steps.length).toBeGreaterThan(1);
  expect(own.action).toMatchObject({ body: kick.body, passTo: 9 });
  expect(own.action.reason).toMatch(/^between two, plan \d\.\d\d; then /);
  expect(answerRequest(player, 'plan', args).action).toEqual(choices[0]!.action);
});

it('the player after a step is the receiver of the action, the player itself, or none', () => {
  const { unum: _, ...place } = through;
  const step = { ...place, action: kick };
  const firsts = ask({
    maxSteps: 1,
    steps: [step, { ...step, kind: 'dribble' }, { ...step, kind: 'shot' }],
  }).flatMap(({ action, steps }) => (action.kind === 'through' ? steps : []));
  expect(Object.fromEntries(firsts.map(({ kind, unum }) => [kind, unum]))).toEqual({
    pass: 9,
    dribble: player.unum,
    shot: 0,
  });
});

it('tables and openness value situations like the same functions', () => {
  const values = [-34, 34].map((y) => [-52.5, 52.5].map((x) => x / 50 - y / 100));
  const losses = [
    [0.2, 0.4],
    [0.2, 0.4],
  ];
  const options: PlannerOptions = {
    maxSteps: 2,
    maxStates: 150,
    goalValue: 2,
    evaluate: ({ ball, opponents }) =>
      ball.x / 50 -
      ball.y / 100 +
      0.05 * Math.min(10, ...opponents.map(({ pos }) => Math.hypot(pos.x - ball.x, pos.y - ball.y))),
    loss: ({ x }) => 0.3 + (0.1 * x) / 52.5,
  };
  const choices = ask({
    ...{ maxSteps: 2, maxStates: 150, goalValue: 2, values, losses },
    openness: { perMeter: 0.05, within: 10 },
  });
  const expected = list(options);
  expect(choices.map(({ steps }) => steps)).toEqual(expected.map(({ steps }) => steps));
  for (const [i, { value }] of choices.entries()) expect(value).toBeCloseTo(expected[i]!.value, 9);
  const places = (all: typeof choices) => all.map(({ steps }) => steps[0]!.target);
  expect(places(choices)).not.toEqual(places(ask({})));
});

it('a reason that is as long as allowed stays so with what the planner adds', () => {
  const reason = 'x'.repeat(400);
  const choices = ask({ steps: [{ ...through, action: { ...kick, reason } }] });
  const own = choices.find(({ action }) => action.kind === 'through')!;
  expect(own.action.reason.length).toBeGreaterThan(300);
  expect(own.action.reason.length).toBeLessThanOrEqual(400);
});

const step = { ...through, action: kick };
it.each([
  [
    { steps: [step, { ...step, unum: 8 }] },
    'choices: steps[1].unum: 8 is not a teammate, the receiver of the pass',
  ],
  [
    { steps: [{ ...step, unum: 0 }] },
    'choices: steps[0].unum: 0 is not a teammate, the receiver of the pass',
  ],
  [{ steps: [{ ...step, kind: 'dribble' }] }, 'choices: steps[0].unum: 9 is not 8, the player that dribbles'],
  [{ steps: [{ ...step, kind: 'shot' }] }, 'choices: steps[0].unum: 9 is not 0, for a shot'],
  [{ steps: [{ ...step, probability: 2 }] }, 'choices: steps[0].probability: 2 is not a number from 0 to 1'],
  [{ steps: [{ ...step, action: { kind: 7 } }] }, 'choices: steps[0].action.kind: 7 is not a text'],
  [{ steps: Array(33).fill(step) }, 'is not a list of at most 32 steps'],
  [{ values: [[1, 2]] }, 'is not a list of 2 to 69 rows of numbers'],
  [{ values: [[1], [2]] }, 'is not a list of 2 to 106 numbers'],
  [
    {
      losses: [
        [1, 2],
        [3, 4, 5],
      ],
    },
    'choices: losses[1]: 3 numbers are not 2, as in the first row',
  ],
  [{ maxStates: 5000 }, 'choices: maxStates: 5000 is not a whole number from 1 to 2000'],
])('wrong arguments are refused: %#', (args, text) => {
  expect(() => answerRequest(player, 'choices', args)).toThrow(text);
});

it('a process with an own step and own values gives the commands of the same team in this process', async () => {
  const corner = { x: 48, y: 28 };
  const run = { kind: 'dribble', target: corner, cycles: 25, probability: 0.9 } as const;
  const values = [
    [-1, 0, 1],
    [-1, 0, 1],
  ];
  const recorded = await recordTeam(
    defineTeam({
      play(self) {
        const toCorner = dribble(self.world, { to: corner, minProbability: 0.1 });
        const generators =
          toCorner === null ? [] : generate({ ...run, unum: self.unum, play: () => toCorner });
        const evaluate: PlannerOptions['evaluate'] = ({ ball }) => Math.max(-1, Math.min(1, ball.x / 52.5));
        return self.plan({ generators, evaluate }) ?? self.intercept() ?? self.goTo({ x: 3, y: 4 });
      },
    }),
    150,
  );
  const plans: FromAgent[] = [];
  const { start } = createMemoryProcesses((message, process) => {
    if (message.type === 'start') process.send({ ...READY, decides: ['play'] });
    if (message.type !== 'decide' && message.type !== 'answer') return;
    const { id } = message;
    const next = (skill: string, args = {}) => process.send({ type: 'ask', id, skill, args });
    if (message.type === 'decide') {
      asked = message.world.kickable ? 'dribbleTo' : 'plan';
      if (message.world.kickable) next(asked, { target: corner, minProbability: 0.1 });
      else next(asked);
    } else if (asked === 'dribbleTo') {
      asked = 'plan';
      const { action } = message;
      next('plan', { values, steps: action === null ? [] : [{ ...run, action }] });
    } else if (message.action !== null || asked === 'goTo') {
      if (asked === 'plan') plans.push(message);
      process.send({ type: 'action', id, action: message.action });
    } else {
      asked = asked === 'plan' ? 'intercept' : 'goTo';
      next(asked, asked === 'goTo' ? { target: { x: 3, y: 4 } } : {});
    }
  });
  let asked = '';
  const warnings: string[] = [];
  const team = createProcessTeam({ start, now: () => 0, onWarning: (text) => warnings.push(text) });
  const { players } = await team.create({ team: 'Alpha', seed: 6, options: {} });
  for (const index of [8, 9, 10])
    expect(await replayClient(players[index]!, recorded[index]!)).toEqual(
      recorded[index]!.map(({ commands }) => commands),
    );
  expect(warnings).toEqual([]);
  expect(plans).not.toEqual([]);
  team.close();
});
