/** Formats the statistics of a match as a text report. */
import { formatLine, listLines } from '../figure-lines.js';
import type { GoalRow, MatchStats, TeamStats } from '../match-stats.js';

/** Formats the line of a goal: time, score, scorer and distance. */
function formatGoalRow(goal: GoalRow, stats: MatchStats): string {
  const team = stats.teams[goal.side];
  const scorer =
    goal.ownGoalBy > 0
      ? `own goal by ${stats.teams[goal.side === 'l' ? 'r' : 'l'].name} ${goal.ownGoalBy}`
      : `${team.name} ${goal.unum > 0 ? goal.unum : '?'}${goal.assist > 0 ? ` (pass of ${goal.assist})` : ''}`;
  return `${String(goal.time).padStart(6)}  ${goal.scoreL}:${goal.scoreR}  ${scorer}, from ${goal.distance.toFixed(1)} m${goal.xg === null ? '' : `, xG ${goal.xg.toFixed(2)}`}`;
}

/** Formats the most frequent completed passes between two players. */
function formatPassPairs(team: TeamStats, most = 5): string[] {
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
  const { aerial } = stats;
  for (const line of [...listLines('report'), ...(aerial === undefined ? [] : listLines('aerial'))]) {
    const cells = [
      { ...l, ...aerial?.l },
      { ...r, ...aerial?.r },
    ].map((team) => formatLine(line, team).padStart(width));
    lines.push(`${line.label.padEnd(24)}${cells.join('')}`);
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
  const columns = listLines('row').map(({ width, label, ...line }) =>
    width === undefined
      ? { ...line, label: `  ${label}`, width: label.length + 2 }
      : { ...line, label, width },
  );
  lines.push('', `    #${columns.map(({ label }) => label).join('')}`);
  for (const p of stats.players)
    if (p.touches > 0 || p.distance > 0) {
      const cells = columns.map((line) => formatLine(line, p).padStart(line.width));
      lines.push(`${p.side} ${p.unum}`.padStart(5) + cells.join(''));
    }
  return `${lines.join('\n')}\n`;
}
