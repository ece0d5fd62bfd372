import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml, formatCsv, formatHtml, formatStepChart, type Table } from '@rcss/tournament/reports';
import { formatAlone } from '../reports/page-frame.js';
import type { StepLine, Tuning } from './play-tuning.js';
import { roundValue } from './step-document.js';

/** Steps over which the chart of the differences shows a mean. */
const MEAN_STEPS = 20;

/** Returns the parameters with their values. */
function createParameterTable({ state }: Tuning): Table {
  const right = (title: string) => ({ title, align: 'right' as const });
  return {
    title: 'Parameters',
    columns: [
      { title: 'parameter' },
      right('start'),
      right('value'),
      right('change'),
      right('min'),
      right('max'),
    ],
    rows: state.plan.parameters.map((parameter, i) => {
      const { name, start, min, max } = parameter;
      const value = roundValue(state.values[i]!, parameter);
      return [name, start, value, roundValue(value - start), min, max];
    }),
  };
}

function createStepTable({ state, steps }: Tuning): Table {
  const { parameters } = state.plan;
  return {
    columns: ['step', 'difference', 'matches', 'forfeits', ...parameters.map(({ name }) => name)].map(
      (title) => ({ title, align: 'right' as const }),
    ),
    rows: steps.map(({ step, difference, matches, forfeits, values }) => [
      step + 1,
      roundValue(difference),
      matches,
      forfeits,
      ...values.map((value, i) => roundValue(value, parameters[i])),
    ]),
  };
}

/** Returns sentences about a tuning. */
export function describeTuning({ state, steps }: Tuning): string[] {
  const matches = steps.reduce((sum, step) => sum + step.matches, 0);
  const forfeits = steps.reduce((sum, step) => sum + step.forfeits, 0);
  const sentences = [`${steps.length} of ${state.plan.steps} steps, ${matches} matches.`];
  if (forfeits > 0) sentences.push(`${forfeits} matches were forfeited.`);
  if (steps.length > 0 && steps.every(({ difference }) => difference === 0))
    sentences.push(
      'No step showed a difference, so the values are those of the start: play longer matches or more pairs, or give larger perturbations.',
    );
  return sentences;
}

/** Means of the size of the differences over the last steps: they become smaller when the settings become alike. */
function computeMeanDifferences(steps: readonly StepLine[]): number[] {
  return steps.map((_, i) => {
    const last = steps.slice(Math.max(0, i + 1 - MEAN_STEPS), i + 1);
    return last.reduce((sum, { difference }) => sum + Math.abs(difference), 0) / last.length;
  });
}

/** Returns the page of a tuning, which needs no other file. */
function formatTuningHtml(title: string, tuning: Tuning): string {
  const { state, steps } = tuning;
  const charts = state.plan.parameters.map(({ name, start, min, max }, i) =>
    formatStepChart([start, ...steps.map(({ values }) => values[i]!)], { min, max }, name),
  );
  const means = computeMeanDifferences(steps);
  if (means.length > 0) {
    const max = means.reduce((most, value) => Math.max(most, value), 1);
    charts.push(
      formatStepChart(
        [means[0]!, ...means],
        { min: 0, max },
        `Goals per match between the settings, mean of ${MEAN_STEPS} steps`,
      ),
    );
  }
  return formatAlone(title, [
    describeTuning(tuning)
      .map((sentence) => `<p>${escapeHtml(sentence)}</p>`)
      .join(''),
    `<div class="wide" tabindex="0" role="region" aria-label="Parameters">${formatHtml(createParameterTable(tuning))}</div>`,
    ...charts,
  ]);
}

/** Writes `tuning.html` and `steps.csv` into the folder of a tuning. Returns their paths. */
export function writeTuningReports(folder: string, title: string, tuning: Tuning): string[] {
  const files = [
    ['tuning.html', formatTuningHtml(title, tuning)],
    ['steps.csv', formatCsv(createStepTable(tuning))],
  ] as const;
  return files.map(([name, text]) => {
    const path = join(folder, name);
    // A reader never sees half a report.
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
    return path;
  });
}
