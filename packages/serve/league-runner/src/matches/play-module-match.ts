import { basename } from 'node:path';
import { createLocalMatch, type LocalMatch, LocalTeamError } from '@rcss/agent/local';
import type { SideName } from '@rcss/core';
import type { MatchDocument, ModuleTeam } from '@rcss/core/match-document';
import { describeMissing } from '@rcss/kit/match-runner';
import { type MatchRecorderOptions, recordMatch } from '@rcss/match-server';
import type { MatchEnd } from '@rcss/simulator';
import { checkStop } from '@rcss/simulator/scene';
import type { MatchJob } from '../jobs/match-job.js';
import { describeScore, MatchFailure, type MatchOutcome, type MatchProblem } from '../jobs/match-outcome.js';
import { loadForfeitingTeam } from './load-module.js';
import type { MatchProgressListener } from './play-server-match.js';
import { chooseLogName, createRuleValues, RECORDING_NAME } from './server-values.js';

/** Cycles between two reports of progress; in between, this process serves nothing else. */
const CYCLES_PER_SLICE = 50;
/** Steps after which a match without an end is stopped: ten times the length of a usual match. */
const MAX_STEPS = 60_000;
const MAX_COMPLAINTS = 5;

/**
 * Plays a match of two modules in this process, by all rules and with the noise of the sensors. The same job always gives the same match;
 * there are no ports. The folder gets the game log, unless the document turns it off.
 *
 * @throws {MatchFailure} if the match gives no result for a reason that is not a team.
 */
export async function playModuleMatch(
  { document }: MatchJob,
  folder: string,
  listener: MatchProgressListener,
  signal: AbortSignal,
): Promise<MatchOutcome> {
  const startedAt = performance.now();
  const teams = document.teams as Record<SideName, ModuleTeam>;
  const problems: MatchProblem[] = [];
  const give = (played: MatchEnd | null, end: string, forfeit?: MatchOutcome['forfeit']): MatchOutcome => ({
    ...describeScore(played),
    ...(forfeit === undefined ? {} : { forfeit }),
    end,
    seconds: Math.round(performance.now() - startedAt) / 1000,
    problems,
  });
  let match: LocalMatch | null = null;
  const files = recordMatch({
    folder,
    ...chooseFiles(document),
    onProblem: (message) => problems.push({ side: null, message, isLog: true }),
  });
  listener.progressed(0);
  // The report leaves this process before code of a team can block it.
  await new Promise((resolve) => setImmediate(resolve));
  try {
    const [left, right] = await Promise.all([
      loadForfeitingTeam(teams.left),
      loadForfeitingTeam(teams.right),
    ]);
    match = await createLocalMatch({ ...createLocalOptions(document), left, right, sinks: [files] });
    const end = await playToEnd(match, document, listener, signal);
    const { players } = end;
    for (const side of ['left', 'right'] as const) {
      if (players[side] < 11)
        problems.push({
          side,
          message: `${teams[side].name} played with ${players[side]} of 11 players${describeMissing(match, side, 11)}`,
        });
    }
    for (const message of match.complaints.slice(0, MAX_COMPLAINTS)) problems.push({ side: null, message });
    return give(end, end.end.message);
  } catch (error) {
    if (!(error instanceof LocalTeamError)) throw error;
    // The message begins with the name of the team.
    const first = error.message.startsWith(`${teams.left.name} `) ? 'left' : 'right';
    const second = first === 'left' ? 'right' : 'left';
    // The other team is started, too, before it wins.
    const other = match === null ? await findStartFailure(document, teams[second]) : null;
    problems.push({ side: first, message: error.message });
    if (other !== null) problems.push({ side: second, message: other });
    const played = match?.finish({ condition: 'team', message: error.message }) ?? null;
    return give(played, 'a team failed', other === null ? first : 'both');
  } finally {
    await files.close();
  }
}

/** Starts a team alone; returns why it fails, or null. */
async function findStartFailure(document: MatchDocument, team: ModuleTeam): Promise<string | null> {
  try {
    await createLocalMatch({ ...createLocalOptions(document), left: await loadForfeitingTeam(team) });
    return null;
  } catch (error) {
    if (!(error instanceof LocalTeamError)) throw error;
    return error.message;
  }
}

/** Returns the files of a match as its document asks for them; the game log is compressed. */
function chooseFiles({
  recording: { gameLog = true, recording = false } = {},
  parameters,
}: MatchDocument): Omit<MatchRecorderOptions, 'folder'> {
  return {
    ...(gameLog !== false && { gameLog: chooseLogName(gameLog) }),
    compression: Number(parameters?.server?.['game_log_compression'] ?? 1),
    ...(recording !== false && { recording: recording === true ? RECORDING_NAME : basename(recording) }),
  };
}

/** Returns the options of a match in this process, besides the teams. */
export function createLocalOptions(
  document: MatchDocument,
): Omit<Parameters<typeof createLocalMatch>[0], 'left' | 'right'> {
  const { seed, initial } = document;
  const player = document.parameters?.player ?? {};
  // Nothing in the process has a clock of its own.
  const server = { ...createRuleValues({ ...document, clock: 'synchronous' }), synch_mode: true };
  return {
    server: server as never,
    player: player as never,
    ...(seed === undefined ? { seed: Math.floor(Math.random() * 2 ** 31) } : { seed }),
    ...(initial === undefined ? {} : { scene: initial }),
  };
}

async function playToEnd(
  match: LocalMatch,
  { stop = {} }: MatchDocument,
  listener: MatchProgressListener,
  signal: AbortSignal,
): Promise<MatchEnd> {
  const { match: state } = match;
  for (;;) {
    for (let i = 0; i < CYCLES_PER_SLICE; i++) {
      // The end by the rules keeps its wait, in which the clients receive it.
      const reason = state.world.playMode === 'time_over' && !match.over ? null : checkStop(state, stop);
      if (reason !== null) return match.finish(reason);
      match.cycle();
    }
    if (state.steps > MAX_STEPS)
      throw new MatchFailure(`the match has no end after ${MAX_STEPS} steps; give a stop condition`);
    listener.progressed(state.steps);
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) throw new MatchFailure('the match was stopped');
  }
}
