/**
 * The engine of the Python package: a batch that two pipes control. `python/build.sh` bundles it to one file without dependencies.
 *
 * The first line of the standard input is JSON: `options` of `createBatch`, and `record`, whether game logs are kept. The answer
 * describes the blocks. A first line `{"list": true}` is answered with the scenarios instead, and the engine ends.
 * Then commands and answers follow, as `worker-wire.ts` describes them. After a first line `{"many": true}`, an engine has any number of batches: the
 * number of a batch is before each command.
 */
import { writeFileSync } from 'node:fs';
import { createFrame } from '@rcss/core';
import { createLogWriter, type LogWriter } from '@rcss/logs';
import { hasHeight } from '@rcss/params';
import { fillFrame } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import { type Batch, createBatch } from '../batch.js';
import type { BatchOptions } from '../batch-options.js';
import { ActionError } from '../check-actions.js';
import type { Scenario } from '../scenario.js';
import { SCENARIOS } from '../scenarios/catalog.js';
import { describeScene } from './describe-scene.js';
import {
  DONE,
  InputEnd,
  readByte,
  readFully,
  readJson,
  readLine,
  readNumber,
  writeFully,
  writeJson,
} from './pipes.js';
import { SharedBlocks } from './shared-blocks.js';
import { type KnownTeams, resolveTeams } from './teams.js';
import {
  ANSWER,
  BLOCK_TYPES,
  COMMAND,
  type CommandArguments,
  REQUEST_STEP,
  REQUEST_STEP_SCRIPTED,
} from './worker-wire.js';

/** Version of the game logs of episodes, and of those in which the ball can leave the ground. */
const LOG_VERSION = 6;
const HEIGHT_LOG_VERSION = 7;

function describeScenario({ name, description, left, right, controlled, horizon }: Scenario) {
  return { name, description, players: [left.length, right.length], controlled, horizon };
}

/** Positions of the blocks in the memory of all blocks, with their lengths and types. */
function describeBlocks(batch: Batch) {
  return Object.fromEntries(
    Object.entries(BLOCK_TYPES).map(([name, type]) => {
      const { byteOffset, length } = batch[name as keyof typeof BLOCK_TYPES];
      return [name, { offset: byteOffset, length, type }];
    }),
  );
}

function describe(batch: Batch) {
  return {
    bytes: batch.buffer.byteLength,
    matches: batch.matchCount,
    agents: batch.agents,
    observation: batch.observationLayout,
    action: batch.actionLayout,
    choices: batch.choices,
    state: batch.stateLayout,
    rewardTerms: batch.rewardTerms.length > 0 ? batch.rewardNames : [],
    outcomes: batch.outcomeNames,
    others: batch.otherNames,
    horizon: batch.scenario.horizon,
    blocks: describeBlocks(batch),
  };
}

interface EpisodeLog {
  readonly writer: LogWriter;
  readonly parts: Uint8Array[];
}

/** Game logs of the current episode of each match. */
class EpisodeLogs {
  readonly #logs: (EpisodeLog | undefined)[] = [];
  /** Logs that have only the state at the start: they take the place of the others with the first cycle. */
  readonly #next: (EpisodeLog | undefined)[] = [];
  readonly #frame = createFrame();

  /** Adds a cycle; the state at a start begins a new log. */
  record({ world, params }: Match, index: number, isStart: boolean): void {
    let log = this.#next[index] ?? this.#logs[index];
    if (isStart || log === undefined) {
      const version = hasHeight(params.server) ? HEIGHT_LOG_VERSION : LOG_VERSION;
      const writer = createLogWriter(version, params);
      log = { writer, parts: [writer.writeHeader().slice()] };
    }
    log.parts.push(log.writer.writeFrame(fillFrame(world, params, this.#frame)).slice());
    this.#next[index] = isStart ? log : undefined;
    if (!isStart) this.#logs[index] = log;
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
  readonly options: BatchOptions;
  readonly record: boolean;
}

class Engine {
  readonly #batch: Batch;
  readonly #logs = new EpisodeLogs();
  readonly #actions: Uint8Array;
  readonly #results: Uint8Array;
  /** The file of the blocks, or null before the command `share`. */
  #shared: SharedBlocks | null = null;
  /** Time in steps of the batch without transport, ms. */
  #stepMs = 0;

  constructor({ options, record }: Request) {
    this.#batch = createBatch(record ? { ...options, onCycle: this.#logs.record.bind(this.#logs) } : options);
    const { buffer, actions, actionMasks } = this.#batch;
    this.#actions = new Uint8Array(buffer, actions.byteOffset, actions.byteLength);
    this.#results = new Uint8Array(buffer, 0, actionMasks.byteOffset + actionMasks.byteLength);
    writeJson(ANSWER.value, describe(this.#batch));
  }

  /** Waits for the next command and returns it. */
  readCommand(): string {
    const found = this.#shared === null ? readByte() : this.#shared.wait();
    if (found === REQUEST_STEP) return COMMAND.step;
    return found === REQUEST_STEP_SCRIPTED ? COMMAND.stepScripted : String.fromCharCode(found);
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

  /** Frees what the batch has outside of its memory. */
  close(): void {
    this.#shared?.close();
  }

  /** Reports an error. */
  fail({ name, message }: Error): void {
    writeJson(ANSWER.error, { name, message });
    this.#shared?.finish(true);
  }

  /** Changes options of the batch and reports the names of the controllers. */
  async configure(teams: KnownTeams): Promise<void> {
    const { changes } = readArgument<'configure'>();
    this.#batch.configure(await resolveTeams(changes, teams));
    writeJson(ANSWER.value, this.#batch.otherNames);
  }

  /** Executes a command except `configure`. */
  execute(command: string): void {
    const batch = this.#batch;
    switch (command) {
      case COMMAND.step: {
        this.#readActions();
        const began = performance.now();
        batch.step();
        this.#stepMs += performance.now() - began;
        break;
      }
      case COMMAND.stepScripted:
        batch.stepScripted();
        break;
      case COMMAND.stepSeconds:
        readJson();
        writeJson(ANSWER.value, this.#stepMs / 1000);
        return;
      case COMMAND.results:
        readJson();
        writeJson(ANSWER.value, batch.results());
        return;
      case COMMAND.reset:
        batch.reset(readArgument<'reset'>().seed ?? undefined);
        break;
      case COMMAND.resetMatches: {
        const { matches, seeds } = readArgument<'resetMatches'>();
        matches.forEach((match, i) => {
          batch.resetMatch(match, seeds?.[i]);
        });
        break;
      }
      case COMMAND.saveMatch:
        writeJson(ANSWER.value, batch.saveMatch(readArgument<'saveMatch'>().match));
        return;
      case COMMAND.restoreMatch: {
        const { match, saved } = readArgument<'restoreMatch'>();
        batch.restoreMatch(match, saved);
        break;
      }
      case COMMAND.saveLog: {
        const { match, path } = readArgument<'saveLog'>();
        this.#logs.save(match, path);
        writeJson(ANSWER.value, null);
        return;
      }
      case COMMAND.scene:
        writeJson(ANSWER.value, describeScene(batch.match(readArgument<'scene'>().match)));
        return;
      case COMMAND.share:
        this.#shared = new SharedBlocks(batch.buffer, readArgument<'share'>());
        writeJson(ANSWER.value, null);
        return;
      default:
        throw new RangeError(`unknown command ${JSON.stringify(command)}`);
    }
    this.#finish();
  }
}

function readArgument<K extends keyof CommandArguments>(): CommandArguments[K] {
  return readJson() as CommandArguments[K];
}

/** Runs a function; an error is given to `fail`. */
function guarded(run: () => void, fail: (error: Error) => void): void {
  try {
    run();
  } catch (error) {
    if (error instanceof InputEnd) throw error;
    fail(error as Error);
  }
}

/** Name and message of an error; all errors of ranges have one name. */
function describeError(error: Error): { name: string; message: string } {
  const isRange = error instanceof RangeError && !(error instanceof ActionError);
  return { name: isRange ? 'RangeError' : error.name, message: error.message };
}

/** Creates a batch and reports it, or the error. */
async function createEngine(request: Request, teams: KnownTeams): Promise<Engine | null> {
  try {
    return new Engine({ ...request, options: await resolveTeams(request.options, teams) });
  } catch (error) {
    writeJson(ANSWER.error, describeError(error as Error));
    return null;
  }
}

async function run(engine: Engine, command: string, teams: KnownTeams): Promise<void> {
  const fail = (error: Error) => engine.fail(error);
  if (command === COMMAND.configure) await engine.configure(teams).catch(fail);
  else guarded(() => engine.execute(command), fail);
}

/** Serves the batches of many environments, one request after the other. */
async function serveMany(teams: KnownTeams): Promise<void> {
  const engines = new Map<number, Engine>();
  for (;;) {
    const number = readNumber();
    const command = String.fromCharCode(readByte());
    if (command === COMMAND.create) {
      const engine = await createEngine(readJson() as Request, teams);
      if (engine !== null) engines.set(number, engine);
    } else if (command === COMMAND.close) {
      engines.get(number)?.close();
      engines.delete(number);
    } else await run(engines.get(number) as Engine, command, teams);
  }
}

async function serve(teams: KnownTeams): Promise<void> {
  const request = JSON.parse(readLine()) as Request | { readonly list: true } | { readonly many: true };
  if ('list' in request) {
    writeJson(ANSWER.value, SCENARIOS.map(describeScenario));
    return;
  }
  if ('many' in request) return serveMany(teams);
  const engine = await createEngine(request, teams);
  while (engine !== null) await run(engine, engine.readCommand(), teams);
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
