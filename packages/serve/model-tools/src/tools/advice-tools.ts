/** Tools for the coach language. */
import { playerSlot, sideOfName } from '@rcss/core';
import { z } from 'zod';
import {
  applyAdvice,
  createPlaybook,
  listIgnoredActions,
  readAdvice,
  toClangWorld,
} from '../coach-advice.js';
import { findShowAt } from '../match-store.js';
import type { ContinuationPlan } from '../sandbox/tasks.js';
import { checkRange } from '../tool-error.js';
import { ADVICE, CYCLE, findMoment, MATCH, MOMENT_SHAPE, requireRecipe, SEED, SIDE } from './arguments.js';
import { comparePlans, formatFollowed, formatPlan } from './outcomes.js';
import { defineTool } from './tool.js';

/** Moments of a match for which advice is evaluated. */
const ADVICE_SAMPLES = 200;

const coachAdvice = defineTool({
  name: 'coach_advice',
  title: 'Check advice in the coach language',
  description:
    'Checks advice in the coach language CLang: errors with their places, which directives apply to which players at a moment of a match, and in which share of it. try_advice plays it.',
  isReadOnly: true,
  shape: {
    advice: ADVICE,
    match: MATCH,
    cycle: CYCLE.optional().describe('moment; absent: only the share of the match'),
    side: SIDE.default('left'),
  },
  run: (simulator, { advice: text, match: name, cycle, side }) => {
    const advice = readAdvice(text);
    const match = simulator.matches.open(name);
    const { columns } = match.analysis;
    const apply = (show: number) => {
      const index = columns.owner[show]! - 1;
      const owner = index < 0 ? null : playerSlot(index);
      const frame = match.frames[show]!;
      const situation = {
        time: frame.time,
        playMode: frame.playMode,
        left: frame.left,
        right: frame.right,
        ball: { x: frame.ballX, y: frame.ballY },
        players: frame.players.filter(({ state }) => state !== 0),
      };
      return applyAdvice(
        createPlaybook(advice, frame.time),
        toClangWorld(situation, owner),
        sideOfName(side),
      );
    };
    const lines = [
      `${advice.messages.length} messages, no errors.`,
      ...advice.warnings.map((line) => `Warning: ${line}`),
    ];
    if (cycle !== undefined) {
      const directives = apply(findShowAt(match, cycle));
      lines.push(
        `At cycle ${cycle}: ${directives.length === 0 ? 'no directive applies.' : ''}`,
        ...directives.map(
          ({ source, text: directive, unums }) => `${source}: ${directive} for ${unums.join(', ')}`,
        ),
      );
    }
    const counts = new Map<string, number>();
    const step = Math.max(1, Math.floor(match.frames.length / ADVICE_SAMPLES));
    let samples = 0;
    for (let show = 0; show < match.frames.length; show += step) {
      samples += 1;
      for (const key of new Set(apply(show).map(({ source, text: directive }) => `${source}: ${directive}`)))
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    lines.push(
      `In ${samples} moments of the match:`,
      ...(counts.size === 0
        ? ['no directive applies; is the rule on?']
        : [...counts].map(([key, count]) => `${Math.round((100 * count) / samples)} % ${key}`)),
    );
    return [lines.join('\n')];
  },
});

const tryAdvice = defineTool({
  name: 'try_advice',
  title: 'Try advice in play',
  description:
    'Lets the coach of a side say advice in the coach language from a moment of a match on: plays n continuations with it and without it, with the same seeds, and compares outcomes with 95 % intervals. Players of base follow it; to a program, its coach says it besides its own messages. In play they receive a message after 50 cycles, and each type of message is allowed once in 300 cycles.',
  isReadOnly: true,
  shape: {
    ...MOMENT_SHAPE,
    side: SIDE.default('left'),
    advice: ADVICE,
    n: z.number().int().min(1).default(10).describe('continuations with the advice, and without it'),
    horizon: z
      .number()
      .int()
      .min(60)
      .max(1000)
      .default(300)
      .describe('length of a continuation, cycles; it ends at a goal'),
    seed: SEED.default(1),
  },
  run: async (simulator, { side, advice: text, n, horizon, seed, ...moment }, context) => {
    checkRange('n', n, 1, simulator.limits.continuations);
    const advice = readAdvice(text);
    const { match, cycle } = findMoment(simulator, moment);
    const recipe = requireRecipe(match);
    const plans: ContinuationPlan[] = [
      { order: null, advice: [] },
      { order: null, advice: advice.texts },
    ];
    const result = await simulator.run<'what_if'>(
      {
        ...{ type: 'what_if', recipe, cycle, side: sideOfName(side), plans, count: n, horizon, seed },
        ...simulator.matches.findRecording(match.name),
      },
      context,
    );
    const team = (side === 'left' ? recipe.left : recipe.right) ?? recipe.left;
    const names = ['without the advice', 'with the advice'];
    return [
      [
        `${match.name} from cycle ${cycle}, ${side}, ${n} continuations of at most ${horizon} cycles:`,
        ...names.map((name, i) => formatPlan(name, result.plans[i]!)),
        ...comparePlans(names, result.plans, names[0]!),
        `Advice: ${formatFollowed(
          result.plans[1]!.map(({ followed }) => followed),
          { ...team, advice: advice.texts },
        )}`,
        ...advice.warnings.map((line) => `Warning: ${line}`),
        ...listIgnoredActions(advice),
      ].join('\n'),
    ];
  },
});

/** Tools for the coach language. */
export const ADVICE_TOOLS = [coachAdvice, tryAdvice];
