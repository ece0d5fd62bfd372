import { LocalTeamError, MatchLog } from '@rcss/agent/local';
import { createFrame, isShootoutMode, type Side, sideSign } from '@rcss/core';
import { compress } from '@rcss/logs/codec';
import { fillFrame } from '@rcss/sensors';
import { digest, type Match } from '@rcss/simulator';
import { createAnalyzer } from '@rcss/stats';
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
  const count = (side: Side): number => match.players.filter(({ player }) => player.side === side).length;
  return {
    type: 'play',
    scoreL: world.left.score,
    scoreR: world.right.score,
    time: world.time,
    playMode: world.playMode,
    digest: (digest(match.match) >>> 0).toString(16).padStart(8, '0'),
    players: { l: count('l'), r: count('r') },
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
  const analyzer = createAnalyzer();
  const frame = createFrame();
  const addFrame = ({ world, params }: Match): void => analyzer.addFrame(fillFrame(world, params, frame));
  const advised = new AdviceCounter();
  const { match, isCarriedOut } = await continueMatch(
    advice.length === 0 ? recipe : addAdvice(recipe, side, advice),
    state,
    { seed, order },
    { sinks: [{ frame: addFrame }], advised },
    listener,
  );
  const { world, params } = match.match;
  analyzer.setServerParams(params.server);
  for (const type of params.types) analyzer.addPlayerType(type);
  addFrame(match.match);
  const before = { own: ownScore(match.match, side), x: world.ball.pos.x };
  const lastStep = match.match.steps + horizon;
  while (!match.over && match.match.steps < lastStep && !isShootoutMode(world.playMode)) {
    await match.cycleLater();
    listener.cycled();
    if (
      ownScore(match.match, side).own !== before.own.own ||
      ownScore(match.match, side).other !== before.own.other
    )
      break;
  }
  const { events, columns, touchPlayer, touchShow } = analyzer.finish();
  const owner = columns.owner[columns.length - 1]! - 1;
  const ownerSide = owner < 0 ? null : owner < 11 ? 'l' : 'r';
  const after = ownScore(match.match, side);
  const shots = events.filter(({ type }) => type === 'shot');
  const xg = (of: (eventSide: Side) => boolean): number =>
    shots.reduce((sum, shot) => sum + (of(shot.side) ? (shot.xg ?? 0) : 0), 0);
  const passer = order === null ? -1 : (order.side === 'l' ? 0 : 11) + order.unum - 1;
  const nextTouch = touchPlayer.find((player, i) => player !== passer && touchShow[i]! > 0);
  return {
    isCarriedOut: isCarriedOut(),
    isReceived:
      order?.action === 'pass' ? nextTouch === (order.side === 'l' ? 0 : 11) + (order.to ?? 0) - 1 : null,
    keeps: ownerSide === side,
    goals: after.own - before.own.own,
    conceded: after.other - before.own.other,
    shots: shots.filter((shot) => shot.side === side).length,
    xgDifference: xg((s) => s === side) - xg((s) => s !== side),
    followed: advised.read(side),
    gained: sideSign(side) * (world.ball.pos.x - before.x),
  };
}

function addAdvice(recipe: Recipe, side: Side, advice: readonly string[]): Recipe {
  if (side === 'l') return { ...recipe, left: { ...recipe.left, advice } };
  return recipe.right === null ? recipe : { ...recipe, right: { ...recipe.right, advice } };
}

function ownScore({ world: { left, right } }: Match, side: Side): { own: number; other: number } {
  return side === 'l' ? { own: left.score, other: right.score } : { own: right.score, other: left.score };
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
