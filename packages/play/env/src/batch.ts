import type { Player } from '@rcss/core';
import { type Match, type Snapshot, snapshot, step } from '@rcss/simulator';
import type { ActionDecoder } from './action/action.js';
import { choiceOf } from './action/parameters.js';
import { createAgentInterface } from './agent-interface.js';
import { AgentRewards } from './agent-rewards.js';
import { BatchBlocks } from './batch-blocks.js';
import {
  type BatchChanges,
  type BatchOptions,
  type BatchSettings,
  checkShare,
  resolveOptions,
} from './batch-options.js';
import { checkActions } from './check-actions.js';
import { ControllerPools } from './controller-pools.js';
import { findOutcome, recordCycle } from './episode.js';
import type { Field } from './layout.js';
import {
  checkSavedMatch,
  createMatchSlots,
  type MatchSlot,
  restoreSlot,
  type SavedMatch,
  saveSlot,
  startEpisode,
} from './match-slot.js';
import { restoreMemories, saveMemories } from './observation/agent-memory.js';
import { createStateEncoder } from './observation/encoder.js';
import type { ObservationEncoder } from './observation/observation.js';
import type { ObservationStack } from './observation/observation-stack.js';
import { checkNames } from './options.js';
import type { ControllerResult, Results } from './others/results.js';
import { findScript } from './others/script-players.js';
import type { RewardName } from './reward-weights.js';
import { REWARD_NAMES, resolveRewards } from './rewards.js';
import { type AgentSlot, type Scenario, scenarioHasHeight } from './scenario.js';
import type { Script } from './scripts/script.js';
import { checkSeed, mixSeed } from './seeding.js';
import { Senses } from './senses.js';

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

/** A batch of matches with the same scenario; see {@link createBatch}. */
export class Batch extends BatchBlocks {
  readonly scenario: Scenario;
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
  /** Numbers of the state of a match, in the frame of the left team; empty without the option `state`. */
  readonly stateLayout: readonly Field[];
  /** Names of the terms of the reward, in the order of `rewardTerms`. */
  readonly rewardNames: readonly RewardName[] = REWARD_NAMES;

  readonly #slots: readonly MatchSlot[];
  /** Indexes of the agents' players. */
  readonly #agents: readonly number[];
  readonly #settings: BatchSettings;
  #others: ControllerPools;
  #results: Results;
  readonly #senses: Senses;
  /** Scripts of the agents, for reference. */
  readonly #agentScripts: readonly Script[];
  readonly #encoder: ObservationEncoder;
  readonly #stack: ObservationStack;
  readonly #stateEncoder: ObservationEncoder | undefined;
  readonly #decoder: ActionDecoder;
  readonly #rewards: AgentRewards;
  readonly #base: Snapshot;
  #difficulty: number;
  readonly #onCycle: BatchOptions['onCycle'];
  readonly #shows: readonly (((match: Match) => void) | undefined)[];
  #isReset = false;
  #isScripted = false;

  constructor(options: BatchOptions) {
    const settings = resolveOptions(options);
    const { scenario, matches: matchCount, agents } = settings;
    const play = createAgentInterface(scenario, agents, matchCount, { ...options, stack: settings.stack });
    const { encoder, stack, decoder } = play;
    const others = new ControllerPools(options.others ?? {}, settings);
    const stateEncoder = settings.state
      ? createStateEncoder(
          { mates: scenario.left.length - 1, opponents: scenario.right.length },
          scenarioHasHeight(scenario),
        )
      : undefined;
    const rewardTerms = resolveRewards(options.reward ?? scenario.rewards);
    super({
      matches: matchCount,
      agents: agents.length,
      observation: stack.width,
      hasFinal: settings.autoReset === 'same-step',
      state: stateEncoder?.layout.length ?? 0,
      terms: settings.rewardTerms ? REWARD_NAMES.length : 0,
      action: decoder.layout.length,
      choices: decoder.choices.length,
    });
    this.#settings = settings;
    this.#difficulty = settings.difficulty;
    this.scenario = scenario;
    this.matchCount = matchCount;
    this.agents = agents;
    this.#agents = play.agents;
    this.#agentScripts = agents.map(({ side, unum }) => findScript(scenario, side, unum));
    this.#encoder = encoder;
    this.#stack = stack;
    this.#stateEncoder = stateEncoder;
    this.#decoder = decoder;
    this.observationLayout = encoder.layout;
    this.stateLayout = stateEncoder?.layout ?? [];
    this.actionLayout = decoder.layout;
    this.choices = decoder.choices;
    this.outcomeNames = ['running', 'horizon', ...scenario.terminations.map(({ on }) => on)];
    this.#others = others;
    this.#results = others.createResults(this.outcomeNames);
    this.#slots = createMatchSlots(scenario, matchCount, agents);
    const first = this.#slots[0] as MatchSlot;
    this.#base = snapshot(first.match);
    this.#senses = new Senses(matchCount);
    this.#listen();
    const { onCycle } = options;
    this.#onCycle = onCycle;
    this.#shows = this.#slots.map((_, index) =>
      onCycle === undefined ? undefined : (match) => onCycle(match, index, false),
    );
    this.#rewards = new AgentRewards(rewardTerms, this.#agents, settings.discount, this, first);
    this.#seedMatches(options.seed ?? 1);
  }

  /** Names of the controllers of the players without agents, by the numbers in `drawn`; empty for a side without such players. */
  get otherNames(): { readonly left: readonly string[]; readonly right: readonly string[] } {
    return this.#others.names;
  }

  /** Passes events of the matches to those who receive them. */
  #listen(): void {
    const encoder = this.#encoder;
    if (!(encoder.notify ?? this.#decoder.notify) && !this.#others.hasListener) return;
    this.#slots.forEach((slot, index) => {
      slot.match.listener = (event) => {
        encoder.notify?.(event, index);
        this.#decoder.notify?.(event, index);
        this.#others.notify(slot, event, index);
      };
    });
  }

  /**
   * Changes difficulty, weights of the reward or the controllers of the players without agents; `reset` must follow, which starts new
   * episodes with them. Absent options stay. With `others`, the counts of `results` start again.
   *
   * @throws RangeError if an option is unknown or does not fit; nothing has changed then
   */
  configure(changes: BatchChanges): void {
    checkNames('', changes, ['difficulty', 'others', 'reward']);
    const difficulty = checkShare('difficulty', changes.difficulty ?? this.#difficulty);
    const terms = changes.reward === undefined ? this.#rewards.terms : resolveRewards(changes.reward);
    if (changes.others !== undefined) {
      this.#others = new ControllerPools(changes.others, this.#settings);
      this.#results = this.#others.createResults(this.outcomeNames);
      this.#listen();
    }
    this.#difficulty = difficulty;
    this.#rewards.terms = terms;
    this.#isReset = false;
  }

  /** Takes over which controllers play. */
  #followOthers(slot: MatchSlot, index: number): void {
    const receivers = this.#senses.receivers(index);
    receivers.length = 0;
    if (this.#encoder.receiver !== undefined) receivers.push(this.#encoder.receiver);
    if (this.#decoder.receiver !== undefined) receivers.push(this.#decoder.receiver);
    this.#others.addReceivers(slot, receivers);
    this.drawn[2 * index] = slot.episode.drawnLeft;
    this.drawn[2 * index + 1] = slot.episode.drawnRight;
  }

  /** Results of the ended episodes since the batch was created, by side and controller of the players without agents. */
  results(): ControllerResult[] {
    return this.#results.list();
  }

  #seedMatches(seed: number): void {
    checkSeed('seed', seed);
    for (let i = 0; i < this.matchCount; i++)
      this.#seedMatch(i, mixSeed(seed, this.#settings.firstMatch + i));
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
   * @param seed A seed for all matches, from which the seed of each follows, or one seed per match. Absent, or null for a match: the
   * next episodes of the seeds before.
   */
  reset(seed?: number | readonly (number | null)[]): void {
    if (typeof seed === 'number') this.#seedMatches(seed);
    else if (seed !== undefined) {
      if (seed.length !== this.matchCount)
        throw new RangeError(`seeds: ${seed.length} values for ${this.matchCount} matches`);
      seed.forEach((value, i) => {
        if (value !== null) this.#seedMatch(i, checkSeed(`seeds[${i}]`, value));
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
    this.#rewards.clear(index);
  }

  /** Starts an episode and writes its first observation. */
  #begin(index: number): void {
    const slot = this.#slot(index);
    startEpisode(slot, this.scenario, this.#base, this.#difficulty);
    this.#onCycle?.(slot.match, index, true);
    this.#encoder.begin?.(slot.match, index);
    this.#decoder.begin?.(slot, index);
    this.#others.begin(slot, index);
    this.#followOthers(slot, index);
    this.#senses.run(slot.match, index);
    this.#rewards.begin(slot);
    this.#observe(index, true);
  }

  #player(slot: MatchSlot, agent: number): Player {
    return slot.match.world.players[this.#agents[agent] as number] as Player;
  }

  /**
   * Executes the actions of the block in all matches and writes observations, rewards and ends.
   *
   * @throws {ActionError} if an action is not a finite number or not a choice; no match is changed then
   */
  step(): void {
    this.#checkReset();
    checkActions(this.actions, this.actionLayout, this.agents);
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

  #stepMatch(index: number): void {
    const slot = this.#slots[index] as MatchSlot;
    this.#rewards.clear(index);
    if (slot.episode.outcome !== 0) {
      if (this.#settings.autoReset !== 'none') this.#reset(index);
      return;
    }
    let outcome = 0;
    this.#decoder.startStep?.(index);
    this.#noteActions(index);
    for (let n = 0; n < this.#settings.frameSkip && outcome === 0; n++) {
      outcome = this.#runCycle(slot, index);
      const isLast =
        n + 1 === this.#settings.frameSkip || outcome !== 0 || this.#decoder.endsStep?.(index) === true;
      this.#rewards.add(slot, index, isLast);
      if (isLast) break;
    }
    this.outcomes[index] = outcome;
    this.terminated[index] = outcome >= 2 ? 1 : 0;
    this.truncated[index] = outcome === 1 ? 1 : 0;
    this.#observe(index, false);
    if (outcome !== 0) this.#results.add(slot.episode);
    if (outcome !== 0 && this.#settings.autoReset === 'same-step') {
      const size = this.observations.length / this.matchCount;
      for (let i = index * size; i < (index + 1) * size; i++)
        this.finalObservations[i] = this.observations[i] as number;
      this.#begin(index);
    }
  }

  /** Reports to the encoder which choices could have an effect, by the masks before the step. */
  #noteActions(index: number): void {
    if (this.#encoder.noteAction === undefined) return;
    const { length } = this.#agents;
    const count = this.choices.length;
    for (let a = 0; a < length; a++) {
      const row = index * length + a;
      const choice = choiceOf(this.actions[row * this.actionLayout.length] as number, count);
      this.#encoder.noteAction(index, a, this.#isScripted || this.actionMasks[row * count + choice] === 1);
    }
  }

  /** Returns the outcome of the episode so far. */
  #runCycle(slot: MatchSlot, index: number): number {
    const { match, episode, events } = slot;
    const { length } = this.#agents;
    const size = this.actionLayout.length;
    const first = index * length * size;
    this.#others.act(slot, index);
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
    this.#others.sense(slot, match, index);
    this.#senses.run(match, index);
    recordCycle(episode, match, events);
    episode.outcome = findOutcome(this.scenario, this.#settings.horizon, episode, match, events);
    this.cycles[index] = episode.cycles;
    return episode.outcome;
  }

  /** Writes observations and masks of a match. At a start, all places of a stack get the first observation. */
  #observe(index: number, isStart: boolean): void {
    const slot = this.#slots[index] as MatchSlot;
    const { match, episode } = slot;
    this.cycles[index] = episode.cycles;
    this.scores[2 * index] = episode.scoreLeft;
    this.scores[2 * index + 1] = episode.scoreRight;
    this.#encoder.prepare?.(match, episode, this.#settings.horizon);
    const { length } = this.#agents;
    const choices = this.choices.length;
    for (let a = 0; a < length; a++) {
      const player = this.#player(slot, a);
      const row = index * length + a;
      this.#stack.add(player, this.observations, row * this.#stack.width, isStart, match, index);
      this.#decoder.fillMask(match, player, this.actionMasks, row * choices, index);
    }
    if (this.#stateEncoder !== undefined) {
      this.#stateEncoder.prepare?.(match, episode, this.#settings.horizon);
      const left = match.world.players[0] as Player;
      this.#stateEncoder.fill(left, this.states, index * this.stateLayout.length, match, index);
    }
  }

  /**
   * Returns the state of a match, for `restoreMatch` of a batch with the same options. Observations of a stack are not in it.
   *
   * @throws Error if a team in this process plays in the match
   */
  saveMatch(index: number): SavedMatch {
    const slot = this.#slot(index);
    const reason = this.#decoder.cannotSave ?? this.#others.findSaveProblem(slot);
    if (reason !== undefined) throw new Error(`match ${index} cannot be saved: ${reason}`);
    return {
      ...saveSlot(slot, this.scenario),
      ...(this.#encoder.memories && { sensors: saveMemories(this.#encoder, index) }),
      ...this.#others.save(slot, index),
    };
  }

  /**
   * Sets a match to a saved state and writes its observation, which fills all places of a stack.
   *
   * @throws RangeError if the state is not one of the scenario and the options of this batch; the match has not changed then
   */
  restoreMatch(index: number, saved: SavedMatch): void {
    const slot = this.#slot(index);
    checkSavedMatch(saved, slot, this.scenario);
    const reason = this.#decoder.cannotSave ?? this.#others.findSaveProblem(saved);
    if (reason !== undefined) throw new Error(`match ${index} cannot be restored: ${reason}`);
    restoreMemories(this.#encoder, index, saved.sensors ?? []);
    restoreSlot(slot, saved);
    this.#onCycle?.(slot.match, index, true);
    this.#others.restore(slot, index, saved.others);
    this.#followOthers(slot, index);
    const { outcome } = slot.episode;
    this.outcomes[index] = outcome;
    this.terminated[index] = outcome >= 2 ? 1 : 0;
    this.truncated[index] = outcome === 1 ? 1 : 0;
    this.#rewards.clear(index);
    this.#rewards.beginStep(slot);
    this.#observe(index, true);
  }
}
