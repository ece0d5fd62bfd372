/** Messages between a runner and the machines of teams. Each side checks what comes by these schemas; the types derive from them. */
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
const team = z
  .strictObject({
    /** Name of the team at its machine, and the name with which it plays. */
    name,
    version: name,
    side: z.enum(['left', 'right']),
    /** Number of the match among those of the server's machine. */
    slot: z.int().min(0).max(100_000),
    port,
    olcoachPort: port,
    seed: z.int(),
    environment: z.record(z.string(), z.string()),
    limits: z.custom<TeamLimits>(),
    isolation: z.custom<TeamIsolation>().optional(),
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
const end = z.strictObject({
  status: z.int().nullable(),
  signal: text(20).nullable() as z.ZodType<NodeJS.Signals | null>,
  error: text(MAX_TEXT),
  seconds: z.number().min(0),
});

/** Message of the runner to a machine, after the handshake. */
const runnerMessage = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('start'), id, team }),
  z.strictObject({ do: z.literal('stop'), id }),
]);

/** Message of a machine to the runner, after the handshake: what happens to a team. */
const machineMessage = z.discriminatedUnion('event', [
  /** A part of its output. */
  z.strictObject({ id, event: z.literal('output'), data: z.base64() }),
  /** Its first process has ended. */
  z.strictObject({ id, event: z.literal('ended'), end }),
  /** What of its limits the kernel of its machine does not keep, as a part of a sentence. */
  z.strictObject({ id, event: z.literal('not-limited'), what: text(MAX_TEXT) }),
  /** It exceeds a limit, as a sentence about it. */
  z.strictObject({ id, event: z.literal('exceeded'), problem: text(MAX_TEXT) }),
  /** All its processes have ended, and all its output was sent. */
  z.strictObject({ id, event: z.literal('stopped') }),
  /** The machine cannot start it, or is gone: not the fault of the team. */
  z.strictObject({ id, event: z.literal('failed'), problem: text(MAX_TEXT) }),
]);

/** What a machine says about itself: its name for people, and the versions of its teams by name. */
const machineHello = z.strictObject({
  machine: name,
  teams: z
    .record(name, name)
    .refine((teams) => Object.keys(teams).length <= 1000, { error: 'at most 1000 teams' }),
});

export type MachineTeam = z.infer<typeof team>;
export type RunnerMessage = z.infer<typeof runnerMessage>;
export type MachineMessage = z.infer<typeof machineMessage>;
/** What happens to a team on its machine. */
export type MachineEvent = MachineMessage extends infer Message
  ? Message extends MachineMessage
    ? Omit<Message, 'id'>
    : never
  : never;
export type MachineHello = z.infer<typeof machineHello>;

const SCHEMAS = { runnerMessage, machineMessage, machineHello } as const;

/**
 * Checks what came from the other side.
 *
 * @throws {Error} that says which field is wrong
 */
export function checkMachineMessage<Kind extends keyof typeof SCHEMAS>(
  kind: Kind,
  data: unknown,
): z.infer<(typeof SCHEMAS)[Kind]> {
  const parsed = SCHEMAS[kind].safeParse(data);
  if (parsed.success) return parsed.data as z.infer<(typeof SCHEMAS)[Kind]>;
  const { path, message } = parsed.error.issues[0]!;
  const shown = (JSON.stringify(data) ?? 'undefined').slice(0, 100);
  throw new Error(
    `a message is wrong${path.length === 0 ? '' : ` at ${path.join('.')}`}: ${message}: ${shown}`,
  );
}

/** Starts teams on other machines. */
export interface MachineLink {
  /** @param id Chosen by the caller. */
  start(id: string, team: MachineTeam, onEvent: (event: MachineEvent) => void): void;
  /** Ends a team; the event `stopped` follows. */
  stop(id: string): void;
}
