import { countPlanBlocks } from './create-stages.js';
import type { Format, LadderFormat, TournamentPlan } from './plan.js';

/** Fault of a plan with the place of the value. */
export interface PlanProblem {
  /** Names and indices from the plan to the value, for example `['format', 'rounds']`. */
  readonly path: readonly (string | number)[];
  /** What is wrong, the value, and what is allowed. */
  readonly message: string;
}

type Report = (path: readonly (string | number)[], message: string) => void;

function checkCount(report: Report, name: string, value: number | undefined, min = 1): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= min)) return;
  report(['format', name], `${value} is not a whole number from ${min}`);
}

function checkTeam(
  report: Report,
  plan: TournamentPlan,
  path: readonly (string | number)[],
  team: string,
): void {
  if (plan.teams.includes(team)) return;
  report(path, `"${team}" is not one of the teams: ${plan.teams.join(', ')}`);
}

function checkGroups(report: Report, plan: TournamentPlan, format: Format & { type: 'groups' }): void {
  const { groups } = format;
  checkCount(report, 'advance', format.advance);
  checkCount(report, 'replays', format.knockout?.replays, 0);
  if (typeof groups === 'number') {
    checkCount(report, 'groups', groups);
    if (groups * 2 > plan.teams.length)
      report(['format', 'groups'], `${plan.teams.length} teams are too few for ${groups} groups of two`);
    return;
  }
  const listed = groups.flat();
  for (const [i, group] of groups.entries()) {
    if (group.length < 2) report(['format', 'groups', i], 'a group needs at least two teams');
    for (const [k, team] of group.entries()) checkTeam(report, plan, ['format', 'groups', i, k], team);
  }
  const missing = plan.teams.filter((team) => !listed.includes(team));
  if (missing.length > 0) report(['format', 'groups'], `not in a group: ${missing.join(', ')}`);
  const repeated = listed.filter((team, i) => listed.indexOf(team) !== i);
  if (repeated.length > 0) report(['format', 'groups'], `in two groups: ${repeated.join(', ')}`);
}

function checkPaired(report: Report, plan: TournamentPlan, format: Format & { type: 'paired' }): void {
  checkCount(report, 'blocks', format.blocks);
  checkTeam(report, plan, ['format', 'candidate'], format.candidate);
  checkTeam(report, plan, ['format', 'base'], format.base);
  if (format.candidate === format.base)
    report(['format', 'base'], `candidate and base are both "${format.base}"; they must be two teams`);
  if (format.pool === true && plan.teams.length < 3)
    report(['format', 'pool'], 'there are no opponents; list them in teams');
}

function checkSeries(report: Report, plan: TournamentPlan): void {
  if (plan.teams.length !== 2) report(['teams'], `a series needs two teams, not ${plan.teams.length}`);
}

function checkGauntlet(report: Report, plan: TournamentPlan, format: Format & { type: 'gauntlet' }): void {
  for (const [i, team] of format.challengers.entries())
    checkTeam(report, plan, ['format', 'challengers', i], team);
  if (format.challengers.length === 0 || format.challengers.length >= plan.teams.length)
    report(['format', 'challengers'], 'there must be at least one challenger and one other team');
}

function checkLadder(report: Report, plan: TournamentPlan, { anchors = {}, season }: LadderFormat): void {
  for (const team of Object.keys(anchors)) checkTeam(report, plan, ['format', 'anchors'], team);
  if (season?.matches !== undefined && !(Number.isSafeInteger(season.matches) && season.matches >= 1))
    report(['format', 'season', 'matches'], `${season.matches} is not a whole number from 1`);
}

function checkFormat(report: Report, plan: TournamentPlan): void {
  const { format } = plan;
  if ('matches' in format) checkCount(report, 'matches', format.matches);
  if (format.type === 'series') checkSeries(report, plan);
  else if (format.type === 'gauntlet') checkGauntlet(report, plan, format);
  else if (format.type === 'paired') checkPaired(report, plan, format);
  else if (format.type === 'groups') checkGroups(report, plan, format);
  else if (format.type === 'knockout') checkCount(report, 'replays', format.replays, 0);
  else if (format.type === 'ladder') checkLadder(report, plan, format);
  else if (format.type === 'swiss') checkCount(report, 'rounds', format.rounds);
}

function checkSeeds(report: Report, plan: TournamentPlan): void {
  const { seeds } = plan;
  if (typeof seeds === 'number' && !Number.isSafeInteger(seeds))
    report(['seeds'], `${seeds} is not a whole number`);
  if (seeds === undefined || typeof seeds === 'number') return;
  const needed = countPlanBlocks(plan);
  if (seeds.length < needed) {
    const advice = `give ${needed} seeds, or one number from which the seeds count up`;
    report(['seeds'], `${seeds.length} seeds are too few for ${needed} blocks of matches; ${advice}`);
  }
}

/** Returns the faults of a plan; an empty list if {@link createTournament} accepts it. */
export function findPlanProblems(plan: TournamentPlan): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const report: Report = (path, message) => problems.push({ path, message });
  if (plan.teams.length < 2) report(['teams'], `${plan.teams.length} teams are too few; list at least two`);
  for (const [i, team] of plan.teams.entries()) {
    if (team === '') report(['teams', i], 'the name is empty');
    else if (plan.teams.indexOf(team) < i) report(['teams', i], `"${team}" is listed twice`);
  }
  checkFormat(report, plan);
  if (problems.length === 0) checkSeeds(report, plan);
  return problems;
}

/**
 * Checks a plan.
 *
 * @throws RangeError with the first fault.
 */
export function checkPlan(plan: TournamentPlan): void {
  const [first] = findPlanProblems(plan);
  if (first !== undefined) throw new RangeError(`${first.path.join('.')}: ${first.message}`);
}
