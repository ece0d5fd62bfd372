import type { DebugRecord } from '@rcss/core/debug-channel';
import { parseDebugLine } from '@rcss/logs/debug';

/** Returns the records whose fields the debug channel allows: they come from the code of a team. */
export function checkRecords(records: readonly unknown[]): readonly DebugRecord[] {
  return records.flatMap((record) => {
    const read = parseDebugLine(toJson(record));
    return read.ok && read.value !== null ? [read.value] : [];
  });
}

/** Returns JSON text; an empty text for a value that has none. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
