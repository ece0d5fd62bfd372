/** Messages between a runner and the machines of teams. Each side checks what comes by these schemas; the types derive from them. */
import type { SideName } from '@rcss/core';
import type { ProcessEnd } from '@rcss/kit/match-runner';
import { checkTournamentDocument, type TeamIsolation, type TeamLimits } from '@rcss/tournament/documents';
import { z } from 'zod';

/** Longest sentence for people, characters. */
export const MAX_TEXT = 2000;

const text = (max: number) => z.string().max(max);
/** Names that appear in notes for people, which a terminal shows. */
const name = text(255).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, { error: 'a name without control characters' });
const port = z.int().min(1).max(65_535);
/** Chosen by the runner at random; the machine names the file of the output by it. */
const id = z.uuid();

/** A team to start on its machine: plain data. The start command is that of the machine, which runs no other commands. */
export interface MachineTeam {
  /** Name of the team at its machine, and the name with which it plays. */
  readonly name: string;
  readonly version: string;
  readonly side: SideName;
  /** Number of the match among those of the server's machine. */
  readonly slot: number;
  readonly port: number;
  readonly olcoachPort: number;
  readonly seed: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: TeamLimits;
  readonly isolation?: TeamIsolation | undefined;
  /** The team plays in the box; absent: it does not. */
  readonly repeatable?: 'box' | undefined;
}

const team: z.ZodType<MachineTeam> = z
  .strictObject({
    name,
    version: name,
    side: z.enum(['left', 'right']),
    slot: z.int().min(0).max(100_000),
    port,
    olcoachPort: port,
    seed: z.int(),
    environment: z.record(z.string(), z.string()),
    limits: z.custom<TeamLimits>(),
    isolation: z.custom<TeamIsolation>().optional(),
    repeatable: z.literal('box').optional(),
  })
  .superRefine(({ environment, limits, isolation, ...rest }, { addIssue }) => {
    // The schema of tournaments has the bounds of these fields.
    const checked = checkTournamentDocument({
      version: 1,
      teams: [
        { name: rest.name, start: 'demo', environment, limits },
        { name: rest.name === 'other' ? 'another' : 'other', start: 'demo' },
      ],
      format: { type: 'series', matches: 1 },
      ...(isolation === undefined ? {} : { isolation }),
    });
    if (!checked.ok) addIssue({ code: 'custom', message: checked.error[0]?.message ?? 'not a team' });
  });

/** How the first process of a team has ended. */
const end: z.ZodType<ProcessEnd> = z.strictObject({
  status: z.int().nullable(),
  signal: text(20).nullable() as z.ZodType<NodeJS.Signals | null>,
  error: text(MAX_TEXT),
  seconds: z.number().min(0),
});

/** Message of the runner to a machine, after the handshake. */
export type RunnerMessage =
  | { readonly do: 'start'; readonly id: string; readonly team: MachineTeam }
  | { readonly do: 'stop'; readonly id: string };

const runnerMessage: z.ZodType<RunnerMessage> = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('start'), id, team }),
  z.strictObject({ do: z.literal('stop'), id }),
]);

/** What a runner learns about a team on a machine: from the machine, and the address of the machine from its connection. */
export type MachineTeamEvent = MachineEvent | { readonly event: 'address'; readonly address: string };

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

/** Message of a machine to the runner, after the handshake: what happens to a team. */
export type MachineMessage = { readonly id: string } & MachineEvent;

const machineMessage: z.ZodType<MachineMessage> = z.discriminatedUnion('event', [
  z.strictObject({ id, event: z.literal('output'), data: z.base64() }),
  z.strictObject({ id, event: z.literal('ended'), end }),
  z.strictObject({ id, event: z.literal('not-limited'), what: text(MAX_TEXT) }),
  z.strictObject({ id, event: z.literal('exceeded'), problem: text(MAX_TEXT) }),
  z.strictObject({ id, event: z.literal('stopped') }),
  z.strictObject({ id, event: z.literal('failed'), problem: text(MAX_TEXT) }),
]);

/** What a machine says about itself. */
export interface MachineHello {
  /** Its name for people. */
  readonly machine: string;
  /** Versions of its teams by name. */
  readonly teams: Readonly<Record<string, string>>;
}

const machineHello: z.ZodType<MachineHello> = z.strictObject({
  machine: name,
  teams: z
    .record(name, name)
    .refine((teams) => Object.keys(teams).length <= 1000, { error: 'at most 1000 teams' }),
});

/** The kinds of messages. */
export interface MachineMessages {
  readonly runnerMessage: RunnerMessage;
  readonly machineMessage: MachineMessage;
  readonly machineHello: MachineHello;
}

const SCHEMAS: { readonly [Kind in keyof MachineMessages]: z.ZodType<MachineMessages[Kind]> } = {
  runnerMessage,
  machineMessage,
  machineHello,
};

/**
 * Checks what came from the other side.
 *
 * @throws {Error} that says which field is wrong
 */
export function checkMachineMessage<Kind extends keyof MachineMessages>(
  kind: Kind,
  data: unknown,
): MachineMessages[Kind] {
  const parsed = SCHEMAS[kind].safeParse(data);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  const shown = (JSON.stringify(data) ?? 'undefined').slice(0, 100);
  throw new Error(
    `a message is wrong${path.length === 0 ? '' : ` at ${path.join('.')}`}: ${message}: ${shown}`,
  );
}

/** Starts teams on other machines. */
export interface MachineLink {
  /** @param id Chosen by the caller. */
  start(id: string, team: MachineTeam, onEvent: (event: MachineTeamEvent) => void): void;
  /** Ends a team; the event `stopped` follows. */
  stop(id: string): void;
}
