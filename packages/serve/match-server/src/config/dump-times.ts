/** A moment of the clock: the cycle, and the cycle of stopped play in it. */
export interface DumpTime {
  readonly cycle: number;
  readonly stoppage: number;
}

/**
 * Parses the moments of `rcss::world_dump_cycles`: cycles separated by commas, each with `:STOPPAGE` for a cycle of stopped play,
 * as in `100,200:5`. Returns null if the text is not such a list.
 */
export function parseDumpTimes(text: string): DumpTime[] | null {
  const times: DumpTime[] = [];
  for (const item of text.split(',')) {
    const found = /^\s*(\d{1,9})(?::(\d{1,9}))?\s*$/.exec(item);
    if (found === null) return null;
    times.push({ cycle: Number(found[1]), stoppage: Number(found[2] ?? 0) });
  }
  return times;
}

/** Problems of `rcss::world_dump_cycles` with which no match can run, as sentences. */
export function findDumpProblems(worldDumpCycles: string): string[] {
  if (worldDumpCycles === '' || parseDumpTimes(worldDumpCycles) !== null) return [];
  return [
    `rcss::world_dump_cycles: '${worldDumpCycles}' is not a list of cycles; separate them by commas, such as 100,200:5`,
  ];
}
