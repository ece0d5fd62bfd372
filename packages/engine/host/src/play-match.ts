/**
 * A match from its first pass to its end: one loop for every way to play. What differs is given to it: seats, which play; a clock, which says when;
 * sinks, which watch. It reads no socket, file or clock of the machine.
 *
 * Surprising: the loop is a generator. It yields a promise where a seat or the clock waits, and null after each decision. So the same loop runs
 * without a turn of the event loop where no seat waits ({@link playNow}), with waits ({@link playLater}), or a cycle at a time.
 */
import type { MatchEvent } from '@rcss/core';
import type { StopConditions, StopReason } from '@rcss/core/match-document';
import { computeEffectiveSteps } from '@rcss/params';
import { fillFrame } from '@rcss/sensors';
import {
  connectSinks,
  continueFrom,
  createMatchEnd,
  createSpecMatch,
  type Forfeit,
  type Match,
  type MatchEnd,
  type MatchSink,
  type MatchSpec,
  type Snapshot,
  step,
} from '@rcss/simulator';
import { PhaseSchedule, type Phases, runAutoMode } from '@rcss/simulator/cycle';
import { applyScene, checkStop } from '@rcss/simulator/scene';
import { updateTeamNames } from './clients.js';
import type { Host } from './host.js';
import type { Link } from './link.js';
import { sendFrame } from './monitor.js';
import { createSensePhases } from './senses.js';

/** Null: go on at once; otherwise when the promise resolves. */
export type Wait = Promise<unknown> | null;

/** What makes the phases of a match due: real time, the answers of the clients, the steps that a program requests, or nothing. */
export interface Clock {
  /** Waits until the next pass may begin. */
  wait(): Wait;
  /** Runs the phases that are due in the next pass; true: the seats decide after it. */
  pass(phases: Phases): boolean;
}

/**
 * Those who play: modules, workers, processes, sockets, policies, a recording. Their clients are links of a host. Who starts, limits and ends a
 * process is not their concern.
 */
export interface Seats<L extends Link = Link> {
  readonly host: Host<L>;
  /** Passes an event of the match to the clients. */
  notify(event: MatchEvent): void;
  /** Connects the clients; waits for those that come later. */
  connect(): Wait;
  /** Asks for the commands of this cycle and executes them. */
  decide(): Wait;
  /** The team that gave up, and why; null while all play. The match then ends. */
  readonly forfeit: Forfeit | null;
  /** Ends the links after the match. */
  close(): void;
}

/** What the loop needs of a match. */
export interface Cycles {
  readonly clock: Clock;
  readonly phases: Phases;
  readonly seats: Pick<Seats, 'decide'>;
  /**
   * Why the match is over; null while it goes on.
   *
   * @param isDecided Whether the seats have decided on all that their clients received.
   */
  findEnd(isDecided: boolean): StopReason | null;
}

/** The loop of a match; see the head of this module. Returns why the match ended. */
export function* runCycles({ clock, phases, seats, findEnd }: Cycles): Generator<Wait, StopReason> {
  let isDecided = true;
  for (;;) {
    const wait = clock.wait();
    if (wait !== null) yield wait;
    const reason = findEnd(isDecided);
    if (reason !== null) return reason;
    isDecided = clock.pass(phases);
    if (!isDecided) continue;
    const answers = seats.decide();
    if (answers !== null) yield answers;
    yield null;
  }
}

/**
 * Runs a loop in which neither a seat nor the clock waits.
 *
 * @throws {Error} if one does
 */
export function playNow<Result>(cycles: Generator<Wait, Result>): Result {
  for (;;) {
    const { done, value } = cycles.next();
    if (done) return value;
    if (value !== null) throw new Error('a seat or the clock waits; play the match with playLater');
  }
}

/** Runs a loop, and waits where it waits. */
export async function playLater<Result>(cycles: Generator<Wait, Result>): Promise<Result> {
  let next = cycles.next();
  while (!next.done) {
    try {
      if (next.value !== null) await next.value;
    } catch (error) {
      // The loop learns why: a team that fails forfeits.
      next = cycles.throw(error);
      continue;
    }
    next = cycles.next();
  }
  return next.value;
}

/** The clock of a synchronous match whose seats are asked: the next pass begins when they have decided. */
export class DecisionClock implements Clock {
  readonly #match: Match;
  #schedule: PhaseSchedule | null = null;

  constructor(match: Match) {
    this.#match = match;
  }

  wait(): Wait {
    return null;
  }

  pass(phases: Phases): boolean {
    this.#schedule ??= this.#createSchedule();
    return this.#schedule.runSynchronousPass(phases);
  }

  /** In a match that goes on, the next pass is the one after the decision of its last step; there is one before the first step, too. */
  #createSchedule(): PhaseSchedule {
    const { params, steps } = this.#match;
    const schedule = new PhaseSchedule(computeEffectiveSteps(params.server));
    for (let decisions = 0; steps > 0 && decisions <= steps; )
      if (schedule.runSynchronousPass(NO_PHASES)) decisions += 1;
    return schedule;
  }
}

const NO_PHASES: Phases = {
  receive: () => {},
  simulate: () => {},
  sense: () => {},
  asynchronousVision: () => {},
  synchronousVision: () => {},
  coachVision: () => {},
};

/**
 * Returns why a match ends after a step; null while it goes on. The end by the rules waits for the automatic mode, so that the clients receive it.
 *
 * @param isOver Whether the automatic mode has ended the match.
 */
export function findEnd(match: Match, stop: StopConditions | undefined, isOver: boolean): StopReason | null {
  return match.world.playMode === 'time_over' && !isOver ? null : checkStop(match, stop);
}

/** Returns those who play a match; called once, before anything happens in it. */
export type OpenSeats<S extends Seats = Seats> = (match: Match) => S;

/** A match was stopped because it had no end. */
export class MatchWithoutEndError extends Error {
  override readonly name = 'MatchWithoutEndError';

  /** @param steps Steps that were played. */
  constructor(steps: number) {
    super(`the match has no end after ${steps} steps; give a stop condition`);
  }
}

/** Steps after which a match without an end is stopped: three times a match with extra time and penalties. */
export const MAX_MATCH_STEPS = 60_000;

/**
 * Plays a match to its end.
 *
 * @param clock Returns the clock; by default a cycle begins when the seats have decided.
 * @param sinks What receives the match, in its order, after the clients. With any sinks the match is the same.
 * @throws {Error} if the situation of the spec cannot be set
 * @throws {MatchWithoutEndError} after 60000 steps
 */
export function playMatch(
  spec: MatchSpec,
  seats: OpenSeats,
  clock?: (match: Match) => Clock,
  sinks: readonly MatchSink[] = [],
): Promise<MatchEnd> {
  return playLater(new MatchRun(spec, seats, clock, sinks).play());
}

/** A match that is played, for those who play it in parts; {@link playMatch} plays a whole one. */
export class MatchRun<S extends Seats = Seats> {
  /** The state; reading it does not change the match. */
  readonly match: Match;
  readonly seats: S;
  /** Whether the match has ended by the rules. */
  over = false;
  /** The loop from the first cycle on; {@link begin} comes before it. */
  readonly cycles: Generator<Wait, StopReason>;
  readonly #spec: MatchSpec;
  readonly #sinks: readonly MatchSink[];
  readonly #clock: Clock;
  readonly #phases: Phases;
  #end: MatchEnd | null = null;
  /** State that takes the place of the next step. */
  #perceived: Snapshot | null = null;

  constructor(
    spec: MatchSpec,
    seats: OpenSeats<S>,
    clock: (match: Match) => Clock = (match) => new DecisionClock(match),
    sinks: readonly MatchSink[] = [],
  ) {
    const match = createSpecMatch(spec);
    this.match = match;
    this.seats = seats(match);
    this.#spec = spec;
    this.#sinks = sinks;
    const { host } = this.seats;
    const showSinks = connectSinks(match, sinks, (event) => this.seats.notify(event));
    const show = () => {
      if (host.clients.monitors.length > 0)
        sendFrame(host, fillFrame(match.world, match.params, host.buffers.frame));
      showSinks(match);
    };
    this.#clock = clock(match);
    this.#phases = {
      ...createSensePhases(host),
      receive: () => {},
      simulate: () => this.#simulate(show),
    };
    this.cycles = runCycles({
      clock: this.#clock,
      phases: this.#phases,
      seats: this.seats,
      findEnd: (isDecided) => (isDecided ? this.findEnd() : null),
    });
  }

  #simulate(show: () => void): void {
    const { match } = this;
    if (this.#perceived !== null) {
      continueFrom(match, this.#perceived, true);
      this.#perceived = null;
      return;
    }
    step(match, show);
    this.over = runAutoMode(match);
  }

  /** Connects the seats and sets the situation. */
  *begin(): Generator<Wait, void> {
    const connected = this.seats.connect();
    if (connected !== null) yield connected;
    const { initial } = this.#spec;
    if (initial === undefined) return;
    const set = applyScene(this.match, initial);
    if (!set.ok) throw new Error(`the scene cannot be set: ${set.error.path}: ${set.error.message}`);
    updateTeamNames(this.seats.host);
  }

  /** Begins the match and plays it to its end. */
  *play(): Generator<Wait, MatchEnd> {
    try {
      yield* this.begin();
      const last = this.match.steps + MAX_MATCH_STEPS;
      for (;;) {
        const { done, value } = this.cycles.next();
        if (done) return this.finish(value);
        if (this.match.steps > last) throw new MatchWithoutEndError(MAX_MATCH_STEPS);
        yield value;
      }
    } catch (error) {
      const { forfeit } = this.seats;
      if (forfeit === null) throw error;
      return this.finish({ condition: 'team', message: forfeit.cause });
    } finally {
      this.seats.close();
    }
  }

  /** Runs the match until the clients have received all messages on which they decide next, for those who ask the seats themselves. */
  advance(): void {
    while (!this.#clock.pass(this.#phases));
  }

  /** Lets the match get a state in place of the next step: the clients receive it and decide. */
  perceive(state: Snapshot): void {
    this.#perceived = state;
  }

  /** Why the match is over: by the rules, by a condition of the spec or because a team gave up; null while it goes on. */
  findEnd(): StopReason | null {
    const { forfeit } = this.seats;
    if (forfeit !== null) return { condition: 'team', message: forfeit.cause };
    return findEnd(this.match, this.#spec.stop, this.over);
  }

  /** Ends the match for its sinks and returns its end; what is called later changes nothing. */
  finish(reason: StopReason, forfeit: Forfeit | null = this.seats.forfeit): MatchEnd {
    if (this.#end !== null) return this.#end;
    this.#end = createMatchEnd(this.match, reason, forfeit);
    for (const sink of this.#sinks) sink.end?.(this.#end);
    return this.#end;
  }
}
