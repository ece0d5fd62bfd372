/**
 * Writes docs/use/researcher/environments.md: scenarios with reference scores, observations, actions, rewards, scripts. Usage:
 * `pnpm --filter @rcss/env scenarios [--check] [--keep-scores]`. The scores are those of 40 episodes with seed 1; with `--keep-scores`, those of the page
 * stay.
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

function layoutTable(title: string, layout: readonly Field[]): string[] {
  return [
    '',
    `### ${title}`,
    '',
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

/** What a reader of the tables of an observation or action type needs to know besides the fields. */
const NOTES: Readonly<Record<string, readonly string[]>> = {
  'observation hfo-high': [
    'The high-level features of half-field offense, in the order of its technical manual (Hausknecht, version of July 2017): 10 + 6T + 3O numbers for T team mates and O',
    'opponents. The manual gives the list, the range and the number -2 of invalid features. What it leaves open is as follows.',
    '',
    '- The play field is the half that the left team attacks, for agents of both teams; use the scenarios `hfo-…`. y grows to the right, angles clockwise.',
    '- Coordinates reach 10 % of the half length and half width beyond the play field, proximities its diagonal, 85.9 m. All numbers stay between -1 and 1.',
    '- All players are points. The pass opening has at most 90 degrees on each side and ignores opponents that are farther away than the team mate.',
    '- Uniform numbers are divided by 100, as in the low-level features.',
    '- The features are the true state: no player is out of sight. All features of a player that was sent off are -2. With `view: "partial"`, an agent knows other players and the ball where it has seen them',
    '  (with their number) in the last 30 cycles, without noise; the features of others are -2, and openings and distances count known players. It sees in every cycle, and turns its neck to the ball.',
    '- A test compares coordinates, directions and the goal opening with a [published state](https://github.com/LARG/HFO/issues/65). Feature 6 differs: in',
    '  that state it grows with the distance, and is divided by 62.5 m.',
    '- The list is that of the [manual](https://github.com/LARG/HFO/blob/master/doc/manual.tex) of July 2017. With `edition: 2019`, there are 12 + 6T + 3O: two more at the end, whether the last action could',
    '  have an effect and the stamina, and feature 6 is the distance of the goal, divided by 62.5 m, as in the published state.',
  ],
  'observation hfo-low': [
    'The low-level features of half-field offense, in the same order as in the manual of July 2017: 58 + 9T + 9O numbers. Earlier versions of the manual end after',
    '58 + 8T + 8O; `edition: 2019` has one more at the end, whether the last action could have an effect. Play field, proximities and players are those of `hfo-high`; directions relative to the body are positive to the right. The highest speeds are',
    '0.46 m/cycle (players) and 3 m/cycle (ball). The features of a player that was sent off are 0, its uniform number is -1.',
  ],
  'observation keepaway': [
    'The state variables of keepaway (Stone, Sutton and Kuhlmann 2005): 13 numbers for 3 against 2, 19 for 4 against 3, 25 for 5 against 4. The agent takes the place of the',
    'keeper with the ball (K1); team mates (K2 …) and opponents (T1 …) come in the order of their distance from it. C is the center of the region. The true state without noise.',
  ],
  'actions keepaway': [
    'The decisions of the keepaway benchmark: a player with the ball holds it or passes it to the N-th nearest team mate. A player without the ball',
    'supports: the first at the ball gets it, the others get open (see the script `keepaway-keeper`). A player with the ball holds it if its choice is',
    '`support`, and one without the ball always supports; so a choice can be repeated over several cycles.',
  ],
  'actions skills': [
    'Options: the skills of `@rcss/agent`. Each agent has a world model, which its own sensors fill, and turns its neck as these skills need it. An option runs until it is done or',
    'replaced; `continue` goes on with it. The mask of `continue` is 1 while an option runs: if it is 0, choose another one. With a frame skip, an option starts once; with',
    "`action: { type: 'skills', untilDone: true }` the step ends when an option of an agent has ended. Without an option, a player stands; in interruptions it plays the set",
    'plays of the package. Numbers of players are uniform numbers. `saveMatch` refuses matches with skills, as a world model cannot be saved.',
    '',
    '| option | what the player does |',
    '|---|---|',
    ...optionRows(),
  ],
  'actions hfo': [
    'The actions of half-field offense, after its technical manual (Hausknecht, versions of 2017 to 2019), in one list: high level (`move` … `reorient`, `pass N`, `mark player N`), mid level',
    '(`kick to`, `move to`, `dribble to`, `intercept`) and low level (`dash`, `turn`, `tackle`, `kick`). The manual leaves to its base team how a high-level action is done; here the functions of',
    'the scripted players do it, from the true state.',
    '',
    '- `move`: the first at the ball of a team gets it, other attackers run along, defenders cover, the goalie guards the goal. `defend goal`: a place on a line in front of the goal. `reduce angle to goal`: 3 m from the ball on the',
    '  bisector of the lines to the posts. `mark player N`: 1 m from the opponent, toward the ball.',
    '- `dribble` and `dribble to` kick the ball ahead and run after it, if it is within 2.5 m. `reorient` turns to the ball.',
    '- The target has the coordinates of the features: the play field is the half that the left team attacks, with 10 % beyond.',
    '- An action that the mask excludes does nothing.',
  ],
  'actions r2d': [
    'The 17 actions of the Base list of R2D-RL (Qin et al. 2026), in the order of its documentation, for the scenarios `front-goal-…`. There, the functions of its base team execute them; here, those',
    'of the scripted players, from the true state. `right` is the direction of the attack. A pass goes to the team mate on the most open line: to it, or 4 m (`pass lead`) or 10 m (`pass through`)',
    'in front of it. Its two further entries `helios` (the base team decides) and `wait` are missing: while no action has an effect, the mask has all.',
  ],
};

/** Adds the notes on a layout after its title. */
function withNotes(type: string, [blank = '', title = '', ...table]: readonly string[]): string[] {
  const notes = NOTES[type];
  return notes === undefined ? [blank, title, ...table] : [blank, title, '', ...notes, ...table];
}

/** Types whose layouts are shown with the fields for a ball in the air. */
const HIGH_BALL_ACTIONS: readonly string[] = ['low-level', 'hybrid', 'discrete', 'macro', 'skills'];
const HIGH_BALL_OBSERVATIONS: readonly string[] = ['egocentric', 'global', 'sensors'];

function actionTables(): string[] {
  return (['low-level', 'hybrid', 'discrete', 'macro', 'keepaway', 'skills', 'hfo', 'r2d'] as const).flatMap(
    (type) => {
      const { actionLayout } = createBatch({
        scenario: type === 'hfo' ? 'hfo-3v3' : '3v3',
        action: HIGH_BALL_ACTIONS.includes(type) ? { type, height: true } : { type },
      });
      return withNotes(`actions ${type}`, layoutTable(`Actions: \`${type}\``, actionLayout));
    },
  );
}

function observationTables(): string[] {
  return (['egocentric', 'global', 'sensors', 'hfo-high', 'hfo-low', 'keepaway'] as const).flatMap((type) => {
    const scenario = type === 'keepaway' ? 'keepaway-3v2' : '3v3';
    const height = HIGH_BALL_OBSERVATIONS.includes(type) ? { height: true } : {};
    const { observationLayout } = createBatch({ scenario, observation: { type, ...height } });
    return withNotes(`observation ${type}`, layoutTable(`Observation: \`${type}\``, observationLayout));
  });
}

const sources = [...new Set(SCENARIOS.flatMap(({ source }) => (source === undefined ? [] : [source])))];
const lines = [
  '# Learning environments: scenarios, observations, actions, rewards',
  '',
  '<!-- Written by `pnpm --filter @rcss/env scenarios`. -->',
  '',
  '`@rcss/env` plays scenarios in batches (see its README); the Python package `rcss` offers the same. Positions are in the field frame: meters, the left',
  "team attacks towards +x. Observations and actions are in the frame of the agent's team. The decisions are in",
  '[decision 0031](../../inside/decisions/0031-environments.md). The [gallery](gallery.md) shows a picture and scores of each scenario.',
  '',
  '## Scenarios',
  '',
  `The reward is the mean per agent and episode with the weights of the scenario, over ${EPISODES} episodes (8 from 7v7 on) with seed 1: agents that choose macro actions at`,
  'random, and agents that play by the scripts of the scenario. The last column shows how the episodes of the scripts ended.',
  '',
  '| scenario | task | players, agents | horizon, cycles | random | scripts | ends |',
  '|---|---|---|---:|---:|---:|---|',
  ...SCENARIOS.map(scenarioRow),
  '',
  ...sources.map((source) => `- ${source}`),
  '',
  '### With a ball in the air',
  '',
  'In four scenarios, the ball can leave the ground ([chapter 12](../../specification/12-protocol-20.md)): `server::2d_mode` is off, and agents have protocol version 20. Only there,',
  'observations `egocentric`, `global` and `sensors`, and the state, end with `ball.z` and `ball.vz`, and actions have lofted kicks and the chest trap, as the tables below show. With',
  '`observation: { height: true }` or `action: { height: true }`, the fields exist in other scenarios too: heights are 0 there, and kicks stay on the ground; with `height: false` they',
  'are missing. A scenario of your own needs `server: { experimental_height: true, "2d_mode": false }`, and can give `ball` a `height` and a `verticalSpeed`.',
  '',
  `Share of the episodes that end with success, percent, with 95 % confidence intervals (Wilson): ${HIGH_BALL_EPISODES} episodes each with seed ${HIGH_BALL_SEED}, macro actions at random`,
  'and the scripts. In `aerial-duel`, both players have the same script.',
  '',
  '| scenario | success | random | scripts |',
  '|---|---|---:|---:|',
  ...HIGH_BALL_SCENARIOS.map(successRow),
  '',
  '## Scripted players',
  '',
  '| script | behavior |',
  '|---|---|',
  ...Object.entries(SCRIPT_DESCRIPTIONS).map(([name, text]) => `| \`${name}\` | ${text} |`),
  '',
  '## Rewards',
  '',
  'The reward of an agent is the sum of the terms times their weights.',
  '',
  '| term | value in one cycle | unit |',
  '|---|---|---|',
  ...Object.entries(REWARD_TERMS).map(
    ([name, { description, unit }]) => `| \`${name}\` | ${description} | ${unit} |`,
  ),
  '',
  '## Seeds, saved states, wrong input',
  '',
  '- `reset` takes a seed for all matches, or a list with one for each match (in a vector environment of Gymnasium for each row, of which the first of a match counts). Without a',
  '  seed, or with `None` (`null`) in the list, a match goes on with its next episode.',
  '- A saved state (`saveMatch`, in Python `save`) has the name of its scenario. A batch of another scenario or of other agents refuses it, names both, and does not change; states',
  '  without a name, of older versions, are accepted if their players and agents fit.',
  '- A batch refuses a number that is not a choice where an action has one: only whole numbers from 0 are. In Python, the error is an `ActionError`. Environments whose action space is',
  '  one `Box` (`action_form="box"`) take the nearest choice instead, as every number of a `Box` is in the space; with a `Discrete` or `MultiDiscrete` space they refuse it.',
  '- An error about an unknown option lists the options and names the one that may be meant.',
  '- If a worker of Python ends or does not answer, `step` raises `WorkerCrashedError`. The next `reset` of all matches starts a new worker, which uses a pipe. Without a seed, its',
  '  matches have new seeds; `results` begins again for them. A closed environment is not started again.',
  '',
  '## Layouts',
  '',
  'Players that are repeated are shown once, as N; landmarks and lines once, with the first name. For the right team, a name stands for',
  "the landmark at the opposite place, so that `g-r` is the opponents' goal for both teams. An age counts the cycles since the value was",
  'seen; all other values of the sensors keep what was seen last. The tables contain what only exists [with a ball in the air](#with-a-ball-in-the-air):',
  '`ball.z`, `ball.vz`, `loft`, `kick.loft`, and the choices after those of flat scenarios: `chest-trap`, `kick … loft …`, `lob`, `loft pass`, `loft clear` and `chest trap`.',
  ...observationTables(),
  ...actionTables(),
  '',
];

const text = lines.join('\n');
if (process.argv.includes('--check')) {
  if (readFileSync(page, 'utf8') !== text) {
    console.error(
      'docs/use/researcher/environments.md is not up to date: run pnpm --filter @rcss/env scenarios',
    );
    process.exitCode = 1;
  }
} else writeFileSync(page, text);
