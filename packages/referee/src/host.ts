import type { Player, Side } from '@rcss/core';

/**
 * What the rules need from the match beyond the world they may write to. The simulator provides it; a judge of
 * recorded matches provides its own.
 */
export interface RefereeHost {
  /** A call of the referee, sent to everybody at once with the present time (spec 06 §3). */
  announce(text: string): void;
  /** One collision pass (spec 05 §7); touches found in it come back as events. */
  collide(): void;
  /** Full recovery of all enabled players (spec 05 §18.3). */
  recoverAll(): void;
  /** Fresh stamina capacity for all enabled players (spec 05 §18.3, first extra half). */
  refillCapacity(): void;
  /** Automatic player types at the first kick-off (spec 07 §9.4). */
  assignPlayerTypes(): void;
  /** Takes a player off the field for good: bench, velocity 0, connection closed (spec 05 §20.5). */
  sendOff(player: Player): void;
  /** A line of the keepaway log. */
  keepaway(line: string): void;
  /** A line for the console; shoot-out states go to stderr. */
  console(text: string, error: boolean): void;
  /** Wall time since the start in seconds; only the keepaway start delay uses it (spec 06 §15). */
  wallSeconds(): number;
  /** A kick-off command was carried out; people at the console are told (spec 02 §7.1). */
  kickedOff?(side: Side): void;
}
