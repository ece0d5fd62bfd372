import type { Player, Side } from '@rcss/core';

/**
 * What the rules need from the match besides the world they write to. The simulator implements it; a judge of
 * recorded matches has its own implementation.
 */
export interface RefereeHost {
  /** Sends a call of the referee to every client at once, with the current time (spec 06 §3). */
  announce(text: string): void;
  /** Runs one collision pass (spec 05 §7). Touches that it finds are reported to the rules as events. */
  resolveCollisions(): void;
  /** Recovers all enabled players: stamina, effort, recovery and capacities to their maximum (spec 05 §18.3). */
  recoverAllPlayers(): void;
  /** Refills the stamina capacity of all enabled players (spec 05 §18.3, first extra half). */
  refillStaminaCapacity(): void;
  /** Assigns automatic player types at the first kickoff (spec 07 §9.4). */
  assignPlayerTypes(): void;
  /** Removes a player from the field permanently: to the bench, velocity 0, connection closed (spec 05 §20.5). */
  sendOff(player: Player): void;
  writeKeepawayLog(line: string): void;
  /** Writes a line to the console: to stderr if `error` is true, as for shootout states. */
  writeConsole(text: string, error: boolean): void;
  /** Returns the wall time since the start, in seconds; only the start delay of keepaway uses it (spec 06 §15). */
  wallSeconds(): number;
  /** Reports that a kickoff command was executed; the server shows it on the console (spec 02 §7.1). */
  onKickOff?(side: Side): void;
}
