import type { MatchClock, StopReason } from '@rcss/core/match-document';
import type { RoomPhase } from '@rcss/core/rooms';
import { poll, type Wait } from '@rcss/host';
import { computeEffectiveSteps } from '@rcss/params';
import { PASS_MS, PhaseSchedule, type Phases } from '@rcss/simulator/cycle';
import { fastForwardRealTimeSchedule } from '../clock/fast-forward-schedule.js';
import { runServer, type ServerClock } from '../clock/run-server.js';
import { createSynchronousClock } from '../clock/synchronous-clock.js';
import type { CycleGate } from '../cycle/cycle-gate.js';
import { hasWaitingInput, POLL_PARTS } from '../cycle/poll-parts.js';
import type { Server } from '../sessions/server.js';
import type { RealTimeScheduler, ScheduledMatch } from './real-time-scheduler.js';

/** What a {@link RoomClock} needs. */
export interface RoomClockOptions {
  readonly server: Server;
  readonly phases: Phases;
  readonly scheduler: RealTimeScheduler;
  readonly kind: MatchClock;
  /** Ends the room after a fault of its match. */
  readonly fail: (error: Error) => void;
}

/** Decides when the match of a room advances: while the room runs, and for the steps that a program requests. */
export class RoomClock implements ScheduledMatch, CycleGate, ServerClock {
  readonly server: Server;
  readonly phases: Phases;
  readonly schedule: PhaseSchedule;
  readonly fail: (error: Error) => void;
  /** A reset with another document can replace it. */
  kind: MatchClock;
  phase: RoomPhase = 'waiting';
  readonly #scheduler: RealTimeScheduler;
  /** Number of steps up to which a request lets the match advance. */
  #targetSteps: number;
  /** Steps before the requested one that is played; null before the first one. */
  #steppedFrom: number | null = null;
  #wake: () => void = () => {};
  #stepWaiters: (() => void)[] = [];

  constructor({ server, phases, scheduler, kind, fail }: RoomClockOptions) {
    this.server = server;
    this.phases = phases;
    this.schedule = new PhaseSchedule(computeEffectiveSteps(server.match.params.server));
    this.fail = fail;
    this.kind = kind;
    this.#scheduler = scheduler;
    this.#targetSteps = server.match.steps;
  }

  /** Whether the clock leaves clients time before the first cycle, as that of a single server does. */
  get hasPauses(): boolean {
    return this.kind === 'synchronous';
  }

  /** Runs the match until its server ends, and returns why it ended. */
  run(): Promise<StopReason> {
    const { server, phases } = this;
    if (this.kind !== 'real-time')
      return runServer(server, phases, createSynchronousClock(server, phases, this));
    fastForwardRealTimeSchedule(server.match, phases, this.schedule);
    return runServer(server, phases, this);
  }

  /** Continues after a change of the phase or of the server. */
  wake(): void {
    this.#wake();
  }

  /** Cancels the requested steps. */
  cancelSteps(): void {
    this.#targetSteps = this.server.match.steps;
  }

  /** Cancels the requested steps and stops the passes in real time, until the room runs again. */
  halt(): void {
    this.cancelSteps();
    this.#scheduler.remove(this);
    this.#wake();
  }

  /** Lets the match advance by a number of steps; resolves when they are done or the match has ended before. */
  async advance(steps: number): Promise<void> {
    this.#targetSteps = Math.max(this.#targetSteps, this.server.match.steps) + steps;
    const done = new Promise<void>((resolve) => this.#stepWaiters.push(resolve));
    this.#wake();
    await done;
  }

  waitForCycle(): Promise<void> | null {
    return this.#mayAdvance() ? null : this.hold();
  }

  /** Reads clients, but runs no cycle, until the match may advance or the server ends. */
  async hold(): Promise<void> {
    const { server } = this;
    const { net, run } = server;
    this.resolveSteps();
    const { onArrival } = net;
    while (!this.#mayAdvance() && run.ending === null) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        net.onArrival = resolve;
      });
      // After one turn of the event loop, all datagrams that have reached the sockets are queued.
      await new Promise((resolve) => setImmediate(resolve));
      if (!hasWaitingInput(server)) continue;
      poll(server, POLL_PARTS);
      net.sendQueue.flush();
    }
    net.onArrival = onArrival;
    this.#wake = () => {};
  }

  /** Resolves all requests for steps. */
  resolveSteps(): void {
    for (const resolve of this.#stepWaiters.splice(0)) resolve();
  }

  /** Waits in real time until a step is requested. While the room runs, the scheduler of the thread runs its passes. */
  wait(): Wait {
    return this.#isRequested() && this.server.match.steps === this.#steppedFrom
      ? null
      : this.#waitForRequest();
  }

  /** Runs one pass of a requested step, without waiting. */
  pass(phases: Phases): boolean {
    this.schedule.runRealTimePass(PASS_MS, phases);
    return false;
  }

  async #waitForRequest(): Promise<void> {
    const { run, match } = this.server;
    // The clients get a turn after each step.
    if (this.#steppedFrom !== null) await new Promise((resolve) => setImmediate(resolve));
    while (!this.#isRequested() && run.ending === null) {
      if (this.phase !== 'running') await this.hold();
      else {
        this.#scheduler.add(this);
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = () => {};
      }
    }
    this.#steppedFrom = match.steps;
  }

  #isRequested(): boolean {
    return this.phase !== 'ended' && this.server.match.steps < this.#targetSteps;
  }

  #mayAdvance(): boolean {
    return this.#isRequested() || (this.phase === 'running' && this.kind !== 'stepped');
  }
}
