/**
 * Opponent ladder in an environment: each player against each other one, half of the episodes on each side, and the Elo values of all.
 * Usage, from the repository root: `node --conditions=@rcss/source --import tsx packages/serve/league-runner/bench/ladder.ts FOLDER`.
 *
 * `FOLDER/ladder.json` has the scenario, the episodes of each pair on each side, the seed, and the players: controllers as in the option `others` of
 * the environments, with a file in place of a policy. `FOLDER/results.jsonl` gets a line for each pair and order of sides. Lines that are
 * there are not played again. The table is printed as Markdown.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import createChasers from '@rcss/agent/chasers';
import createBaseTeam from '@rcss/base-team';
import type { CreateTeam } from '@rcss/core/team-module';
import { type Controller, type ControllerResult, createBatch, type PolicyDocument } from '@rcss/env';
import { rankByStrength } from '@rcss/tournament/ranking';

type LadderPlayer = { readonly name: string } & (
  | { readonly type: 'scripts' }
  | Extract<Controller, { type: 'script' }>
  | { readonly type: 'policy'; readonly file: string }
  | { readonly type: 'team'; readonly team: 'base' | 'chasers' }
);

interface Ladder {
  readonly scenario: string;
  readonly episodes: number;
  readonly seed: number;
  readonly players: readonly LadderPlayer[];
}

type PairResult = Pick<
  ControllerResult,
  'episodes' | 'winsLeft' | 'winsRight' | 'goalsLeft' | 'goalsRight'
> & {
  readonly left: string;
  readonly right: string;
};

const TEAMS: Readonly<Record<'base' | 'chasers', CreateTeam>> = {
  base: createBaseTeam,
  chasers: createChasers,
};

const folder = process.argv[2];
if (folder === undefined) throw new Error('the folder of the ladder is missing');
const ladder = JSON.parse(readFileSync(join(folder, 'ladder.json'), 'utf8')) as Ladder;
const file = join(folder, 'results.jsonl');

function createController(player: LadderPlayer): Controller {
  if (player.type === 'team') return { name: player.name, type: 'team', create: TEAMS[player.team] };
  if (player.type !== 'policy') return player;
  const policy = JSON.parse(readFileSync(join(folder as string, player.file), 'utf8')) as PolicyDocument;
  return { name: player.name, type: 'policy', policy };
}

function readResults(): PairResult[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as PairResult);
}

function play(left: LadderPlayer, right: LadderPlayer): PairResult {
  const batch = createBatch({
    scenario: ladder.scenario,
    agents: 'none',
    others: { left: createController(left), right: createController(right) },
    matches: ladder.episodes,
    autoReset: 'none',
    seed: ladder.seed,
  });
  batch.reset();
  while (batch.outcomes.some((outcome) => outcome === 0)) batch.step();
  const { episodes, winsLeft, winsRight, goalsLeft, goalsRight } = batch.results()[0] as ControllerResult;
  return { left: left.name, right: right.name, episodes, winsLeft, winsRight, goalsLeft, goalsRight };
}

const results = readResults();
for (const left of ladder.players)
  for (const right of ladder.players) {
    if (left === right || results.some((each) => each.left === left.name && each.right === right.name))
      continue;
    const result = play(left, right);
    results.push(result);
    appendFileSync(file, `${JSON.stringify(result)}\n`);
  }

/** One entry for each episode; only who won counts. */
const matches = results.flatMap(({ left, right, episodes, winsLeft, winsRight }) =>
  Array.from({ length: episodes }, (_, i) => ({
    ...{ date: '', left, right, penaltyL: null, penaltyR: null },
    scoreL: i < winsLeft ? 1 : 0,
    scoreR: i >= winsLeft && i < winsLeft + winsRight ? 1 : 0,
  })),
);
const { ratings, hasFiniteDifferences } = rankByStrength(matches, { priorDraws: 1 });
if (!hasFiniteDifferences) throw new Error('the differences of the strengths are not finite');
const round = (value: number) => value.toFixed(0);
console.log(
  '| player | episodes | won | drawn | goals | Elo | interval |\n|---|---:|---:|---:|---:|---:|---:|',
);
for (const { team, elo, low, high, matches: count, wins, losses } of ratings) {
  const own = results.filter(({ left, right }) => left === team || right === team);
  const goals = (of: 'scored' | 'conceded') =>
    own.reduce(
      (sum, each) => sum + ((each.left === team) === (of === 'scored') ? each.goalsLeft : each.goalsRight),
      0,
    );
  const cells = [
    team,
    count,
    wins,
    count - wins - losses,
    `${goals('scored')}:${goals('conceded')}`,
    round(elo),
  ];
  console.log(`| ${[...cells, `${round(low)} to ${round(high)}`].join(' | ')} |`);
}
