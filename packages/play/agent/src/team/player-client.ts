import { createPlayerClient, type PlayerClient } from '@rcss/client';
import type { PlayerCommand } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { ServerMessage, TeamClient } from '@rcss/core/team-module';
import { NEWEST_VERSION, playerFeatures } from '@rcss/core/versions';
import type { Formation } from '../formations/formation.js';
import { playPenalty } from '../play/penalties.js';
import { playBeforeKickOff, playSetPlay } from '../play/set-plays.js';
import type { TeamPlan } from '../play/team-plan.js';
import {
  type Action,
  type BodyCommand,
  createAction,
  listBodyCommands,
  type ViewChoice,
} from '../skills/action.js';
import { listViewCommands } from '../skills/view-control.js';
import { type PerceptionOptions, WorldModel } from '../world/world-model.js';
import { AgentPlayer } from './agent-player.js';
import { decodeTypeReport } from './coach-report.js';
import { talk } from './communication.js';
import { DebugPen, NO_DEBUG } from './debug-pen.js';
import { createDebugRecord } from './debug-record.js';
import { DecodedReceiver } from './decoded-messages.js';
import { describeValue } from './describe-value.js';
import type { LaterDecision } from './later-decision.js';
import { MessageLink } from './message-link.js';
import { BODY_TYPES, type ControlledCommands, type PlayerControl } from './player-control.js';

/** Decides what a player does in this cycle; null: nothing. Called once per cycle. */
export type Decision<Memory = unknown> = (player: AgentPlayer<Memory>) => Action | null;

/** Decides neck, view width and focus after the action of the cycle; null: the package decides. */
export type DecideView<Memory = unknown> = (player: AgentPlayer<Memory>, action: Action) => ViewChoice | null;

/** Chooses the formation of this cycle; null: that of the team. */
export type ChooseFormation<Memory = unknown> = (player: AgentPlayer<Memory>) => Formation | null;

/** What a decision function decides. */
export type DecisionPhase = 'play' | 'setPlay' | 'penalty';

/** Messages of the coach language that a player keeps. */
const MAX_COACH_MESSAGES = 500;

/** What the players of a team do. `Memory` is what each of them remembers, see `memory`. */
export interface PlayerDefinition<Memory = unknown> extends PerceptionOptions {
  /** Open play: returns what the player does in this cycle. */
  readonly play: Decision<Memory>;
  /** Kickoffs, free kicks and other interruptions; if it is absent or returns null, the set plays of this package are used. */
  readonly setPlay?: Decision<Memory>;
  /** Penalty shootouts; if it is absent or returns null, the ones of this package are used. */
  readonly penalty?: Decision<Memory>;
  /** Decides neck, view width and focus after the action; what is absent, or all if it is null or absent, the package decides. */
  readonly view?: DecideView<Memory>;
  /** Creates what a player remembers from cycle to cycle as `player.memory`; called once per player and match. */
  readonly memory?: (unum: number) => Memory;
  /** Where the players stand; 4-3-3 by default. Its number of players is the size of the team. */
  readonly formation?: Formation;
  /**
   * Chooses the formation of a cycle: by play mode, score, side with the ball, or with exchanged roles; null: `formation`. Called once per cycle and
   * player, each with its own estimate of the match. It must have the same number of players.
   */
  readonly chooseFormation?: ChooseFormation<Memory>;
  /** Protocol version, 12 to 20; 19 by default. 20 is an experiment of some servers: the ball has a height. */
  readonly version?: number;
  /** Receives a record of each player and cycle for the debug channel. */
  readonly onDebug?: (record: DebugRecord) => void;
}

export interface PlayerAgentOptions extends PlayerDefinition {
  /** Name of the team. */
  readonly team: string;
  readonly goalie: boolean;
  readonly formation: Formation;
  /** Seed of the decisions; 0 by default. */
  readonly seed?: number;
  /** Decides in another place; it has precedence over the decisions, and `decideLater` instead of `decide` returns the commands. @internal */
  readonly later?: LaterDecision<AgentPlayer, DecisionPhase, Action>;
  /** Decides all commands of the player; it has precedence over the decisions and `later`. @internal */
  readonly control?: PlayerControl;
  /** Whether the team has a coach that talks to the players; false by default. */
  readonly hasCoach?: boolean;
}

/**
 * A player of this package as a {@link TeamClient}: messages go into the world model, `decide` returns the commands of a decision
 * function, together with those for view, neck, arm and speech.
 */
export class PlayerAgent implements TeamClient {
  readonly init: string;
  /** The estimate of the match; null until the first sense_body. */
  world: WorldModel | null = null;
  /** True after `time_over`. */
  over = false;
  /** Action of the last cycle. */
  lastAction: Action = createAction('wait', null, 'not connected');
  /** How a host in the same process delivers messages without their text. @internal */
  readonly decoded: DecodedReceiver = new DecodedReceiver(PlayerAgent.prototype.receive, (message) =>
    this.#client.receiveMessage(message),
  );
  /** With the option `later`: as `decide`, and the commands come later. @internal */
  readonly decideLater: (() => Promise<string>) | undefined;
  readonly #options: PlayerAgentOptions;
  readonly #client: PlayerClient;
  readonly #link = new MessageLink();
  readonly #absent = new Set<number>();
  readonly #plan: { -readonly [K in keyof TeamPlan]: TeamPlan[K] };
  readonly #earlyTypes: { readonly unum: number; readonly typeId: number | null }[] = [];
  readonly #coachMessages: string[] = [];
  #player: AgentPlayer | null = null;
  #decidedIn = -1;
  /** Takes back the decision that is asked for. */
  #cancel: (() => void) | null = null;

  constructor(options: PlayerAgentOptions) {
    this.#options = options;
    const { later, control } = options;
    const controlLater = control?.decideLater;
    if (controlLater !== undefined) this.decideLater = () => this.#controlLater(controlLater);
    else this.decideLater = later === undefined ? undefined : () => this.#decideLater(later);
    this.#plan = { formation: options.formation, absent: this.#absent };
    const { team, goalie, version = NEWEST_VERSION, asynchronousVision = false } = options;
    if (asynchronousVision && playerFeatures(version).synchSeeDefault)
      throw new RangeError(
        `asynchronousVision with protocol version ${version}: the server sends one see message per cycle; use a version from 12 to 17`,
      );
    this.#client = createPlayerClient({
      team,
      goalie,
      version,
      transport: this.#link.transport,
      autoDone: false,
    });
    this.#listen();
    this.#client.connect();
    this.init = this.#link.takeText();
  }

  receive(message: ServerMessage): void {
    this.#link.receive(message);
  }

  decide(): string {
    const player = this.#beginDecision();
    if (player === null) return this.#link.takeText();
    const { control } = this.#options;
    if (control !== undefined) return this.#sendControlled(player, control.decide(player));
    const phase = findPhase(player.world);
    const chosen = phase === null ? null : this.#options[phase]?.(player);
    return this.#act(player, chosen ?? this.#chooseByPackage(player.world, phase));
  }

  overruled(commands: readonly PlayerCommand[]): void {
    this.world?.recordCommands(commands);
  }

  /** Resolves when the decision is there, or when its cycle is over, then without commands. */
  async #decideLater(later: NonNullable<PlayerAgentOptions['later']>): Promise<string> {
    const player = this.#beginDecision();
    if (player === null) return this.#link.takeText();
    const { world } = player;
    const { cycle } = world;
    const phase = findPhase(world);
    let action: Action | null = null;
    if (phase !== null && later.decides(phase)) {
      action = await new Promise<Action | null>((resolve) => {
        this.#cancel = later.request(player, phase, resolve);
      });
      if (world.cycle !== cycle) return this.#link.takeText();
    }
    return this.#act(player, action ?? this.#chooseByPackage(world, phase));
  }

  async #controlLater(decideLater: NonNullable<PlayerControl['decideLater']>): Promise<string> {
    const player = this.#beginDecision();
    if (player === null) return this.#link.takeText();
    const { cycle } = player.world;
    const controlled = await decideLater(player);
    return player.world.cycle === cycle ? this.#sendControlled(player, controlled) : this.#link.takeText();
  }

  /** Returns the commands of a control; those of the package if it has none. */
  #sendControlled(player: AgentPlayer, controlled: ControlledCommands | null): string {
    const { world } = player;
    if (controlled === null) return this.#act(player, this.#chooseByPackage(world, findPhase(world)));
    const commands = [...controlled.commands];
    if (controlled.looksAround) {
      const body = commands.find(({ type }) => BODY_TYPES.has(type)) as BodyCommand | undefined;
      commands.push(...this.#lookAround(world, player, createAction('control', body ?? null, 'control')));
    }
    world.recordCommands(commands);
    this.#client.send(...commands);
    return this.#link.takeText();
  }

  /** Returns the player for the decision of this cycle; null if there is nothing to decide. */
  #beginDecision(): AgentPlayer | null {
    const { world } = this;
    if (world === null || world.cycle === this.#decidedIn || this.over) return null;
    this.#decidedIn = world.cycle;
    world.conclude();
    this.#player ??= this.#createPlayer(world);
    this.#plan.formation = this.#chooseFormation(this.#player);
    return this.#player;
  }

  /** @throws RangeError if the formation of the team's code has another number of players */
  #chooseFormation(player: AgentPlayer): Formation {
    const { formation, chooseFormation } = this.#options;
    const chosen = chooseFormation?.(player) ?? formation;
    if (chosen.players !== formation.players)
      throw new RangeError(
        `chooseFormation: a formation of ${chosen.players} players; the team has ${formation.players}`,
      );
    return chosen;
  }

  /** Returns the commands of the chosen action. */
  #act(player: AgentPlayer, chosen: Action | null): string {
    const { world } = player;
    const action = checkAction(chosen) ?? createAction('wait', null, 'nothing to do');
    this.lastAction = action;
    const commands: PlayerCommand[] = listBodyCommands(action.body);
    commands.push(...this.#lookAround(world, player, action));
    world.recordCommands(commands);
    commands.push(...talk(world, action, player.takeMessage()));
    this.#client.send(...commands);
    player.drawPlans(action);
    this.#options.onDebug?.(createDebugRecord(world, action, player.debug.take()));
    return this.#link.takeText();
  }

  #createPlayer(world: WorldModel): AgentPlayer {
    const { memory, onDebug, messages } = this.#options;
    const debug = onDebug === undefined ? NO_DEBUG : new DebugPen(world.side);
    return new AgentPlayer(world, this.#plan, this.#coachMessages, memory?.(world.unum), debug, messages);
  }

  #lookAround(world: WorldModel, player: AgentPlayer, action: Action): PlayerCommand[] {
    const { view, version = NEWEST_VERSION } = this.#options;
    const commands = listViewCommands(world, action, view?.(player, action) ?? null);
    return playerFeatures(version).focusPoint
      ? commands
      : commands.filter(({ type }) => type !== 'change_focus');
  }

  close(): void {
    this.#cancel?.();
    this.#client.close();
  }

  #listen(): void {
    const { events } = this.#client;
    events.on('sense_body', (m) => {
      this.world ??= this.#createWorld();
      this.world?.senseBody(m);
      if (this.world !== null) this.#options.control?.senseBody(m, this.world);
      this.#cancel?.();
      this.#cancel = null;
    });
    events.on('see', (m) => {
      if (this.world === null) return;
      this.world.see(m);
      this.#options.control?.see(m, this.world);
    });
    events.on('hear', (m) => {
      if (m.heard.kind === 'referee') this.#hearReferee(m.heard.message);
      if (m.heard.kind === 'coach_language' || m.heard.kind === 'coach_text')
        this.#hearCoach(m.heard.message);
      if (m.heard.kind === 'coach_language' && this.#coachMessages.length < MAX_COACH_MESSAGES)
        this.#coachMessages.push(m.heard.message);
      this.world?.hear(m.heard);
      if (this.world !== null) this.#options.control?.hear(m, this.world);
    });
    events.on('change_player_type', (m) => {
      if (this.world === null) this.#earlyTypes.push({ unum: m.unum, typeId: m.typeId });
      else setType(this.world, m.unum, m.typeId);
    });
  }

  #createWorld(): WorldModel | null {
    const client = this.#client;
    const { gaussianVision = false, asynchronousVision = false, hasCoach = false } = this.#options;
    const { version = NEWEST_VERSION } = this.#options;
    const { side, unum, playMode } = client.identity;
    const { server, types } = client;
    if (server === null || types.length === 0 || side === null || unum === null) return null;
    const world = new WorldModel({ ...this.#options, server, types, side, unum });
    world.startMode(playMode);
    // Clients below version 18 get asynchronous see messages until they request synchronous ones.
    if (!playerFeatures(version).synchSeeDefault && !asynchronousVision) client.send({ type: 'synch_see' });
    if (gaussianVision) client.send({ type: 'gaussian_see' });
    // Without it, a player does not receive what its coach says.
    if (hasCoach) client.send({ type: 'clang', min: 7, max: 8 });
    for (const { unum: number, typeId } of this.#earlyTypes) setType(world, number, typeId);
    return world;
  }

  /** The coach knows the types of opponents. */
  #hearCoach(message: string): void {
    const report = decodeTypeReport(message);
    const text = report === null ? /^\(freeform "(.*)"\)$/.exec(message)?.[1] : undefined;
    if (text !== undefined) this.world?.heard.hearCoach(text);
    report?.forEach((typeId, i) => {
      if (typeId !== null) this.world?.setOpponentType(i + 1, typeId);
    });
  }

  #hearReferee(call: string): void {
    if (call === 'time_over') this.over = true;
    const red = /^red_card_([lr])_(\d+)$/.exec(call);
    if (red !== null && red[1] === this.#client.identity.side) this.#absent.add(Number(red[2]));
  }

  /** What the package does if the team decides nothing, or cannot (null). */
  #chooseByPackage(world: WorldModel, phase: DecisionPhase | null): Action | null {
    if (phase === 'play') return null;
    if (phase === 'penalty') return playPenalty(world, this.#plan);
    if (phase === 'setPlay')
      return isKickOffPlace(world) ? playBeforeKickOff(world, this.#plan) : playSetPlay(world, this.#plan);
    if (!world.self.located) return createAction('locate', { type: 'turn', moment: 60 }, 'own place unknown');
    return createAction('wait', null, 'cannot move', { lookAt: world.ball.pos });
  }
}

/** Whether the players take the places for a kickoff. */
function isKickOffPlace({ mode }: WorldModel): boolean {
  return mode.kind === 'before_kick_off' || mode.kind === 'goal';
}

/** Returns what is to be decided; null if the player cannot act, or does not know its place. */
function findPhase(world: WorldModel): DecisionPhase | null {
  const { self } = world;
  const { kind } = world.mode;
  if (isKickOffPlace(world)) return 'setPlay';
  if (!self.located) return null;
  if (kind.startsWith('penalty_') && kind !== 'penalty_kick') return 'penalty';
  if (kind !== 'play_on') return 'setPlay';
  return self.tackleExpires > 0 || self.charged > 0 ? null : 'play';
}

/**
 * Checks what the code of a team returned; it may be written without types.
 *
 * @throws TypeError if it is neither an action nor nothing
 */
function checkAction(action: Action | null): Action | null {
  if (action === null || action === undefined || (typeof action === 'object' && 'body' in action))
    return action;
  const hint =
    (action as unknown) instanceof Promise
      ? 'a decision is made at once: write the function without async'
      : 'return an action such as player.intercept(), or null';
  throw new TypeError(`the decision of the player returned ${describeValue(action)}; ${hint}`);
}

/** Records a new type of a teammate, or that an opponent got a type, which is not announced (null). */
function setType(world: WorldModel, unum: number, typeId: number | null): void {
  if (typeId === null) world.setUnknownType(unum);
  else world.setType(unum, typeId);
}
