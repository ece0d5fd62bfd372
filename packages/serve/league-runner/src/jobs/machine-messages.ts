import type { ProcessEnd } from '@rcss/kit/match-runner';
import type { TeamIsolation, TeamLimits } from '@rcss/tournament/documents';

/** A team to start on its machine: plain data. The start command is that of the machine, which runs no other commands. */
export interface MachineTeam {
  /** Name of the team at its machine, and the name with which it plays. */
  readonly name: string;
  readonly version: string;
  readonly side: 'left' | 'right';
  /** Number of the match among those of the server's machine. */
  readonly slot: number;
  readonly port: number;
  readonly olcoachPort: number;
  readonly seed: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: TeamLimits;
  readonly isolation?: TeamIsolation;
}

/** What happens to a team on its machine. */
export type MachineEvent =
  /** A part of its output, base64. */
  | { readonly event: 'output'; readonly data: string }
  /** Its first process has ended. */
  | { readonly event: 'ended'; readonly end: ProcessEnd }
  /** What of its limits the kernel of its machine does not keep, as a part of a sentence. */
  | { readonly event: 'not-limited'; readonly what: string }
  /** It exceeds a limit, as a sentence about it. */
  | { readonly event: 'exceeded'; readonly problem: string }
  /** All its processes have ended, and all its output was sent. */
  | { readonly event: 'stopped' }
  /** The machine cannot start it, or is gone: not the fault of the team. */
  | { readonly event: 'failed'; readonly problem: string };

/** Message of the runner to a machine, after the handshake. */
export type RunnerMessage =
  | { readonly do: 'start'; readonly id: string; readonly team: MachineTeam }
  | { readonly do: 'stop'; readonly id: string };

/** Message of a machine to the runner, after the handshake. */
export type MachineMessage = { readonly id: string } & MachineEvent;

/** Starts teams on other machines. */
export interface MachineLink {
  /** @param id Chosen by the caller. */
  start(id: string, team: MachineTeam, onEvent: (event: MachineEvent) => void): void;
  /** Ends a team; the event `stopped` follows. */
  stop(id: string): void;
}
