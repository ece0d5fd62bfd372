/** Finds the kick of a match that a question is about. */
import { CommandLineError } from '@rcss/kit/command-line';
import type { OpenLog } from '@rcss/logs';
import { createAnalyzer, type MatchAnalysis } from '@rcss/stats';
import { createSpadlActions, type StatEvent } from '@rcss/stats/analysis';

/** Cycles of kicks that an error names. */
const MAX_NAMED = 3;
const KICKS: ReadonlySet<string> = new Set(['pass', 'shot', 'dribble', 'loss']);

export function analyzeLog(log: OpenLog): MatchAnalysis {
  const analyzer = createAnalyzer();
  analyzer.setServerParams(log.server);
  for (const type of log.types) analyzer.addPlayerType(type);
  for (let show = 0; show < log.frameCount; show++) analyzer.addFrame(log.frame(show));
  return analyzer.finish();
}

/** Whether the state before an event can be continued: a player with the ball decides where it goes. */
function isKick({ shootoutPeriod }: MatchAnalysis, { type, unum, show, period }: StatEvent): boolean {
  return KICKS.has(type) && unum > 0 && show > 0 && period !== shootoutPeriod;
}

/**
 * Finds the kick of a cycle; a pass counts before a dribble that begins with the same kick.
 *
 * @throws {CommandLineError} with the nearest kicks if there is none
 */
export function findKickAt(analysis: MatchAnalysis, cycle: number): StatEvent {
  const kicks = analysis.events.filter((event) => isKick(analysis, event));
  const found = kicks.filter(({ time }) => time === cycle);
  const kick = found.find(({ type }) => type !== 'dribble') ?? found[0];
  if (kick !== undefined) return kick;
  const near = [...new Set(kicks.map(({ time }) => time))]
    .sort((a, b) => Math.abs(a - cycle) - Math.abs(b - cycle))
    .slice(0, MAX_NAMED)
    .sort((a, b) => a - b);
  throw new CommandLineError(
    `cycle ${cycle}: no player passes, shoots or dribbles then. ${near.length === 0 ? 'The log has no kicks' : `The nearest kicks are at ${near.join(', ')}`}`,
  );
}

/**
 * Finds the kick of an action of the SPADL table.
 *
 * @throws {CommandLineError} if there is no such action, or if it is not a kick of a known player
 */
export function findKickOfAction(analysis: MatchAnalysis, id: number): StatEvent {
  const actions = createSpadlActions(analysis, '');
  const action = actions.find(({ action_id }) => action_id === id);
  if (action === undefined)
    throw new CommandLineError(`--action ${id}: allowed: 0 to ${actions.length - 1}, the actions of the log`);
  const event = analysis.events[action.original_event_id]!;
  if (isKick(analysis, event)) return event;
  throw new CommandLineError(
    `--action ${id}: a ${action.type_name} at ${event.time} is not a pass, shot, dribble or loss of a known player`,
  );
}
