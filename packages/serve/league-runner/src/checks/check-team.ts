import { join } from 'node:path';
import type { ModuleTeam, StartedTeam } from '@rcss/core/match-document';
import { readLastLogLines, type TeamProcess, waitForFirstPlayer } from '@rcss/kit/match-runner';
import { openServerLog, type SoccerServer, type TeamClients } from '@rcss/match-server';
import { findUnboxed } from '../box/box.js';
import { createFixtureSpec, createProgramValues, DEFAULT_START_TIMEOUT } from '../jobs/fixture-spec.js';
import { MatchFailure } from '../jobs/match-outcome.js';
import {
  type CheckRequest,
  countPlayersOf,
  NOTHING_MEASURED,
  type TeamMeasurement,
} from '../jobs/team-check.js';
import { describeFailedTeam, type MatchProgressListener, openMatchServer } from '../matches/play-programs.js';
import { type IsolatedProcess, startOwnTeam } from '../matches/start-own-team.js';
import { findExceededLimit, measureTeam, type TeamUse } from '../matches/team-limits.js';
import { explainOutput, findStartHints } from '../native/start-hints.js';
import { fillStartCommand } from '../native/start-options.js';
import { createCheckDocument } from './check-document.js';
import { findSources } from './repeatability.js';
import { summarizeDelays } from './times.js';

const WATCH_INTERVAL_MS = 100;
/** Last lines of the output of a team in a failure. */
const OUTPUT_LINES = 12;
const MAX_WARNINGS = 10;

/** What is seen of a team while it plays. */
interface Observed {
  coachVersion: number | null;
  memoryBytes: number;
  processCount: number;
  /** Processor time and clock at the first cycle, and the latest ones, s. */
  first: { readonly processorSeconds: number; readonly at: number } | null;
  last: { readonly processorSeconds: number; readonly at: number } | null;
  sources: readonly string[];
  /** Programs that two looks in succession have found without the box, and those of the last look. */
  unboxed: readonly string[];
  lastUnboxed: readonly string[];
  failure: string | null;
}

/**
 * Starts a team alone on a server in this process, plays a short match and measures it. When the promise resolves, all processes have ended.
 *
 * @param folder Takes `server.log`, `left.log` and the logs of the match.
 * @throws {MatchFailure} if the server fails or the signal comes.
 */
export async function checkTeam(
  request: CheckRequest,
  folder: string,
  listener: MatchProgressListener,
  signal: AbortSignal,
): Promise<TeamMeasurement> {
  const { limits } = request.team;
  const timeout = limits.startTimeout ?? DEFAULT_START_TIMEOUT;
  const log = openServerLog(join(folder, 'server.log'));
  const warnings: string[] = [];
  const clientCount = countPlayersOf(request.team);
  const server = await openMatchServer(
    createFixtureSpec(createCheckDocument(request), 'match'),
    folder,
    createProgramValues({}, { clientCount, connectTimeout: timeout, limits: { left: limits } }),
    {
      out: log.output.out,
      err(line, record) {
        log.output.err(line);
        const isWarning = record?.event !== 'telemetry' && record?.level !== 'info' && line.trim() !== '';
        if (isWarning && warnings.length < MAX_WARNINGS) warnings.push(line.trim());
      },
    },
  );
  const stop = (): void => server.stop();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let team: IsolatedProcess | null = null;
  try {
    listener.opened(server.ports.player);
    const startedAt = performance.now();
    team = await startOwnTeam(request.team.team as StartedTeam | ModuleTeam, request.team, {
      ...{ server, side: 'left', slot: 0, log: join(folder, 'left.log') },
    });
    const { child, mark } = team.tree;
    if (child.pid !== undefined) listener.started({ group: child.pid, mark });
    const missing = await waitForFirstPlayer(server, team, timeout * 1000);
    const startSeconds = missing === null ? (performance.now() - startedAt) / 1000 : null;
    const observed = missing === null ? await observe(server, team, request, listener) : null;
    server.stop();
    const { digest } = await server.finished;
    if (signal.aborted) throw new MatchFailure('the match was stopped');
    if (server.fault !== null) throw new MatchFailure(`the server failed: ${server.fault.message}`);
    const notConnected = `connected no player${missing === 'timeout' ? ` in ${timeout} s` : ''}`;
    const measurement = createMeasurement(request, { server, team, digest, observed, notConnected });
    return { ...measurement, startSeconds, warnings: [...warnings, ...server.fileProblems, ...log.problems] };
  } finally {
    signal.removeEventListener('abort', stop);
    server.stop();
    await Promise.all([server.finished, team?.stop()]);
    await log.close();
  }
}

/** What is known of a team after its match. */
interface CheckedTeam {
  readonly server: SoccerServer;
  readonly team: TeamProcess;
  /** Hash of the last state. */
  readonly digest: number;
  /** Null if it has not connected. */
  readonly observed: Observed | null;
  /** What is then wrong, as a part of a sentence. */
  readonly notConnected: string;
}

function createMeasurement(
  request: CheckRequest,
  { server, team, digest, observed, notConnected }: CheckedTeam,
): TeamMeasurement {
  const failure = server.isAbandoned
    ? `did not answer with (done): players ${server.unansweredPlayers.left.join(', ')} at cycle ${server.match.world.time}`
    : observed === null
      ? notConnected
      : observed.failure;
  return {
    ...NOTHING_MEASURED,
    ...readClients(server.readTeam('l'), request),
    ...readUse(observed),
    cycles: server.match.steps,
    digest,
    sources: observed?.sources ?? [],
    unboxed: observed?.unboxed ?? [],
    dashCount: sumDashes(server),
    // Programs refuse their configuration at the start.
    hints: [...findHints(request), ...explainOutput(readLastLogLines(team.log, 1000), team.command.cwd)],
    failure: failure === null ? null : describeFailedTeam(team, failure, OUTPUT_LINES),
  };
}

/** Watches a team until the server ends; ends it if the team has left or exceeds a limit. */
async function observe(
  server: SoccerServer,
  team: TeamProcess,
  { team: { limits, repeatable }, clock, isRecorded }: CheckRequest,
  listener: MatchProgressListener,
): Promise<Observed> {
  const observed: Observed = {
    coachVersion: null,
    memoryBytes: 0,
    processCount: 0,
    first: null,
    last: null,
    sources: [],
    unboxed: [],
    lastUnboxed: [],
    failure: null,
  };
  const isBoxed = repeatable !== undefined && clock === 'synchronous';
  while (server.ending === null) {
    if (isBoxed) addUnboxed(observed, team);
    await new Promise((resolve) => setTimeout(resolve, WATCH_INTERVAL_MS));
    if (server.ending !== null) break;
    const { players, coachVersion } = server.readTeam('l');
    observed.coachVersion = coachVersion ?? observed.coachVersion;
    const { steps, world } = server.match;
    listener.progressed(steps);
    addUse(observed, measureTeam(team.tree), steps > 0);
    if (isRecorded && steps > 0 && observed.sources.length === 0) observed.sources = findSources(team.tree);
    observed.failure = findExceededLimit(team, limits);
    if (!players.some(({ isConnected }) => isConnected))
      observed.failure = `left the match at cycle ${world.time}`;
    if (observed.failure !== null) server.stop();
  }
  if (isBoxed) addUnboxed(observed, team);
  return observed;
}

/** Commands to move of the team. */
function sumDashes({ match: { world } }: SoccerServer): number {
  return world.players.reduce((sum, { side, dashCount }) => sum + (side === 'l' ? dashCount : 0), 0);
}

/** What the scripts of a team on this machine say about faults. */
function findHints({ team: { team, image, isolation } }: CheckRequest): string[] {
  const isIsolated = (isolation?.level ?? 'none') !== 'none';
  return 'start' in team && image === undefined ? findStartHints(fillStartCommand(team), isIsolated) : [];
}

/** Adds the programs without the box that two looks have found: a program that has just started has not loaded its libraries. */
function addUnboxed(observed: Observed, { tree }: TeamProcess): void {
  const found = findUnboxed(tree);
  const lasting = found.filter((program) => observed.lastUnboxed.includes(program));
  observed.unboxed = [...new Set([...observed.unboxed, ...lasting])];
  observed.lastUnboxed = found;
}

function addUse(
  observed: Observed,
  { memoryBytes, processCount, processorSeconds }: TeamUse,
  isPlaying: boolean,
): void {
  observed.memoryBytes = Math.max(observed.memoryBytes, memoryBytes);
  observed.processCount = Math.max(observed.processCount, processCount);
  if (!isPlaying || processCount === 0) return;
  observed.last = { processorSeconds, at: performance.now() / 1000 };
  observed.first ??= observed.last;
}

function readUse(
  observed: Observed | null,
): Pick<TeamMeasurement, 'coachVersion' | 'memoryMb' | 'processCount' | 'processors'> {
  if (observed === null || observed.processCount === 0)
    return {
      coachVersion: observed?.coachVersion ?? null,
      memoryMb: null,
      processCount: null,
      processors: null,
    };
  const { coachVersion, memoryBytes, processCount, first, last } = observed;
  const seconds = first === null || last === null ? 0 : last.at - first.at;
  const processors = seconds > 0 ? (last!.processorSeconds - first!.processorSeconds) / seconds : null;
  return { coachVersion, memoryMb: memoryBytes / (1024 * 1024), processCount, processors };
}

function readClients(
  { name, players, playOnStepCount, missedDoneCount }: TeamClients,
  { clock }: CheckRequest,
): Pick<
  TeamMeasurement,
  'name' | 'players' | 'times' | 'playCycles' | 'missedCount' | 'surplusCount' | 'missedDoneCount'
> {
  const sum = (read: (player: TeamClients['players'][number]) => number): number =>
    players.reduce((total, player) => total + read(player), 0);
  return {
    name,
    players: players.map(({ unum, isGoalie, version }) => ({ unum, isGoalie, version })),
    times: summarizeDelays(players),
    playCycles: playOnStepCount,
    missedCount: sum(({ missedPlayOnCount }) => missedPlayOnCount),
    surplusCount: sum(({ surplusCommandCount }) => surplusCommandCount),
    missedDoneCount: clock === 'synchronous' ? missedDoneCount : 0,
  };
}
