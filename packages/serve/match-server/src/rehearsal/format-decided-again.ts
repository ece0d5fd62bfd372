import { escapeText } from '@rcss/kit/command-line';
import type { DecidedAgain } from './decide-again.js';
import { describeClient } from './recorded-places.js';
import { formatCycle } from './rehearsal-options.js';

/** Other decisions in the text. */
const MAX_SHOWN = 20;

const formatCommands = (commands: readonly string[]): string => escapeText(commands.join('')) || 'no command';

/** Formats all decisions of a team as text; `#cycle=N` is the end of the address of the moment in the viewer. */
export function formatDecidedAgain(report: DecidedAgain): string {
  const { team, side, clients, decisions, others, kinds, list, isTruncated, cycles, seconds } = report;
  const of = `${clients.length === 1 ? describeClient({ side, unum: clients[0]!.unum }) : `${clients.length} clients`} of ${team}`;
  const head = `${decisions} decisions of ${of} in ${cycles} cycles, ${seconds.toFixed(1)} s`;
  const lines = [others === 0 ? `${head}: all as recorded` : `${head}: ${others} other than recorded`];
  if (isTruncated) lines.push('The recording has no end.');
  for (const { unum, others: count, decisions: all } of others === 0 ? [] : clients)
    if (count > 0) lines.push(`  ${unum === 0 ? 'coach' : side + unum}: ${count} of ${all}`);
  for (const [kind, { missing, added }] of Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1)))
    lines.push(`  ${kind}: ${missing} not given, ${added} new`);
  for (const { time, stoppageTime, unum, recorded, decided } of list.slice(0, MAX_SHOWN))
    lines.push(
      `cycle ${formatCycle(time, stoppageTime)}, ${unum === 0 ? `coach of ${side}` : side + unum}  #cycle=${time}`,
      `  then  ${formatCommands(recorded)}`,
      `  now   ${formatCommands(decided)}`,
    );
  if (others > MAX_SHOWN) lines.push(`and ${others - MAX_SHOWN} more (--json)`);
  return lines.map((line) => `${line}\n`).join('');
}
