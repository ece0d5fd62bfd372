/** A league with its queue and workers in a world of faults, and what must hold in it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TournamentDocument } from '@rcss/tournament/documents';
import { createRandom } from '../../../../kit/kit/test/random.mjs';
import { Program, playWorld, type World } from '../../../../kit/kit/test/world.js';
import { resolveDocument } from '../../src/documents/load-document.js';
import type { MatchJob } from '../../src/jobs/match-job.js';
import { MatchFailure, type MatchOutcome } from '../../src/jobs/match-outcome.js';
import type { MatchPool } from '../../src/pool/match-pool.js';
import { createQueueExecutor } from '../../src/queue/queue-executor.js';
import { QueueKey } from '../../src/queue/queue-key.js';
import { runWorker } from '../../src/queue/worker.js';
import { decide } from '../../src/runs/decide.js';
import { playRun } from '../../src/runs/play-run.js';
import { readRunFolder } from '../../src/runs/read-run.js';
import { RESULT_FILE, type ResultLine, readResultFile } from '../../src/runs/result-file.js';
import { STATUS_FILE } from '../../src/runs/status-file.js';
import { createOutcome } from '../fake-executor.js';
import { QueueWorld } from './queue-world.js';

/** Kinds of faults; `part` of a step chooses how long, or whom. */
const KINDS = [
  'kill the controller',
  'cut the power of the controller',
  'tear the next write',
  'kill a worker',
  'fill the disk',
  'stop the queue',
  'lose the answers of the queue',
  'delay messages',
  'double messages',
  'lose an entry of the queue',
  'move the clock',
  'slow match',
  'failing match',
  'replay a match',
  'repeat the results',
  'forge a result',
  'forge the progress',
] as const;

/** Faults after which no result stays in the queue. */
const KINDS_WITHOUT_REST: ReadonlySet<string> = new Set(['fill the disk', 'move the clock', 'failing match']);

/** A fault of a world. */
export interface LeagueStep {
  readonly atMs: number;
  readonly kind: (typeof KINDS)[number];
  readonly part: number;
}

/** Faults come in this time, ms. */
const FAULTS_MS = 40_000;
/** Longest time until everything is over, ms. */
const END_MS = 2 * 3600_000;
const MATCHES = 5;
const WORKERS = 3;
const LOCK_SECONDS = 30;
const FORGED_HOST = 'forged';
const KEY = 'a key of this world that is long enough';

export function drawLeagueSteps(seed: number): LeagueStep[] {
  const random = createRandom(seed);
  return Array.from({ length: 1 + Math.floor(random() * 12) }, () => ({
    atMs: Math.floor(random() * FAULTS_MS),
    kind: KINDS[Math.floor(random() * KINDS.length)]!,
    part: random(),
  })).sort((a, b) => a.atMs - b.atMs);
}

/** The outcome of a match, which is the same whenever and wherever it is played; without an audit, its replay is another one. */
function computeOutcome({ spec, nonce }: MatchJob, isRepeatable: boolean): MatchOutcome {
  const hash = createHash('sha256')
    .update(isRepeatable ? `${spec.seed}` : `${spec.seed} ${nonce}`)
    .digest();
  return createOutcome({ scoreL: hash[0]! % 4, scoreR: hash[1]! % 4, digest: hash.readUInt32LE(2) });
}

/**
 * Runs a world; returns what is wrong with it, or null.
 *
 * @param trace Gets what has happened.
 */
export async function playLeagueWorld(
  seed: number,
  steps: readonly LeagueStep[],
  trace: string[] = [],
): Promise<string | null> {
  return playWorld(seed, trace, (world, folder) => new LeagueWorld(world, seed, folder).play(steps));
}

class LeagueWorld {
  readonly #world: World;
  readonly #folder: string;
  readonly #random: () => number;
  readonly #queue: QueueWorld;
  readonly #document: TournamentDocument;
  /** Outcomes by match and nonce. */
  readonly #played = new Map<string, MatchOutcome>();
  #deciders = 0;
  #controller = new Program('controller');
  readonly #workers: Program[] = [];
  readonly #stopper = new AbortController();
  #isFinished = false;
  #endedWorkers = 0;
  #slowCount = 0;
  #failCount = 0;
  #problem: string | null = null;

  constructor(world: World, seed: number, folder: string) {
    this.#world = world;
    this.#folder = folder;
    this.#random = createRandom(seed + 0x5eed);
    this.#queue = new QueueWorld(world, createRandom(seed + 0xca11));
    const names = ['a', 'b'];
    this.#document = {
      version: 1,
      teams: names.map((name) => ({ name, start: 'demo' })),
      format: { type: 'series', matches: MATCHES },
      ...(this.#random() < 0.3 ? { audit: 0.5 } : {}),
      seeds: 10,
    };
  }

  async play(steps: readonly LeagueStep[]): Promise<string | null> {
    const world = this.#world;
    world.onKill = (program) => {
      // Who has started it starts it again.
      if (program === this.#controller) world.later(1000, () => this.#startController());
      const index = this.#workers.indexOf(program);
      if (index >= 0) world.later(1000, () => this.#startWorker(index));
    };
    this.#startController();
    for (let index = 0; index < WORKERS; index++) this.#startWorker(index);
    for (const step of steps) world.later(step.atMs, () => this.#do(step));
    const isDone = () => this.#problem !== null || (this.#isFinished && this.#deciders === 0);
    const isOver = await world.run(isDone, END_MS);
    if (this.#problem !== null) return this.#problem;
    if (!isOver)
      return `no progress: the run is not finished; in the queue: ${this.#queue.list().join(', ')}`;
    this.#stopper.abort();
    if (!(await world.run(() => this.#endedWorkers === WORKERS, world.now + END_MS)))
      return 'a worker does not end';
    return this.#findProblem(steps);
  }

  #startController(): void {
    if (this.#isFinished) return;
    const world = this.#world;
    const program = new Program('controller');
    this.#controller = program;
    const server = this.#queue.connect(program);
    void world
      .start(program, () =>
        playRun({
          loaded: resolveDocument(this.#document, this.#folder),
          name: 'world',
          folder: this.#folder,
          signal: new AbortController().signal,
          onChange: ({ running }) => {
            for (const { host, fixture } of running.values())
              if (host === FORGED_HOST) this.#problem ??= `a forged progress of ${fixture.id} is shown`;
          },
          createExecutor: ({ id }) =>
            createQueueExecutor(server, {
              run: id,
              label: '',
              byTeams: false,
              priority: 1,
              capacity: 4,
              key: new QueueKey(KEY),
            }),
        }),
      )
      .then(
        (run) => {
          if (program.isDead) return;
          this.#checkEnd(program);
          if (run.state.tournament.isFinished() && run.pendingAuditCount === 0) this.#isFinished = true;
          else world.later(1000, () => this.#startController());
        },
        (error: Error) => {
          if (program.isDead) return;
          // A full disk ends the run with a message, and the same command continues it.
          if (/cannot be (stored|created)|ENOSPC/.test(error.message)) {
            this.#checkEnd(program);
            world.later(5000, () => this.#startController());
          } else this.#problem ??= `the controller failed: ${error.stack}`;
        },
      );
  }

  #startWorker(index: number): void {
    const world = this.#world;
    const program = new Program(`worker ${index}`);
    this.#workers[index] = program;
    const pool = {
      size: 1,
      perform: ({ given }: { given: MatchJob }, signal: AbortSignal) => this.#playMatch(given, signal),
    } as unknown as MatchPool;
    const { signal } = this.#stopper;
    void world
      .start(program, () =>
        runWorker(this.#queue.connect(program), {
          labels: [''],
          teams: new Map(),
          folder: this.#folder,
          lockSeconds: LOCK_SECONDS,
          pool,
          key: new QueueKey(KEY),
          draining: signal,
          stopping: signal,
        }),
      )
      .then(
        () => {
          if (program.isDead) return;
          this.#endedWorkers += 1;
          this.#checkEnd(program);
        },
        (error: Error) => {
          if (!program.isDead) this.#problem ??= `${program.name} failed: ${error.stack}`;
        },
      );
  }

  /** The organizer has a match played again; a run that goes on does so itself. */
  #decideReplay(part: number): void {
    const { results } = readResultFile(this.#folder);
    const chosen = results[Math.floor(part * results.length)];
    if (chosen === undefined || this.#isFinished) return;
    const program = new Program('organizer');
    this.#deciders += 1;
    const end = (): void => {
      this.#deciders -= 1;
      this.#checkEnd(program);
      // The run was over before it knew.
      if (!this.#isFinished) return;
      this.#isFinished = false;
      this.#startController();
    };
    const decision = { verb: 'replay', fixture: chosen.fixture } as const;
    const request = { decision, by: 'organizer', reason: 'protest', discardsLater: false };
    void this.#world
      .start(program, () => decide(this.#folder, resolveDocument(this.#document, this.#folder), request))
      .then(
        () => {
          // Who gains by the first result puts it in again.
          if (part < 0.5) this.#queue.faults.repeatedUntil = this.#world.now + 5000;
          end();
        },
        (error: Error) => {
          if (
            !/ENOSPC|cannot be (stored|created)|no answer|has just ended|has no result|already going on|is killed/.test(
              error.message,
            )
          )
            this.#problem ??= `the decision failed: ${error.stack}`;
          end();
        },
      );
  }

  #playMatch(match: MatchJob, signal: AbortSignal): Promise<MatchOutcome> {
    const outcome = computeOutcome(match, this.#document.audit !== undefined);
    const isSlow = this.#slowCount > 0;
    if (isSlow) this.#slowCount -= 1;
    const fails = this.#failCount > 0;
    if (fails) this.#failCount -= 1;
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(new MatchFailure('the match was stopped'));
      };
      const timer = setTimeout(
        () => {
          signal.removeEventListener('abort', stop);
          if (fails) return reject(new MatchFailure('the server failed'));
          this.#played.set(`${match.fixture} ${match.nonce}`, outcome);
          resolve(outcome);
        },
        1000 + this.#random() * 20_000 + (isSlow ? 120_000 : 0),
      );
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
  }

  #do({ kind, part }: LeagueStep): void {
    const world = this.#world;
    const until = world.now + part * 20_000;
    const { faults } = this.#queue;
    switch (kind) {
      case 'kill the controller':
        world.kill(this.#controller);
        break;
      case 'cut the power of the controller':
        world.kill(this.#controller);
        world.losePower(join(this.#folder, RESULT_FILE), () => part);
        break;
      case 'tear the next write':
        world.disk.isNextTorn = true;
        break;
      case 'kill a worker':
        world.kill(this.#workers[Math.floor(part * WORKERS)]!);
        break;
      case 'fill the disk':
        world.disk.fullUntil = until;
        break;
      case 'stop the queue':
        faults.downUntil = until;
        break;
      case 'lose the answers of the queue':
        faults.muteUntil = until;
        break;
      case 'delay messages':
        faults.lateUntil = until;
        break;
      case 'double messages':
        faults.doubledUntil = until;
        break;
      case 'lose an entry of the queue':
        this.#queue.lose(part);
        break;
      case 'move the clock':
        world.dayOffset += (part - 0.5) * 7200_000;
        break;
      case 'slow match':
        this.#slowCount += 1;
        break;
      case 'failing match':
        this.#failCount += 1;
        break;
      case 'replay a match':
        this.#decideReplay(part);
        break;
      case 'repeat the results':
        faults.repeatedUntil = until;
        break;
      case 'forge a result':
        this.#queue.forgeResults(createOutcome({ scoreL: 99 }));
        break;
      case 'forge the progress':
        this.#queue.forgeProgress({ host: FORGED_HOST, port: 6000, address: '192.0.2.1', cycle: 1 });
        break;
    }
  }

  /** A program that has ended by itself has returned everything. */
  #checkEnd(program: Program): void {
    const left = this.#world.findLeft(program);
    if (left !== '') this.#problem ??= left;
  }

  #findProblem(steps: readonly LeagueStep[]): string | null {
    if (this.#problem !== null) return this.#problem;
    const { header, results, decisions, audits } = readResultFile(this.#folder);
    const counting = new Map<string, ResultLine>();
    readRunFolder(this.#folder, resolveDocument(this.#document, this.#folder), (line) => {
      if (counting.has(line.fixture)) this.#problem ??= `${line.fixture} counts twice`;
      counting.set(line.fixture, line);
    });
    const fixtures = [...counting.keys()];
    if (results.length > MATCHES + decisions.length)
      return `${results.length} results are stored of ${MATCHES} matches and ${decisions.length} replays`;
    if (fixtures.length !== MATCHES)
      return `there are ${fixtures.length} results of ${MATCHES}: ${fixtures.join(', ')}`;
    for (const { fixture, digest, scoreL, scoreR } of counting.values()) {
      const count = decisions.filter(
        (decision) => (decision as { fixture?: string }).fixture === fixture,
      ).length;
      const expected = this.#played.get(`${fixture} ${header!.id}-${count}`);
      if (digest !== expected?.digest || scoreL !== expected.scoreL || scoreR !== expected.scoreR)
        return `${fixture} is not as it was played`;
    }
    for (const { fixture, digest, repeatedDigest } of audits)
      if (digest !== repeatedDigest) return `the audit of ${fixture} differs`;
    if (existsSync(join(this.#folder, STATUS_FILE))) return `${STATUS_FILE} is left`;
    if (!readFileSync(join(this.#folder, RESULT_FILE), 'utf8').endsWith('\n')) return 'the last line is cut';
    // A worker whose answer is lost, or that was slow, can add a result after the end of the run.
    if (steps.some(({ kind }) => !KINDS_WITHOUT_REST.has(kind))) return null;
    const left = this.#queue.list().filter((entry) => entry.startsWith('results'));
    return left.length === 0 ? null : `results are left in the queue: ${left.join(', ')}`;
  }
}
