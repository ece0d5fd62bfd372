import { createLocalMatch, type LocalMatch, LocalTeamError } from '@rcss/agent/local';
import type { ModuleTeam } from '@rcss/core/match-document';
import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import { createFixtureSpec } from '../jobs/fixture-spec.js';
import { MatchFailure } from '../jobs/match-outcome.js';
import { type CheckRequest, NOTHING_MEASURED, type TeamMeasurement } from '../jobs/team-check.js';
import { createModuleTeam } from '../matches/load-module.js';
import type { MatchProgressListener } from '../matches/play-programs.js';
import { createCheckDocument } from './check-document.js';
import { summarizeTimes } from './times.js';

/** Cycles between two reports of progress; in between, this process serves nothing else. */
const CYCLES_PER_SLICE = 10;
const MAX_COMPLAINTS = 5;

/** Time that the players of a team compute. */
class Stopwatch {
  /** Times of all players in all cycles, ms. */
  readonly times: number[] = [];
  /** Cycles of players without a command. */
  emptyCount = 0;
  #current: number[] = [];
  /** Whether the last decision of each player had no command; the first cycle has two decisions. */
  readonly #isEmpty: boolean[] = [];

  /** Returns a client that measures another one. */
  measure(client: TeamClient): TeamClient {
    const index = this.#current.push(0) - 1;
    const timed = <Value>(call: () => Value): Value => {
      const startedAt = performance.now();
      try {
        return call();
      } finally {
        this.#current[index]! += performance.now() - startedAt;
      }
    };
    return {
      init: client.init,
      receive: (message) => timed(() => client.receive(message)),
      decide: () => {
        const commands = timed(() => client.decide());
        this.#isEmpty[index] = commands === '';
        return commands;
      },
      close: () => client.close?.(),
    };
  }

  /** Forgets the time so far, which was not part of a cycle. */
  reset(): void {
    this.#current.fill(0);
  }

  /** @param isCounted Whether players without a command are counted. */
  endCycle(isCounted: boolean): void {
    this.times.push(...this.#current);
    if (isCounted) this.emptyCount += this.#isEmpty.filter(Boolean).length;
    this.#isEmpty.fill(false);
    this.reset();
  }
}

/**
 * Plays a short match of a module alone in this process and measures it.
 *
 * @throws {MatchFailure} if the signal comes.
 */
export async function checkModuleTeam(
  request: CheckRequest,
  listener: MatchProgressListener,
  signal: AbortSignal,
): Promise<TeamMeasurement> {
  const stopwatch = new Stopwatch();
  const startedAt = performance.now();
  let startSeconds: number | null = null;
  let match: LocalMatch | null = null;
  let failure: string | null = null;
  let hasCoach = false;
  let playCycles = 0;
  listener.progressed(0);
  // The report leaves this process before code of the team can block it.
  await new Promise((resolve) => setImmediate(resolve));
  try {
    const left = createModuleTeam(request.team.team as ModuleTeam);
    const create: CreateTeam = async (context) => {
      const team = await left.create(context);
      hasCoach = team.coach !== undefined;
      return { ...team, players: team.players.map((client) => stopwatch.measure(client)) };
    };
    match = await createLocalMatch({
      spec: createFixtureSpec(createCheckDocument(request), 'match'),
      left: { ...left, create },
    });
    startSeconds = (performance.now() - startedAt) / 1000;
    stopwatch.reset();
    while (match.match.steps < request.cycles) {
      const { playMode } = match.match.world;
      const isPlay = playMode === 'play_on' || playMode === 'kick_off_l';
      match.cycle();
      stopwatch.endCycle(isPlay);
      if (isPlay) playCycles += 1;
      if (match.match.steps % CYCLES_PER_SLICE > 0) continue;
      listener.progressed(match.match.steps);
      await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) throw new MatchFailure('the match was stopped');
    }
  } catch (error) {
    if (!(error instanceof LocalTeamError)) throw error;
    failure = error.message;
  }
  const players = match?.players.map(({ player }) => player) ?? [];
  const complaints = new Set(match?.complaints);
  return {
    ...NOTHING_MEASURED,
    startSeconds,
    name: request.team.name,
    players: players.map(({ unum, goalie, version }) => ({ unum, isGoalie: goalie, version })),
    coachVersion: hasCoach ? (players[0]?.version ?? null) : null,
    cycles: match?.match.steps ?? 0,
    times: summarizeTimes(stopwatch.times),
    playCycles,
    missedCount: stopwatch.emptyCount,
    failure,
    warnings: [...complaints].slice(0, MAX_COMPLAINTS),
  };
}
