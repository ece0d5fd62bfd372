/** Formats the statistics of a match as a text report. */
import type { AerialCounts } from '../aerial.js';
import type { GoalRow, MatchStats, PlayerStats, TeamStats } from '../match-stats.js';

function formatShare(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`;
}

function formatPart(part: number, whole: number): string {
  return whole === 0 ? '0' : `${part}/${whole} (${formatShare(part, whole)})`;
}

type Value = (team: TeamStats) => string;

const ROWS: readonly (readonly [string, Value])[] = [
  ['possession', (t) => (t.possession === null ? '-' : `${(100 * t.possession).toFixed(1)} %`)],
  ['touches', (t) => String(t.touches)],
  ['passes', (t) => formatPart(t.passesCompleted, t.passes)],
  [
    'mean pass length',
    (t) => (t.passesCompleted === 0 ? '-' : `${(t.passLength / t.passesCompleted).toFixed(1)} m`),
  ],
  ['shots (on target)', (t) => `${t.shots} (${t.shotsOnTarget})`],
  ['expected goals', (t) => t.xg.toFixed(2)],
  ['dribbles', (t) => String(t.dribbles)],
  ['balls lost', (t) => String(t.losses)],
  ['interceptions', (t) => String(t.interceptions)],
  ['steals', (t) => String(t.steals)], // words-ok: term of docs/use/statistics.md
  ['tackles won', (t) => formatPart(t.tacklesWon, t.tackles)],
  ['saves, claims, blocks', (t) => `${t.saves}, ${t.claims}, ${t.blocks}`],
  ['fouls', (t) => String(t.fouls)],
  ['cards yellow, red', (t) => `${t.yellowCards}, ${t.redCards}`],
  ['offsides', (t) => String(t.offsides)],
  ['corners', (t) => String(t.setPlays['corner_kick'] ?? 0)],
  ['free kicks', (t) => String((t.setPlays['free_kick'] ?? 0) + (t.setPlays['indirect_free_kick'] ?? 0))],
  ['kick-ins, goal kicks', (t) => `${t.setPlays['kick_in'] ?? 0}, ${t.setPlays['goal_kick'] ?? 0}`],
  ['distance run', (t) => `${(t.distance / 1000).toFixed(2)} km`],
];

/** Rows of a match with heights; `passes` are all passes of the team. */
const AERIAL_ROWS: readonly (readonly [string, (counts: AerialCounts, passes: number) => string])[] = [
  ['aerial passes', (c, passes) => formatPart(c.aerialPasses, passes)],
  ['completed of them', (c) => formatPart(c.aerialPassesCompleted, c.aerialPasses)],
  ['lobs (goals)', (c) => `${c.lobs} (${c.lobGoals})`],
  ['crossbar, post', (c) => `${c.crossbarHits}, ${c.postHits}`],
];

/** Formats the line of a goal: time, score, scorer and distance. */
export function formatGoalRow(goal: GoalRow, stats: MatchStats): string {
  const team = stats.teams[goal.side];
  const scorer =
    goal.ownGoalBy > 0
      ? `own goal by ${stats.teams[goal.side === 'l' ? 'r' : 'l'].name} ${goal.ownGoalBy}`
      : `${team.name} ${goal.unum > 0 ? goal.unum : '?'}${goal.assist > 0 ? ` (pass of ${goal.assist})` : ''}`;
  return `${String(goal.time).padStart(6)}  ${goal.scoreL}:${goal.scoreR}  ${scorer}, from ${goal.distance.toFixed(1)} m${goal.xg === null ? '' : `, xG ${goal.xg.toFixed(2)}`}`;
}

function formatPlayer(p: PlayerStats): string {
  const passes = p.passes === 0 ? '-' : `${p.passesCompleted}/${p.passes}`;
  const cells: readonly (readonly [string, number])[] = [
    [`${p.side} ${p.unum}`, 5],
    [String(p.touches), 8],
    [passes, 8],
    [`${p.shots}/${p.goals}`, 9],
    [String(p.interceptions + p.steals), 7], // words-ok: term of docs/use/statistics.md
    [`${p.tacklesWon}/${p.tackles}`, 9],
    [p.distance.toFixed(0), 7],
    [p.staminaMin === null ? '-' : p.staminaMin.toFixed(0), 8],
    [p.staminaLast === null ? '-' : p.staminaLast.toFixed(0), 8],
  ];
  return cells.map(([text, width]) => text.padStart(width)).join('');
}

const PLAYER_HEAD = '    #  touches  passes shots/goals  won  tackles  run m  stamina: least, last';

/** Formats the most frequent completed passes between two players. */
export function formatPassPairs(team: TeamStats, most = 5): string[] {
  return team.passNetwork
    .flatMap((row, from) => row.map((count, to) => ({ from: from + 1, to: to + 1, count })))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.from - b.from || a.to - b.to)
    .slice(0, most)
    .map(({ from, to, count }) => `${from} > ${to}: ${count}`);
}

/** Formats the whole report. */
export function formatStats(file: string, stats: MatchStats): string {
  const { l, r } = stats.teams;
  const left = l.name || 'null';
  const right = r.name || 'null';
  const penalties = stats.shootout.length === 0 ? '' : `, penalties ${l.penaltyScored} : ${r.penaltyScored}`;
  const lines = [
    `${left} ${l.score} : ${r.score} ${right}${penalties}`,
    `${file}: ${stats.shows} shows, time ${stats.firstTime} to ${stats.lastTime}, play_on for ${stats.playOnCycles} cycles` +
      (stats.finished ? '' : ', not played to its end'),
    '',
  ];
  const width = Math.max(16, left.length + 2, right.length + 2);
  lines.push(`${''.padEnd(24)}${left.padStart(width)}${right.padStart(width)}`);
  for (const [name, value] of ROWS) {
    lines.push(`${name.padEnd(24)}${value(l).padStart(width)}${value(r).padStart(width)}`);
  }
  const { aerial } = stats;
  if (aerial !== undefined) {
    for (const [name, value] of AERIAL_ROWS) {
      const cells = [value(aerial.l, l.passes), value(aerial.r, r.passes)];
      lines.push(`${name.padEnd(24)}${cells.map((cell) => cell.padStart(width)).join('')}`);
    }
  }
  if (stats.goals.length > 0)
    lines.push('', 'goals', ...stats.goals.map((goal) => formatGoalRow(goal, stats)));
  if (stats.shootout.length > 0) {
    lines.push('', 'penalty shootout');
    for (const { time, side, unum, scored, scoredL, scoredR } of stats.shootout) {
      const kicker = `${stats.teams[side].name}${unum > 0 ? ` ${unum}` : ''}`;
      lines.push(
        `${String(time).padStart(6)}  ${scoredL}:${scoredR}  ${kicker} ${scored ? 'scores' : unum > 0 ? 'misses' : 'does not take it'}`,
      );
    }
  }
  for (const team of [l, r]) {
    const pairs = formatPassPairs(team);
    if (pairs.length > 0) lines.push('', `most passes of ${team.name}`, `  ${pairs.join(', ')}`);
  }
  lines.push('', PLAYER_HEAD);
  for (const p of stats.players) if (p.touches > 0 || p.distance > 0) lines.push(formatPlayer(p));
  return `${lines.join('\n')}\n`;
}
