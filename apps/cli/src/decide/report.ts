import type { DebugRecord } from '@rcss/core/debug-channel';
import { escapeText } from '@rcss/kit/command-line';
import { type DecidedAgain, formatCycle } from '@rcss/match-server/program';

/** A decision then and now. */
export interface DecidedAgainReport extends DecidedAgain {
  readonly time: number;
  readonly stoppageTime: number;
  /** Texts of the debug record of the match, such as the action with its reason; null: not known. */
  readonly recordedTexts: readonly string[] | null;
  /** Likewise of the present code; null: the team writes no records. */
  readonly decidedTexts: readonly string[] | null;
}

/** Returns the texts of the last record of a decision; null if there is none. */
export function findTexts(
  records: readonly DebugRecord[],
  { time, stoppageTime = 0, side, unum }: Pick<DebugRecord, 'time' | 'stoppageTime' | 'side' | 'unum'>,
): readonly string[] | null {
  const found = records.findLast(
    (record) =>
      record.time === time &&
      (record.stoppageTime ?? 0) === stoppageTime &&
      record.side === side &&
      record.unum === unum &&
      record.texts !== undefined,
  );
  return found?.texts?.map(({ text }) => text) ?? null;
}

/** Returns the report as lines of text. */
export function formatDecision(report: DecidedAgainReport): string {
  const { player, time, stoppageTime, recorded, decided, recordedTexts, decidedTexts } = report;
  const { side, unum, team } = player;
  const list = (name: string, commands: string, texts: readonly string[] | null): string[] => [
    `${name}  ${commands === '' ? 'no command' : escapeText(commands)}`,
    ...(texts ?? []).map((text) => `      ${escapeText(text)}`),
  ];
  const lines = [
    `Player ${side}${unum} of ${team}, cycle ${formatCycle(time, stoppageTime)}: ${recorded === decided ? 'the same commands' : 'other commands'}`,
    ...list('then', recorded, recordedTexts),
    ...list('now ', decided, decidedTexts),
    describeEarlier(report),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function describeEarlier({ earlierCount, otherCount, firstOther }: DecidedAgainReport): string {
  if (firstOther === null) return `The ${earlierCount} decisions before have the recorded commands.`;
  const { time, stoppageTime } = firstOther;
  return `Of the ${earlierCount} decisions before, ${otherCount} have other commands, the first in cycle ${formatCycle(time, stoppageTime)}; the player went on from the recorded ones.`;
}
