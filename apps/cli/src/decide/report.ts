import type { DebugRecord } from '@rcss/core/debug-channel';
import { escapeText } from '@rcss/kit/command-line';
import {
  type DecidedAgain,
  formatCycle,
  formatDecidedAgain,
  isAsRecorded,
  type RehearsedDecision,
} from '@rcss/match-server/program';

/** Decisions then and now. */
export interface DecideReport extends DecidedAgain {
  /** Texts of the debug record of the match for the last decision, such as the action with its reason; null: not known. */
  readonly recordedTexts: readonly string[] | null;
  /** Likewise of the present code; null: the team writes no records. */
  readonly decidedTexts: readonly string[] | null;
}

/** Returns the texts of the last record of a decision; null if there is none. */
export function findTexts(
  records: readonly DebugRecord[],
  { time, stoppageTime, side, unum }: RehearsedDecision,
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

const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const formatCommands = (commands: readonly string[]): string => escapeText(commands.join('')) || 'no command';

/** Formats the decision that was asked for, then and now, or all. */
export function formatDecided(report: DecideReport): string {
  return report.last === null ? formatDecidedAgain(report) : formatOne(report, report.last);
}

function formatOne(
  { team, decisions, others, list, recordedTexts, decidedTexts }: DecideReport,
  last: RehearsedDecision,
): string {
  const { side, unum, time, stoppageTime, recorded, decided } = last;
  const isSame = isAsRecorded(last);
  const [first] = list;
  const earlier = decisions - 1;
  const differing = isSame ? others : others - 1;
  const showTexts = (texts: readonly string[] | null) =>
    (texts ?? []).map((text) => `      ${escapeText(text)}`);
  return joinLines([
    `Player ${side}${unum} of ${team}, cycle ${formatCycle(time, stoppageTime)}: ${isSame ? 'the same commands' : 'other commands'}`,
    `then  ${formatCommands(recorded)}`,
    ...showTexts(recordedTexts),
    `now   ${formatCommands(decided)}`,
    ...showTexts(decidedTexts),
    differing === 0
      ? `The ${earlier} decisions before have the recorded commands.`
      : `Of the ${earlier} decisions before, ${differing} have other commands, the first in cycle ${formatCycle(first!.time, first!.stoppageTime)}; the player went on from the recorded ones.`,
  ]);
}
