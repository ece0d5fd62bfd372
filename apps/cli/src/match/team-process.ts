import { readFileSync } from 'node:fs';
import { escapeControls } from '@rcss/command-line';
import { type ProcessTree, type StartCommand, startProcessTree } from '../processes/process-tree.js';
import type { TeamPlan } from './options.js';
import { toRelativePath } from './report.js';
import { formatCommand, type TeamAddress } from './team-choice.js';

export type TeamSide = 'left' | 'right';

/** A started team. */
export interface TeamProcess {
  readonly side: TeamSide;
  readonly name: string;
  readonly command: StartCommand;
  /** File with the output of the team. */
  readonly log: string;
  readonly tree: ProcessTree;
}

/** Starts a team; its output goes to the file `log`. */
export function startTeam(
  side: TeamSide,
  { choice, name }: TeamPlan,
  place: Omit<TeamAddress, 'team'>,
  log: string,
): TeamProcess {
  const command = choice.start({ ...place, team: name });
  const env = {
    ...process.env,
    RCSS_HOST: place.host,
    RCSS_PORT: String(place.port),
    RCSS_COACH_PORT: String(place.coachPort),
    RCSS_OLCOACH_PORT: String(place.olcoachPort),
    RCSS_TEAM: name,
    RCSS_SIDE: side,
  };
  return { side, name, command, log, tree: startProcessTree(command, { env, output: log }) };
}

const MAX_LOG_LINES = 12;
const MAX_LINE_LENGTH = 200;

/**
 * Describes a team that did not play: what was started and where, how it ended, the end of its output.
 *
 * @param headline What is wrong, for example `The left team did not connect: 0 of 11 players.`
 */
export function describeTeam(team: TeamProcess, headline: string): string {
  const lines = readLastLogLines(team.log);
  return [
    headline,
    `  started: ${formatCommand(team.command)}`,
    `  in:      ${team.command.cwd}`,
    `  state:   ${describeState(team.tree)}`,
    `  output:  ${toRelativePath(team.log)}${lines.length === 0 ? ' (empty)' : ', last lines:'}`,
    ...lines.map((line) => `    ${line}`),
  ].join('\n');
}

function describeState({ end }: ProcessTree): string {
  if (end === null) return 'still running';
  if (end.error !== '') return `not started: ${end.error}`;
  const how = end.signal === null ? `exit status ${end.status}` : `ended by ${end.signal}`;
  return `${how} after ${end.seconds.toFixed(1)} s`;
}

function readLastLogLines(log: string): string[] {
  let text: string;
  try {
    text = readFileSync(log, 'utf8');
  } catch {
    return [];
  }
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-MAX_LOG_LINES)
    .map((line) => escapeControls(line).slice(0, MAX_LINE_LENGTH));
}
