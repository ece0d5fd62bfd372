/** Text and table of what follows from the choices of a player. */

import type { Side } from '@rcss/core';
import type { TableRow } from '@rcss/logs/text';
import type { Interval } from '@rcss/tournament/statistics';
import type { ChoiceOutcome, Mean, Share, WhatIf } from './play-what-if.js';

/** A kick, and what follows from it and from other choices. */
export interface WhatIfReport extends WhatIf {
  readonly log: string;
  /** Game time and show of the kick. */
  readonly time: number;
  readonly show: number;
  readonly side: Side;
  readonly unum: number;
  readonly team: string;
  readonly opponents: string;
  /** The kick in a sentence. */
  readonly action: string;
  readonly count: number;
  readonly cycles: number;
  readonly seed: number;
}

/** Returns one row for each choice. */
export function createOutcomeRows({ log, time, side, unum, outcomes }: WhatIfReport): TableRow[] {
  return outcomes.map(({ choice, futures, done, own, other, none, value, difference, model }) => ({
    log,
    time,
    side,
    unum,
    choice,
    futures,
    done,
    ...createRange('own', own.share, own),
    ...createRange('other', other.share, other),
    none: none.share,
    ...createRange('value', value.mean, value),
    ...createRange('difference', difference?.mean ?? null, difference),
    modelValue: model?.value ?? null,
    modelRisk: model?.risk ?? null,
  }));
}

/** A number and the ends of its interval as cells. */
function createRange(name: string, value: number | null, interval: Interval | null): TableRow {
  return { [name]: value, [`${name}Low`]: interval?.low ?? null, [`${name}High`]: interval?.high ?? null };
}

function formatPercent(value: number): string {
  return (100 * value).toFixed(0);
}

/** Formats a share in percent with its interval. */
export function formatShare({ share, low, high }: Share, unit: '' | ' %' = ''): string {
  return `${formatPercent(share)}${unit} (${formatPercent(low)}–${formatPercent(high)})`;
}

function formatSigned(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`;
}

/** Formats a mean with its margin, half the width of its interval. */
export function formatMean({ mean, high }: Mean): string {
  return `${formatSigned(mean)}${Number.isFinite(high) ? ` ± ${(high - mean).toFixed(2)}` : ''}`;
}

function formatCells({
  choice,
  futures,
  done,
  own,
  other,
  value,
  difference,
  model,
}: ChoiceOutcome): string[] {
  return [
    choice,
    choice === 'as played' ? String(futures) : `${done}/${futures}`,
    formatShare(own),
    formatShare(other),
    formatMean(value),
    difference === null ? '' : formatMean(difference),
    model === null ? '-' : formatSigned(model.value),
    model === null ? '-' : formatPercent(model.risk),
  ];
}

const HEAD = ['choice', 'done', 'own goal next, %', 'other, %', 'value', 'to as played', 'model', 'risk, %'];

/** Formats a report as text. */
export function formatWhatIf(report: WhatIfReport): string {
  const rows = [HEAD, ...report.outcomes.map(formatCells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  );
  return [
    `cycle ${report.time}: ${report.action}`,
    `${report.count} continuations of ${report.cycles} cycles for each choice, with 95 % intervals.`,
    `In all of them, all players of both teams are those of the base team: the numbers are not those of ${report.team} and ${report.opponents}.`,
    '',
    ...lines.map((line) => line.trimEnd()),
    '',
    ...(report.impossible.length === 0 ? [] : [`not possible: ${report.impossible.join(', ')}`]),
    'done: continuations in which the player could do it; in the others it decided itself.',
    'value: +1 or -1 for the next goal, else the value of the last state by the model. model: value and risk of a pass without continuations.',
    '',
    'assumed, because the log does not have it:',
    ...report.unknown.map((line) => `  ${line}`),
    '',
  ].join('\n');
}
