import { type Player, TEAM_SIZE } from '@rcss/core';
import { clamp, deg, direction, wrapAngle } from '@rcss/core/math';
import type { SeenObject, SeeObservation } from '@rcss/core/observation';
import { applyPlayerCommand, type Match } from '@rcss/simulator';
import type { SenseReceiver } from '../senses.js';
import { AgentMemory } from './agent-memory.js';
import type { EncoderOptions } from './observation.js';
import type { PlayerMotions } from './state-fields.js';

/** Cycles after which an agent does not know the place of an object any longer that it has not seen again. */
const MEMORY = 30;
/** Objects of a memory: the players by their index, then the ball. */
const OBJECT_COUNT = 2 * TEAM_SIZE + 1;
const BALL = 2 * TEAM_SIZE;
/** Largest angle between body and neck, degrees. */
const NECK_RANGE = 90;
/** Numbers of an object: age in cycles, x and y in meters. */
const SIZE = 3;

/**
 * What agents know of other players and the ball from their vision: the place where they have seen an object last, for 30
 * cycles. They see synchronously and turn the neck to the ball, as the base players of half-field offense do.
 */
export class HfoView {
  readonly receiver: SenseReceiver;
  readonly memory: AgentMemory<Float64Array>;
  readonly #agents: readonly number[];
  #match!: Match;

  constructor(batch: Pick<EncoderOptions, 'agents' | 'matches'>) {
    this.#agents = batch.agents;
    this.memory = new AgentMemory(batch, OBJECT_COUNT * SIZE, (length) =>
      new Float64Array(length).fill(MEMORY),
    );
    this.receiver = {
      startSenses: (match, index) => {
        this.#match = match;
        const memory = this.memory.of(index);
        for (let at = 0; at < memory.length; at += SIZE)
          if ((memory[at] as number) < MEMORY) memory[at] = (memory[at] as number) + 1;
      },
      senseBody: () => {},
      see: (player, seen, index) => this.#see(player, seen, index),
    };
  }

  /** Forgets everything, and lets the agents see in every cycle. */
  begin(match: Match, index: number): void {
    this.memory.of(index).fill(MEMORY);
    for (const agent of this.#agents) applyPlayerCommand(match, agent, { type: 'synch_see' });
  }

  /** Turns the necks of the agents to the ball, in the next cycle. */
  turnNecks(match: Match): void {
    const { ball, players } = match.world;
    for (const agent of this.#agents) {
      const { pos, body, neck } = players[agent] as Player;
      const way = direction(ball.pos.x - pos.x, ball.pos.y - pos.y);
      const target = clamp(deg(wrapAngle(way - body)), -NECK_RANGE, NECK_RANGE);
      applyPlayerCommand(match, agent, { type: 'turn_neck', moment: target - deg(neck) });
    }
  }

  #see(player: Player, seen: SeeObservation, index: number): void {
    const from = this.memory.offset(player);
    if (from < 0) return;
    const memory = this.memory.of(index);
    const { ball, players } = this.#match.world;
    for (let i = 0; i < seen.count; i++) {
      const { kind, index: at, detail } = seen.objects[i] as SeenObject;
      // A far player has no number, and thus no place in the features.
      if (kind === 'player' ? detail !== 'full' : kind !== 'ball') continue;
      const { pos } = kind === 'ball' ? ball : (players[at] as Player);
      const o = from + (kind === 'ball' ? BALL : at) * SIZE;
      memory[o] = 0;
      memory[o + 1] = pos.x;
      memory[o + 2] = pos.y;
    }
  }

  /** Sets the places of other players to those that an agent knows; players that it does not know are absent. */
  limit(agent: Player, index: number, motions: PlayerMotions): void {
    const memory = this.memory.of(index);
    const from = this.memory.offset(agent);
    for (let i = 0; i < 2 * TEAM_SIZE; i++) {
      if (i === agent.index) continue;
      const o = from + i * SIZE;
      if ((memory[o] as number) >= MEMORY) motions.present[i] = 0;
      motions.x[i] = memory[o + 1] as number;
      motions.y[i] = memory[o + 2] as number;
    }
  }

  /** Returns where an agent knows the ball, or undefined. */
  ball(agent: Player, index: number): { readonly x: number; readonly y: number } | undefined {
    const memory = this.memory.of(index);
    const o = this.memory.offset(agent) + BALL * SIZE;
    if ((memory[o] as number) >= MEMORY) return undefined;
    return { x: memory[o + 1] as number, y: memory[o + 2] as number };
  }
}
