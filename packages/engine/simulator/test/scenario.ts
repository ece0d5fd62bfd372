import {
  type MatchEvent,
  type Player,
  type PlayMode,
  playerIndex,
  type Reply,
  type Side,
  type TrainerCommand,
} from '@rcss/core';
import { createMatchParams, createPlayerParams, createServerParams, type ServerParams } from '@rcss/params';
import { decodeTrainerCommand } from '@rcss/protocol/coach';
import { decodeMonitorCommand } from '@rcss/protocol/monitor';
import { decodePlayerCommands } from '@rcss/protocol/player';
import { applyMonitorCommand } from '../src/entries/clients.js';
import { runAutoMode } from '../src/entries/cycle.js';
import {
  applyPlayerCommand,
  applyTrainerCommand,
  connectPlayer,
  createMatch,
  type Match,
  step,
} from '../src/index.js';

/**
 * A scenario of the vectors in the referee chapter (spec 06 §23.1): a match without noise, commands as text,
 * and the show of a monitor after each step.
 */
export interface Scenario {
  readonly match: Match;
  /** All events of the match, in order. */
  readonly events: MatchEvent[];
  readonly shows: Show[];
}

export interface Show {
  readonly mode: PlayMode;
  readonly clock: readonly [time: number, stoppage: number];
  readonly ball: readonly [x: number, y: number];
  readonly score: readonly [left: number, right: number];
  readonly players: readonly { readonly x: number; readonly y: number; readonly state: number }[];
}

export interface ScenarioSetup {
  /** Parameters besides those that disable noise; `coach_w_referee` is on unless `coach` is given. */
  readonly server?: Partial<ServerParams>;
  readonly player?: Parameters<typeof createPlayerParams>[0];
  readonly left?: number;
  readonly right?: number;
  /** Uniform number of the goalie of each side; null for none. */
  readonly goalies?: { readonly l: number | null; readonly r: number | null };
  readonly seed?: number;
  readonly version?: number;
}

/** Creates teams "L" and "R", connected and after their first step, in before_kick_off at time 0. */
export function createScenario(setup: ScenarioSetup = {}): Scenario {
  const { left = 2, right = 2, goalies = { l: null, r: null }, seed = 1, version = 19 } = setup;
  const server = createServerParams({
    ball_rand: 0,
    player_rand: 0,
    kick_rand: 0,
    coach_w_referee: setup.server?.coach !== true,
    ...setup.server,
  });
  const params = createMatchParams(
    server,
    createPlayerParams({ allow_mult_default_type: true, ...setup.player }),
    7,
  );
  const events: MatchEvent[] = [];
  const match = createMatch({ params, seed, listener: (event) => events.push(event) });
  for (const [side, team, count] of [
    ['l', 'L', left],
    ['r', 'R', right],
  ] as const) {
    for (let unum = 1; unum <= count; unum++)
      connectPlayer(match, { team, version, goalie: goalies[side] === unum });
  }
  step(match);
  match.world.stoppageTime = 0;
  return { match, events, shows: [] };
}

/** Executes a command of T (trainer), M (monitor) or a player such as `l1`. */
export function act(s: Scenario, actor: string, text: string): void {
  const { match } = s;
  if (actor === 'T') applyTrainerCommand(match, { role: 'trainer' }, trainerCommand(text));
  else if (actor === 'M') {
    const decoded = decodeMonitorCommand(text, true);
    if (!decoded.ok || decoded.value.kind !== 'monitor') throw new Error(`no monitor command: ${text}`);
    applyMonitorCommand(match, decoded.value.command);
  } else {
    const { index } = playerNamed(s, actor);
    if (!decodePlayerCommands(text, (command) => applyPlayerCommand(match, index, command)))
      throw new Error(`no player command: ${text}`);
  }
}

function trainerCommand(text: string): TrainerCommand {
  const decoded = decodeTrainerCommand(text);
  if (!decoded.ok) throw new Error(`no trainer command: ${text}`);
  return decoded.value;
}

/** Runs steps, each with its show. */
export function advance(s: Scenario, steps = 1): void {
  for (let i = 0; i < steps; i++) {
    step(s.match, () => s.shows.push(takeShow(s.match)));
    runAutoMode(s.match);
  }
}

/** Returns the player named `l1`, `r11` ... */
export function playerNamed(s: Scenario, name: string): Player {
  return s.match.world.players[playerIndex(name[0] as Side, Number(name.slice(1)))] as Player;
}

/** Returns the calls of the referee with their time, from event `from` on. */
export function calls(s: Scenario, from = 0): [number, string][] {
  const out: [number, string][] = [];
  for (const event of s.events.slice(from)) if (event.type === 'referee') out.push([event.time, event.text]);
  return out;
}

/** Returns the replies to commands, in order. */
export function replies(s: Scenario, from = 0): Reply[] {
  return s.events.slice(from).flatMap((event) => (event.type === 'reply' ? [event.reply] : []));
}

export function takeShow({ world }: Match): Show {
  return {
    mode: world.playMode,
    clock: [world.time, world.stoppageTime],
    ball: [world.ball.pos.x, world.ball.pos.y],
    score: [world.left.score, world.right.score],
    players: world.players.map((player) => ({ x: player.pos.x, y: player.pos.y, state: player.state })),
  };
}
