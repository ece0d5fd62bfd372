import { LocalTeamError, MatchLog } from '@rcss/agent/local';
import type { Side } from '@rcss/core';
import { compress } from '@rcss/logs/codec';
import { createMatchEnd } from '@rcss/simulator';
import { OutcomeMeter } from './outcome-meter.js';
import {
  AdviceCounter,
  continueMatch,
  findState,
  openMatch,
  type ReplayListener,
  type WatchedState,
} from './replay.js';
import type {
  Continuation,
  ContinuationPlan,
  PlayResult,
  Recipe,
  SandboxResult,
  SandboxTask,
} from './tasks.js';

const MAX_COMPLAINTS = 10;
/** Characters of a complaint: it quotes what a player sent. */
const MAX_COMPLAINT = 200;
/** Cycles between two reports of progress. */
const CYCLES_PER_REPORT = 5;
/** Steps of a match per cycle of the clock that it may have at most: play stops for set plays. */
const MAX_STEPS_PER_CYCLE = 4;
const MAX_EXTRA_STEPS = 2000;

type Task<Type extends SandboxTask['type']> = Extract<SandboxTask, { type: Type }>;

/** Performs a task. `report` is called every few cycles with what is done. */
export async function perform(
  task: SandboxTask,
  { printed, teams }: Pick<ReplayListener, 'printed' | 'teams'>,
  report: (done: number, total: number) => void,
): Promise<SandboxResult> {
  let done = 0;
  const total = countCycles(task);
  const listener: ReplayListener = {
    printed,
    teams,
    cycled: () => {
      done += 1;
      if (done % CYCLES_PER_REPORT === 0) report(Math.min(done, total), total);
    },
  };
  switch (task.type) {
    case 'play':
      return play(task, listener);
    case 'what_if':
      return askWhatIf(task, listener);
    case 'perceive':
      return perceive(task, listener);
  }
}

/** Estimated number of cycles of a task, for progress. */
function countCycles(task: SandboxTask): number {
  if (task.type === 'play') return task.cycles;
  if (task.type === 'perceive') return task.cycle;
  return task.cycle + task.plans.length * task.count * (task.horizon + 60);
}

async function play({ recipe, cycles, hasLog }: Task<'play'>, listener: ReplayListener): Promise<PlayResult> {
  const log = new MatchLog();
  const decisions = { l: 0, r: 0 };
  const idle = { l: 0, r: 0 };
  const advised = new AdviceCounter();
  const match = await openMatch(
    recipe,
    {
      advised,
      sinks: [{ event: (event) => log.event(event), frame: (state) => log.frame(state) }],
      overrule: ({ side }, commands) => {
        if (match.match.world.playMode !== 'play_on') return commands;
        decisions[side] += 1;
        if (commands === '') idle[side] += 1;
        return commands;
      },
    },
    listener,
  );
  const { world } = match.match;
  if (hasLog) log.begin(match.match);
  const end = world.time + cycles;
  const lastStep = match.match.steps + MAX_STEPS_PER_CYCLE * cycles + MAX_EXTRA_STEPS;
  while (!match.over && world.time < end && match.match.steps < lastStep) {
    await match.cycleLater();
    listener.cycled();
  }
  log.end();
  const { playMode } = world;
  return {
    type: 'play',
    end: createMatchEnd(
      match.match,
      playMode === 'time_over'
        ? { condition: 'rules', message: 'the match is over' }
        : { condition: 'cycles', message: playMode.replaceAll('_', ' ') },
    ),
    complaints: [...new Set(match.complaints)]
      .slice(0, MAX_COMPLAINTS)
      .map((line) => line.slice(0, MAX_COMPLAINT)),
    printed: listener.printed.lines,
    idle: { l: idle.l / Math.max(1, decisions.l), r: idle.r / Math.max(1, decisions.r) },
    log: hasLog ? compress(log.takeBytes()) : new Uint8Array(0),
    followed: { l: advised.read('l'), r: advised.read('r') },
  };
}

async function askWhatIf(task: Task<'what_if'>, listener: ReplayListener): Promise<SandboxResult> {
  const state = await findState(task.recipe, task.cycle, listener);
  const plans: Continuation[][] = task.plans.map(() => []);
  // The continuations of all plans have the same seeds, so that luck is shared as far as it can be.
  for (let i = 0; i < task.count; i++)
    for (const [index, plan] of task.plans.entries())
      plans[index]!.push(await playContinuation(task, state, plan, task.seed + i, listener));
  return { type: 'what_if', plans };
}

async function playContinuation(
  { recipe, side, horizon }: Task<'what_if'>,
  state: WatchedState,
  { order, advice }: ContinuationPlan,
  seed: number,
  listener: ReplayListener,
): Promise<Continuation> {
  let meter: OutcomeMeter | null = null;
  const advised = new AdviceCounter();
  const { match, isCarriedOut } = await continueMatch(
    advice.length === 0 ? recipe : addAdvice(recipe, side, advice),
    state,
    { seed, order },
    { sinks: [{ frame: () => meter?.add() }], advised },
    listener,
  );
  meter = new OutcomeMeter(match.match, side);
  const lastStep = match.match.steps + horizon;
  while (!meter.isOver && !match.over && match.match.steps < lastStep) {
    await match.cycleLater();
    listener.cycled();
  }
  return {
    isCarriedOut: isCarriedOut(),
    followed: advised.read(side),
    ...meter.finish(order),
  };
}

function addAdvice(recipe: Recipe, side: Side, advice: readonly string[]): Recipe {
  if (side === 'l') return { ...recipe, left: { ...recipe.left, advice } };
  return recipe.right === null ? recipe : { ...recipe, right: { ...recipe.right, advice } };
}

async function perceive(
  { recipe, cycle, side, unum }: Task<'perceive'>,
  listener: ReplayListener,
): Promise<SandboxResult> {
  let messages: string[] = [];
  // Players without a message in every cycle see what they saw last.
  let lastSee: string | null = null;
  const match = await openMatch(
    recipe,
    {
      wrap: (client, itsSide, itsUnum) =>
        itsSide !== side || itsUnum !== unum
          ? client
          : {
              init: client.init,
              receive: (message) => {
                const text = typeof message === 'string' ? message : Buffer.from(message).toString('latin1');
                if (text.startsWith('(see ')) lastSee = text.replace('\0', '');
                else messages.push(text.replace('\0', ''));
                client.receive(message);
              },
              decide: () => client.decide(),
              close: () => client.close?.(),
            },
    },
    listener,
  );
  const { world } = match.match;
  const lastStep = MAX_STEPS_PER_CYCLE * Math.max(1, cycle) + MAX_EXTRA_STEPS;
  while (world.time < cycle) {
    messages = [];
    if (!(await match.cycleLater()) || match.match.steps > lastStep)
      throw new LocalTeamError(
        `the match ends at cycle ${world.time}. Nearest valid value for cycle: ${world.time}`,
      );
    listener.cycled();
  }
  return {
    type: 'perceive',
    team: side === 'l' ? world.left.name : world.right.name,
    messages: lastSee === null ? messages : [...messages, lastSee],
  };
}
