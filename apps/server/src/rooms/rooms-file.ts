/** The file of `--rooms`: settings of the host, and rooms that exist from the start. */
import { err, ok, type Result } from '@rcss/core';
import type { CreateRoomRequest } from '@rcss/core/rooms';
import { type DocumentProblem, explainIssues } from '@rcss/match-document';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { createRoomSchema } from './http/schemas.js';

/** Settings and rooms of a room server. */
export interface RoomsFile {
  readonly version: 1;
  readonly http: { readonly address: string; readonly port: number; readonly token: string };
  /** Address of the UDP ports of the rooms. */
  readonly clientAddress: string;
  /** Folder of the files of the rooms. */
  readonly folder: string;
  readonly maxRooms: number;
  /** Number of worker threads; 0: the rooms run in the main thread. */
  readonly workers: number;
  /** Whether documents that come over HTTP may start programs; those of the file may. */
  readonly allowStart: boolean;
  /** Cycles of the warm-up before the first match; 0: none. */
  readonly warmup: number;
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
        },
        object,
      )
      .prefault({}),
    clientAddress: text('Address of the UDP ports.').default('127.0.0.1'),
    folder: text('Folder of the files.').default('rooms'),
    maxRooms: whole(1, 10_000).default(100),
    workers: whole(0, 256).default(0),
    allowStart: z.boolean({ error: 'true or false' }).default(false),
    warmup: whole(0, 100_000).default(1000),
    rooms: z.array(createRoomSchema, { error: 'a list of rooms' }).default([]),
  },
  object,
);

/** Returns the contents of a file in YAML or JSON, or every problem of it with its path. */
export function parseRoomsFile(
  source: string,
): Result<RoomsFile, readonly Pick<DocumentProblem, 'path' | 'message'>[]> {
  const document = parseDocument(source);
  if (document.errors.length > 0)
    return err(
      document.errors.map(({ message }) => ({ path: '', message: message.split('\n')[0] as string })),
    );
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const result = roomsFileSchema.safeParse(value);
  if (!result.success) return err(explainIssues(roomsFileSchema, value, result.error.issues));
  return ok(result.data as RoomsFile);
}
