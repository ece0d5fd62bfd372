import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineError, EXIT, makeFolder } from '@rcss/kit/command-line';
import type { LoadedDocument } from '../documents/load-document.js';
import { addWithDecisions } from './counting-lines.js';
import type { DecisionLine, LeagueDecision } from './decision-line.js';
import { describeDecision } from './decisions.js';
import { keepFolder, matchFolder } from './match-folder.js';
import { readRunFolder, type StoredRun } from './read-run.js';
import {
  findRunningProcess,
  ResultFile,
  type ResultLine,
  readHeader,
  scanResultFile,
} from './result-file.js';
import { checkRunDocument } from './run-header.js';
import { createRunState } from './run-state.js';

/** A decision with what is stored about it. */
export interface DecisionRequest {
  readonly decision: LeagueDecision;
  /** Who decides. */
  readonly by: string;
  readonly reason: string;
  /** Whether results of later matches, which do not count after the decision, are given up. */
  readonly discardsLater: boolean;
}

/** What became of a decision. */
export interface DecisionAnswer {
  /** Sentences about it. */
  readonly lines: readonly string[];
  /** Why it was refused; null if it is stored. */
  readonly problem: string | null;
}

/** Longest time until a run that goes on answers, ms. */
const ANSWER_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 50;
/** Folder in which a run that goes on takes decisions: only the run itself writes to its result file. */
const REQUEST_FOLDER = 'decisions';
const REQUEST = /^([0-9a-f-]{36})\.json$/;

/**
 * Stores a decision of the organizer in the result file of a run; a run that goes on stores it itself and follows it at once.
 *
 * @param folder Folder of the run.
 * @returns Sentences about what the decision changes.
 * @throws {CommandLineError} if the decision is not possible, with the reason.
 */
export async function decide(
  folder: string,
  loaded: LoadedDocument,
  request: DecisionRequest,
): Promise<readonly string[]> {
  const header = readHeader(folder);
  if (header === null)
    throw new CommandLineError(`${folder} has no run; begin it first: rcss league run DOCUMENT`, EXIT.usage);
  checkRunDocument(folder, header, loaded);
  const answer =
    findRunningProcess(folder) === null ? storeAlone(folder, loaded, request) : await askRun(folder, request);
  if (answer.problem !== null) throw new CommandLineError(answer.problem, EXIT.usage);
  return answer.lines;
}

function storeAlone(folder: string, loaded: LoadedDocument, request: DecisionRequest): DecisionAnswer {
  const file = new ResultFile(folder);
  try {
    const { position } = readRunFolder(folder, loaded);
    file.removeRest(position.bytes);
    return storeDecision(file, folder, loaded, request);
  } finally {
    file.close();
  }
}

/** Checks a decision and appends it to the result file. */
export function storeDecision(
  file: ResultFile,
  folder: string,
  loaded: LoadedDocument,
  { decision, by, reason, discardsLater }: DecisionRequest,
): DecisionAnswer {
  const run = readRunFolder(folder, loaded);
  const problem = findDecisionProblem(decision, run, loaded);
  if (problem !== null) return { lines: [], problem };
  const fixture = 'fixture' in decision ? run.state.tournament.find(decision.fixture) : undefined;
  const line: DecisionLine = {
    type: 'decision',
    id: randomUUID(),
    ...decision,
    by,
    reason,
    at: new Date().toISOString(),
    ...(fixture === undefined ? {} : { left: fixture.left, right: fixture.right, seed: fixture.seed }),
  };
  const lost = findLostResults(folder, loaded, run, line);
  if (lost.length > 0 && !discardsLater)
    return {
      lines: [],
      problem:
        `after this decision, other teams play ${lost.join(', ')}; the stored results would not count, and the matches would be played again. ` +
        'Add --discard-later if this is right',
    };
  file.append(line);
  // The logs of the first match are needed for a protest.
  if (line.verb === 'replay') keepFolder(matchFolder(folder, line.fixture));
  const lines = [`${describeDecision(line)}.`];
  if (lost.length > 0) lines.push(`Played again, because other teams play: ${lost.join(', ')}.`);
  if ('fixture' in decision && fixture === undefined)
    lines.push(`${decision.fixture} is not a match yet; this counts as soon as it is one.`);
  return { lines, problem: null };
}

/** Matches with a result that a further decision makes one of other teams. */
function findLostResults(
  folder: string,
  loaded: LoadedDocument,
  before: StoredRun,
  line: DecisionLine,
): string[] {
  const stored: (ResultLine | DecisionLine)[] = [];
  scanResultFile(folder, {
    match: (match) => void stored.push(match),
    decision: (decision) => void stored.push(decision),
  });
  const after = addWithDecisions(createRunState(loaded), [...stored, line], () => {});
  const known = new Set(before.superseded);
  return after.filter((id) => !known.has(id) && !('fixture' in line && line.fixture === id));
}

/** Returns why a decision is not possible; null if it is. */
function findDecisionProblem(
  decision: LeagueDecision,
  { state }: StoredRun,
  loaded: LoadedDocument,
): string | null {
  const { tournament, organizer, comparison } = state;
  if (decision.verb === 'freeze' && loaded.document.format.type !== 'ladder')
    return `only a ladder has seasons; the format of this document is ${loaded.document.format.type}`;
  if ('team' in decision) {
    const { team, verb } = decision;
    if (!loaded.teams.has(team))
      return `'${team}' is not a team of the document. Allowed: ${[...loaded.teams.keys()].join(', ')}`;
    const out = organizer.out.get(team);
    if (verb === 'reinstate' && out === undefined)
      return `${team} has neither withdrawn nor been disqualified`;
    if (verb === out?.verb) return `${describeDecision(out!)} since ${out!.at}`;
  }
  if (decision.verb === 'resume' && organizer.pause === null && !organizer.isFrozen)
    return 'the run is not paused, and not frozen';
  if (
    comparison !== null &&
    ['withdraw', 'disqualify', 'reinstate', 'walkover', 'set'].includes(decision.verb)
  )
    return `a paired comparison counts only what was played; '${decision.verb}' is for tournaments`;
  if (!('fixture' in decision) || decision.verb === 'schedule') return null;
  const { fixture, verb } = decision;
  if (tournament.find(fixture) === undefined) {
    const ready = tournament.ready(5).map(({ id }) => id);
    const examples = [
      ...tournament
        .results()
        .slice(-3)
        .map(({ id }) => id),
      ...ready,
    ].join(', ');
    return `'${fixture}' is not a match of this tournament, or its teams are not known yet. Matches are, for example: ${examples}`;
  }
  const hasResult = !tournament.ready().some(({ id }) => id === fixture);
  if (verb === 'annul' && !hasResult) return `${fixture} has no result`;
  if (verb === 'replay' && !hasResult && !organizer.annulled.has(fixture))
    return `${fixture} has no result; it is played in any case`;
  return null;
}

async function askRun(folder: string, request: DecisionRequest): Promise<DecisionAnswer> {
  const requests = join(folder, REQUEST_FOLDER);
  makeFolder(requests);
  const path = join(requests, `${randomUUID()}.json`);
  writeFileSync(`${path}.new`, JSON.stringify(request));
  renameSync(`${path}.new`, path);
  const end = performance.now() + ANSWER_TIMEOUT_MS;
  try {
    while (performance.now() < end) {
      if (existsSync(`${path}.answer`))
        return JSON.parse(readFileSync(`${path}.answer`, 'utf8')) as DecisionAnswer;
      // The run has just ended, perhaps before it saw the request.
      if (findRunningProcess(folder) === null && existsSync(path))
        return { lines: [], problem: 'the run has just ended; give the same command again' };
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
    return {
      lines: [],
      problem: `the run in ${folder} (process ${findRunningProcess(folder)}) gives no answer; nothing was stored. End it, then give the same command again`,
    };
  } finally {
    for (const file of [path, `${path}.answer`]) rmSync(file, { force: true });
  }
}

/** Takes the decisions that wait for a run, and answers them. */
export function takeRequests(folder: string, store: (request: DecisionRequest) => DecisionAnswer): void {
  const requests = join(folder, REQUEST_FOLDER);
  if (!existsSync(requests)) return;
  for (const name of readdirSync(requests)) {
    if (!REQUEST.test(name)) continue;
    const path = join(requests, name);
    let answer: DecisionAnswer;
    try {
      const request = JSON.parse(readFileSync(path, 'utf8')) as DecisionRequest;
      rmSync(path);
      answer = store(request);
    } catch (error) {
      answer = { lines: [], problem: (error as Error).message };
    }
    try {
      writeFileSync(`${path}.answer.new`, JSON.stringify(answer));
      renameSync(`${path}.answer.new`, `${path}.answer`);
    } catch {
      // On a full disk the request gets no answer; what is stored is in the result file.
    }
  }
}
