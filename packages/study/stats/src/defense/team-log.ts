/** Reads a game log for a question about one of its teams. */
import type { Side } from '@rcss/core';
import { type LogRecord, readLogBytes } from '@rcss/logs';
import { analyzeRecords, type MatchAnalysis } from '../analyzer.js';

/** A match with the side of the team. */
export interface TeamLog {
  readonly analysis: MatchAnalysis;
  readonly side: Side;
}

/** Returns the side of a team. @throws RangeError if none or both of the teams have the name. */
function findTeamSide({ names }: MatchAnalysis, team: string): Side {
  const sides = (['l', 'r'] as const).filter((side) => names[side] === team);
  const [side] = sides;
  const found = `'${names.l}' (left) and '${names.r}' (right)`;
  if (side === undefined)
    throw new RangeError(`team '${team}': the teams are ${found}; give one of these names`);
  if (sides.length > 1)
    throw new RangeError(
      `team '${team}': the teams are ${found}; the tool needs logs of teams with two names`,
    );
  return side;
}

/**
 * Reads a match, compressed or not, and finds the side of a team in it.
 *
 * @throws RangeError if the log is empty or damaged, or if not exactly one of its teams has the name.
 */
export function readTeamLog(bytes: Uint8Array, team: string): TeamLog {
  const records: LogRecord[] = [];
  for (const record of readLogBytes(bytes)) {
    if (record.type === 'damage')
      throw new RangeError(`damaged at byte ${record.offset}: ${record.message}; give a complete log`);
    records.push(record);
  }
  if (!records.some(({ type }) => type === 'show'))
    throw new RangeError('the file has no positions; give the game log of a match (.rcg, .rcg.gz)');
  const analysis = analyzeRecords(records);
  return { analysis, side: findTeamSide(analysis, team) };
}
