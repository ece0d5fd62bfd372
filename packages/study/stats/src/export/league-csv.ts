/** Event table in the form of the data sets of the league, `.event.csv` (docs/use/analyst/exports.md). */
import { formatCsvRow } from '@rcss/logs/text';
import type { MatchAnalysis } from '../analyzer.js';
import type { StatEvent } from '../event.js';

/** Columns of the event table. */
const LEAGUE_EVENT_COLUMNS = [
  'Type',
  'Side1',
  'Unum1',
  'Time1',
  'Mode1',
  'X1',
  'Y1',
  'Side2',
  'Unum2',
  'Time2',
  'Mode2',
  'X2',
  'Y2',
  'Success',
] as const;

const TYPES: Readonly<Partial<Record<StatEvent['type'], string>>> = {
  pass: 'Pass',
  shot: 'Shot',
  dribble: 'Dribble',
  interception: 'Interception',
  tackle: 'Tackle',
  foul: 'Foul',
  goal: 'Goal',
  offside: 'Offside',
  loss: 'BallLoss',
  claim: 'Catch',
  save: 'Save',
  block: 'Block',
  card: 'Card',
  set_play: 'SetPlay',
  penalty: 'PenaltyKick',
  steal: 'BallGain', // words-ok: term of docs/use/analyst/statistics.md
};

const SIDES: Readonly<Record<string, string>> = { l: 'Left', r: 'Right', '': 'Neutral' };

/** Yields the lines of the event table: header, then one line per event in the order of their begin. */
export function* formatLeagueEvents(
  { events, columns }: MatchAnalysis,
  modeAt: (show: number) => string,
): Generator<string, void, undefined> {
  yield formatCsvRow([...LEAGUE_EVENT_COLUMNS]);
  const last = columns.length - 1;
  for (const event of events) {
    yield formatCsvRow([
      TYPES[event.type] ?? event.type,
      SIDES[event.side],
      event.unum,
      event.time,
      event.from,
      event.x,
      event.y,
      SIDES[event.otherSide],
      event.otherUnum,
      event.endTime,
      modeAt(Math.min(last, event.endShow)),
      event.endX,
      event.endY,
      event.success ? 'True' : 'False',
    ]);
  }
}
