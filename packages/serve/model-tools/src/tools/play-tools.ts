/** Tools that play: matches, continuations, teams. */
import { sideOfName } from '@rcss/core';
import type { BothSides } from '@rcss/simulator';
import { addBlock, createSprt } from '@rcss/tournament/sprt';
import { createBlockValues, summarizeComparison } from '@rcss/tournament/statistics';
import { z } from 'zod';
import { readAdvice } from '../coach-advice.js';
import { findShowAt, formatStateDigest } from '../match-store.js';
import type { ContinuationPlan, Order, PlayResult, Recipe, TeamSpec } from '../sandbox/tasks.js';
import { findTeam, nameApart, readTeamFile, writeTeamFile } from '../team-files.js';
import { findProgram } from '../team-programs.js';
import { checkRange, ToolError } from '../tool-error.js';
import {
  ADVICE,
  createOrder,
  findMoment,
  MATCH,
  MOMENT_SHAPE,
  ORDER_SHAPE,
  requireRecipe,
  SEED,
  SIDE,
  TEAM,
  UNUM,
} from './arguments.js';
import { comparePlans, formatFollowed, formatPercent, formatPlan, namePlan } from './outcomes.js';
import { defineTool } from './tool.js';

const CYCLES = z.number().int().min(1);

const PLAN_SHAPE = {
  ...ORDER_SHAPE,
  action: ORDER_SHAPE.action.optional(),
  commands: z
    .string()
    .max(1000)
    .optional()
    .describe('match of programs: commands of the player in this cycle, such as (kick 100 20)'),
  team: TEAM.optional().describe('match of programs: another program for the side'),
  server: z
    .record(z.string(), z.union([z.number(), z.boolean(), z.string()]))
    .optional()
    .describe('match of programs: other parameters from the cycle on, such as {"ball_rand":0}'),
};

function formatResult(
  recipe: Recipe,
  { end: { score, time, end, digest }, complaints, printed, followed, problems = [] }: PlayResult,
): string {
  return [
    `${recipe.left.name} ${score.left} : ${score.right} ${recipe.right?.name ?? 'no team'} at cycle ${time} (${end.message}), state ${formatStateDigest(digest)}.`,
    ...(recipe.left.advice === undefined
      ? []
      : [`Left advice: ${formatFollowed([followed.l], recipe.left)}`]),
    ...(recipe.right?.advice === undefined
      ? []
      : [`Right advice: ${formatFollowed([followed.r], recipe.right)}`]),
    ...problems,
    ...complaints.map((line) => `server: ${line}`),
    ...printed.map((line) => `printed: ${line}`),
  ].join('\n');
}

/** The team with a coach that says something. */
function withAdvice(team: TeamSpec, text: string | undefined): TeamSpec {
  return text === undefined ? team : { ...team, advice: readAdvice(text).texts };
}

const playMatch = defineTool({
  name: 'play_match',
  title: 'Play a match',
  description:
    'Plays a match of two teams by all rules, with the noise of the sensors, and stores it. A whole match has 6000 cycles; 300 to 1000 show how teams play. Ask describe_match, find_event or statistics about it.',
  isReadOnly: false,
  shape: {
    left: TEAM.default('base'),
    right: TEAM.default('chasers'),
    seed: SEED.default(1),
    cycles: CYCLES.default(600).describe('length, cycles'),
    half: CYCLES.optional().describe('length of a half, cycles; absent: 3000'),
    left_advice: ADVICE.optional().describe('messages of the coach language that the left coach says'),
    right_advice: ADVICE.optional().describe('messages of the coach language that the right coach says'),
  },
  run: async (simulator, { left, right, seed, cycles, half, ...advice }, context) => {
    checkRange('cycles', cycles, 1, simulator.limits.cycles);
    if (half !== undefined) checkRange('half', half, 10, simulator.limits.cycles);
    simulator.matches.checkSpace();
    const [leftTeam, rightTeam] = nameApart(findTeam(simulator, left), findTeam(simulator, right));
    const recipe: Recipe = {
      left: withAdvice(leftTeam, advice.left_advice),
      right: withAdvice(rightTeam, advice.right_advice),
      seed,
      ...(half === undefined ? {} : { halfCycles: half }),
    };
    const result = await simulator.run<'play'>({ type: 'play', recipe, cycles, hasLog: true }, context);
    return [`Match ${simulator.matches.add(recipe, result)}: ${formatResult(recipe, result)}`];
  },
});

const snapshotTool = defineTool({
  name: 'snapshot',
  title: 'Save a moment',
  description:
    'Saves a moment of a match under a name, for fork and what_if; one of the same name is replaced. The state is exact: the match can be played again to it, bit for bit.',
  isReadOnly: false,
  isDestructive: true,
  shape: {
    match: MOMENT_SHAPE.match.unwrap(),
    cycle: MOMENT_SHAPE.cycle.unwrap(),
    name: z
      .string()
      .regex(/^[A-Za-z][\w-]{0,30}$/)
      .describe('a letter, then letters, digits, - and _'),
  },
  run: (simulator, { match: name, cycle, name: moment }) => {
    const match = simulator.matches.open(name);
    findShowAt(match, cycle);
    requireRecipe(match);
    simulator.matches.saveMoment(moment, { match: name, cycle });
    return [`Snapshot ${moment}: ${name} at cycle ${cycle}.`];
  },
});

const fork = defineTool({
  name: 'fork',
  title: 'Continue from a moment',
  description:
    'Plays on from a moment of a match and stores the new match: with the same random numbers or others (seed), with other teams, or with an order for the player with the ball.',
  isReadOnly: false,
  shape: {
    ...MOMENT_SHAPE,
    cycles: CYCLES.default(200).describe('cycles to play from the moment on'),
    seed: SEED.optional().describe('absent: the random numbers of the match go on'),
    left: TEAM.optional().describe('another left team from the moment on'),
    right: TEAM.optional().describe('another right team from the moment on'),
    left_advice: ADVICE.optional().describe('what the left coach says from the moment on'),
    right_advice: ADVICE.optional().describe('what the right coach says from the moment on'),
    side: SIDE.optional().describe('side of the player with an order'),
    unum: UNUM.optional().describe('number of the player with an order'),
    action: ORDER_SHAPE.action.optional().describe('order for the player with the ball'),
    to: ORDER_SHAPE.to,
  },
  run: async (simulator, args, context) => {
    const { match, cycle } = findMoment(simulator, args);
    const of = requireRecipe(match);
    checkRange('cycles', args.cycles, 1, simulator.limits.cycles);
    simulator.matches.checkSpace();
    const { action, side, unum, to } = args;
    let order: Order | null = null;
    if (action !== undefined || side !== undefined || unum !== undefined || to !== undefined) {
      if (action === undefined || side === undefined || unum === undefined)
        throw new ToolError('an order needs action, side and unum of the player with the ball');
      order = createOrder(match, cycle, sideOfName(side), unum, { action, to });
    }
    const replace = (team: string | undefined, old: Recipe['left']): Recipe['left'] =>
      team === undefined ? old : findTeam(simulator, team, old.name);
    const recipe: Recipe = {
      ...of,
      left: withAdvice(replace(args.left, of.left), args.left_advice),
      right: of.right === null ? null : withAdvice(replace(args.right, of.right), args.right_advice),
      branch: { of, cycle, seed: args.seed ?? null, order },
    };
    const result = await simulator.run<'play'>(
      { type: 'play', recipe, cycles: args.cycles, hasLog: true },
      context,
    );
    return [
      `Match ${simulator.matches.add(recipe, result)}, from ${match.name} at cycle ${cycle}: ${formatResult(recipe, result)}`,
    ];
  },
});

const whatIf = defineTool({
  name: 'what_if',
  title: 'Compare plans',
  description:
    'Compares what plans of the player with the ball lead to: plays n continuations of each from the same moment, and of what the team decides itself, and returns outcomes with 95 % intervals. Continuation i of every plan has the same seed. In a match of programs, a plan has other commands of a player, another program or other parameters; each continuation starts the programs anew, which takes as long as the match up to the moment.',
  isReadOnly: true,
  shape: {
    ...MOMENT_SHAPE,
    side: SIDE,
    unum: UNUM.optional().describe('player with the ball, or with other commands'),
    plans: z
      .array(z.strictObject(PLAN_SHAPE))
      .min(1)
      .max(6)
      .describe('for example [{"action":"pass","to":9},{"action":"shoot"}]'),
    n: z.number().int().min(1).default(20).describe('continuations of each plan'),
    horizon: z
      .number()
      .int()
      .min(5)
      .max(300)
      .default(60)
      .describe('length of a continuation, cycles; it ends at a goal'),
    seed: SEED.default(1),
  },
  run: async (simulator, { side, unum, plans, n, horizon, seed, ...moment }, context) => {
    checkRange('n', n, 1, simulator.limits.continuations);
    const { match, cycle } = findMoment(simulator, moment);
    const recipe = requireRecipe(match);
    const create = ({ action, to, team, commands, server }: (typeof plans)[number]): ContinuationPlan => {
      if (unum === undefined && (action !== undefined || commands !== undefined))
        throw new ToolError('unum: action and commands need the number of their player, 1–11');
      if (action !== undefined && unum !== undefined)
        return { order: createOrder(match, cycle, sideOfName(side), unum, { action, to }), advice: [] };
      if (findProgram(recipe) === undefined)
        throw new ToolError(`a plan of ${match.name}, which has no program, needs an action`);
      const change = {
        ...(commands === undefined ? {} : { commands: `${sideOfName(side)}${unum} ${commands}` }),
        ...(team === undefined ? {} : { team: findTeam(simulator, team) }),
        ...(server === undefined ? {} : { server }),
      };
      return { order: null, advice: [], change };
    };
    const all: ContinuationPlan[] = [{ order: null, advice: [] }, ...plans.map(create)];
    const result = await simulator.run<'what_if'>(
      {
        ...{ type: 'what_if', recipe, cycle, side: sideOfName(side), plans: all, count: n, horizon, seed },
        ...simulator.matches.findRecording(match.name),
      },
      context,
    );
    const names = all.map(namePlan);
    const who = unum === undefined ? side : `${side} ${unum}`;
    return [
      [
        `${match.name} from cycle ${cycle}, ${who}, ${n} continuations of at most ${horizon} cycles:`,
        ...names.map((name, i) => formatPlan(name, result.plans[i]!)),
        ...comparePlans(names, result.plans, 'what the team decides'),
      ].join('\n'),
    ];
  },
});

const decide = defineTool({
  name: 'decide',
  title: 'Decide a match again',
  description:
    'Gives a program all messages that the players of a side received in a match, cycle by cycle, and compares its commands with those of the match: what a change of the program changes, without a new match.',
  isReadOnly: true,
  shape: {
    match: MATCH,
    side: SIDE,
    team: TEAM.optional().describe('program that decides; absent: the one that played'),
    unum: z.number().int().min(0).max(11).optional().describe('the only player; 0: the coach; absent: all'),
  },
  run: async (simulator, { match: name, side, team, unum }, { signal }) => {
    const { recipe } = simulator.matches.open(name);
    const { recording } = simulator.matches.findRecording(name);
    const played = side === 'left' ? recipe?.left : recipe?.right;
    const { programs } = simulator;
    if (recording === undefined || played === undefined || played === null || programs === undefined)
      throw new ToolError(
        `${name} has no recording: decide needs a match of play_match in which a program played`,
      );
    const spec = team === undefined ? played : findTeam(simulator, team, played.name);
    const question = { side: sideOfName(side), unum: unum ?? null, team: spec };
    return [await simulator.inPlace(signal, (limited) => programs.decide(recording, question, limited))];
  },
});

const writeTeam = defineTool({
  name: 'write_team',
  title: 'Write a team file',
  description:
    'Writes a team into the work folder, in TypeScript or JavaScript; a file of the same name is replaced. It exports a team: import { defineTeam } from "@rcss/agent"; export default defineTeam({ play: (player) => player.shoot() ?? player.passTo() ?? player.dribbleTo() ?? (player.isFirst ? player.intercept() : null) ?? player.goTo(player.home) }); Modules: @rcss/agent, /skills, /world, /reach, /planner, /formations, @rcss/core/math.',
  isReadOnly: false,
  isDestructive: true,
  shape: {
    file: z.string().max(80).describe('name such as mine.ts'),
    code: z.string().min(1).describe('the whole file'),
  },
  run: (simulator, { file, code }) => {
    writeTeamFile(simulator, file, code);
    return [`Written: ${file}, ${code.split('\n').length} lines. Next: check_team.`];
  },
});

const readTeam = defineTool({
  name: 'read_team',
  title: 'Read a team file',
  description: 'Returns the code of a team file of the work folder.',
  isReadOnly: true,
  shape: {
    file: z.string().max(80).describe('name such as mine.ts'),
    from: z.number().int().min(0).default(0).describe('characters to skip, to read on in a long file'),
  },
  run: (simulator, { file, from }) => [readTeamFile(simulator, file).slice(from)],
});

const CHECK_CYCLES = 100;
const MAX_IDLE = 0.3;

const checkTeam = defineTool({
  name: 'check_team',
  title: 'Check a team',
  description: `Plays ${CHECK_CYCLES} cycles of a team alone and says what is wrong: errors of the code with lines, missing players, refused commands, players that do nothing.`,
  isReadOnly: true,
  shape: { team: TEAM },
  run: async (simulator, { team }, context) => {
    const recipe: Recipe = { left: findTeam(simulator, team), right: null, seed: 1 };
    const result = await simulator.run<'play'>(
      { type: 'play', recipe, cycles: CHECK_CYCLES, hasLog: false },
      context,
    );
    const { players } = result.end;
    const problems = [
      ...(players.left < 11 ? [`${players.left} of 11 players connected`] : []),
      ...(result.idle.l > MAX_IDLE
        ? [`no command in ${formatPercent(result.idle.l)} of the decisions in play`]
        : []),
      ...result.complaints.map((line) => `the server refuses: ${line}`),
      ...(result.problems ?? []),
    ];
    return [
      [
        problems.length === 0 ? `${team} is ready to play.` : `${team} plays, but:`,
        ...problems,
        ...result.printed.map((line) => `printed: ${line}`),
      ].join('\n'),
    ];
  },
});

const compareTeams = defineTool({
  name: 'compare_teams',
  title: 'Compare two teams',
  description:
    'Plays pairs of matches with the same seed and swapped sides until a sequential test (errors 5 %) says whether the candidate is better than the base, or until the matches are used up.',
  isReadOnly: true,
  shape: {
    candidate: TEAM,
    base: TEAM,
    matches: z.number().int().min(2).default(20).describe('most matches; two for each pair'),
    cycles: CYCLES.default(600).describe('length of a match, cycles'),
    goals: z.number().min(0.1).max(10).default(1).describe('improvement to show, goals per match'),
    seed: SEED.default(1),
  },
  run: async (simulator, { candidate, base, matches, cycles, goals, seed }, context) => {
    checkRange('matches', matches, 2, simulator.limits.comparedMatches);
    checkRange('cycles', cycles, 1, simulator.limits.cycles);
    const [ours, theirs] = nameApart(
      findTeam(simulator, candidate, 'candidate'),
      findTeam(simulator, base, 'base'),
    );
    const pairs = Math.floor(matches / 2);
    let test = createSprt({
      statistic: 'goals',
      h0: 0,
      h1: goals,
      minBlocks: Math.min(5, pairs),
      maxBlocks: pairs,
    });
    const blocks: ReturnType<typeof createBlockValues>[number][] = [];
    const deadline = performance.now() + simulator.limits.seconds * 1000;
    while (test.decision === null && performance.now() < deadline) {
      const others = { block: String(blocks.length), date: '', penaltyL: null, penaltyR: null };
      // If one match of a pair fails, the other one is not needed.
      const failed = new AbortController();
      const signal = AbortSignal.any([context.signal, failed.signal]);
      const done = 2 * blocks.length;
      const report = () => context.report(done, 2 * pairs, `${done} of at most ${2 * pairs} matches`);
      const play = (left: typeof ours, right: typeof ours): Promise<PlayResult> => {
        const recipe = { left, right, seed: seed + blocks.length };
        return simulator.run<'play'>({ type: 'play', recipe, cycles, hasLog: false }, { signal, report });
      };
      const both = Promise.all([play(ours, theirs), play(theirs, ours)]);
      both.catch(() => failed.abort());
      const [home, away] = (await both).map(({ end }) => end.score) as [BothSides, BothSides];
      const rows = [
        { ...others, left: ours.name, right: theirs.name, scoreL: home.left, scoreR: home.right },
        { ...others, left: theirs.name, right: ours.name, scoreL: away.left, scoreR: away.right },
      ];
      const [value] = createBlockValues(rows, ours.name, theirs.name);
      blocks.push(value!);
      test = addBlock(test, value!);
      context.report(
        2 * blocks.length,
        2 * pairs,
        `${2 * blocks.length} matches, log-likelihood ratio ${test.llr.toFixed(2)}`,
      );
    }
    const { goalDifference, wins, draws, losses } = summarizeComparison(blocks);
    const interval =
      blocks.length < 2
        ? 'one pair has no interval'
        : `${goalDifference.low.toFixed(2)}–${goalDifference.high.toFixed(2)}`;
    const verdict =
      test.decision === 'h1'
        ? `${candidate} is better than ${base}`
        : test.decision === 'h0'
          ? `${candidate} is not better than ${base} by ${goals} goals per match`
          : 'undecided: play more matches';
    return [
      `${verdict}. ${2 * blocks.length} matches of ${cycles} cycles: ${wins.count} won, ${draws.count} drawn, ${losses.count} lost; goal difference ${goalDifference.value.toFixed(2)} (${interval}) per match; log-likelihood ratio ${test.llr.toFixed(2)}.`,
    ];
  },
});

/** Tools that play or write. */
export const PLAY_TOOLS = [
  playMatch,
  snapshotTool,
  fork,
  whatIf,
  decide,
  writeTeam,
  readTeam,
  checkTeam,
  compareTeams,
];
