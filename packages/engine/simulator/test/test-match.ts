import type { MatchEvent, Player, PlayerCommand, Reply, Side } from '@rcss/core';
import { playerIndex } from '@rcss/core';
import {
  createMatchParams,
  createPlayerParams,
  createServerParams,
  type PlayerParams,
  type ServerParams,
} from '@rcss/params';
import { decodePlayerCommands } from '@rcss/protocol/player';
import { applyCoachCommand, connectCoach } from '../src/entries/clients.js';
import {
  applyPlayerCommand,
  applyTrainerCommand,
  connectPlayer,
  createMatch,
  type Match,
  step,
} from '../src/index.js';

/** Parameters without noise, so that results are predictable. */
export const NO_NOISE: Partial<ServerParams> = { ball_rand: 0, player_rand: 0, kick_rand: 0 };

/** A match that stores all its events, in order. */
export class TestMatch {
  readonly match: Match;
  events: MatchEvent[] = [];

  constructor(server: Partial<ServerParams> = {}, player: Partial<PlayerParams> = {}, seed = 1) {
    const params = createMatchParams(
      createServerParams({ ...NO_NOISE, ...server }),
      createPlayerParams(player),
      seed,
    );
    this.match = createMatch({ params, seed, listener: (event) => this.events.push(event) });
  }

  /** Connects players 1..count of a team; if `goalie` is set, the first is the goalie. */
  connectTeam(name: string, count: number, options: { goalie?: boolean; version?: number } = {}): this {
    for (let i = 0; i < count; i++) {
      const goalie = options.goalie === true && i === 0;
      const result = connectPlayer(this.match, { team: name, version: options.version ?? 19, goalie });
      if (!result.ok) throw new Error(result.error);
    }
    return this;
  }

  connectCoach(team: string, version = 19): this {
    const result = connectCoach(this.match, { team, name: '', version });
    if (!result.ok) throw new Error(result.error);
    return this;
  }

  player(side: Side, unum: number): Player {
    return this.match.world.players[playerIndex(side, unum)]!;
  }

  /** Executes a command of a player in wire format; returns the replies to it. */
  playerCommand(side: Side, unum: number, text: string): Reply[] {
    return this.repliesTo(() =>
      decodePlayerCommands(text, (command) =>
        applyPlayerCommand(this.match, playerIndex(side, unum), command),
      ),
    );
  }

  applyPlayer(side: Side, unum: number, command: PlayerCommand): void {
    applyPlayerCommand(this.match, playerIndex(side, unum), command);
  }

  coachCommand(side: Side, command: Parameters<typeof applyCoachCommand>[2]): Reply[] {
    return this.repliesTo(() => applyCoachCommand(this.match, side, command));
  }

  trainerCommand(command: Parameters<typeof applyTrainerCommand>[2]): Reply[] {
    return this.repliesTo(() => applyTrainerCommand(this.match, { role: 'trainer' }, command));
  }

  setMode(mode: Match['world']['playMode']): void {
    this.trainerCommand({ type: 'change_mode', mode });
  }

  runSteps(count: number): void {
    for (let i = 0; i < count; i++) step(this.match);
  }

  /** Steps until the clock shows the given time. */
  runUntil(time: number): void {
    for (let guard = 0; this.match.world.time < time; guard++) {
      if (guard > 20_000) throw new Error('the clock stands');
      step(this.match);
    }
  }

  repliesTo(act: () => void): Reply[] {
    const before = this.events.length;
    act();
    return this.events.slice(before).flatMap((event) => (event.type === 'reply' ? [event.reply] : []));
  }

  /** Returns the events of a kind since the last call of `take`, and clears all stored events. */
  takeEvents<T extends MatchEvent['type']>(type: T): Extract<MatchEvent, { type: T }>[] {
    const taken = this.events.filter((event) => event.type === type);
    this.events = [];
    return taken as Extract<MatchEvent, { type: T }>[];
  }

  get calls(): string[] {
    return this.events.flatMap((event) => (event.type === 'referee' ? [`${event.time} ${event.text}`] : []));
  }
}

/** Returns a reply as one line `ok code args`, for tables. */
export function formatReply(reply: Reply | undefined): string {
  if (reply === undefined) return 'nothing';
  switch (reply.kind) {
    case 'ok':
      return ['ok', reply.code, ...(reply.args ?? [])].join(' ');
    case 'error':
    case 'warning':
      return `${reply.kind} ${reply.code}`;
    case 'check_ball':
      return `check_ball ${reply.time} ${reply.place}`;
    case 'team_names':
      return `team_names ${reply.left} ${reply.right}`;
    case 'score':
      return `score ${reply.time} ${reply.own} ${reply.opponents}`;
    default:
      return reply.kind;
  }
}
