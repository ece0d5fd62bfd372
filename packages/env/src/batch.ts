import { type Player, playerIndex, type Side } from '@rcss/core';
import { sqrt } from '@rcss/core/math';
import type { MatchParams } from '@rcss/params';
import { type Match, type Snapshot, snapshot, step } from '@rcss/simulator';
import type { ActionDecoder, ActionOptions } from './action/action.js';
import { createActionDecoder } from './action/decoder.js';
import { findOutcome, recordCycle } from './episode.js';
import type { Field } from './layout.js';
import {
  createMatchSlot,
  createScenarioParams,
  episodeSeed,
  type MatchSlot,
  restoreSlot,
  type SavedMatch,
  saveSlot,
  startEpisode,
} from './match-slot.js';
import { createObservationEncoder } from './observation/encoder.js';
import type { ObservationEncoder, ObservationOptions } from './observation/observation.js';
import { checkNames, checkObject } from './options.js';
import type { ControllerChoice, OtherPlayers } from './others/controller.js';
import { createOthers, drawController, findOthers } from './others/others.js';
import { type ControllerResult, Results } from './others/results.js';
import { findScript } from './others/script-players.js';
import type { RewardWeights } from './reward-weights.js';
import { type RewardView, resolveRewards, type WeightedTerms } from './rewards.js';
import { checkScenarioForm, countRoom, findCenter, type Scenario } from './scenario.js';
import { findScenario } from './scenarios/catalog.js';
import type { Script } from './scripts/script.js';
import { checkSeed, mixSeed } from './seeding.js';
import { type SenseReceiver, Senses } from './senses.js';

/** A player that an agent controls. */
export interface AgentSlot {
  readonly side: 'left' | 'right';
  /** Uniform number, 1 to 11. */
  readonly unum: number;
}

/** Options of {@link createBatch}. */
export interface BatchOptions {
  /** Name of a scenario of this package, or a scenario. */
  readonly scenario: string | Scenario;
  /** Number of matches; 1 by default. */
  readonly matches?: number;
  /** Players that agents control: sides, `first` for the first player of the scenario's agents, or single players. Default: those of the scenario. */
  readonly agents?: 'left' | 'right' | 'both' | 'first' | readonly AgentSlot[];
  /**
   * Who plays the players of a side that no agent controls: a controller, or a pool of them from which one is drawn for each
   * episode. Default: the scripts of the scenario.
   */
  readonly others?: { readonly left?: ControllerChoice; readonly right?: ControllerChoice };
  readonly observation?: ObservationOptions;
  readonly action?: ActionOptions;
  /** Weights of the terms of the reward. Default: those of the scenario. */
  readonly reward?: RewardWeights;
  /** Seed of all matches, 0 to 2^32 - 1; 1 by default. */
  readonly seed?: number;
  /** Number of the first match, from which its seed follows; for batches that share the work. 0 by default. */
  readonly firstMatch?: number;
  /** Longest episode, cycles. Default: that of the scenario. */
  readonly horizon?: number;
  /** Curriculum parameter from 0 (easy) to 1; 1 by default. */
  readonly difficulty?: number;
  /** Cycles per step, in which the actions are repeated; 1 by default. */
  readonly frameSkip?: number;
  /** Number of observations that are stacked, the newest last; 1 by default. */
  readonly stack?: number;
  /**
   * What happens with a match whose episode ended. `next-step`: the next step starts a new episode and ignores the
   * actions. `same-step`: the new episode starts at once; `finalObservations` has the last observations. `none`: the match
   * stands until `resetMatch`. Default: `next-step`.
   */
  readonly autoReset?: 'next-step' | 'same-step' | 'none';
  /** Called in each cycle when the state is complete, for example to record a game log. */
  readonly onCycle?: (match: Match, index: number) => void;
}

/** An action that is not a finite number. */
export class ActionError extends RangeError {
  /** @param message Match, agent, field and value. */
  constructor(message: string) {
    super(message);
    this.name = 'ActionError';
  }
}

/**
 * Creates a batch of matches. Its blocks are filled by `reset` and `step`.
 *
 * @throws RangeError if an option is out of range
 * @example
 * const batch = createBatch({ scenario: 'empty-goal', matches: 64, seed: 7 });
 * batch.reset();
 * batch.actions.fill(0);
 * batch.step();
 */
export function createBatch(options: BatchOptions): Batch {
  return new Batch(options);
}

interface Agent {
  readonly slot: AgentSlot;
  readonly index: number;
  readonly side: Side;
}

const SIDES = ['left', 'right'] as const;

/** Names of {@link BatchOptions}. */
const OPTION_NAMES: readonly (keyof BatchOptions)[] = [
  'scenario',
  'matches',
  'agents',
  'others',
  'observation',
  'action',
  'reward',
  'seed',
  'firstMatch',
  'horizon',
  'difficulty',
  'frameSkip',
  'stack',
  'autoReset',
  'onCycle',
];

/** A batch of matches with the same scenario; see {@link createBatch}. */
export class Batch {
  readonly scenario: Scenario;
  /** Number of matches. */
  readonly matchCount: number;
  /** The agents of each match, in the order of the blocks: left before right, by uniform number. */
  readonly agents: readonly AgentSlot[];
  /** Numbers of the observation of one agent; with a stack, the layout repeats. */
  readonly observationLayout: readonly Field[];
  /** Numbers of the action of one agent. */
  readonly actionLayout: readonly Field[];
  /** What the first number of an action chooses. */
  readonly choices: readonly string[];
  /** Names of the outcomes of an episode, by the numbers in `outcomes`. */
  readonly outcomeNames: readonly string[];
  /** Names of the controllers of the players without agents, by the numbers in `drawn`; empty for a side without such players. */
  readonly otherNames: { readonly left: readonly string[]; readonly right: readonly string[] };

  /** Memory of all blocks: those that the batch writes, then the actions. */
  readonly buffer: ArrayBuffer;
  /** Observations: matches × agents × (stack × fields). */
  readonly observations: Float32Array;
  /** The last observations of ended episodes, likewise; empty unless `autoReset` is `same-step`. */
  readonly finalObservations: Float32Array;
  /** Rewards: matches × agents. */
  readonly rewards: Float32Array;
  /** 1 if the episode of a match ended by a condition of the scenario. */
  readonly terminated: Uint8Array;
  /** 1 if the episode of a match reached the horizon. */
  readonly truncated: Uint8Array;
  /** Outcome of the last step by match: 0 running, 1 horizon, then the terminations of the scenario. */
  readonly outcomes: Uint8Array;
  /** Cycles of the episode by match. */
  readonly cycles: Int32Array;
  /** Which controllers play in the episode: matches × 2 (left, right), numbers of `otherNames`. */
  readonly drawn: Uint8Array;
  /** 1 for each choice that has an effect: matches × agents × choices. */
  readonly actionMasks: Uint8Array;
  /** Actions of the next step, written by the caller: matches × agents × fields. */
  readonly actions: Float32Array;

  readonly #slots: readonly MatchSlot[];
  readonly #agents: readonly Agent[];
  readonly #others: readonly (readonly OtherPlayers[])[];
  readonly #results: Results;
  readonly #senses = new Senses();
  /** By match: who receives what players perceive. */
  readonly #receivers: SenseReceiver[][];
  /** Scripts of the agents, for reference. */
  readonly #agentScripts: readonly Script[];
  readonly #encoder: ObservationEncoder;
  readonly #decoder: ActionDecoder;
  readonly #rewards: WeightedTerms;
  readonly #base: Snapshot;
  readonly #horizon: number;
  readonly #difficulty: number;
  readonly #frameSkip: number;
  readonly #stack: number;
  readonly #autoReset: 'next-step' | 'same-step' | 'none';
  readonly #firstMatch: number;
  readonly #shows: readonly (((match: Match) => void) | undefined)[];
  readonly #rewardView: { -readonly [K in keyof RewardView]: RewardView[K] };
  #isReset = false;
  #isScripted = false;

  constructor(options: BatchOptions) {
    checkNames('', options, OPTION_NAMES);
    this.scenario = resolveScenario(options.scenario);
    this.matchCount = checkCount('matches', options.matches ?? 1, 4096);
    this.#horizon = checkCount('horizon', options.horizon ?? this.scenario.horizon, 1_000_000_000);
    this.#frameSkip = checkCount('frameSkip', options.frameSkip ?? 1, 100);
    this.#stack = checkCount('stack', options.stack ?? 1, 64);
    this.#difficulty = checkShare('difficulty', options.difficulty ?? 1);
    this.#autoReset = checkAutoReset(options.autoReset ?? 'next-step');
    this.#firstMatch = checkSeed('firstMatch', options.firstMatch ?? 0);
    this.agents = resolveAgents(this.scenario, options.agents);
    this.#agents = this.agents.map((slot) => {
      const side = slot.side === 'left' ? 'l' : 'r';
      return { slot, side, index: playerIndex(side, slot.unum) };
    });
    this.#agentScripts = this.agents.map(({ side, unum }) => findScript(this.scenario, side, unum));
    this.#others = this.#createOthers(options.others ?? {});
    this.otherNames = {
      left: (this.#others[0] as readonly OtherPlayers[]).map(({ name }) => name),
      right: (this.#others[1] as readonly OtherPlayers[]).map(({ name }) => name),
    };
    const sizes = countRoom(this.scenario, this.agents);
    this.#encoder = createObservationEncoder(options.observation ?? {}, sizes, {
      agents: this.#agents.map(({ index }) => index),
      matches: this.matchCount,
      center: findCenter(this.scenario),
    });
    this.#decoder = createActionDecoder(options.action ?? {}, sizes, {
      agents: this.#agents.map(({ index }) => index),
      matches: this.matchCount,
    });
    this.#rewards = resolveRewards(options.reward ?? this.scenario.rewards);
    const params: MatchParams = createScenarioParams(this.scenario);
    this.#slots = Array.from({ length: this.matchCount }, () =>
      createMatchSlot(this.scenario, params, this.agents.length),
    );
    const first = this.#slots[0] as MatchSlot;
    this.#base = snapshot(first.match);
    this.#receivers = this.#slots.map(() => []);
    const hasListener =
      this.#decoder.notify !== undefined ||
      this.#others.some((pool) => pool.some(({ notify }) => notify !== undefined));
    if (hasListener)
      this.#slots.forEach((slot, index) => {
        slot.match.listener = (event) => {
          this.#decoder.notify?.(event, index);
          for (let side = 0; side < 2; side++) this.#other(slot, side)?.notify?.(event, index);
        };
      });
    const { onCycle } = options;
    this.#shows = this.#slots.map((_, index) =>
      onCycle === undefined ? undefined : (match) => onCycle(match, index),
    );

    this.observationLayout = this.#encoder.layout;
    this.actionLayout = this.#decoder.layout;
    this.choices = this.#decoder.choices;
    this.outcomeNames = ['running', 'horizon', ...this.scenario.terminations.map(({ on }) => on)];
    this.#results = new Results(
      SIDES.map((side, i) => ({ side, pool: this.#others[i] as readonly OtherPlayers[] })),
      this.outcomeNames,
    );
    const rows = this.matchCount * this.agents.length;
    const observationCount = rows * this.#stack * this.observationLayout.length;
    const finalCount = this.#autoReset === 'same-step' ? observationCount : 0;
    const actionCount = rows * this.actionLayout.length;
    // Blocks of four bytes per number first, so that all are aligned.
    const wide = 4 * (observationCount + finalCount + rows + this.matchCount);
    const narrow = 5 * this.matchCount + rows * this.choices.length;
    const actionOffset = Math.ceil((wide + narrow) / 64) * 64;
    const buffer = new ArrayBuffer(actionOffset + 4 * actionCount);
    this.buffer = buffer;
    let offset = 0;
    const take = (bytes: number): number => {
      offset += bytes;
      return offset - bytes;
    };
    this.observations = new Float32Array(buffer, take(4 * observationCount), observationCount);
    this.finalObservations = new Float32Array(buffer, take(4 * finalCount), finalCount);
    this.rewards = new Float32Array(buffer, take(4 * rows), rows);
    this.cycles = new Int32Array(buffer, take(4 * this.matchCount), this.matchCount);
    this.terminated = new Uint8Array(buffer, take(this.matchCount), this.matchCount);
    this.truncated = new Uint8Array(buffer, take(this.matchCount), this.matchCount);
    this.outcomes = new Uint8Array(buffer, take(this.matchCount), this.matchCount);
    this.drawn = new Uint8Array(buffer, take(2 * this.matchCount), 2 * this.matchCount);
    this.actionMasks = new Uint8Array(buffer, take(rows * this.choices.length), rows * this.choices.length);
    this.actions = new Float32Array(buffer, actionOffset, actionCount);
    this.#rewardView = {
      match: first.match,
      episode: first.episode,
      events: first.events,
      player: first.match.world.players[0] as Player,
      sign: 1,
      ballDistanceBefore: 0.5,
      ballDistance: 0.5,
      kicksBefore: 0,
    };
    this.#seedMatches(options.seed ?? 1);
  }

  #createOthers(choices: NonNullable<BatchOptions['others']>): (readonly OtherPlayers[])[] {
    checkObject('others', choices, '{ "right": { "type": "scripts" } }');
    for (const side of Object.keys(choices))
      if (side !== 'left' && side !== 'right')
        throw new RangeError(`others: ${JSON.stringify(side)} is not left or right`);
    return SIDES.map((side) =>
      createOthers(choices[side], {
        scenario: this.scenario,
        slots: findOthers(this.scenario, side, this.agents),
        matches: this.matchCount,
        horizon: this.#horizon,
      }),
    );
  }

  /** The controller that plays in a match; `side` is 0 for left, 1 for right. */
  #other({ episode }: MatchSlot, side: number): OtherPlayers | undefined {
    return (this.#others[side] as readonly OtherPlayers[])[
      side === 0 ? episode.drawnLeft : episode.drawnRight
    ];
  }

  /** Draws the controllers of an episode and starts them. */
  #beginOthers(slot: MatchSlot, index: number): void {
    const { episode } = slot;
    const seed = episodeSeed(episode);
    episode.drawnLeft = drawController(this.#others[0] as readonly OtherPlayers[], 'left', seed);
    episode.drawnRight = drawController(this.#others[1] as readonly OtherPlayers[], 'right', seed);
    for (let side = 0; side < 2; side++) this.#other(slot, side)?.begin?.(slot, index);
    this.#followOthers(slot, index);
  }

  /** Takes over which controllers play. */
  #followOthers(slot: MatchSlot, index: number): void {
    const receivers = this.#receivers[index] as SenseReceiver[];
    receivers.length = 0;
    if (this.#encoder.receiver !== undefined) receivers.push(this.#encoder.receiver);
    if (this.#decoder.receiver !== undefined) receivers.push(this.#decoder.receiver);
    for (let side = 0; side < 2; side++) {
      const senses = this.#other(slot, side)?.senses;
      if (senses !== undefined) receivers.push(...senses);
    }
    this.drawn[2 * index] = slot.episode.drawnLeft;
    this.drawn[2 * index + 1] = slot.episode.drawnRight;
  }

  /** Runs the senses of a match if an agent or another player perceives something. */
  #runSenses(slot: MatchSlot, index: number): void {
    const receivers = this.#receivers[index] as SenseReceiver[];
    if (receivers.length > 0) this.#senses.run(slot.match, index, receivers);
  }

  /** Results of the ended episodes since the batch was created, by side and controller of the players without agents. */
  results(): ControllerResult[] {
    return this.#results.list();
  }

  #seedMatches(seed: number): void {
    checkSeed('seed', seed);
    for (let i = 0; i < this.matchCount; i++) this.#seedMatch(i, mixSeed(seed, this.#firstMatch + i));
  }

  #seedMatch(index: number, seed: number): void {
    const { episode } = this.#slot(index);
    episode.seed = seed;
    episode.episode = -1;
  }

  /** The simulator's match; reading it does not change it. */
  match(index: number): Match {
    return this.#slot(index).match;
  }

  #slot(index: number): MatchSlot {
    const slot = this.#slots[index];
    if (slot === undefined)
      throw new RangeError(`match ${index} is out of range: 0 to ${this.matchCount - 1} are allowed`);
    return slot;
  }

  /**
   * Starts a new episode in every match.
   *
   * @param seed A seed for all matches, from which the seed of each follows, or one seed per match. Absent: the next
   * episodes of the seeds before.
   */
  reset(seed?: number | readonly number[]): void {
    if (typeof seed === 'number') this.#seedMatches(seed);
    else if (seed !== undefined) {
      if (seed.length !== this.matchCount)
        throw new RangeError(`seeds: ${seed.length} values for ${this.matchCount} matches`);
      seed.forEach((value, i) => {
        this.#seedMatch(i, checkSeed(`seeds[${i}]`, value));
      });
    }
    for (let i = 0; i < this.matchCount; i++) this.#reset(i);
    this.#isReset = true;
  }

  /** Starts a new episode in one match. */
  resetMatch(index: number, seed?: number): void {
    this.#slot(index);
    if (seed !== undefined) this.#seedMatch(index, checkSeed('seed', seed));
    this.#reset(index);
    if (this.matchCount === 1) this.#isReset = true;
  }

  #reset(index: number): void {
    this.#begin(index);
    this.terminated[index] = 0;
    this.truncated[index] = 0;
    this.outcomes[index] = 0;
    this.#clearRewards(index);
  }

  /** Starts an episode and writes its first observation. */
  #begin(index: number): void {
    const slot = this.#slot(index);
    startEpisode(slot, this.scenario, this.#base, this.#difficulty);
    this.#encoder.begin?.(slot.match, index);
    this.#decoder.begin?.(slot, index);
    this.#beginOthers(slot, index);
    this.#runSenses(slot, index);
    for (let a = 0; a < this.#agents.length; a++) {
      const player = this.#player(slot, a);
      slot.ballDistances[a] = ballDistance(slot.match, player);
      slot.kicks[a] = player.kickCount;
    }
    this.#observe(index, true);
  }

  #clearRewards(index: number): void {
    const { length } = this.#agents;
    this.rewards.fill(0, index * length, (index + 1) * length);
  }

  #player(slot: MatchSlot, agent: number): Player {
    return slot.match.world.players[(this.#agents[agent] as Agent).index] as Player;
  }

  /**
   * Executes the actions of the block in all matches and writes observations, rewards and ends.
   *
   * @throws {ActionError} if an action is not a finite number; no match is changed then
   */
  step(): void {
    this.#checkReset();
    this.#checkActions();
    this.#isScripted = false;
    for (let i = 0; i < this.matchCount; i++) this.#stepMatch(i);
  }

  /** Like `step`, but the agents play by the scripts of the scenario; the action block is not used. */
  stepScripted(): void {
    this.#checkReset();
    this.#isScripted = true;
    for (let i = 0; i < this.matchCount; i++) this.#stepMatch(i);
  }

  #checkReset(): void {
    if (!this.#isReset) throw new Error('the batch has no episodes yet: call reset before step');
  }

  #checkActions(): void {
    const { actions } = this;
    let sum = 0;
    for (let i = 0; i < actions.length; i++) {
      const value = actions[i] as number;
      // 0 for finite numbers, otherwise NaN.
      sum += value - value;
    }
    if (sum === 0) return;
    const size = this.actionLayout.length;
    const bad = actions.findIndex((value) => !Number.isFinite(value));
    const row = Math.floor(bad / size);
    const agent = row % this.agents.length;
    const { side, unum } = this.agents[agent] as AgentSlot;
    throw new ActionError(
      `action of match ${Math.floor(row / this.agents.length)}, agent ${agent} (${side} ${unum}), field ` +
        `${this.actionLayout[bad % size]?.name} (index ${bad % size}): ${actions[bad]} is not a finite number`,
    );
  }

  #stepMatch(index: number): void {
    const slot = this.#slots[index] as MatchSlot;
    this.#clearRewards(index);
    if (slot.episode.outcome !== 0) {
      if (this.#autoReset !== 'none') this.#reset(index);
      return;
    }
    let outcome = 0;
    this.#decoder.startStep?.(index);
    for (let n = 0; n < this.#frameSkip && outcome === 0; n++) {
      outcome = this.#runCycle(slot, index);
      if (this.#decoder.endsStep?.(index) === true) break;
    }
    this.outcomes[index] = outcome;
    this.terminated[index] = outcome >= 2 ? 1 : 0;
    this.truncated[index] = outcome === 1 ? 1 : 0;
    this.#observe(index, false);
    if (outcome !== 0) this.#results.add(slot.episode);
    if (outcome !== 0 && this.#autoReset === 'same-step') {
      const size = this.observations.length / this.matchCount;
      for (let i = index * size; i < (index + 1) * size; i++)
        this.finalObservations[i] = this.observations[i] as number;
      this.#begin(index);
    }
  }

  /** Returns the outcome of the episode so far. */
  #runCycle(slot: MatchSlot, index: number): number {
    const { match, episode, events } = slot;
    const { length } = this.#agents;
    const size = this.actionLayout.length;
    const first = index * length * size;
    for (let side = 0; side < 2; side++) this.#other(slot, side)?.act(slot, index);
    // The order of the agents alternates, so that none of the sides is always first.
    const isReversed = match.steps % 2 === 1;
    for (let n = 0; n < length; n++) {
      const agent = isReversed ? length - 1 - n : n;
      const player = this.#player(slot, agent);
      if (!player.enabled) continue;
      if (this.#isScripted) (this.#agentScripts[agent] as Script)(slot, player);
      else this.#decoder.apply(slot, player, this.actions, first + agent * size, index);
    }
    step(match, this.#shows[index]);
    this.#encoder.sense?.(match, index);
    for (let side = 0; side < 2; side++) this.#other(slot, side)?.sense?.(match, index);
    this.#runSenses(slot, index);
    recordCycle(episode, match, events);
    episode.outcome = findOutcome(this.scenario, this.#horizon, episode, match, events);
    this.cycles[index] = episode.cycles;
    this.#addRewards(slot, index);
    return episode.outcome;
  }

  #addRewards(slot: MatchSlot, index: number): void {
    const view = this.#rewardView;
    view.match = slot.match;
    view.episode = slot.episode;
    view.events = slot.events;
    for (let a = 0; a < this.#agents.length; a++) {
      const player = this.#player(slot, a);
      view.player = player;
      view.sign = player.side === 'l' ? 1 : -1;
      view.ballDistanceBefore = slot.ballDistances[a] as number;
      view.ballDistance = ballDistance(slot.match, player);
      view.kicksBefore = slot.kicks[a] as number;
      let sum = 0;
      for (const { term, weight } of this.#rewards) sum += weight * term.value(view);
      const at = index * this.#agents.length + a;
      this.rewards[at] = (this.rewards[at] as number) + sum;
      view.episode.reward += sum;
      slot.ballDistances[a] = view.ballDistance;
      slot.kicks[a] = player.kickCount;
    }
  }

  /** Writes observations and masks of a match. At a start, all places of a stack get the first observation. */
  #observe(index: number, isStart: boolean): void {
    const slot = this.#slots[index] as MatchSlot;
    const { match, episode } = slot;
    this.cycles[index] = episode.cycles;
    this.#encoder.prepare(match, episode, this.#horizon, index);
    const size = this.observationLayout.length;
    const { length } = this.#agents;
    const width = size * this.#stack;
    const choices = this.choices.length;
    for (let a = 0; a < length; a++) {
      const player = this.#player(slot, a);
      const row = index * length + a;
      const from = row * width;
      const last = from + width - size;
      if (width > size && !isStart) this.observations.copyWithin(from, from + size, from + width);
      this.#encoder.fill(player, this.observations, last);
      if (isStart)
        for (let at = from; at < last; at += size) this.observations.copyWithin(at, last, last + size);
      this.#decoder.fillMask(match, player, this.actionMasks, row * choices, index);
    }
  }

  /**
   * Returns the state of a match, for `restoreMatch` of a batch with the same options. Observations of a stack are not in it.
   *
   * @throws Error if a team in this process plays in the match
   */
  saveMatch(index: number): SavedMatch {
    const slot = this.#slot(index);
    const [left, right] = [this.#other(slot, 0), this.#other(slot, 1)];
    const reason = this.#decoder.cannotSave ?? left?.cannotSave ?? right?.cannotSave;
    if (reason !== undefined) throw new Error(`match ${index} cannot be saved: ${reason}`);
    const saved = saveSlot(slot);
    const sensors = this.#encoder.save?.(index);
    const leftMemory = left?.save?.(index);
    const rightMemory = right?.save?.(index);
    return {
      ...saved,
      ...(sensors === undefined ? {} : { sensors }),
      ...(leftMemory === undefined && rightMemory === undefined
        ? {}
        : {
            others: {
              ...(leftMemory === undefined ? {} : { left: leftMemory }),
              ...(rightMemory === undefined ? {} : { right: rightMemory }),
            },
          }),
    };
  }

  /** Sets a match to a saved state and writes its observation, which fills all places of a stack. */
  restoreMatch(index: number, saved: SavedMatch): void {
    const slot = this.#slot(index);
    checkObject('saved', saved, 'the result of saveMatch');
    if (saved.snapshot?.world === undefined || saved.episode === undefined)
      throw new RangeError('saved: the state has no snapshot or no episode; pass the result of saveMatch');
    this.#encoder.restore?.(index, saved.sensors ?? []);
    restoreSlot(slot, saved);
    const [left, right] = [this.#other(slot, 0), this.#other(slot, 1)];
    const reason = this.#decoder.cannotSave ?? left?.cannotSave ?? right?.cannotSave;
    if (reason !== undefined) throw new Error(`match ${index} cannot be restored: ${reason}`);
    left?.restore?.(index, saved.others?.left ?? []);
    right?.restore?.(index, saved.others?.right ?? []);
    this.#followOthers(slot, index);
    const { outcome } = slot.episode;
    this.outcomes[index] = outcome;
    this.terminated[index] = outcome >= 2 ? 1 : 0;
    this.truncated[index] = outcome === 1 ? 1 : 0;
    this.#clearRewards(index);
    this.#observe(index, true);
  }
}

function ballDistance({ world }: Match, { pos }: Player): number {
  const dx = world.ball.pos.x - pos.x;
  const dy = world.ball.pos.y - pos.y;
  return sqrt(dx * dx + dy * dy);
}

function checkCount(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new RangeError(`${name}: ${String(value)} is not a whole number from 1 to ${most}`);
}

function checkShare(name: string, value: number): number {
  if (value >= 0 && value <= 1) return value;
  throw new RangeError(`${name}: ${String(value)} is not a number from 0 to 1`);
}

function checkAutoReset(value: string): 'next-step' | 'same-step' | 'none' {
  if (value === 'next-step' || value === 'same-step' || value === 'none') return value;
  throw new RangeError(`autoReset: ${JSON.stringify(value)} is not next-step, same-step or none`);
}

function resolveScenario(scenario: string | Scenario): Scenario {
  if (typeof scenario === 'string') return findScenario(scenario);
  checkScenarioForm(scenario);
  return scenario;
}

function allOf(scenario: Scenario, side: 'left' | 'right'): AgentSlot[] {
  return scenario[side].map((_, i) => ({ side, unum: i + 1 }));
}

function resolveAgents(
  scenario: Scenario,
  agents: BatchOptions['agents'] = scenario.controlled,
): AgentSlot[] {
  if (agents === 'left' || agents === 'right') return checkAgents(scenario, allOf(scenario, agents));
  if (agents === 'both')
    return checkAgents(scenario, [...allOf(scenario, 'left'), ...allOf(scenario, 'right')]);
  if (agents === 'first')
    return checkAgents(scenario, [{ side: scenario.controlled === 'right' ? 'right' : 'left', unum: 1 }]);
  if (!Array.isArray(agents))
    throw new RangeError(
      `agents: ${JSON.stringify(agents)} is not left, right, both, first or a list of players`,
    );
  agents.forEach((agent: unknown, i) => {
    if (typeof agent !== 'object' || agent === null)
      throw new RangeError(
        `agents[${i}]: ${JSON.stringify(agent)} is not a player such as { "side": "left", "unum": 1 }`,
      );
  });
  return checkAgents(scenario, agents);
}

function checkAgents(scenario: Scenario, agents: readonly AgentSlot[]): AgentSlot[] {
  if (agents.length === 0)
    throw new RangeError(`agents: scenario ${scenario.name} has no player of this side; name at least one`);
  for (const { side, unum } of agents)
    if ((side !== 'left' && side !== 'right') || scenario[side][unum - 1] === undefined)
      throw new RangeError(
        `agents: scenario ${scenario.name} has no player ${String(side)} ${String(unum)}; left has ${scenario.left.length}, right ${scenario.right.length}`,
      );
  const keys = agents.map(({ side, unum }) => playerIndex(side === 'left' ? 'l' : 'r', unum));
  if (new Set(keys).size < keys.length) throw new RangeError('agents: a player is named twice');
  return agents
    .map(({ side, unum }, i) => ({ side, unum, key: keys[i] as number }))
    .sort((a, b) => a.key - b.key)
    .map(({ side, unum }) => ({ side, unum }));
}
