import type { Steps } from '@rcss/params';

/** Handlers of the phases of a cycle (spec 02 §3.1). */
export interface Phases {
  /** One poll of all clients. Real-time mode only; in synchronous mode polls happen while the server waits. */
  receive(): void;
  /** The simulation step, team start, automatic mode. */
  simulate(): void;
  /** sense_body and fullstate, then the delayed audio. */
  sense(): void;
  /** see for players in asynchronous mode whose turn it is. */
  asynchronousVision(): void;
  /** see for players in synch_see mode whose turn it is. */
  synchronousVision(): void;
  /** Global vision for trainer and coaches. */
  coachVision(): void;
}

/** Length of one pass, ms of virtual time. */
export const PASS_MS = 10;

/**
 * The virtual clock that decides which phases are due in a pass (spec 02 §4 and §5), without timers. All times in ms after
 * multiplication by slow_down_factor.
 */
export class PhaseSchedule {
  readonly #steps: Steps;
  #clock = 0;
  #simulate = 1;
  #receive = 1;
  #sense = 1;
  #vision = 1;
  #coach = 1;
  #see = 1;
  #think = 1;
  #seen = false;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** Virtual ms since the beginning of the current period. */
  get clock(): number {
    return this.#clock;
  }

  /**
   * Runs one pass of the real-time mode after `elapsed` ms; less than 10 counts as 10. Returns the ms that are dropped at a step
   * boundary because the pass is late: the next cycle still has its full length (spec 02 §4, rule 2).
   */
  runRealTimePass(elapsed: number, phases: Phases): number {
    const { simulatorStep, recvStep } = this.#steps;
    this.#clock += elapsed > PASS_MS ? elapsed : PASS_MS;
    let dropped = 0;
    if (this.#clock >= simulatorStep * this.#simulate) {
      this.#simulate = Math.floor(this.#clock / simulatorStep);
      dropped = this.#clock - simulatorStep * this.#simulate;
      this.#clock = simulatorStep * this.#simulate;
    }
    if (this.#clock >= recvStep * this.#receive) {
      phases.receive();
      this.#receive = nextIndex(Math.floor(this.#clock / recvStep), this.#steps.lcmStep / recvStep);
    }
    this.#run(phases);
    if (this.#clock >= this.#steps.lcmStep) this.#startPeriod();
    return dropped;
  }

  /**
   * Runs the next pass of the synchronous mode in which something is due; returns whether the think handshake is due after it
   * (spec 02 §5). Passes without a phase are skipped by arithmetic, so that long steps cost no time.
   */
  runSynchronousPass(phases: Phases): boolean {
    this.#clock += PASS_MS * Math.max(1, Math.ceil((this.#nextDue() - this.#clock) / PASS_MS));
    this.#run(phases);
    const { simulatorStep, synchOffset } = this.#steps;
    const think = this.#clock >= simulatorStep * (this.#think - 1) + synchOffset;
    if (think) this.#think += 1;
    if (this.#clock >= this.#steps.lcmStep) {
      this.#startPeriod();
      this.#think = 1;
    }
    return think;
  }

  /** Virtual ms at which the next phase, handshake or period is due. */
  #nextDue(): number {
    const { simulatorStep, senseBodyStep, sendStep, sendViStep, synchOffset, synchSeeOffset, lcmStep } =
      this.#steps;
    const see = simulatorStep * (this.#see - 1) + synchSeeOffset;
    return Math.min(
      simulatorStep * this.#simulate,
      senseBodyStep * this.#sense,
      (sendStep / 4) * this.#vision,
      this.#seen ? lcmStep : see,
      sendViStep * this.#coach,
      simulatorStep * (this.#think - 1) + synchOffset,
      lcmStep,
    );
  }

  #run(phases: Phases): void {
    const { simulatorStep, senseBodyStep, sendStep, sendViStep, synchSeeOffset, lcmStep } = this.#steps;
    const quarter = sendStep / 4;
    if (this.#clock >= simulatorStep * this.#simulate) {
      phases.simulate();
      this.#simulate = nextIndex(this.#simulate, Math.floor(lcmStep / simulatorStep));
      this.#seen = false;
    }
    if (this.#clock >= senseBodyStep * this.#sense) {
      phases.sense();
      this.#sense = nextIndex(Math.floor(this.#clock / senseBodyStep), Math.floor(lcmStep / senseBodyStep));
    }
    if (this.#clock >= quarter * this.#vision) {
      phases.asynchronousVision();
      this.#vision = nextIndex(Math.floor(this.#clock / quarter), 4 * Math.floor(lcmStep / sendStep));
    }
    if (!this.#seen && this.#clock >= simulatorStep * (this.#see - 1) + synchSeeOffset) {
      phases.synchronousVision();
      this.#see += 1;
      this.#seen = true;
    }
    if (this.#clock >= sendViStep * this.#coach) {
      phases.coachVision();
      this.#coach = nextIndex(Math.floor(this.#clock / sendViStep), Math.floor(lcmStep / sendViStep));
    }
  }

  #startPeriod(): void {
    this.#clock = 0;
    this.#see = 1;
  }
}

function nextIndex(n: number, quotient: number): number {
  return n >= Math.floor(quotient) ? 1 : n + 1;
}
