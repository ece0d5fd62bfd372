/**
 * Prints a table of the causes of the goals against a team in game logs: how the other team got the ball, and how the goal was made.
 *   tsx --conditions=@rcss/source model/goals-against.ts [--list] TEAM LOG...
 * `--list` also prints a line for each goal. Positions are in the frame of the team, which attacks towards x = 52.5.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { explainGoalsAgainst, formatGoalAgainst, formatGoalTable } from '../src/defense/goals-against.js';
import { readTeamLog, type TeamLog } from '../src/defense/team-log.js';

const USAGE = 'arguments: [--list] TEAM LOG...';

function readFile(file: string, team: string): TeamLog {
  try {
    return readTeamLog(new Uint8Array(readFileSync(file)), team);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

try {
  const { values, positionals } = parseArgs({
    options: { list: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [team, ...files] = positionals;
  if (team === undefined) throw new Error(`the name of the team is missing; ${USAGE}`);
  if (files.length === 0) throw new Error(`no game log after the name of the team '${team}'; ${USAGE}`);
  // One log after the other, so that one match at a time is in memory.
  const goals = files.flatMap((file) => {
    const { analysis, side } = readFile(file, team);
    const found = explainGoalsAgainst(analysis, side);
    if (values.list) for (const goal of found) console.log(formatGoalAgainst(goal, basename(file)));
    return found;
  });
  console.log(formatGoalTable(goals, files.length));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
