import {
  createInProcessTransport,
  createTrainerClient,
  type InProcessPeer,
  type TrainerClient,
} from '@rcss/client';
import { isPlayMode, type Player, playerIndex, SIDE_NAMES, type Side, type TrainerCommand } from '@rcss/core';
import { rad } from '@rcss/core/math';
import type { ServerMessage, TeamClient } from '@rcss/core/team-module';
import { createMatchParams, createPlayerParams, type ServerParams } from '@rcss/params';
import type { GlobalMessage } from '@rcss/protocol/coach';
import { type BatchOptions, checkShare } from '../batch-options.js';
import { beginEpisode, findOutcome, recordCycle } from '../episode.js';
import { createMatchSlots, episodeSeed, type MatchSlot } from '../match-slot.js';
import { drawScene } from '../placement.js';
import type { Scenario } from '../scenario.js';
import { findScenario } from '../scenarios/catalog.js';
import { checkSeed, firstScenarioState, mixSeed } from '../seeding.js';

/** Views after which the trainer gives up if not all players are there. */
const MAX_WAITING_VIEWS = 3000;
/** Cycles between two episodes, in which the players notice the end of the first. */
const PAUSE_CYCLES = 2;

/** Options of {@link ScenarioTrainer}. */
export interface ScenarioTrainerOptions extends Pick<BatchOptions, 'scenario' | 'difficulty' | 'horizon'> {
  /** Number of episodes. */
  readonly episodes: number;
  /** Seed of the starts, 0 to 2^32 - 1; 1 by default. They are those of the first match of an environment with this seed. */
  readonly seed?: number;
  /** Names that the teams must have; another one ends the trainer's work. By default, goalies decide whether the teams are exchanged. */
  readonly teams?: Partial<ScenarioTeams>;
}

/** Names of the teams of a server. The first team that connects is the left one. */
export interface ScenarioTeams {
  readonly left: string;
  /** Empty if there is no such team. */
  readonly right: string;
}

/** Returns the parameters that a server needs, so that a trainer can play episodes of a scenario. */
export function listTrainerParams(scenario: Scenario): Partial<ServerParams> {
  return { ...scenario.server, half_time: -1, auto_mode: false, coach_w_referee: true };
}

/** An episode that has ended. */
export interface ScenarioEpisode {
  /** `horizon`, or the name of the termination. */
  readonly outcome: string;
  readonly cycles: number;
  readonly goalsLeft: number;
  readonly goalsRight: number;
}

/**
 * A trainer that plays episodes of a scenario with the teams of a match: it places players and ball, sets the play mode, and ends an episode by the
 * conditions and the time limit of the scenario. It works on every server that accepts a trainer beside the referee.
 */
export class ScenarioTrainer implements TeamClient {
  readonly init: string;
  /** Episodes that have ended. */
  readonly results: ScenarioEpisode[] = [];
  /** What the server refused, and missing players. */
  readonly problems: string[] = [];
  readonly #client: TrainerClient;
  readonly #peer: InProcessPeer;
  readonly #scenario: Scenario;
  readonly #episodes: number;
  readonly #difficulty: number;
  readonly #horizon: number;
  readonly #seed: number;
  readonly #expected: Partial<ScenarioTeams>;
  #text = '';
  #slot: MatchSlot | null = null;
  #view: GlobalMessage | null = null;
  #names: ScenarioTeams | null = null;
  #state: 'waiting' | 'pause' | 'placed' | 'running' | 'over' = 'waiting';
  #views = 0;
  #pause = 0;
  #catcher: Side | null = null;
  #end: () => void = () => {};
  /** Resolves when all episodes are over, or when the trainer gives up; see `problems`. */
  readonly finished: Promise<void> = new Promise((resolve) => {
    this.#end = resolve;
  });

  /** @throws RangeError if an option is out of range, or if there is no such scenario */
  constructor(options: ScenarioTrainerOptions) {
    const { scenario, episodes, seed = 1, difficulty = 1 } = options;
    this.#scenario = typeof scenario === 'string' ? findScenario(scenario) : scenario;
    if (!Number.isInteger(episodes) || episodes < 1)
      throw new RangeError(`episodes: ${String(episodes)} is not a whole number from 1`);
    this.#episodes = episodes;
    this.#difficulty = checkShare('difficulty', difficulty);
    this.#horizon = options.horizon ?? this.#scenario.horizon;
    this.#seed = mixSeed(checkSeed('seed', seed), 0);
    this.#expected = options.teams ?? {};
    const { transport, peer } = createInProcessTransport();
    peer.onDatagram = (text) => {
      this.#text += text;
    };
    this.#peer = peer;
    this.#client = createTrainerClient({ transport, autoDone: false, version: 19 });
    this.#listen();
    this.#client.connect();
    this.init = this.#take();
  }

  /** Whether all episodes are over, or the trainer has given up. */
  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** Names of the teams; null before both are there. */
  get names(): ScenarioTeams | null {
    return this.#names;
  }

  receive(message: ServerMessage): void {
    this.#peer.deliver(message);
  }

  decide(): string {
    if (this.#slot === null) this.#start();
    else if (this.#view !== null) this.#work(this.#slot, this.#view);
    this.#view = null;
    return this.#take();
  }

  close(): void {
    this.#client.close();
    this.#finish();
  }

  #take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #send(...commands: readonly TrainerCommand[]): void {
    this.#client.send(...commands);
  }

  #listen(): void {
    const { events } = this.#client;
    events.on('global', (view) => {
      this.#view = view;
    });
    events.on('team_names', ({ left, right }) => {
      const needsRight = this.#scenario.right.length > 0;
      if (left !== null && (right !== null || !needsRight)) this.#names = { left, right: right ?? '' };
    });
    events.on('hear', ({ speaker, message }) => {
      if (speaker.by === 'referee') this.#hearReferee(message);
    });
    const refuse = ({ code }: { readonly code: string }): void => {
      if (this.problems.length < 20)
        this.problems.push(`the server refuses a command of the trainer: ${code}`);
    };
    events.on('error', refuse);
    events.on('warning', refuse);
  }

  #hearReferee(call: string): void {
    const world = this.#slot?.match.world;
    if (world === undefined) return;
    const goal = /^goal_([lr])_\d+$/.exec(call);
    if (goal !== null) {
      if (goal[1] === 'l') world.left.score += 1;
      else world.right.score += 1;
      world.playMode = goal[1] === 'l' ? 'goal_l' : 'goal_r';
      return;
    }
    const caught = /^goalie_catch_ball_([lr])$/.exec(call);
    if (caught !== null) this.#catcher = caught[1] as Side;
    else if (isPlayMode(call)) world.playMode = call;
  }

  /** Creates the match of the conditions when the parameters are there. */
  #start(): void {
    const { server, player, types } = this.#client;
    if (server === null || player === null || types.length < player.player_types) return;
    const params = createMatchParams(server, createPlayerParams(), 1, types);
    this.#slot = createMatchSlots(this.#scenario, 1, [], params)[0] as MatchSlot;
    this.#slot.episode.seed = this.#seed;
    this.#send({ type: 'eye', on: true }, { type: 'ear', on: true }, { type: 'team_names' });
  }

  #work(slot: MatchSlot, view: GlobalMessage): void {
    switch (this.#state) {
      case 'waiting':
        if (this.#areAllThere(view)) this.#beginPause();
        return;
      case 'pause':
        this.#pause += 1;
        if (this.#pause > PAUSE_CYCLES) this.#place(slot);
        return;
      case 'placed':
        // The players see the start in this cycle, as in the first observation of an environment.
        this.#follow(slot, view);
        beginEpisode(slot.episode, slot.match);
        this.#state = 'running';
        return;
      case 'running':
        if (this.#hasLost(view)) return;
        this.#follow(slot, view);
        this.#count(slot);
        return;
      case 'over':
    }
  }

  /** Whether both teams have the players of the scenario. */
  #areAllThere({ players }: GlobalMessage): boolean {
    this.#views += 1;
    if (this.#names === null) {
      this.#send({ type: 'team_names' });
      this.#giveUpLater('no two teams are there');
      return false;
    }
    const exchange = this.#findExchange(this.#names, players);
    if (exchange !== null) {
      this.#giveUp(
        `left = ${this.#names.left}, right = ${this.#names.right}: ${exchange}; the first team that connects is the left one`,
      );
      return false;
    }
    for (const side of SIDE_NAMES) {
      const name = this.#names[side];
      const needed = this.#scenario[side].length;
      const count = players.filter(({ team }) => team === name && name !== '').length;
      if (count === needed) continue;
      const problem = `the ${side} team ${name} has ${count} players, scenario ${this.#scenario.name} has ${needed}`;
      if (count > needed) this.#giveUp(problem);
      else this.#giveUpLater(problem);
      return false;
    }
    return true;
  }

  /** Why the teams are not on the sides of their roles; null if nothing shows that. */
  #findExchange(names: ScenarioTeams, players: GlobalMessage['players']): string | null {
    const { name: scenario, left, right } = this.#scenario;
    for (const side of SIDE_NAMES) {
      const expected = this.#expected[side];
      if (expected !== undefined && names[side] !== expected) return `the ${side} team must be ${expected}`;
    }
    const there = SIDE_NAMES.map((side) => players.filter(({ team }) => team === names[side]));
    const [leftCount, rightCount] = there.map(({ length }) => length);
    if (leftCount !== left.length && leftCount === right.length && rightCount === left.length)
      return `scenario ${scenario} has ${left.length} players on the left and ${right.length} on the right, so the teams are exchanged`;
    if (this.#expected.left !== undefined && this.#expected.right !== undefined) return null;
    // Only the goalies of the server show the roles of teams of the same size.
    const needs = [left, right].map((role) => role.some(({ goalie }) => goalie === true));
    const has = there.map((team) => team.some(({ goalie }) => goalie));
    const isExchanged = needs[0] !== needs[1] && has[0] === needs[1] && has[1] === needs[0];
    const isComplete = leftCount === left.length && rightCount === right.length;
    return isExchanged && isComplete
      ? `the goalie of scenario ${scenario} is on the ${needs[0] === true ? 'left' : 'right'}, so the teams are exchanged`
      : null;
  }

  /** Whether a player has left; the episodes cannot go on then. */
  #hasLost({ players }: GlobalMessage): boolean {
    const needed = this.#scenario.left.length + this.#scenario.right.length;
    if (players.length >= needed) return false;
    this.#giveUp(
      `${needed - players.length} of ${needed} players left after ${this.results.length} episodes`,
    );
    return true;
  }

  #giveUpLater(problem: string): void {
    if (this.#views > MAX_WAITING_VIEWS) this.#giveUp(problem);
  }

  #giveUp(problem: string): void {
    this.problems.push(problem);
    this.#finish();
  }

  #finish(): void {
    this.#state = 'over';
    this.#end();
  }

  /** The players notice the end of an episode by the play mode. */
  #beginPause(): void {
    this.#state = 'pause';
    this.#pause = 0;
    this.#send({ type: 'change_mode', mode: 'before_kick_off' });
  }

  #place(slot: MatchSlot): void {
    const { episode, match, random } = slot;
    const { world } = match;
    const names = this.#names as ScenarioTeams;
    episode.episode += 1;
    random.restore(firstScenarioState(episodeSeed(episode)));
    const scene = drawScene(this.#scenario, this.#difficulty, random, slot);
    const { position, velocity } = scene.ball as {
      position: { x: number; y: number };
      velocity: { x: number; y: number };
    };
    for (const { side, unum, position: to, bodyAngle = 0 } of scene.players ?? [])
      if (to !== undefined)
        this.#send({
          type: 'move_player',
          team: names[side],
          unum,
          to: { x: to.x, y: to.y, angle: bodyAngle, vx: 0, vy: 0 },
        });
    const mode = scene.playMode ?? 'play_on';
    this.#send(
      { type: 'move_ball', to: { x: position.x, y: position.y, angle: 0, vx: velocity.x, vy: velocity.y } },
      { type: 'recover' },
      { type: 'change_mode', mode },
    );
    world.left.score = 0;
    world.right.score = 0;
    world.playMode = mode;
    this.#catcher = null;
    this.#state = 'placed';
  }

  /** Takes over what the view shows. */
  #follow({ match }: MatchSlot, view: GlobalMessage): void {
    const { world } = match;
    const { ball } = world;
    world.time = view.time;
    ball.pos.x = view.ball.x;
    ball.pos.y = view.ball.y;
    ball.vel.x = view.ball.vx;
    ball.vel.y = view.ball.vy;
    ball.z = view.ball.z ?? 0;
    for (const { team, unum, x, y, vx, vy, body, neck } of view.players) {
      const side = team === this.#names?.left ? 'l' : 'r';
      const player = world.players[playerIndex(side, unum)] as Player;
      player.pos.x = x;
      player.pos.y = y;
      player.vel.x = vx;
      player.vel.y = vy;
      player.body = rad(body);
      player.neck = rad(neck);
    }
    const goalie = world.players.find((player) => player.side === this.#catcher && player.goalie);
    world.catcher = goalie?.index ?? -1;
    this.#catcher = null;
  }

  #count({ episode, match, events }: MatchSlot): void {
    recordCycle(episode, match, events);
    const outcome = findOutcome(this.#scenario, this.#horizon, episode, match, events);
    if (outcome === 0) return;
    const { terminations } = this.#scenario;
    this.results.push({
      outcome: outcome === 1 ? 'horizon' : (terminations[outcome - 2]?.on ?? 'horizon'),
      cycles: episode.cycles,
      goalsLeft: episode.scoreLeft,
      goalsRight: episode.scoreRight,
    });
    if (this.results.length < this.#episodes) this.#beginPause();
    else this.#finish();
  }
}
