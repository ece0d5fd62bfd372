import type { AgentPlayer, ControlledCommands, PlayerControl } from '@rcss/agent';
import type { WorldModel } from '@rcss/agent/world';
import { type AudioMessage, type MatchEvent, type PlayerCommand, type SideName, sideName } from '@rcss/core';
import { clamp, deg } from '@rcss/core/math';
import { createSeeObservation, type SeeObservation } from '@rcss/core/observation';
import type { HearMessage, SeeMessage, SenseBodyMessage } from '@rcss/protocol';
import type { MatchSlot } from '../match-slot.js';
import type { OtherPlayers } from '../others/controller.js';
import type { Scenario } from '../scenario.js';
import { BelievedMatch } from './believed-match.js';
import { centerOfPlace, placeScenario } from './placed-scenario.js';
import { readSeeObservation } from './see-observation.js';

/** A place within this distance is reached, meters. */
const PLACE_TOLERANCE = 0.5;
/** Distance that players keep from the center line before a kickoff, meters. */
const OWN_HALF_MARGIN = 0.5;
/** Play modes, without their side, in which players go to their places. */
const KICK_OFF_PLACES: readonly string[] = ['before_kick_off', 'goal'];

/** What a control plays by. */
export interface ControlUse {
  readonly scenario: Scenario;
  /** Side of the scenario whose players the team plays. */
  readonly role: SideName;
  /** Whether the package turns the neck and chooses the view width, because what plays does not. */
  readonly looksAround: boolean;
  /** Creates what plays the player with a number, for the scenario as its side has it. */
  create(scenario: Scenario, side: SideName, unum: number): OtherPlayers;
  /** Receives the side of the player on its server, once. */
  readonly onPlaced?: (place: { readonly side: SideName; readonly isRefused: boolean }) => void;
  /** Computes what plays in a cycle, for a policy whose outputs come later; called after the match of the player is up to date. */
  readonly prepareLater?: (players: OtherPlayers, slot: MatchSlot, isStart: boolean) => Promise<() => void>;
}

type PrepareLater = NonNullable<ControlUse['prepareLater']>;

/**
 * Plays one player of a match over the protocol by what plays in environments: it observes and acts in the match that the player
 * believes to be true. Before kickoffs, the player goes to its place in the scenario.
 */
export class PolicyControl implements PlayerControl {
  readonly #use: ControlUse;
  readonly #seen: SeeObservation = createSeeObservation();
  #believed: BelievedMatch | null = null;
  #players: OtherPlayers | null = null;
  /** Whether the next sense_body begins an episode. */
  #isWaiting = true;
  #mode = '';

  readonly decideLater: PlayerControl['decideLater'];

  constructor(use: ControlUse) {
    this.#use = use;
    const { prepareLater } = use;
    if (prepareLater !== undefined) this.decideLater = (player) => this.#decideLater(player, prepareLater);
  }

  senseBody(message: SenseBodyMessage, world: WorldModel): void {
    const { believed, players } = this.#start(world);
    believed.senseBody(message, world);
    if (this.#isOutside(world)) {
      this.#isWaiting = true;
      return;
    }
    const { match, self } = believed;
    if (this.#isWaiting) {
      this.#isWaiting = false;
      believed.beginEpisode(world);
      players.begin?.(believed.slot, 0);
    }
    this.#reportMode(world);
    players.sense?.(match, 0);
    for (const receiver of players.senses ?? []) {
      receiver.startSenses?.(match, 0);
      receiver.senseBody(self, 0);
    }
  }

  see(message: SeeMessage, world: WorldModel): void {
    const { believed, players } = this.#start(world);
    if (this.#isWaiting) return;
    const { self } = believed;
    readSeeObservation(message, { team: world.team, side: world.side, observer: self.index }, this.#seen);
    for (const receiver of players.senses ?? []) receiver.see(self, this.#seen, 0);
  }

  hear({ time, heard }: HearMessage, world: WorldModel): void {
    const { believed, players } = this.#start(world);
    if (this.#isWaiting || heard.kind !== 'complete' || heard.own === null || heard.unum === null) return;
    const { own, unum, dir, message } = heard;
    const audio: AudioMessage = { kind: 'complete', own, unum, dir, message };
    const event: MatchEvent = { type: 'hear', time, listener: believed.self.index, heard: audio };
    players.notify?.(event, 0);
  }

  decide({ world }: AgentPlayer): ControlledCommands | null {
    const { believed, players } = this.#start(world);
    if (KICK_OFF_PLACES.includes(world.mode.kind)) return this.#goToPlace(world);
    if (this.#isWaiting) return null;
    believed.update(world);
    return this.#collect(believed, () => players.act(believed.slot, 0));
  }

  async #decideLater({ world }: AgentPlayer, prepare: PrepareLater): Promise<ControlledCommands | null> {
    const { believed, players } = this.#start(world);
    if (KICK_OFF_PLACES.includes(world.mode.kind)) return this.#goToPlace(world);
    if (this.#isWaiting) return null;
    believed.update(world);
    const { slot } = believed;
    return this.#collect(believed, await prepare(players, slot, slot.episode.cycles === 0));
  }

  #collect(believed: BelievedMatch, act: () => void): ControlledCommands {
    return { commands: believed.collect(act), looksAround: this.#use.looksAround };
  }

  #start(world: WorldModel): { believed: BelievedMatch; players: OtherPlayers } {
    const { scenario, role, create, onPlaced } = this.#use;
    const side = sideName(world.side);
    if (this.#believed === null && onPlaced !== undefined)
      onPlaced({ side, isRefused: side !== role && hasEpisodes(world) });
    const placed = placeScenario(scenario, role, side);
    this.#believed ??= new BelievedMatch(placed, world);
    this.#players ??= create(placed, side, world.unum);
    return { believed: this.#believed, players: this.#players };
  }

  /** Whether no episode runs: players go to their places, or kick in a shootout. */
  #isOutside({ mode }: WorldModel): boolean {
    return (
      KICK_OFF_PLACES.includes(mode.kind) ||
      mode.kind === 'time_over' ||
      (mode.kind.startsWith('penalty_') && mode.kind !== 'penalty_kick')
    );
  }

  /** Reports a new play mode as the call of the referee. */
  #reportMode({ modeName, time }: WorldModel): void {
    if (modeName === this.#mode) return;
    this.#mode = modeName;
    this.#players?.notify?.({ type: 'referee', time, text: modeName }, 0);
  }

  /** Positions of `move` are in the frame of the team. */
  #goToPlace({ unum, self }: WorldModel): ControlledCommands {
    const { scenario, role } = this.#use;
    const { ball, left } = placeScenario(scenario, role, 'left');
    const player = left[unum - 1];
    const { looksAround } = this.#use;
    const commands: PlayerCommand[] = looksAround ? [] : lookAhead(self);
    if (self.attention !== 0) commands.push({ type: 'attentionto_off' });
    if (player === undefined) return { commands, looksAround };
    const place = centerOfPlace(player.place, centerOfPlace(ball.place, { x: 0, y: 0 }));
    // The server lets no player stand in the other half before a kickoff.
    const x = clamp(place.x, -50, -OWN_HALF_MARGIN);
    const isThere = self.located && Math.hypot(self.pos.x - x, self.pos.y - place.y) < PLACE_TOLERANCE;
    if (!isThere) commands.push({ type: 'move', x, y: place.y });
    return { commands, looksAround };
  }
}

/** Whether a trainer plays episodes on the server: it has a trainer, and its matches have no end. */
const hasEpisodes = ({ server }: WorldModel): boolean =>
  (server.coach || server.coach_w_referee) && server.half_time <= 0;

/** View and neck as at the start of an episode of an environment. */
function lookAhead({ neck, viewWidth, focusDist, focusDir }: WorldModel['self']): PlayerCommand[] {
  const commands: PlayerCommand[] = [];
  const moment = -Math.round(deg(neck));
  if (moment !== 0) commands.push({ type: 'turn_neck', moment });
  if (viewWidth !== 'normal') commands.push({ type: 'change_view', width: 'normal', quality: null });
  if (focusDist !== 0 || focusDir !== 0)
    commands.push({ type: 'change_focus', dist: -focusDist, dir: -deg(focusDir) });
  return commands;
}
