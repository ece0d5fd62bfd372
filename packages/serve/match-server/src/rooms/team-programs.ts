import { SIDE_NAMES, type SideName, sideOfName, TEAM_SIZE } from '@rcss/core';
import type { StartedTeam } from '@rcss/core/match-document';
import type { RoomTeamProgram } from '@rcss/core/rooms';
import { planPolicyFile } from '@rcss/env/team';
import { chooseStart, formatShellLine, resolveTeam } from '@rcss/kit/match-runner';
import { findLocalAddress } from '../net/bind-address.js';
import { getServerPorts } from '../net/network.js';
import type { Server } from '../sessions/server.js';
import { startScript } from '../teams/team-processes.js';
import { hideServerFolder } from './room-error.js';
import type { RoomPlan } from './room-plan.js';
import { connectTeamModule } from './team-modules.js';

/** Interval between checks whether players have connected, ms. */
const CHECK_INTERVAL_MS = 100;

/** Called at each change of the state of a program. */
export type ProgramListener = (side: SideName, program: RoomTeamProgram) => void;

/** The teams of a room that are started as programs or play as modules. Reports teams of which no player connects. */
export class TeamPrograms {
  readonly #server: Server;
  readonly #teams: NonNullable<RoomPlan['teams']>;
  readonly #timeoutMs: number;
  readonly #listener: ProgramListener;
  readonly #programs: Record<SideName, RoomTeamProgram | null>;
  #startTime = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param timeoutMs Time from the start of the programs until the first player of each should be connected, ms. */
  constructor(server: Server, { teams = {} }: RoomPlan, timeoutMs: number, listener: ProgramListener) {
    this.#server = server;
    this.#teams = teams;
    this.#timeoutMs = timeoutMs;
    this.#listener = listener;
    const create = (side: SideName): RoomTeamProgram | null => {
      const team = teams[side];
      return team && ('start' in team || 'module' in team) ? { status: 'waiting', message: null } : null;
    };
    this.#programs = { left: create('left'), right: create('right') };
  }

  read(): Readonly<Record<SideName, RoomTeamProgram | null>> {
    return { ...this.#programs };
  }

  /** Starts the programs of both sides. Resolves when the modules have connected. Never rejects. */
  async start(): Promise<void> {
    if (SIDE_NAMES.every((side) => this.#programs[side] === null)) return;
    this.#startTime = performance.now();
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    this.#timer.unref();
    for (const side of SIDE_NAMES) {
      if (this.#programs[side] === null) continue;
      this.#set(side, 'starting', null);
      this.#startProgram(side);
    }
    for (const side of SIDE_NAMES) await this.#connectModule(side);
    this.#check();
  }

  #startProgram(side: SideName): void {
    const team = this.#teams[side];
    if (team === undefined || !('start' in team)) return;
    try {
      startProgram(this.#server, side, team);
    } catch (error) {
      // A file of the team is missing that the room had when it was created.
      this.#reportMissing(side, 'failed', (error as Error).message);
    }
    this.#server.teams[side]?.child.once('exit', (code, signal) => this.#handleExit(side, code, signal));
  }

  async #connectModule(side: SideName): Promise<void> {
    const team = this.#teams[side];
    if (team === undefined || !('module' in team)) return;
    const { console } = this.#server;
    try {
      await connectTeamModule(this.#server, side, team, ({ message, stack }) =>
        console.err(
          `Warning: a client of team ${team.name} (${side}) has left after a fault: ${stack ?? message}`,
          {
            event: 'team_client_fault',
            level: 'warn',
            fields: { side, team: team.name, reason: message },
          },
        ),
      );
    } catch (error) {
      this.#reportMissing(side, 'failed', (error as Error).message);
    }
  }

  /** Ends the reports; the server stops the programs. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #check(): void {
    let isWaiting = false;
    for (const side of SIDE_NAMES) {
      const program = this.#programs[side];
      if (program === null || program.status === 'connected') continue;
      if (this.#hasPlayer(side)) {
        this.#set(side, 'connected', null);
        continue;
      }
      // A player can also connect after the time limit.
      isWaiting = true;
      if (program.status === 'starting' && performance.now() - this.#startTime >= this.#timeoutMs)
        this.#reportMissing(side, 'missing', `no player has connected within ${this.#timeoutMs / 1000} s`);
    }
    if (!isWaiting) this.stop();
  }

  /** A script that starts players in the background may end with status 0 before they connect. */
  #handleExit(side: SideName, code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#timer === null || code === 0 || this.#hasPlayer(side)) return;
    if (this.#programs[side]?.status !== 'starting') return;
    const reason = code === null ? `was ended by ${signal}` : `ended with exit status ${code}`;
    this.#reportMissing(side, 'failed', `the program ${reason} before a player connected`);
  }

  #reportMissing(side: SideName, status: 'missing' | 'failed', reason: string): void {
    const message = hideServerFolder(reason);
    const team = this.#teams[side]?.name ?? '';
    this.#server.console.err(`Warning: team ${team} (${side}): ${message}`, {
      event: `team_${status}`,
      level: 'warn',
      fields: { side, team, reason: message },
    });
    this.#set(side, status, message);
  }

  #set(side: SideName, status: RoomTeamProgram['status'], message: string | null): void {
    const program = { status, message };
    this.#programs[side] = program;
    this.#listener(side, program);
  }

  #hasPlayer(side: SideName): boolean {
    return this.#server.clients.players.some((session) => session?.player.side === sideOfName(side));
  }
}

/**
 * Starts the program of a team, as a match and a league do.
 *
 * @throws {import('@rcss/kit/command-line').CommandLineError} if this machine cannot start it
 */
function startProgram(server: Server, side: SideName, given: StartedTeam): void {
  const team = resolveTeam(given, process.cwd(), {
    planPolicy: planPolicyFile,
    program: import.meta.url,
  }) as StartedTeam;
  const { name, players, environment } = team;
  const { player: port, olcoach: olcoachPort } = getServerPorts(server.net.ports);
  const host = findLocalAddress(server.net.bindAddress);
  // A match document has the port of online coaches as `{coach_port}`.
  const address = { host, port, coachPort: olcoachPort, olcoachPort, team: name };
  const command = chooseStart(team).start(players === undefined ? address : { ...address, players });
  startScript(server, side, formatShellLine(command), {
    ...environment,
    RCSS_TEAM: name,
    RCSS_PLAYERS: String(players ?? TEAM_SIZE),
  });
}
