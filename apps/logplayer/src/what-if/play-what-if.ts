/** Plays a kick of a game log on: as it was, and with each thing that the player could have done. */
import {
  type Choice,
  createFutureParams,
  type Future,
  type FuturesOptions,
  formatChoice,
  listChoices,
  playChoice,
} from '@rcss/base-team/futures';
import { createFrame, type Frame, oppositeSide, playerIndex, type Side } from '@rcss/core';
import type { OpenLog } from '@rcss/logs';
import { fillFrame } from '@rcss/sensors';
import { reconstructSnapshot, type Snapshot } from '@rcss/simulator';
import { createStateModel, kickTowards, type RatedPass, rateBall } from '@rcss/stats/action-values';
import type { StatEvent } from '@rcss/stats/analysis';
import { type Interval, mean, studentInterval, wilsonInterval } from '@rcss/tournament/statistics';

/** Shows before the kick that the players perceive, so that they know where the others are. */
const SHOWS_BEFORE = 10;
/** Continuations of a choice between which the other choices are played, so that an early end has some of each. */
const ROUND = 5;

/** A share of continuations, 0 to 1, with its 95 % interval. */
export interface Share extends Interval {
  readonly share: number;
}

/** A mean over continuations with its 95 % interval. */
export interface Mean extends Interval {
  readonly mean: number;
}

/** What follows from one choice. */
export interface ChoiceOutcome {
  /** `as played`, `own`, `pass to 9`, `dribble`, `shot`, `clear` or `hold`. */
  readonly choice: string;
  /** Count of the continuations, and of those in which the player did it. */
  readonly futures: number;
  readonly done: number;
  /** Next goal within the horizon: of the own team, of the opponents, or none. */
  readonly own: Share;
  readonly other: Share;
  readonly none: Share;
  /** Value for the team of the player: 1 or -1 if a goal follows, else the value of the last state by the model; -1 to 1. */
  readonly value: Mean;
  /** The value less that as it was played; null for the latter. */
  readonly difference: Mean | null;
  /** Risk and expected value by the model of the values; null if the choice is not a pass. */
  readonly model: Pick<RatedPass, 'risk' | 'value'> | null;
}

export interface WhatIf {
  /** In the order: as played, the own decision of the base team, then by value. After an early end, only those that were begun. */
  readonly outcomes: readonly ChoiceOutcome[];
  /** Choices that the player never could do: it did not see the teammate, or the teammate was offside, too near or too far away. */
  readonly impossible: readonly string[];
  /** What the log does not contain, and what was assumed for it. */
  readonly unknown: readonly string[];
  /** Whether it was ended before all continuations were played. */
  readonly isPartial: boolean;
}

export interface WhatIfOptions {
  /** Continuations of each choice. */
  readonly count: number;
  /** Length of a continuation, cycles. */
  readonly cycles: number;
  readonly seed: number;
  /** Which choices are played; all of the player without it. */
  readonly selects?: (choice: Choice) => boolean;
  readonly onProgress?: (done: number, of: number) => void;
  /** Ends the work early; what has been played is returned. */
  readonly signal?: AbortSignal;
}

/** A choice with the state from which it is played, and what has been played of it. */
interface Branch {
  readonly name: string;
  readonly choice: Choice;
  readonly from: Snapshot;
  readonly before: readonly Snapshot[];
  readonly cycles: number;
  readonly futures: Future[];
  readonly values: number[];
  done: number;
  readonly model: ChoiceOutcome['model'];
}

/**
 * Plays a kick on. The kick as it was played begins with the state after it, the choices with the state before it.
 *
 * @param kick An event with a known player, whose show is not the first one.
 */
export async function playWhatIf(log: OpenLog, kick: StatEvent, options: WhatIfOptions): Promise<WhatIf> {
  const { side, unum, show } = kick;
  const params = createFutureParams(log);
  const { features: stores, hasParameters } = log;
  const unknown = new Set<string>();
  const make = (index: number, notes = false): Snapshot => {
    const first = Math.max(0, index - SHOWS_BEFORE);
    const before = Array.from({ length: index - first }, (_, i) => log.frame(first + i));
    const seed = options.seed;
    const made = reconstructSnapshot(log.frame(index), { params, seed, before, stores, hasParameters });
    if (notes) for (const line of made.unknown) unknown.add(line);
    return made.snapshot;
  };
  const model = createStateModel(log.server, log.types);
  const passer = playerIndex(side, unum);
  const first = Math.max(0, show - 1 - SHOWS_BEFORE);
  const before = Array.from({ length: show - 1 - first }, (_, i) => make(first + i));
  const from = make(show - 1, true);
  const frame = log.frame(show - 1);
  const branches: Branch[] = [
    {
      name: 'as played',
      choice: { type: 'own' },
      from: make(show, true),
      before: [...before, from],
      cycles: options.cycles,
      model: rateBall(log.frame(show), passer, kick.type === 'dribble', model),
      futures: [],
      values: [],
      done: 0,
    },
    ...listChoices(from, side, unum)
      .filter((choice) => options.selects?.(choice) ?? true)
      .map((choice) => ({
        name: formatChoice(choice),
        choice,
        from,
        before,
        cycles: options.cycles + 1,
        model: choice.type === 'pass' ? ratePass(frame, side, unum, choice.to, model) : null,
        futures: [],
        values: [],
        done: 0,
      })),
  ];
  const end = createFrame();
  const rated = new Float64Array(3);
  const of = branches.length * options.count;
  for (let done = 0; done < options.count && !isAborted(options); done += ROUND) {
    for (const branch of branches) {
      if (isImpossible(branch)) continue;
      const values: number[] = [];
      const futureOptions: FuturesOptions = {
        params,
        before: branch.before,
        cycles: branch.cycles,
        count: Math.min(ROUND, options.count - done),
        seed: options.seed + done,
        onEnd: ({ world }) => {
          model.rate(fillFrame(world, params, end), rated);
          values.push(side === 'l' ? rated[0]! - rated[1]! : rated[1]! - rated[0]!);
        },
      };
      const played = await playChoice(branch.from, branch.choice, { ...futureOptions, side, unum });
      branch.done += played.done;
      for (const [i, future] of played.futures.entries()) {
        branch.futures.push(future);
        branch.values.push(future.goal === null ? values[i]! : future.goal === side ? 1 : -1);
      }
      options.onProgress?.(
        branches.reduce((sum, { futures }) => sum + futures.length, 0),
        of,
      );
      if (isAborted(options)) break;
    }
  }
  const [played, ...others] = branches
    .filter(({ futures }) => futures.length > 0)
    .map((branch) => summarize(branch, branches[0]!, side));
  const possible = others.filter(({ done, choice }) => done > 0 && choice !== 'own');
  return {
    outcomes: [
      played!,
      ...others.filter(({ choice }) => choice === 'own'),
      ...possible.sort((a, b) => b.value.mean - a.value.mean),
    ],
    impossible: others.filter(({ done }) => done === 0).map(({ choice }) => choice),
    unknown: [...unknown],
    isPartial: branches.some((branch) => branch.futures.length < options.count && !isImpossible(branch)),
  };
}

/** Whether the player could not do the thing in the first continuations, so that more of them would show nothing else than its own decision. */
function isImpossible({ done, futures }: Branch): boolean {
  return done === 0 && futures.length >= ROUND;
}

function isAborted({ signal }: WhatIfOptions): boolean {
  return signal?.aborted === true;
}

/** Rates a pass by the model; null if the receiver is not there. */
function ratePass(
  frame: Frame,
  side: Side,
  unum: number,
  to: number,
  model: ReturnType<typeof createStateModel>,
): ChoiceOutcome['model'] {
  const { x, y } = frame.players[playerIndex(side, to)]!;
  return rateBall(kickTowards(frame, x, y, model.server), playerIndex(side, unum), false, model);
}

/** Returns the share of futures with a next goal of a side, or without one. */
export function toShare(futures: readonly Pick<Future, 'goal'>[], goal: Side | null): Share {
  const count = futures.filter((future) => future.goal === goal).length;
  return { share: count / futures.length, ...wilsonInterval(count, futures.length) };
}

/** Returns a mean with the 95 % interval of Student: that of a bootstrap is too narrow for a few futures. */
export function toMean(values: readonly number[]): Mean {
  return { mean: mean(values), ...studentInterval(values) };
}

function summarize(
  { name, futures, values, done, model }: Branch,
  played: Branch,
  side: Side,
): ChoiceOutcome {
  const pairs = Math.min(values.length, played.values.length);
  const differences = Array.from({ length: pairs }, (_, i) => values[i]! - played.values[i]!);
  return {
    choice: name,
    futures: futures.length,
    done,
    own: toShare(futures, side),
    other: toShare(futures, oppositeSide(side)),
    none: toShare(futures, null),
    value: toMean(values),
    difference: name === 'as played' ? null : toMean(differences),
    model: model === null ? null : { risk: model.risk, value: model.value },
  };
}
