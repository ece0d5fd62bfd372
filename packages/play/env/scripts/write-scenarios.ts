/**
 * Writes the tables of docs/use/researcher/environments.md: scenarios with reference scores, observations, actions, rewards, scripts. A mark
 * `<!-- table: NAME -->` is before each of them; the rest of the page is written by hand. Usage: `pnpm --filter @rcss/env scenarios [--check]
 * [--keep-scores]`. The scores are those of 40 episodes with seed 1; with `--keep-scores`, those of the page stay.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSkillOptions } from '../src/action/skill-options.js';
import { type Batch, createBatch, type Field } from '../src/index.js';
import { REWARD_TERMS } from '../src/rewards.js';
import type { Scenario } from '../src/scenario.js';
import { SCENARIOS } from '../src/scenarios/catalog.js';
import { countSuccesses, HIGH_BALL_SCENARIOS, SUCCESSES } from '../src/scenarios/high-balls.js';
import { SCRIPT_DESCRIPTIONS } from '../src/scripts/script.js';
import { mixSeed } from '../src/seeding.js';

const page = fileURLToPath(new URL('../../../../docs/use/researcher/environments.md', import.meta.url));
const EPISODES = 40;
/** Episodes of each policy and seed of the scenarios with a ball in the air. */
const HIGH_BALL_EPISODES = 400;
const HIGH_BALL_SEED = 2;

/** A uniform random choice of the macro actions for every agent. */
function actRandomly(batch: Batch, step: number): void {
  for (let i = 0; i < batch.actions.length; i++) batch.actions[i] = mixSeed(step, i) % batch.choices.length;
  batch.step();
}

function runEpisodes(
  scenario: Scenario,
  matches: number,
  seed: number,
  act: (batch: Batch, step: number) => void,
) {
  const batch = createBatch({ scenario, matches, seed, autoReset: 'none', action: { type: 'macro' } });
  batch.reset();
  let reward = 0;
  for (let n = 0; n < scenario.horizon; n++) {
    act(batch, n);
    for (const value of batch.rewards) reward += value;
    if (batch.outcomes.every((outcome) => outcome > 0)) break;
  }
  return { batch, reward };
}

function score(scenario: Scenario, matches: number, act: (batch: Batch, step: number) => void) {
  const { batch, reward } = runEpisodes(scenario, matches, 1, act);
  const counts = batch.outcomeNames
    .map((name, outcome) => ({ name, count: batch.outcomes.filter((value) => value === outcome).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const ends = counts.map(({ name, count }) => `${name} ${Math.round((100 * count) / matches)} %`).join(', ');
  return { reward: (reward / batch.rewards.length).toFixed(2), ends };
}

/** Rows of the scenarios on the page, by name and number of further cells; none unless they are kept. */
const keptRows = new Map(
  process.argv.includes('--keep-scores')
    ? readFileSync(page, 'utf8')
        .split('\n')
        .flatMap((line) => {
          const [, name, cells = ''] = /^\| `([^`]+)` \|((?:[^|]*\|){3}|(?:[^|]*\|){6})$/.exec(line) ?? [];
          return name === undefined ? [] : [[`${name} ${cells.split('|').length - 1}`, line] as const];
        })
    : [],
);

function scenarioRow(scenario: Scenario): string {
  const kept = keptRows.get(`${scenario.name} 6`);
  if (kept !== undefined) return kept;
  const matches = scenario.left.length >= 7 ? 8 : EPISODES;
  const random = score(scenario, matches, actRandomly);
  const scripted = score(scenario, matches, (batch) => batch.stepScripted());
  const size = `${scenario.left.length}v${scenario.right.length}`;
  return `| \`${scenario.name}\` | ${scenario.description} | ${size}, ${scenario.controlled} | ${scenario.horizon} | ${random.reward} | ${scripted.reward} | ${scripted.ends} |`;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}`;

/** Share of successes in percent with its 95 % confidence interval (Wilson). */
function describeShare(successes: number, count: number): string {
  const z = 1.96;
  const share = successes / count;
  const center = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const half =
    (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return `${percent(share)} (${percent(center - half)} to ${percent(center + half)})`;
}

function successRow(scenario: Scenario): string {
  const kept = keptRows.get(`${scenario.name} 3`);
  if (kept !== undefined) return kept;
  const [random, scripted] = [actRandomly, (batch: Batch) => batch.stepScripted()].map((act) => {
    const { batch } = runEpisodes(scenario, HIGH_BALL_EPISODES, HIGH_BALL_SEED, act);
    return describeShare(countSuccesses(scenario, batch.outcomes), HIGH_BALL_EPISODES);
  });
  return `| \`${scenario.name}\` | ${SUCCESSES[scenario.name]} | ${random} | ${scripted} |`;
}

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Whether the page shows a field: repeated players, landmarks and lines are shown once. */
function isShown(name: string): boolean {
  if (/^(landmark|line)\./.test(name)) return /^(landmark\.f-c|line\.l-l)\./.test(name);
  return !/\.([2-9]|1\d)\./.test(name);
}

/** The description with N in place of the first number; lists of choices stay. */
function describe(description: string): string {
  if (/: 0 \S/.test(description)) return description;
  return description
    .replaceAll('team mate 1', 'team mate N')
    .replaceAll('opponent 1', 'opponent N')
    .replaceAll('player 1', 'player N');
}

/** Rows of a layout without the repeated ones. */
function fieldRows(layout: readonly Field[]): string[] {
  return layout
    .filter(({ name }) => isShown(name))
    .map(
      ({ name, unit, low, high, scale, offset = 0, description }) =>
        `| \`${name.replace('.1.', '.N.')}\` | ${describe(description)} | ${unit} | ${number(scale)}${offset === 0 ? '' : `, plus ${number(offset)}`} | ${number(low)} to ${number(high)} |`,
    );
}

function layoutTable(layout: readonly Field[]): string[] {
  return [
    '| field | meaning | unit | divided by | range in the block |',
    '|---|---|---|---|---|',
    ...fieldRows(layout),
  ];
}

/** The options of skills; those of team mates and opponents once, with N. */
function optionRows(): string[] {
  return createSkillOptions({ mates: 1, opponents: 1 }, true)
    .filter(({ name }) => !name.endsWith(' 2'))
    .map(({ name, description }) => `| \`${name.replace(/ 1$/, ' N')}\` | ${description} |`);
}

/** Types whose layouts are shown with the fields for a ball in the air. */
const HIGH_BALL_ACTIONS: readonly string[] = ['low-level', 'hybrid', 'discrete', 'macro', 'skills'];
const HIGH_BALL_OBSERVATIONS: readonly string[] = ['egocentric', 'global', 'sensors'];

const ACTIONS = ['low-level', 'hybrid', 'discrete', 'macro', 'keepaway', 'skills', 'hfo', 'r2d'] as const;
const OBSERVATIONS = ['egocentric', 'global', 'sensors', 'hfo-high', 'hfo-low', 'keepaway'] as const;

function actionTable(type: (typeof ACTIONS)[number]): string[] {
  const { actionLayout } = createBatch({
    scenario: type === 'hfo' ? 'hfo-3v3' : '3v3',
    action: HIGH_BALL_ACTIONS.includes(type) ? { type, height: true } : { type },
  });
  return layoutTable(actionLayout);
}

function observationTable(type: (typeof OBSERVATIONS)[number]): string[] {
  const scenario = type === 'keepaway' ? 'keepaway-3v2' : '3v3';
  const height = HIGH_BALL_OBSERVATIONS.includes(type) ? { height: true } : {};
  return layoutTable(createBatch({ scenario, observation: { type, ...height } }).observationLayout);
}

/** The tables by the names of their marks. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  scenarios: [
    '| scenario | task | players, agents | horizon, cycles | random | scripts | ends |',
    '|---|---|---|---:|---:|---:|---|',
    ...SCENARIOS.map(scenarioRow),
  ],
  sources: [...new Set(SCENARIOS.flatMap(({ source }) => (source === undefined ? [] : [`- ${source}`])))],
  'high balls': [
    '| scenario | success | random | scripts |',
    '|---|---|---:|---:|',
    ...HIGH_BALL_SCENARIOS.map(successRow),
  ],
  scripts: [
    '| script | behavior |',
    '|---|---|',
    ...Object.entries(SCRIPT_DESCRIPTIONS).map(([name, text]) => `| \`${name}\` | ${text} |`),
  ],
  rewards: [
    '| term | value in one cycle | unit |',
    '|---|---|---|',
    ...Object.entries(REWARD_TERMS).map(
      ([name, { description, unit }]) => `| \`${name}\` | ${description} | ${unit} |`,
    ),
  ],
  options: ['| option | what the player does |', '|---|---|', ...optionRows()],
  ...Object.fromEntries(OBSERVATIONS.map((type) => [`observation ${type}`, observationTable(type)])),
  ...Object.fromEntries(ACTIONS.map((type) => [`actions ${type}`, actionTable(type)])),
};

let text = readFileSync(page, 'utf8');
for (const [name, rows] of Object.entries(TABLES)) {
  const mark = `<!-- table: ${name} -->\n\n`;
  const from = text.indexOf(mark) + mark.length;
  if (from < mark.length)
    throw new Error(`${page}: the mark ${mark.trim()} is missing; write it where the table belongs`);
  const to = text.indexOf('\n\n', from);
  text = `${text.slice(0, from)}${rows.join('\n')}${text.slice(to < 0 ? text.length - 1 : to)}`;
}
if (process.argv.includes('--check')) {
  if (readFileSync(page, 'utf8') !== text) {
    console.error(
      'docs/use/researcher/environments.md is not up to date: run pnpm --filter @rcss/env scenarios',
    );
    process.exitCode = 1;
  }
} else writeFileSync(page, text);
