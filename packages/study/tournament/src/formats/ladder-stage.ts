import { createRandomStream, shuffle } from '@rcss/core/random';
import { predictOutcome } from '../ranking/fit.js';
import {
  type LadderFit,
  type LadderMatch,
  type LadderPlayer,
  type LadderRating,
  rateLadder,
} from '../ranking/ladder.js';
import type { LeagueMatch } from '../results.js';
import { normalCdf } from '../statistics/distributions.js';
import type { SeedOfBlock } from './fixtures.js';
import type { Fixture, LadderFormat, TournamentPlan } from './plan.js';
import type { LadderChanges, LadderState, Placing, Stage } from './stage.js';

/** Matches of a submission before the others have to wait for it. */
const NEWCOMER_MATCHES = 5;
/** Most points of the history. */
const HISTORY_POINTS = 20;
/** Number of the match, then index and submission of the left and the right team; the first submission has no number. */
const ID = /^ladder-([1-9]\d{0,8})-(\d{1,3})(?:\.([1-9]\d{0,5}))?-(\d{1,3})(?:\.([1-9]\d{0,5}))?$/;

const byStrength = (a: LadderRating, b: LadderRating): number => b.elo - a.elo || (a.team < b.team ? -1 : 1);
const isSame = (a: LadderPlayer, b: LadderPlayer): boolean =>
  a.team === b.team && a.submission === b.submission;

/**
 * An endless ladder. A match is chosen when it is asked for: it is the one that shows most about the order of the teams. What it is depends on
 * the results, the matches that are open, the changes and the seeds only. The identifier of a match names its teams and their submissions, so
 * that the results alone are the state.
 */
export class LadderStage implements Stage {
  readonly #plan: TournamentPlan;
  readonly #format: LadderFormat;
  readonly #seedOf: SeedOfBlock;
  readonly #matches: LadderMatch[] = [];
  readonly #numbers = new Set<number>();
  #changes: LadderChanges = { out: new Map(), submissions: new Map(), isFrozen: false };
  #lastNumber = 0;
  #fit: LadderFit | null = null;

  constructor(plan: TournamentPlan, format: LadderFormat, seedOf: SeedOfBlock) {
    this.#plan = plan;
    this.#format = format;
    this.#seedOf = seedOf;
  }

  start(): readonly Fixture[] {
    return [];
  }

  follow(changes: LadderChanges): void {
    this.#changes = changes;
    this.#fit = null;
  }

  isOpen({ left, right }: Fixture): boolean {
    return !this.#changes.out.has(left) && !this.#changes.out.has(right);
  }

  /** Returns the match that an identifier describes; undefined if it describes none. */
  restore(id: string): Fixture | undefined {
    const [, number, left, , right] = ID.exec(id) ?? [];
    const { teams } = this.#plan;
    const [leftTeam, rightTeam] = [teams[Number(left)], teams[Number(right)]];
    if (leftTeam === undefined || rightTeam === undefined || leftTeam === rightTeam) return undefined;
    return this.#createFixture(id, Number(number), leftTeam, rightTeam);
  }

  #createFixture(id: string, number: number, left: string, right: string): Fixture {
    this.#numbers.add(number);
    return { id, stage: 'ladder', block: id, left, right, seed: this.#seedOf(number - 1) };
  }

  record({ id }: Fixture, match: LeagueMatch): readonly Fixture[] {
    const [, , , left, , right] = ID.exec(id)!;
    this.#matches.push({ ...match, submissions: [Number(left ?? 0), Number(right ?? 0)] });
    this.#fit = null;
    return [];
  }

  isFinished(): boolean {
    return this.#changes.isFrozen || this.#matches.length >= (this.#format.season?.matches ?? Infinity);
  }

  countMatches(): number {
    return this.#format.season?.matches ?? Infinity;
  }

  placings(): readonly Placing[] {
    return this.#listCurrent(this.#rate()).map(({ team }, i) => ({ team, place: i + 1 }));
  }

  ladder(): LadderState {
    const fit = this.#rate();
    const current = this.#listCurrent(fit);
    const former = fit.ratings.filter((rating) => rating.matches > 0 && !current.includes(rating));
    const matches = this.#counting();
    const points = Math.min(matches.length, HISTORY_POINTS);
    const history = Array.from({ length: points }, (_, i) => {
      const part = matches.slice(0, Math.round((matches.length * (i + 1)) / points));
      return { matches: part.length, ratings: this.#rateMatches(part, []).ratings };
    });
    return { current, former: former.sort(byStrength), history };
  }

  #listCurrent({ ratings }: LadderFit): LadderRating[] {
    const active = this.#listActive();
    return ratings.filter((rating) => active.some((player) => isSame(player, rating))).sort(byStrength);
  }

  /** Players of which the next matches are made. */
  #listActive(): LadderPlayer[] {
    const { out, submissions } = this.#changes;
    return this.#plan.teams
      .filter((team) => !out.has(team))
      .map((team) => ({ team, submission: submissions.get(team) ?? 0 }));
  }

  /** Matches whose teams are not disqualified. */
  #counting(): readonly LadderMatch[] {
    const { out } = this.#changes;
    const hasLeft = (team: string): boolean => out.get(team)?.verb === 'disqualify';
    return this.#matches.filter(({ left, right }) => !hasLeft(left) && !hasLeft(right));
  }

  #rate(): LadderFit {
    this.#fit ??= this.#rateMatches(this.#counting(), this.#listActive());
    return this.#fit;
  }

  #rateMatches(matches: readonly LadderMatch[], others: readonly LadderPlayer[]): LadderFit {
    const players = new Map<string, LadderPlayer>();
    const add = (team: string, submission: number): void =>
      void players.set(`${submission} ${team}`, { team, submission });
    for (const { left, right, submissions } of matches) {
      add(left, submissions[0]);
      add(right, submissions[1]);
    }
    for (const { team, submission } of others) add(team, submission);
    const order = [...players.values()].sort((a, b) => a.submission - b.submission);
    return rateLadder(order, matches, this.#format.anchors);
  }

  /** Chooses further matches; `open` are those that have no result yet. */
  extend(count: number, open: readonly Fixture[]): readonly Fixture[] {
    const rest = (this.#format.season?.matches ?? Infinity) - this.#matches.length - open.length;
    const active = this.#listActive();
    if (this.isFinished() || active.length < 2) return [];
    const pending = [...open];
    for (let i = 0; i < Math.min(count, rest); i++) pending.push(this.#choose(active, pending));
    return pending.slice(open.length);
  }

  #choose(active: readonly LadderPlayer[], pending: readonly Fixture[]): Fixture {
    while (this.#numbers.has(this.#lastNumber + 1)) this.#lastNumber += 1;
    const number = this.#lastNumber + 1;
    const rng = createRandomStream(this.#plan.lotSeed ?? 0, `ladder ${number}`);
    const [a, b] = this.#findBestPair(shuffle(rng, [...active]), pending);
    const balance = this.#leftBalance(a, pending) - this.#leftBalance(b, pending);
    const isSwapped = balance === 0 ? rng.next() < 0.5 : balance > 0;
    const [left, right] = isSwapped ? [b, a] : [a, b];
    const describe = ({ team, submission }: LadderPlayer): string =>
      `${this.#plan.teams.indexOf(team)}${submission === 0 ? '' : `.${submission}`}`;
    return this.#createFixture(
      `ladder-${number}-${describe(left)}-${describe(right)}`,
      number,
      left.team,
      right.team,
    );
  }

  /** Matches of a team on the left side less those on the right side. */
  #leftBalance({ team }: LadderPlayer, pending: readonly Fixture[]): number {
    return [...this.#matches, ...pending].reduce(
      (sum, { left, right }) => sum + (left === team ? 1 : 0) - (right === team ? 1 : 0),
      0,
    );
  }

  /**
   * The pair whose match shows most: the information of its outcome about the difference of both strengths, times how much their intervals
   * overlap, times how long both have waited. A submission with few matches goes first.
   */
  #findBestPair(
    active: readonly LadderPlayer[],
    pending: readonly Fixture[],
  ): readonly [LadderPlayer, LadderPlayer] {
    const fit = this.#rate();
    const indices = active.map((player) => fit.players.findIndex((other) => isSame(player, other)));
    const covariance = fit.covariance.map((row) => [...row]);
    const counts = fit.ratings.map(({ matches }) => matches);
    // Matches that are being played are taken to show what is expected of them.
    for (const { left, right } of pending) {
      const [i, k] = [left, right].map(
        (team) => indices[active.findIndex((player) => player.team === team)] ?? -1,
      );
      if (i! < 0 || k! < 0) continue;
      counts[i!]! += 1;
      counts[k!]! += 1;
      addMatch(
        covariance,
        i!,
        k!,
        predictOutcome(fit.strengths[i!]! - fit.strengths[k!]!, fit.logDraw).information,
      );
    }
    const waits = this.#countWaits(active, pending);
    const fewest = Math.min(...indices.map((i) => counts[i]!));
    const newcomer = fewest < NEWCOMER_MATCHES ? indices.findIndex((i) => counts[i] === fewest) : null;
    let best: readonly [number, number] = [0, 1];
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let a = 0; a < active.length; a++) {
      for (let b = a + 1; b < active.length; b++) {
        if (newcomer !== null && a !== newcomer && b !== newcomer) continue;
        const [i, k] = [indices[a]!, indices[b]!];
        const difference = fit.strengths[i]! - fit.strengths[k]!;
        const variance = covariance[i]![i]! + covariance[k]![k]! - 2 * covariance[i]![k]!;
        const gain = Math.log1p(predictOutcome(difference, fit.logDraw).information * variance);
        const overlap = 2 * normalCdf(-Math.abs(difference) / Math.sqrt(variance));
        const score = gain * overlap * (waits[a]! + waits[b]!);
        if (score > bestScore) [best, bestScore] = [[a, b], score];
      }
    }
    return [active[best[0]]!, active[best[1]]!];
  }

  /** Matches since the last one of each team, as a share of the matches in which each team plays once, and 1. */
  #countWaits(active: readonly LadderPlayer[], pending: readonly Fixture[]): number[] {
    const all = [...this.#matches, ...pending];
    return active.map(({ team }) => {
      const last = all.findLastIndex(({ left, right }) => left === team || right === team);
      return 1 + (2 * (all.length - 1 - last)) / active.length;
    });
  }
}

/** Changes covariances as a match of two players does, by the formula of Sherman and Morrison. */
function addMatch(covariance: number[][], i: number, k: number, information: number): void {
  const change = covariance.map((row) => row[i]! - row[k]!);
  const scale = information / (1 + information * (change[i]! - change[k]!));
  for (const [a, row] of covariance.entries())
    for (const b of row.keys()) row[b]! -= scale * change[a]! * change[b]!;
}
