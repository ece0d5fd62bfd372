/** The file of `--rooms`: settings of the host, and rooms that exist from the start. */
import type { Result } from '@rcss/core';
import type { CreateRoomRequest } from '@rcss/core/rooms';
import { checkWithSchema, type DocumentProblem } from '@rcss/match-document';
import { readYaml, type YamlText } from '@rcss/match-document/yaml';
import { MAX_INT } from '@rcss/params/tables';
import { z } from 'zod';
import { parsePortRange } from '../config/network-problems.js';
import { LOG_FORMATS, LOG_LEVEL_SETTINGS, type LogSettings } from '../console/log-console.js';
import { DEFAULT_ROOM_LIMITS, LIMIT_NAMES, type RoomLimits, type RoomPolicy } from './room-configuration.js';
import { createRoomSchema } from './room-schemas.js';

/** Settings and rooms of a room server. */
export interface RoomsFile
  extends Required<Omit<RoomPolicy, 'documentPorts' | 'allowsStart' | 'restrictsReferees'>> {
  readonly version: 1;
  readonly http: {
    readonly address: string;
    readonly port: number;
    readonly token: string;
    /** Origins of pages that may open WebSockets of clients without a token. */
    readonly origins: readonly string[];
  };
  /** Range of the ports that documents over HTTP may choose for their rooms; empty: none. */
  readonly documentPorts: string;
  readonly maxRooms: number;
  /** Form and least severe level of the lines on stderr. */
  readonly log: Pick<LogSettings, 'format' | 'level'>;
  /** Number of worker threads; 0: the rooms run in the main thread. */
  readonly workers: number;
  /** Whether documents that come over HTTP may start programs; those of the file may. */
  readonly allowStart: boolean;
  /** Time from the start of the programs of the teams until their first players should be connected, seconds. */
  readonly connectTimeout: number;
  /** Time after which a thread whose event loop stands still is ended with its rooms, seconds. */
  readonly answerTimeout: number;
  /** Cycles of the warm-up before the first match; 0: none. */
  readonly warmup: number;
  /** Whether matches that were not over when an earlier server ended continue from their recordings. */
  readonly resume: boolean;
  /** Whether the first SIGTERM lets matches that have begun be played to their end. */
  readonly drainOnSigterm: boolean;
  /** Scheduling priority of the process as a nice value, -20 to 0; 0: unchanged. */
  readonly priority: number;
  readonly rooms: readonly CreateRoomRequest[];
}

const text = (description: string) => z.string({ error: 'a text' }).meta({ description });
const whole = (min: number, max: number) => {
  const error = `a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};
const object = { error: 'an object' };

const roomsFileSchema = z.strictObject(
  {
    version: z.literal(1, { error: '1' }),
    http: z
      .strictObject(
        {
          address: text('Address.').default('127.0.0.1'),
          port: whole(0, 65535).default(7000),
          token: text('Token.').default(''),
          origins: z
            .array(text('Origin of a page, such as https://example.org.'), { error: 'a list of origins' })
            .default([]),
        },
        object,
      )
      .prefault({}),
    clientAddress: text('Address of the UDP ports.').default('127.0.0.1'),
    singlePort: z.boolean({ error: 'true or false' }).default(false),
    clientPorts: text('Range of the ports of clients.').default(''),
    documentPorts: text('Range of the ports that documents may choose.')
      .refine((range) => range === '' || (parsePortRange(range)?.first ?? 0) >= 1024, {
        error: 'a range of ports from 1024 to 65535, such as 6000-6100, or an empty text',
      })
      .default(''),
    folder: text('Folder of the files.').default('rooms'),
    log: z
      .strictObject(
        {
          format: z.enum(LOG_FORMATS, { error: LOG_FORMATS.join(' or ') }).default('text'),
          level: z
            .enum(LOG_LEVEL_SETTINGS, { error: `one of ${LOG_LEVEL_SETTINGS.join(', ')}` })
            .default('info'),
        },
        object,
      )
      .prefault({}),
    maxRooms: whole(1, 10_000).default(100),
    limits: z
      .strictObject(
        Object.fromEntries(
          LIMIT_NAMES.map((name) => [name, whole(1, MAX_INT).default(DEFAULT_ROOM_LIMITS[name])]),
        ) as Record<keyof RoomLimits, z.ZodDefault<ReturnType<typeof whole>>>,
        object,
      )
      .prefault({}),
    workers: whole(0, 256).default(0),
    allowStart: z.boolean({ error: 'true or false' }).default(false),
    connectTimeout: whole(1, 86_400).default(30),
    answerTimeout: whole(1, 86_400).default(10),
    warmup: whole(0, 100_000).default(1000),
    resume: z.boolean({ error: 'true or false' }).default(false),
    drainOnSigterm: z.boolean({ error: 'true or false' }).default(false),
    priority: whole(-20, 0).default(0),
    rooms: z.array(createRoomSchema, { error: 'a list of rooms' }).default([]),
  },
  object,
);

/** The settings of a file that has no fields except `version`. */
export const DEFAULT_ROOMS_FILE = roomsFileSchema.parse({ version: 1 }) as RoomsFile;

/** A file of rooms that was read. */
export interface ParsedRoomsFile extends Pick<YamlText, 'findLine' | 'findGivenLine'> {
  /** The contents, or every problem with its path. */
  readonly result: Result<RoomsFile, readonly Pick<DocumentProblem, 'path' | 'message'>[]>;
}

/** Reads a file in YAML or JSON. */
export function parseRoomsFile(source: string): ParsedRoomsFile {
  const { result, ...lines } = readYaml(source);
  const checked = result.ok ? checkWithSchema(roomsFileSchema as z.ZodType<RoomsFile>, result.value) : result;
  return { result: checked, ...lines };
}
