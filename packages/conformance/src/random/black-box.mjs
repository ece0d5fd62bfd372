// Plays a random sequence on a server process over UDP and checks what its messages alone show.

import { Client, openProbes, probePasses } from '../client.mjs';
import { maskRun, maskSeeds } from '../compare.mjs';
import { randomSee } from '../rules.mjs';
import { ServerProcess } from '../server.mjs';
import { sleep, waitForTurn } from '../util.mjs';
import { checkMessage, checkRefusal, timeOf } from './grammar.mjs';
import { CLIENTS } from './operations.mjs';

/** The server did something that no server may do. */
class BrokenInvariant extends Error {}

/** Time limits, ms. */
const ANSWER_MS = 3000;
const STEP_MS = 4000;
/** Steps without a client that gets (think) are not observed; the server then steps by itself. */
const IDLE_MS = 60;
const START_MS = 60_000;

const PORT_OF_ROLE = { player: 0, monitor: 0, trainer: 1, coach: 2 };
const ROLE_OF_PORT = { player: 'player', coach: 'trainer', olcoach: 'coach' };
/** Versions of clients whose init names none. */
const DEFAULT_VERSIONS = { player: 3, trainer: 3, coach: 5, monitor: 1 };

/** Counters of sense_body and the commands that can increase them. */
const COUNTERS = {
  kick: /\(\s*kick/g,
  dash: /\(\s*dash/g,
  turn: /\(\s*turn[^_]/g,
  say: /\(\s*say/g,
  turn_neck: /\(\s*turn_neck/g,
  catch: /\(\s*catch/g,
  move: /\(\s*move/g,
  change_view: /\(\s*change_view/g,
};
/** Counters that a step allows to increase once. */
const ONCE_PER_STEP = ['kick', 'dash', 'turn', 'turn_neck', 'catch', 'move'];

const RANDOM_SEE = randomSee();

const countMatches = (text, pattern) => (text.match(pattern) ?? []).length;

/** Counts the commands of a text; the counters of sense_body must not exceed these numbers. */
function countCommands(slot, text) {
  for (const [name, pattern] of Object.entries(COUNTERS))
    slot.sent[name] = (slot.sent[name] ?? 0) + countMatches(text, pattern);
}

/** A client with what is known about its session. */
class Slot {
  constructor(key, role) {
    this.key = key;
    this.role = role;
    this.client = undefined;
    this.version = DEFAULT_VERSIONS[role];
    this.isConnected = false;
    this.owedDone = 0;
    this.time = 0;
    this.score = null;
    this.counts = undefined;
    this.sent = {};
    /** Steps since the last counts; a step is seen by its (think). */
    this.stepsSinceCounts = 0;
    this.side = undefined;
    this.unum = undefined;
  }
}

class RandomRun {
  constructor(server, isRecorded) {
    this.server = server;
    this.slots = new Map();
    /** With recording, a check that fails is a message too, and the run continues. */
    this.messages = isRecorded ? [] : null;
    this.operationCount = 0;
    this.problem = null;
    this.messageCount = 0;
    this.stepCount = 0;
    this.isThinking = false;
    /** Protocol version by side and uniform number, for reconnecting clients. */
    this.versions = new Map();
  }

  fail(message) {
    if (this.messages) this.record({ key: 'checks', role: 'check' }, message);
    else this.problem ??= message;
  }

  record({ key, role }, text) {
    if (!this.messages) return;
    const masked = maskSeeds(maskRun(text, this.server.dir));
    this.messages.push({
      client: key,
      role,
      operation: this.operationCount,
      text: RANDOM_SEE.match.test(masked) ? masked.replace(RANDOM_SEE.from, RANDOM_SEE.to) : masked,
    });
  }

  // ---------------------------------------------------------------- receiving

  receive(slot, text) {
    this.messageCount += 1;
    this.record(slot, text);
    // A client whose session has ended is answered by the well-known port again.
    if (/^\(error /.test(text) && checkRefusal(text) === null) return;
    this.noteConnection(slot, text);
    if (!slot.isConnected) {
      this.fail(`a client without a session gets "${text.slice(0, 80)}"`);
      return;
    }
    if (slot.client.binary || slot.version === undefined) return;
    if (text.endsWith('<no NUL>'))
      this.fail(
        `a message to a ${slot.role} of version ${slot.version} does not end with NUL: ${text.slice(0, 80)}`,
      );
    if (slot.role === 'monitor' && slot.version === -1) {
      this.checkJson(text);
      return;
    }
    const { head, problem } = checkMessage(slot.role, slot.version, text);
    if (problem) this.fail(problem);
    this.checkTime(slot, head, text);
    if (head === 'think') {
      slot.owedDone += 1;
      slot.stepsSinceCounts += 1;
    } else if (head === 'sense_body') this.checkCounts(slot, text);
    else if (head === 'show') this.checkScores(slot, text);
  }

  /** Learns version, side and number from the answers to init and reconnect. */
  noteConnection(slot, text) {
    const init = /^\(init ([lr])(?: (\d+))? /.exec(text);
    if (init || text === '(init ok)') {
      Object.assign(slot, new Slot(slot.key, slot.role), { client: slot.client, pending: slot.pending });
      slot.version = slot.pending ?? slot.version;
      slot.isConnected = true;
      if (init?.[2] !== undefined) this.notePlayer(slot, init[1], Number(init[2]));
    }
    const reconnect = /^\(reconnect ([lr]) /.exec(text);
    if (reconnect) {
      slot.isConnected = true;
      slot.counts = undefined;
      slot.side = reconnect[1];
      slot.unum = slot.wantedUnum;
      // Some servers accept a reconnect to a place that never had a player; its version is unknown.
      slot.version = this.versions.get(`${slot.side} ${slot.unum}`);
      // The commands of the earlier client count too.
      slot.isTakenOver = true;
    }
  }

  notePlayer(slot, side, unum) {
    if (unum < 1 || unum > 11) this.fail(`a player gets the number ${unum}`);
    const key = `${side} ${unum}`;
    if (this.versions.has(key)) this.fail(`two players get the number ${unum} of side ${side}`);
    this.versions.set(key, slot.version);
    slot.side = side;
    slot.unum = unum;
  }

  checkTime(slot, head, text) {
    const time = timeOf(text);
    if (time === null || head === 'msg') return;
    // Half time sets the clock back by one cycle.
    if (time < slot.time - 1)
      this.fail(`the time goes from ${slot.time} back to ${time}: ${text.slice(0, 120)}`);
    slot.time = time;
  }

  checkCounts(slot, text) {
    const counts = {};
    for (const name of Object.keys(COUNTERS)) {
      const found = new RegExp(`\\(${name} (\\d+)\\)`).exec(text);
      if (!found) continue;
      counts[name] = Number(found[1]);
      if (!slot.isTakenOver && counts[name] > (slot.sent[name] ?? 0))
        this.fail(`${name} is ${counts[name]} after ${slot.sent[name] ?? 0} commands: ${text}`);
      const before = slot.counts?.[name];
      if (before === undefined) continue;
      const increase = counts[name] - before;
      if (increase < 0) this.fail(`the counter ${name} goes from ${before} back to ${counts[name]}`);
      if (ONCE_PER_STEP.includes(name) && increase > slot.stepsSinceCounts + 1)
        this.fail(`${name} increases by ${increase} in ${slot.stepsSinceCounts} steps: ${text}`);
    }
    slot.counts = counts;
    slot.stepsSinceCounts = 0;
  }

  checkScores(slot, text) {
    const teams = /^\(show -?\d+ \(pm \d+\) \(tm \S+ \S+ (\d+) (\d+)/.exec(text);
    if (!teams) return;
    const score = [Number(teams[1]), Number(teams[2])];
    if (slot.score) {
      const increase = score[0] - slot.score[0] + score[1] - slot.score[1];
      if (increase < 0 || increase > 1)
        this.fail(`the score goes from ${slot.score} to ${score} in one step`);
    }
    slot.score = score;
  }

  checkJson(text) {
    try {
      JSON.parse(text);
    } catch (error) {
      if (!/^\((error|warning) /.test(text))
        this.fail(`a JSON monitor gets ${text.slice(0, 80)}: ${error.message}`);
    }
  }

  // ---------------------------------------------------------------- sending

  async slot(key, role) {
    let slot = this.slots.get(key);
    if (slot === undefined) {
      slot = new Slot(key, role);
      this.slots.set(key, slot);
    }
    if (slot.client === undefined || slot.client.closed) {
      const spec = { id: key, type: role, version: slot.version };
      const client = new Client(spec, PORT_OF_ROLE[role], this.server, (own, text) => {
        if (slot.client === own) this.receive(slot, text);
      });
      slot.client = await client.open();
      slot.isConnected = false;
    }
    return slot;
  }

  async connect(key, role, operation) {
    const slot = await this.slot(key, role);
    const { client } = slot;
    if (client.compressed) return;
    slot.pending =
      operation.version ?? Number(/version (-?[\d.]+)/.exec(operation.text)?.[1] ?? DEFAULT_VERSIONS[role]);
    slot.wantedUnum = Number(/^\(reconnect \S+ (\d+)/.exec(operation.text)?.[1]);
    if (role === 'monitor') {
      if (slot.isConnected) return;
      slot.version = slot.pending;
      slot.isConnected = true;
      client.version = slot.version;
      client.binary = slot.version === 1 || slot.version === 2;
      client.send(operation.text, { port: client.initPort });
      await sleep(5);
      return;
    }
    const answer = client.next(() => true, ANSWER_MS).catch(() => {});
    client.send(operation.text, { port: client.initPort });
    await answer;
  }

  send(key, operation) {
    const slot = this.slots.get(key);
    if (!slot?.isConnected || slot.client.closed || operation.text === '') return;
    countCommands(slot, operation.text);
    slot.client.send(operation.text, { raw: operation.terminated === false });
  }

  async execute(operation) {
    const { client: key } = operation;
    switch (operation.do) {
      case 'connect':
      case 'reconnect':
        return this.connect(key, CLIENTS[key].role, operation);
      case 'stranger':
        return this.connect(operation.port, ROLE_OF_PORT[operation.port], operation);
      case 'send':
        return this.send(key, operation);
      case 'send_to_port': {
        const slot = this.slots.get(key);
        // An init of a client that is not connected would be one of an unknown version.
        if (!slot?.isConnected || slot.client.compressed || slot.client.closed) return undefined;
        countCommands(slot, operation.text);
        slot.client.send(operation.text, { port: slot.client.initPort });
        return undefined;
      }
      case 'vanish': {
        const slot = this.slots.get(key);
        slot?.client?.close();
        if (slot) Object.assign(slot, { isConnected: false, owedDone: 0 });
        return undefined;
      }
      case 'step':
        return this.step();
      default:
        return undefined;
    }
  }

  /** Answers every (think) and waits for the next one. */
  async step() {
    const thinkers = [...this.slots.values()].filter(
      ({ owedDone, client }) => owedDone > 0 && !client.closed,
    );
    for (const slot of thinkers) {
      slot.owedDone = 0;
      slot.client.send('(done)');
    }
    this.stepCount += 1;
    const end = Date.now() + (thinkers.length > 0 ? STEP_MS : IDLE_MS);
    const isOver = () => [...this.slots.values()].some(({ owedDone }) => owedDone > 0);
    while (!isOver() && Date.now() < end && !this.server.exited && this.problem === null) await sleep(1);
    for (let turn = 0; turn < 3; turn += 1) await waitForTurn();
    if (this.server.exited || isOver() || thinkers.length === 0) return;
    // The clients may have left, been sent off or closed their eyes; then no client gets (think) any more.
    for (const slot of thinkers) slot.owedDone = 0;
  }

  checkServer() {
    if (this.problem !== null) throw new BrokenInvariant(this.problem);
    const { exited, stdout, stderr } = this.server;
    if (exited && !/Game Over|Exiting/.test(stdout))
      throw new BrokenInvariant(
        `the server has ended: ${(stderr || stdout).trim().split('\n').slice(-5).join(' / ')}`,
      );
    if (/Internal error/.test(stderr))
      throw new BrokenInvariant(stderr.slice(stderr.indexOf('Internal error'), 400));
  }

  close() {
    for (const { client } of this.slots.values()) client?.close();
  }
}

/**
 * Plays a sequence on a new server process.
 *
 * @param {string} command command line of the server
 * @param {import('./operations.mjs').Sequence} sequence
 * @param {Readonly<Record<string, unknown>>} settings settings that replace those of the sequence
 * @param {boolean} isRecorded whether all messages are returned; then a check that fails does not end the run
 * @returns {Promise<{ failure: string | null, operationCount: number, stepCount: number, messageCount: number,
 *   messages: readonly import('./reference.mjs').Message[] | null }>}
 */
export async function playOnServer(command, sequence, settings = {}, isRecorded = false) {
  const server = await ServerProcess.start(
    command,
    { 'server::synch_mode': true, ...sequence.settings, ...settings },
    { startTimeout: START_MS },
  );
  const run = new RandomRun(server, isRecorded);
  // Recordings are compared: every step has the operations before it, whichever socket the server reads first.
  const probes = isRecorded ? await openProbes(server) : [];
  let failure = null;
  try {
    for (const operation of sequence.operations) {
      if (server.exited) break;
      run.operationCount += 1;
      if (operation.do === 'step') await probePasses(probes);
      await run.execute(operation);
      run.checkServer();
    }
    run.checkServer();
  } catch (error) {
    failure = error instanceof BrokenInvariant ? error.message : error.stack;
  }
  run.close();
  for (const probe of probes) probe.close();
  await server.stop();
  await server.removeFiles();
  const { operationCount, stepCount, messageCount, messages } = run;
  return { failure, operationCount, stepCount, messageCount, messages };
}
