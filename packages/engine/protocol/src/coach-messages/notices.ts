/** `(clang (ver ...))` and `(include ...)` of online coaches (spec 07 §5, §13). */
import type { ByteWriter, SexpCursor } from '@rcss/sexp';
import { readNamedPlayer, writeShortName } from './hear.js';

/** A player, with the real name of its team. */
export interface NamedPlayer {
  /** Real name of the team. */
  readonly team: string;
  /** Uniform number, 1 to 11. */
  readonly unum: number;
  /** Whether the player is a goalie. */
  readonly goalie: boolean;
}

/** Largest size of an external message, in bytes (spec 07 §5). */
export const MAX_INCLUDE_SIZE = 8176;

/**
 * Appends the versions of the coach language that a player declared, with the final NUL (spec 07 §13). Only for
 * versions with the feature `clangVersions`. Numbers are encoded as unsigned 32-bit integers.
 */
export function encodeClangVersion(w: ByteWriter, player: NamedPlayer, min: number, max: number): ByteWriter {
  writeShortName(w.ascii('(clang (ver '), player);
  return w
    .byte(0x20)
    .int(min >>> 0)
    .byte(0x20)
    .int(max >>> 0)
    .ascii('))')
    .nul();
}

/**
 * Appends the external message, with the final NUL (spec 07 §5). Only for versions with the feature `include`; at
 * most {@link MAX_INCLUDE_SIZE} bytes.
 */
export function encodeInclude(w: ByteWriter, content: Uint8Array): ByteWriter {
  return w.ascii('(include ').int(content.length).byte(0x20).bytes(content).byte(0x29).nul();
}

/** Declared language versions of a player, as unsigned integers. */
export interface ClangVersionMessage {
  readonly type: 'clang_version';
  /** The player that declared the versions. */
  readonly player: NamedPlayer;
  /** Lowest version. */
  readonly min: number;
  /** Highest version. */
  readonly max: number;
}

/** The external message, one character per byte. */
export interface IncludeMessage {
  readonly type: 'include';
  /** Contents of the message. */
  readonly content: string;
}

/** Reads the rest of `(clang (ver NAME MIN MAX))`; the cursor is after its head. */
export function readClangVersion(cursor: SexpCursor): ClangVersionMessage {
  if (!cursor.enterNamed('ver')) cursor.fail('unexpected_text');
  if (!cursor.enterNamed('p')) cursor.fail('unexpected_text');
  const player = readNamedPlayer(cursor);
  const min = cursor.readNumber();
  const max = cursor.readNumber();
  cursor.leaveList();
  return { type: 'clang_version', player, min, max };
}

/** Reads the rest of `(include N CONTENT)`; the cursor is after its head. */
export function readInclude(cursor: SexpCursor): IncludeMessage {
  return { type: 'include', content: cursor.readRaw(cursor.readInt()) };
}
