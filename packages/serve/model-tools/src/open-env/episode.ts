import { createLocalMatch, createLocalSpec, type LocalMatch } from '@rcss/agent/local';
import { createFrame } from '@rcss/core';
import type { CreateTeam } from '@rcss/core/team-module';
import { isBallKickable } from '@rcss/physics/predict';
import { fillFrame } from '@rcss/sensors';
import { describeFrame, readSituation } from '@rcss/stats/describe';
import { z } from 'zod';
import { getBuiltInTeam } from '../sandbox/built-in-teams.js';
import { OrderClient } from '../sandbox/order-client.js';

/** What begins an episode. */
export const RESET = z.object({
  seed: z.number().int().min(0).max(2_000_000_000).default(1),
  opponent: z.enum(['base', 'chasers', 'random']).default('chasers'),
  cycles: z.number().int().min(20).max(6000).default(600),
});

/** What the player with the ball does; `team`: what the base team decides. */
export const ACTION = z.object({
  action: z.enum(['pass', 'dribble', 'shoot', 'clear', 'hold', 'team']),
  to: z.number().int().min(1).max(11).optional(),
});

/** What the model gets. */
export interface EpisodeObservation {
  /** The moment in words. */
  readonly text: string;
  readonly cycle: number;
  readonly score: { readonly own: number; readonly other: number };
  /** Number of the player with the ball; null at the end. */
  readonly unum: number | null;
  /** Teammates to which a pass is open. */
  readonly open_passes: readonly number[];
}

/** Result of a reset or a step. */
export interface EpisodeResult {
  readonly observation: EpisodeObservation;
  /** Goals for less goals against since the last step; null after a reset. */
  readonly reward: number | null;
  readonly done: boolean;
}

/** Cycles that the team plays on after the action `team`. */
const TEAM_CYCLES = 5;
/** Cycles between two turns of the event loop. */
const CYCLES_PER_SLICE = 10;
const MAX_STEPS_PER_CYCLE = 4;
const MAX_EXTRA_STEPS = 2000;

/**
 * A match in which a model decides for the player with the ball of the left team, the base team; the base team plays the rest. An episode
 * ends after its cycles.
 */
export class FootballEpisode {
  readonly #match: LocalMatch;
  readonly #clients: readonly OrderClient[];
  readonly #end: number;
  readonly #lastStep: number;
  #goals = 0;
  /** Number of steps of the model. */
  stepCount = 0;

  private constructor(match: LocalMatch, clients: readonly OrderClient[], cycles: number) {
    this.#match = match;
    this.#clients = clients;
    this.#end = cycles;
    this.#lastStep = MAX_STEPS_PER_CYCLE * cycles + MAX_EXTRA_STEPS;
  }

  /** Begins an episode; the same settings and actions give the same match. */
  static async create({ seed, opponent, cycles }: z.infer<typeof RESET>): Promise<FootballEpisode> {
    const clients: OrderClient[] = [];
    const base = getBuiltInTeam('base');
    const create: CreateTeam = async (context) => {
      const { players } = await base({ ...context, options: { coach: false } });
      clients.push(
        ...players.map((player, i) => new OrderClient(player, { side: 'l', unum: i + 1, action: 'hold' })),
      );
      return { players: clients };
    };
    const match = await createLocalMatch({
      left: { name: 'Model', create },
      right: {
        name: opponent === 'base' ? 'Base' : opponent === 'chasers' ? 'Chasers' : 'Random',
        create: getBuiltInTeam(opponent),
      },
      spec: createLocalSpec({ seed }),
    });
    return new FootballEpisode(match, clients, cycles);
  }

  /** Plays until the model has to decide for the first time. */
  async begin(): Promise<EpisodeResult> {
    await this.#playUntil(() => this.#findDecider() !== null);
    return { ...this.#observe(), reward: null };
  }

  /** Carries out an action, and plays until the model has to decide again. */
  async step({ action, to }: z.infer<typeof ACTION>): Promise<EpisodeResult> {
    this.stepCount += 1;
    const unum = this.#findDecider();
    const { steps } = this.#match.match;
    if (unum !== null && action === 'team')
      await this.#playUntil(() => this.#match.match.steps >= steps + TEAM_CYCLES);
    else if (unum !== null && action !== 'team') {
      const client = this.#clients[unum - 1] as OrderClient;
      client.begin({ action, ...(to === undefined ? {} : { to }) });
      await this.#playUntil(() => !client.isActive);
    }
    await this.#playUntil(() => this.#findDecider() !== null);
    return this.#observe();
  }

  get cycle(): number {
    return this.#match.match.world.time;
  }

  get #isDone(): boolean {
    const { world, steps } = this.#match.match;
    return this.#match.over || world.time >= this.#end || steps >= this.#lastStep;
  }

  async #playUntil(isReached: () => boolean): Promise<void> {
    for (let i = 1; !this.#isDone && !isReached(); i++) {
      this.#match.cycle();
      if (i % CYCLES_PER_SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The number of the left player with the ball in open play; null if there is none. */
  #findDecider(): number | null {
    const { world, params } = this.#match.match;
    if (world.playMode !== 'play_on') return null;
    for (const player of world.players) {
      if (player.side === 'l' && player.enabled && isBallKickable(params, world.ball, player))
        return player.unum;
    }
    return null;
  }

  #observe(): EpisodeResult {
    const { world, params } = this.#match.match;
    const goals = world.left.score - world.right.score;
    const reward = goals - this.#goals;
    this.#goals = goals;
    const situation = readSituation(fillFrame(world, params, createFrame()), params);
    const { holder } = situation;
    return {
      observation: {
        text: describeFrame(situation).join(' '),
        cycle: world.time,
        score: { own: world.left.score, other: world.right.score },
        unum: this.#findDecider(),
        open_passes:
          holder?.side === 'l' ? situation.passes.filter(({ open }) => open).map(({ unum }) => unum) : [],
      },
      reward,
      done: this.#isDone,
    };
  }
}
