/**
 * The engine of the Python package: a batch that two pipes control. `python/build.sh` bundles it to one file without dependencies.
 *
 * The first line of the standard input is JSON: `options` of `createBatch`, and `record`, whether game logs are kept. The answer
 * describes the blocks. A first line `{"list": true}` is answered with the scenarios instead, and the engine ends.
 * Then a command is one byte, followed for some by a length (32 bits, little-endian) and JSON. An answer is one
 * byte: `K` done, `D` with length and JSON, `E` with length and JSON for an error. Actions follow `S`, the other blocks follow `K`.
 *
 * After the command `A` with a {@link SharedPlan}, the blocks are in a file in shared memory. Requests and the ends
 * of steps then go through the file, see `shared-blocks.ts`; other commands and answers with JSON through the pipes.
 */
import { writeFileSync } from 'node:fs';
import { createFrame } from '@rcss/core';
import { createLogWriter, type LogWriter } from '@rcss/logs';
import { fillFrame } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import { ActionError } from '../action/check-actions.js';
import { type Batch, createBatch } from '../batch.js';
import type { Scenario } from '../scenario.js';
import { SCENARIOS } from '../scenarios/catalog.js';
import { describeScene } from './describe-scene.js';
import { InputEnd, readByte, readFully, readJson, readLine, writeFully, writeJson } from './pipes.js';
import { SharedBlocks, type SharedPlan, STEP, STEP_SCRIPTED } from './shared-blocks.js';
import { type KnownTeams, resolveTeams } from './teams.js';

/** Version of the game logs of episodes. */
const LOG_VERSION = 6;

const DONE = new Uint8Array(['K'.charCodeAt(0)]);

function describeScenario({ name, description, left, right, controlled, horizon }: Scenario) {
  return { name, description, players: [left.length, right.length], controlled, horizon };
}

/** Position of a block in the memory of all blocks, and its type as numpy names it. */
function describeBlock(
  { byteOffset, length }: Float32Array | Int32Array | Uint8Array,
  type: 'f4' | 'i4' | 'u1',
) {
  return { offset: byteOffset, length, type };
}

function describe(batch: Batch) {
  return {
    bytes: batch.buffer.byteLength,
    matches: batch.matchCount,
    agents: batch.agents,
    observation: batch.observationLayout,
    action: batch.actionLayout,
    choices: batch.choices,
    outcomes: batch.outcomeNames,
    others: batch.otherNames,
    horizon: batch.scenario.horizon,
    blocks: {
      observations: describeBlock(batch.observations, 'f4'),
      finalObservations: describeBlock(batch.finalObservations, 'f4'),
      rewards: describeBlock(batch.rewards, 'f4'),
      cycles: describeBlock(batch.cycles, 'i4'),
      terminated: describeBlock(batch.terminated, 'u1'),
      truncated: describeBlock(batch.truncated, 'u1'),
      outcomes: describeBlock(batch.outcomes, 'u1'),
      drawn: describeBlock(batch.drawn, 'u1'),
      actionMasks: describeBlock(batch.actionMasks, 'u1'),
      actions: describeBlock(batch.actions, 'f4'),
    },
  };
}

/** Game logs of the current episode of each match. */
class EpisodeLogs {
  readonly #logs: ({ writer: LogWriter; parts: Uint8Array[] } | undefined)[] = [];
  readonly #frame = createFrame();

  /** Adds a cycle; the first one of an episode starts a new log. */
  record(match: Match, index: number): void {
    const { world, params } = match;
    let log = this.#logs[index];
    if (match.steps === 1 || log === undefined) {
      const writer = createLogWriter(LOG_VERSION, params);
      log = { writer, parts: [writer.writeHeader().slice()] };
      this.#logs[index] = log;
    }
    log.parts.push(log.writer.writeFrame(fillFrame(world, params, this.#frame)).slice());
  }

  save(index: number, path: string): void {
    const log = this.#logs[index];
    if (log === undefined)
      throw new RangeError(
        `match ${index} has no log: create the environment with record=True and run a step`,
      );
    writeFileSync(path, Buffer.concat(log.parts));
  }
}

interface Request {
  readonly options: Parameters<typeof createBatch>[0];
  readonly record: boolean;
}

class Engine {
  readonly #batch: Batch;
  readonly #logs = new EpisodeLogs();
  readonly #actions: Uint8Array;
  readonly #results: Uint8Array;
  /** The file of the blocks, or null before command `A`. */
  #shared: SharedBlocks | null = null;
  /** Time in steps of the batch without transport, ms. */
  #stepMs = 0;

  constructor({ options, record }: Request) {
    this.#batch = createBatch(
      record ? { ...options, onCycle: (match, index) => this.#logs.record(match, index) } : options,
    );
    const { buffer, actions, actionMasks } = this.#batch;
    this.#actions = new Uint8Array(buffer, actions.byteOffset, actions.byteLength);
    this.#results = new Uint8Array(buffer, 0, actionMasks.byteOffset + actionMasks.byteLength);
    writeJson('D', describe(this.#batch));
  }

  /** Waits for the next command and returns it. */
  readCommand(): string {
    const found = this.#shared === null ? readByte() : this.#shared.wait();
    if (found === STEP) return 'S';
    return found === STEP_SCRIPTED ? 'T' : String.fromCharCode(found);
  }

  /** Reads the actions, so that an error leaves the pipe at the next command. */
  #readActions(): void {
    if (this.#shared === null) readFully(this.#actions);
    else this.#shared.readActions();
  }

  #finish(): void {
    if (this.#shared === null) {
      writeFully(DONE);
      writeFully(this.#results);
      return;
    }
    this.#shared.writeResults();
    this.#shared.finish(false);
  }

  /** Reports an error. */
  fail({ name, message }: Error): void {
    writeJson('E', { name, message });
    this.#shared?.finish(true);
  }

  /** Executes a command; returns false to end. */
  execute(command: string): boolean {
    const batch = this.#batch;
    switch (command) {
      case 'S': {
        this.#readActions();
        const began = performance.now();
        batch.step();
        this.#stepMs += performance.now() - began;
        break;
      }
      case 'T':
        batch.stepScripted();
        break;
      case 'M':
        readJson();
        writeJson('D', this.#stepMs / 1000);
        return true;
      case 'O':
        readJson();
        writeJson('D', batch.results());
        return true;
      case 'R': {
        const { seed, match } = readJson();
        if (typeof match === 'number') batch.resetMatch(match, (seed ?? undefined) as number | undefined);
        else batch.reset((seed ?? undefined) as number | number[] | undefined);
        break;
      }
      case 'G':
        writeJson('D', batch.saveMatch(readJson()['match'] as number));
        return true;
      case 'P': {
        const { match, saved } = readJson();
        batch.restoreMatch(match as number, saved as never);
        break;
      }
      case 'L': {
        const { match, path } = readJson();
        this.#logs.save(match as number, path as string);
        writeJson('D', null);
        return true;
      }
      case 'V':
        writeJson('D', describeScene(batch.match(readJson()['match'] as number)));
        return true;
      case 'A':
        this.#shared = new SharedBlocks(batch.buffer, readJson() as unknown as SharedPlan);
        writeJson('D', null);
        return true;
      case 'Q':
        this.#shared?.close();
        return false;
      default:
        throw new RangeError(`unknown command ${JSON.stringify(command)}`);
    }
    this.#finish();
    return true;
  }
}

/** Runs a function; an error is given to `fail`. */
function guarded<T>(run: () => T, fail: (error: Error) => void): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof InputEnd) throw error;
    fail(error as Error);
    return undefined;
  }
}

/** Name and message of an error; all errors of ranges have one name. */
function describeError(error: Error): { name: string; message: string } {
  const isRange = error instanceof RangeError && !(error instanceof ActionError);
  return { name: isRange ? 'RangeError' : error.name, message: error.message };
}

async function serve(teams: KnownTeams): Promise<void> {
  const request = JSON.parse(readLine()) as Request | { readonly list: true };
  if ('list' in request) {
    writeJson('D', SCENARIOS.map(describeScenario));
    return;
  }
  let engine: Engine;
  try {
    engine = new Engine({ ...request, options: await resolveTeams(request.options, teams) });
  } catch (error) {
    writeJson('E', describeError(error as Error));
    return;
  }
  const fail = (error: Error) => engine.fail(error);
  while (guarded(() => engine.execute(engine.readCommand()), fail) !== false);
}

/**
 * Runs the engine until its input ends. Ctrl-C in a terminal reaches this process too; Python decides what happens then, so it is ignored.
 *
 * @param teams Teams that options can name.
 */
export async function runEngine(teams: KnownTeams): Promise<void> {
  process.on('SIGINT', () => {});
  try {
    await serve(teams);
  } catch (error) {
    if (!(error instanceof InputEnd)) throw error;
  }
}
