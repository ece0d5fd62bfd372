import { err, type Failure, ok, type Result } from '@rcss/core';
import { exactJson, parseExactJson, quoteValue } from './exact-json.js';
import type { Snapshot } from './match-state.js';

const TEXT_FORMAT = 'rcss-snapshot';
const TEXT_VERSION = 2;

/** Returns a snapshot as text, for a file or another process; every number is kept exactly. */
export function formatSnapshot(from: Snapshot): string {
  return exactJson({ format: TEXT_FORMAT, version: TEXT_VERSION, ...from });
}

/**
 * Parses a text made by `formatSnapshot`.
 *
 * Error codes: `not_json`, `no_snapshot`, `unknown_version`. The contents are not checked, so a modified text may
 * pass.
 */
export function parseSnapshot(text: string): Result<Snapshot, Failure> {
  let data: unknown;
  try {
    data = parseExactJson(text);
  } catch (error) {
    return err({ code: 'not_json', message: `the text is not JSON: ${(error as Error).message}` });
  }
  const { format, version, ...from } = (data ?? {}) as Record<string, unknown>;
  if (format !== TEXT_FORMAT)
    return err({
      code: 'no_snapshot',
      message: `the text is not a snapshot of a match: "format" is not "${TEXT_FORMAT}"`,
    });
  if (version !== TEXT_VERSION)
    return err({
      code: 'unknown_version',
      message: `the snapshot has version ${quoteValue(version)}; this program reads version ${TEXT_VERSION}`,
    });
  return ok(from as unknown as Snapshot);
}
