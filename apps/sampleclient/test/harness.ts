import { createInProcessTransport, createPlayerClient, type InProcessPeer } from '@rcss/client';
import type { MatchEvent, Player, Side } from '@rcss/core';
import { createSeeObservation, createSenseBodyObservation } from '@rcss/core/observation';
import { createMatchParams, createPlayerParams, createServerParams, type ServerParams } from '@rcss/params';
import {
  createPlayerEncoding,
  decodePlayerCommands,
  decodePlayerConnect,
  encodeChangePlayerType,
  encodeHear,
  encodeInitReply,
  encodePlayerParam,
  encodePlayerType,
  encodeRefereeHear,
  encodeReply,
  encodeSee,
  encodeSenseBody,
  encodeServerParam,
  type PlayerEncoding,
  setTeamNames,
} from '@rcss/protocol/player';
import { clearCollisionMarks, countSyncSee, fillSee, fillSenseBody } from '@rcss/sensors';
import { ByteWriter } from '@rcss/sexp';
import { applyPlayerCommand, connectPlayer, createMatch, type Match, step } from '@rcss/simulator';
import { runAudio, runAutoMode } from '@rcss/simulator/cycle';
import { Agent } from '../src/team/agent.js';

/** Events of a match, from the simulator. */
export interface MatchStatistics {
  score: { l: number; r: number };
  passes: { l: number; r: number };
  /** Kicks after which the other team had the ball. */
  losses: { l: number; r: number };
  /** Longest chain of passes. */
  longestChain: number;
  kicks: number;
  /** Cycles in play_on. */
  playOn: number;
  cycles: number;
  calls: Map<string, number>;
  /** Sum over players of meters run. */
  way: number;
  /** Warnings and errors that the server sent to players. */
  complaints: string[];
  /** Milliseconds spent in the agents, per decision. */
  agentMs: number;
}

interface AgentSlot {
  readonly player: Player;
  readonly encoding: PlayerEncoding;
  readonly peer: InProcessPeer;
  readonly agent: Agent;
}

const TEAMS: Readonly<Record<Side, string>> = { l: 'Alpha', r: 'Beta' };

/**
 * A whole match between two teams in this process. Messages are text in both directions; there are no sockets and
 * no clock.
 */
export class InProcessMatch {
  readonly match: Match;
  readonly seats: AgentSlot[] = [];
  readonly statistics: MatchStatistics = {
    score: { l: 0, r: 0 },
    passes: { l: 0, r: 0 },
    losses: { l: 0, r: 0 },
    longestChain: 0,
    kicks: 0,
    playOn: 0,
    cycles: 0,
    calls: new Map(),
    way: 0,
    complaints: [],
    agentMs: 0,
  };
  over = false;
  /** Called in every step at the moment at which monitors and logs record a show. */
  onShow: (match: Match) => void = () => {};
  readonly #writer = new ByteWriter();
  readonly #body = createSenseBodyObservation();
  readonly #sight = createSeeObservation();
  #lastKicker: Player | null = null;
  #chain = 0;
  readonly #kickCounts = new Map<Player, number>();
  readonly #clock: () => number;

  constructor(seed: number, server: Partial<ServerParams> = {}, clock: () => number = () => 0) {
    this.#clock = clock;
    const params = createMatchParams(
      createServerParams({
        auto_mode: true,
        synch_mode: true,
        kick_off_wait: 20,
        game_over_wait: 1,
        ...server,
      }),
      createPlayerParams(),
      seed,
    );
    this.match = createMatch({ params, seed, listener: (event) => this.#onEvent(event) });
    for (const side of ['l', 'r'] as const) for (let i = 1; i <= 11; i++) this.#seat(side, i === 1);
  }

  #seat(side: Side, goalie: boolean): void {
    const { transport, peer } = createInProcessTransport();
    const client = createPlayerClient({ team: TEAMS[side], goalie, transport });
    const agent = new Agent({ client, team: TEAMS[side], goalie, players: 11 });
    client.events.on('think', () => agent.act());
    let player: Player | null = null;
    peer.onDatagram = (text) => {
      if (player !== null) {
        const { index } = player;
        if (!decodePlayerCommands(text, (command) => applyPlayerCommand(this.match, index, command))) {
          this.statistics.complaints.push(`illegal: ${text}`);
        }
        return;
      }
      const request = decodePlayerConnect(text);
      if (!request.ok || request.value.kind !== 'init') throw new Error(text);
      const entry = connectPlayer(this.match, request.value);
      if (!entry.ok) throw new Error(entry.error);
      player = entry.value;
      const names = { left: this.match.world.left.name, right: this.match.world.right.name };
      const encoding = createPlayerEncoding(player.version, side, names);
      for (const seat of this.seats) setTeamNames(seat.encoding, names);
      this.seats.push({ player, encoding, peer, agent });
      const { params, world } = this.match;
      const { version } = encoding;
      this.#deliver(peer, (w) => encodeInitReply(w, side, player!.unum, world.playMode));
      this.#deliver(peer, (w) => encodeServerParam(w, params.server, version));
      this.#deliver(peer, (w) => encodePlayerParam(w, params.player, version));
      for (const type of params.types) this.#deliver(peer, (w) => encodePlayerType(w, type, version));
    };
    client.connect();
  }

  #deliver(peer: InProcessPeer, write: (w: ByteWriter) => unknown): void {
    this.#writer.reset();
    write(this.#writer);
    peer.deliver(this.#writer.view());
  }

  #onEvent(event: MatchEvent): void {
    const { statistics } = this;
    switch (event.type) {
      case 'referee':
        statistics.calls.set(event.text, (statistics.calls.get(event.text) ?? 0) + 1);
        for (const { player, peer } of this.seats) {
          if (player.enabled) this.#deliver(peer, (w) => encodeRefereeHear(w, event.time, event.text));
        }
        break;
      case 'hear': {
        const seat = this.seats.find((s) => s.player.index === event.listener);
        if (seat !== undefined)
          this.#deliver(seat.peer, (w) => encodeHear(w, event.time, event.heard, seat.encoding));
        break;
      }
      case 'reply': {
        const { reply } = event;
        if (reply.kind === 'error' || reply.kind === 'warning') {
          statistics.complaints.push(`${reply.kind} ${reply.code}`);
          const { to } = event;
          const seat = to.role === 'player' ? this.seats.find((s) => s.player.index === to.index) : undefined;
          if (seat !== undefined) this.#deliver(seat.peer, (w) => encodeReply(w, reply));
        }
        break;
      }
      case 'change_player_type':
        for (const { player, peer } of this.seats) {
          const typeId = player.side === event.side ? event.typeId : null;
          this.#deliver(peer, (w) => encodeChangePlayerType(w, event.unum, typeId));
        }
        break;
    }
  }

  /** One cycle: sensors, (think), step. */
  cycle(): void {
    const { match } = this;
    const { world, params } = match;
    step(match, this.onShow);
    this.over = runAutoMode(match);
    for (const { player, encoding, peer } of this.seats) {
      if (!player.enabled) continue;
      fillSenseBody(world, params, player, this.#body);
      this.#deliver(peer, (w) => encodeSenseBody(w, this.#body, encoding));
      clearCollisionMarks(player);
    }
    runAudio(match);
    for (const { player, encoding, peer } of this.seats) {
      if (!player.enabled || !countSyncSee(player)) continue;
      fillSee(match.sensors, match.random.sensors, player, this.#sight);
      this.#deliver(peer, (w) => encodeSee(w, this.#sight, encoding));
    }
    const begin = this.#clock();
    for (const { player, peer } of this.seats) if (player.enabled) peer.deliver('(think)');
    this.statistics.agentMs += this.#clock() - begin;
    this.#count();
  }

  /** Play up to a time or to the end. */
  run(untilTime = Number.POSITIVE_INFINITY): MatchStatistics {
    let guard = 0;
    while (!this.over && this.match.world.time < untilTime && guard++ < 40_000) this.cycle();
    const { left, right } = this.match.world;
    this.statistics.score = { l: left.score, r: right.score };
    return this.statistics;
  }

  #count(): void {
    const { statistics: s, match } = this;
    s.cycles += 1;
    if (match.world.playMode === 'play_on') s.playOn += 1;
    for (const { player } of this.seats) {
      s.way += Math.hypot(player.vel.x, player.vel.y) / 0.4;
      const before = this.#kickCounts.get(player) ?? 0;
      if (player.kickCount === before) continue;
      this.#kickCounts.set(player, player.kickCount);
      s.kicks += 1;
      const last = this.#lastKicker;
      this.#lastKicker = player;
      if (last === null || last === player) continue;
      if (last.side === player.side) {
        s.passes[player.side] += 1;
        this.#chain += 1;
        s.longestChain = Math.max(s.longestChain, this.#chain);
      } else {
        s.losses[last.side] += 1;
        this.#chain = 0;
      }
    }
  }
}
