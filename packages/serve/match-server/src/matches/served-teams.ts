/**
 * Two teams in processes of their own on a server in this process: one way to start them, to watch them and to decide about a forfeit, for leagues
 * and for `rcss match`. How a team is started, and what a fault is called, is the caller's.
 */
import { SIDE_NAMES, type SideName, sideOfName } from '@rcss/core';
import { connectTeams, countPlayers, describeMissing, type TeamProcess } from '@rcss/kit/match-runner';
import type { MatchEnd } from '@rcss/simulator';
import type { SoccerServer } from '../lifecycle/start-server.js';

const WATCH_INTERVAL_MS = 20;
const CHECK_INTERVAL_MS = 1000;

/** A team that is to be started. */
export interface ServedTeam<Process extends TeamProcess = TeamProcess> {
  /** Number of its players. */
  readonly players: number;
  /** Time for its first player, s. */
  readonly startTimeout: number;
  /** Starts its processes; also for the second time, after those of the first time have ended. */
  start(server: SoccerServer): Process | Promise<Process>;
}

/** What a team did wrong. All but `incomplete` end the match: the team forfeits. */
export type TeamFault =
  /** No player connected: in time, or before its process ended. */
  | { readonly kind: 'missing'; readonly isLate: boolean }
  | { readonly kind: 'left'; readonly cycle: number }
  /** A limit that it has exceeded, as a sentence about the team. */
  | { readonly kind: 'found'; readonly cause: string }
  | { readonly kind: 'unanswered'; readonly unums: readonly number[]; readonly cycle: number }
  /** It began with fewer players; `without` names them. */
  | { readonly kind: 'incomplete'; readonly players: number; readonly without: string };

/** What a caller learns of the teams and decides about them. */
export interface ServedTeamsOptions<Process extends TeamProcess> {
  readonly teams: Readonly<Record<SideName, ServedTeam<Process>>>;
  /** Called when processes of a team run. */
  onStarted?(team: Process): void;
  /** Called when both teams are connected and the match begins. */
  onBegin?(): void;
  /** Called at each fault, while what the team has started may still run. Returns the fault as a sentence. */
  onFault(side: SideName, fault: TeamFault): string;
  /** Called each second while the match goes on. */
  onProgress?(): void;
}

/** The teams of a match on a server. */
export class ServedTeams<Process extends TeamProcess = TeamProcess> {
  readonly processes: Partial<Record<SideName, Process>> = {};
  /** Players on the field at the first cycle. */
  readonly players: { left: number; right: number } = { left: 0, right: 0 };
  /** The players that were not on the field at the first cycle, in words. */
  readonly absent: { left: string; right: string } = { left: '', right: '' };
  /** Cycle at which each player that is not on the field was missed first, by its index; those of the first cycle have 0. */
  readonly lost: Map<number, number> = new Map();
  /** Time of the first cycle, ms; null before. */
  kickOffTimeMs: number | null = null;
  readonly #server: SoccerServer;
  readonly #options: ServedTeamsOptions<Process>;
  readonly #causes = new Map<SideName, string>();
  /** What the first two looks after the kickoff have found without the box: a program that has just started has not loaded its libraries. */
  readonly #unboxed: Record<SideName, (readonly string[])[]> = { left: [], right: [] };

  constructor(server: SoccerServer, options: ServedTeamsOptions<Process>) {
    this.#server = server;
    this.#options = options;
  }

  /** Plays the match and returns its end, with the players of the first cycle; the processes of the teams may still run. */
  async play(): Promise<MatchEnd> {
    const server = this.#server;
    if (await this.connect()) this.#watch();
    else server.stop();
    const end = await server.finished;
    if (server.isAbandoned) this.#blameUnanswered();
    return this.#addForfeit({ ...end, players: { ...this.players } });
  }

  #blameUnanswered(): void {
    const server = this.#server;
    // The team with more players without answer forfeits.
    const { unansweredPlayers: unanswered } = server;
    const most = Math.max(unanswered.left.length, unanswered.right.length);
    for (const side of SIDE_NAMES) {
      const unums = unanswered[side];
      if (unums.length > 0 && unums.length === most)
        this.#addFault(side, { kind: 'unanswered', unums, cycle: server.match.world.time });
    }
  }

  /** Whether a team forfeited. */
  get isForfeited(): boolean {
    return this.#causes.size > 0;
  }

  #addForfeit(end: MatchEnd): MatchEnd {
    const [[side, cause] = [], second] = this.#causes;
    if (side === undefined || cause === undefined) return end;
    const message = second === undefined ? cause : `${cause} ${second[1]}`;
    const forfeit = { side: second === undefined ? side : ('both' as const), cause: message };
    return { ...end, end: { condition: 'team', message }, forfeit };
  }

  #addFault(side: SideName, fault: TeamFault): void {
    const cause = this.#options.onFault(side, fault);
    if (fault.kind !== 'incomplete') this.#causes.set(side, cause);
  }

  /** Starts both teams, or the left one if the right one has no players; false if one does not connect. */
  async connect(): Promise<boolean> {
    const { teams, onStarted } = this.#options;
    const start = async (side: SideName): Promise<Process> => {
      const team = await teams[side].start(this.#server);
      this.processes[side] = team;
      onStarted?.(team);
      return team;
    };
    if (teams.right.players === 0) return start('left').then(() => true);
    const timeoutMs = { left: teams.left.startTimeout * 1000, right: teams.right.startTimeout * 1000 };
    return connectTeams(this.#server, start, timeoutMs, (side, failure) => {
      this.#addFault(side, { kind: 'missing', isLate: failure === 'timeout' });
    });
  }

  /** Records the players at the first cycle; ends the match if all players of a team have left or the caller finds a reason. */
  #watch(): void {
    const server = this.#server;
    this.#options.onBegin?.();
    let nextCheck = performance.now() + CHECK_INTERVAL_MS;
    const timer = setInterval(() => {
      const { match } = server;
      if (server.ending !== null) return clearInterval(timer);
      const checks = performance.now() >= nextCheck;
      if (checks) nextCheck = performance.now() + CHECK_INTERVAL_MS;
      // The time before the first step has limits of its own.
      if (checks && match.steps > 0) this.#options.onProgress?.();
      if (match.world.playMode === 'time_over') return;
      this.#observe(checks);
      if (this.isForfeited) server.stop();
    }, WATCH_INTERVAL_MS);
    void server.finished.then(() => clearInterval(timer));
  }

  #observe(checks: boolean): void {
    const { match } = this.#server;
    const { time, playMode } = match.world;
    const isFirstCycle = this.kickOffTimeMs === null && match.steps > 0 && playMode !== 'before_kick_off';
    if (isFirstCycle) this.kickOffTimeMs = performance.now();
    for (const side of SIDE_NAMES) {
      const count = countPlayers(this.#server, side);
      if (isFirstCycle || this.kickOffTimeMs === null)
        this.players[side] = Math.max(this.players[side], count);
      if (isFirstCycle) this.#recordFirstCycle(side);
      if (this.kickOffTimeMs !== null) this.#findUnboxed(side);
      const found = checks ? this.#findExceeded(side) : null;
      if (count === 0 && this.players[side] > 0) this.#addFault(side, { kind: 'left', cycle: time });
      else if (found !== null) this.#addFault(side, { kind: 'found', cause: found });
    }
    if (this.kickOffTimeMs === null) return;
    // Players with a red card are off the field by the rules.
    for (const { index, enabled, cards } of match.world.players)
      if (!enabled && cards < 2 && !this.lost.has(index)) this.lost.set(index, isFirstCycle ? 0 : time);
  }

  #findExceeded(side: SideName): string | null {
    const { players } = this.#server.readTeam(sideOfName(side));
    return this.processes[side]?.findExceeded?.(players) ?? null;
  }

  /** Names the players of a team that left during the match and did not return, with their cycles; empty: none. */
  describeLost(side: SideName): string {
    const { players } = this.#server.match.world;
    return [...this.lost]
      .filter(([index, time]) => time > 0 && players[index]!.side === side[0])
      .map(([index, time]) => `player ${players[index]!.unum} at cycle ${time}`)
      .join(', ');
  }

  #findUnboxed(side: SideName): void {
    const team = this.processes[side]!;
    const looks = this.#unboxed[side];
    if (team.findUnboxed !== undefined && looks.length < 2) looks.push(team.findUnboxed());
  }

  /** Names the programs of a team that ran without the box that it needs, as a part of a sentence; empty: none. */
  describeUnboxed(side: SideName): string {
    const [first = [], second = []] = this.#unboxed[side];
    const programs = first.filter((program) => second.includes(program));
    return programs.length === 0
      ? ''
      : `has repeatable: box, but ${programs.join(', ')} ran without it: the match may not repeat`;
  }

  #recordFirstCycle(side: SideName): void {
    const { players: expected } = this.#options.teams[side];
    const players = this.players[side];
    const without = describeMissing(this.#server, side, expected);
    this.absent[side] = without;
    if (players < expected) this.#addFault(side, { kind: 'incomplete', players, without });
  }
}
