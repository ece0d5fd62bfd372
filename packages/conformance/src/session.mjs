// The object that a scenario's script drives: `t`.
//
// Time: in synchronous mode the server sends (think) to every player, and to every coach and trainer whose eye is
// on, and then waits up to 1.25 s for each of them to answer (done). While at least one client holds its (done)
// back, the server does not step but still receives. The driver is always in such a hold between two calls of
// t.runCycles(), so that trainer commands, new connections and the like have a known time.
//
// Steps: everything that a client receives between two of its (think)s belongs to one step. Clients that get
// no (think) (monitors, coaches with the eye off) are read until nothing is left before the step ends.

import { Client, openProbes, probePasses } from './client.mjs';
import { maskRun } from './compare.mjs';
import { BenchError, ServerError, sleep, toArray, waitForTurn } from './util.mjs';

const THINK_TIMEOUT_MS = 4000;
const PARAM_MESSAGE = /^\((server_param|player_param|player_type) /;

export class Session {
  constructor(server, scenario) {
    this.server = server;
    this.scenario = scenario;
    this.step = 0;
    /** Recorded lines: [client id, step, text]; values and samples are kept apart. */
    this.lines = [];
    this.values = [];
    this.samples = [];
    this.clients = [];
    /** Clients by id. */
    this.clientById = {};
    this.recording = true;
    this.hasReceived = false;
    this.latestMessages = {};
    this.sim = {};
    this.cycles = 0;
  }

  // ---------------------------------------------------------------- recording

  #receive(client, text) {
    this.hasReceived = true;
    if (text === '(think)') {
      client.pendingThinks += 1;
      client.step = this.step + 1;
      client.onThink?.();
      return;
    }
    if (text === '(ok eye on)') {
      client.awaitsThink = true;
      client.step = this.step;
    } else if (client.type === 'raw' && /^\((init [lr] \d+|reconnect [lr]) /.test(text)) {
      client.awaitsThink = true;
    } else if (text === '(ok eye off)') {
      client.awaitsThink = false; // a (done) that is still owed is sent with the next cycle
    }
    const kind = /^\(?(\w+)/.exec(text)?.[1] ?? '';
    (this.latestMessages[client.id] ??= {})[kind] = text;
    const time = /^\((?:sense_body|see|see_global|hear|fullstate|show) (\d+)/.exec(text);
    if (time) client.time = Number(time[1]);
    if (!this.recording || client.spec.record === false) return;
    if (PARAM_MESSAGE.test(text) && !this.#wantsParams(client)) return;
    if (client.spec.only && !client.spec.only.test(text)) return;
    this.lines.push([
      client.id,
      client.awaitsThink ? client.step : this.step,
      maskRun(text, this.server.dir),
    ]);
  }

  /** Parameter messages are long: they are recorded only if the scenario requests it (true or a list of ids). */
  #wantsParams(client) {
    const { params } = this.scenario;
    return Array.isArray(params) ? params.includes(client.id) : params === true;
  }

  /** Puts a heading into the record; failures name the last heading before them. */
  addHeading(text) {
    if (this.recording) this.lines.push(['#', this.step, text]);
  }

  /** Records one derived value; `tolerance` is {abs, rel} for numbers (default: exact). */
  recordValue(name, value, tolerance) {
    this.values.push([name, value, tolerance ?? null]);
  }

  /**
   * Records a sample for a statistical comparison with the reference's sample.
   * kind 'ks': numbers, two-sample Kolmogorov-Smirnov test. kind 'chi2': an object or array of counts,
   * homogeneity test. kind 'rate': [successes, trials], two-proportion test.
   * kind 'ks-discrete' is 'ks' for numbers on a grid. `alpha` (default 1e-6) is the significance level.
   */
  recordSample(name, kind, data, alpha) {
    this.samples.push([name, kind, data, alpha ?? null]);
  }

  // ---------------------------------------------------------------- clients

  /** A client that is not announced to the server yet (for handshake tests). */
  async openSocket(id, { port = 'player', ...spec } = {}) {
    const offset = { player: 0, trainer: 1, coach: 2 }[port] ?? 0;
    const client = new Client({ id, type: 'raw', ...spec }, offset, this.server, (c, text) =>
      this.#receive(c, text),
    );
    await this.#add(client);
    return client;
  }

  async #add(client) {
    if (this.clientById[client.id])
      throw new Error(`two clients have the id ${client.id}; ids must be unique in a scenario`);
    await client.open();
    client.step = this.step;
    this.clients.push(client);
    this.clientById[client.id] = client;
  }

  /**
   * Connects one client. spec: {id, type: 'player' | 'trainer' | 'coach' | 'monitor', team, version, goalie, name,
   * eye, init (the whole init message), record (false: nothing), only (regular expression)}.
   * Returns the client. When the server refuses, throws, unless spec.refused is true.
   */
  async connect(spec) {
    const offset = { player: 0, monitor: 0, trainer: 1, coach: 2 }[spec.type];
    if (offset === undefined)
      throw new Error(`unknown client type ${spec.type}; allowed: player, monitor, trainer, coach`);
    const client = new Client(spec, offset, this.server, (c, text) => this.#receive(c, text));
    await this.#add(client);
    const holding = this.clients.some((c) => c.pendingThinks > 0);
    const message = spec.init ?? formatInit(spec);
    if (spec.type === 'monitor') {
      client.send(message);
      await this.waitUntilHandled();
      return client;
    }
    const answer = client.next(
      (text) => /^\((init|reconnect|error)/.test(text),
      4000,
      `an answer to ${message}`,
    );
    client.send(message);
    const text = await answer;
    if (text.startsWith('(error')) {
      if (!spec.refused) throw new ServerError(`client ${spec.id}: ${message} was refused with ${text}`);
      return client;
    }
    await this.readAll();
    if (spec.type === 'player') {
      client.awaitsThink = true;
    } else if (spec.eye ?? spec.type === 'trainer') {
      await this.request(client.id, '(eye on)');
    }
    if (client.awaitsThink && !holding) await this.#waitForThinks();
    return client;
  }

  /** Connects all of the scenario's `clients`, trainers first. */
  async connectAll(specs) {
    const ordered = [
      ...specs.filter((s) => s.type === 'trainer'),
      ...specs.filter((s) => s.type !== 'trainer'),
    ];
    for (const spec of ordered) {
      await this.connect(spec);
      if (spec.type === 'trainer' && this.scenario.align) await this.align();
    }
    // After one cycle the server waits for all of them.
    if (this.clients.some((c) => c.awaitsThink) && this.scenario.settle !== false) await this.runCycles();
  }

  /**
   * Brings the server to a known place in its 300 ms timing pattern (see README, "Phase"). Needs a trainer with
   * its eye on as the only thinking client, and server::send_vi_step=150.
   */
  async align() {
    const client = this.clients.find((c) => c.type === 'trainer');
    const was = this.recording;
    this.recording = false;
    for (let i = 0; i < 12; i += 1) {
      this.latestMessages[client.id] = {};
      await this.runCycles();
      const seen = this.latestMessages[client.id];
      if (!seen.see_global && !seen.see) {
        // The number of cycles until here varies: steps count from here.
        this.lines = this.lines.filter((l) => l[0] === '#' || !/^\((see|see_global) /.test(l[2]));
        this.step = 1;
        this.cycles = 0;
        for (const c of this.clients) c.step = 1;
        this.recording = was;
        return;
      }
    }
    throw new ServerError('no cycle without see_global in 12 cycles; align needs server::send_vi_step=150');
  }

  /** Waits until the server has handled everything that was sent before, on all its sockets. */
  async waitUntilHandled() {
    this.probes ??= await openProbes(this.server);
    await probePasses(this.probes);
    await this.readAll();
  }

  /** Marks a client as one that gets no more (think): sent off, disconnected, eye off. */
  excludeFromCycle(...ids) {
    for (const id of ids) {
      this.clientById[id].awaitsThink = false;
      this.clientById[id].pendingThinks = 0;
    }
  }

  /** Sends (bye) and stops expecting anything from that client. */
  async disconnect(id) {
    this.clientById[id].send('(bye)');
    this.excludeFromCycle(id);
    await this.waitUntilHandled();
  }

  // ---------------------------------------------------------------- sending

  /** Sends without waiting. */
  send(id, message, options) {
    this.clientById[id].send(message, options);
  }

  /**
   * Sends and waits for `count` answers on the same client; returns their texts. On trainers and coaches an answer
   * begins with (ok, (error or (warning; elsewhere every message counts. `options.match` says otherwise.
   */
  async request(id, message, count = 1, options = {}) {
    const client = this.clientById[id];
    const match = options.match ?? (/trainer|coach/.test(client.type) ? /^\((ok|error|warning)\b/ : /./s);
    const texts = [];
    let finish;
    const all = new Promise((resolve) => {
      finish = resolve;
    });
    const waiter = (text) => {
      if (!match.test(text)) return;
      texts.push(text);
      if (texts.length >= count) finish();
    };
    client.waiters.push(waiter);
    client.send(message, options);
    const timer = setTimeout(() => finish(), 3000);
    await all;
    clearTimeout(timer);
    client.waiters.splice(client.waiters.indexOf(waiter), 1);
    if (texts.length < count) {
      throw new ServerError(`client ${id}: ${texts.length} of ${count} answers within 3 s to ${message}`);
    }
    return texts;
  }

  /** Sends and waits until it is handled; for messages that may have no answer. */
  async sendAndWait(id, message, options) {
    this.clientById[id].send(message, options);
    await this.waitUntilHandled();
  }

  get trainer() {
    const client = this.clients.find((c) => c.type === 'trainer' && !c.closed);
    if (!client) throw new Error('the scenario has no connected trainer; add one to its clients');
    return client.id;
  }

  /** Trainer commands, each waiting for its answer. */
  async command(...messages) {
    for (const message of messages) await this.request(this.trainer, message);
  }

  async setPlayMode(name) {
    await this.command(`(change_mode ${name})`);
  }

  /** Places the ball (with velocity when given). */
  async placeBall(x, y, vx, vy) {
    await this.command(
      vx === undefined ? `(move (ball) ${x} ${y})` : `(move (ball) ${x} ${y} 0 ${vx} ${vy})`,
    );
  }

  /** Places a player given by client id; `angle` in degrees. */
  async placePlayer(id, x, y, angle, vx, vy) {
    const { team, unum } = this.findPlayer(id);
    const tail = angle === undefined ? '' : vx === undefined ? ` ${angle}` : ` ${angle} ${vx} ${vy}`;
    await this.command(`(move (player ${team} ${unum}) ${x} ${y}${tail})`);
  }

  /** Team name and uniform number of a player client, from its (init ...) answer. */
  findPlayer(id) {
    const client = this.clientById[id];
    if (!client.unum) {
      const text = this.latestMessages[id]?.init;
      client.unum = Number(/^\(init [lr] (\d+)/.exec(text ?? '')?.[1]);
    }
    return { team: client.spec.team, unum: client.unum };
  }

  // ---------------------------------------------------------------- time

  async #waitForThinks() {
    const end = Date.now() + THINK_TIMEOUT_MS;
    for (;;) {
      const late = this.clients.filter((c) => c.awaitsThink && c.pendingThinks === 0);
      if (late.length === 0) break;
      if (this.server.exited) throw new ServerError('the server process has ended');
      if (Date.now() > end) {
        throw new ServerError(
          `no (think) within ${THINK_TIMEOUT_MS} ms for ${late.map((c) => c.id).join(', ')}`,
        );
      }
      let wake;
      const woken = new Promise((resolve) => {
        wake = resolve;
      });
      for (const c of late) c.onThink = wake;
      const timer = setTimeout(wake, 100);
      await woken;
      clearTimeout(timer);
      for (const c of late) c.onThink = undefined;
    }
    await this.readAll();
    this.#checkHold();
    this.step += 1;
    for (const c of this.clients) if (!c.awaitsThink) c.step = this.step;
  }

  /** A server that waited too long for (done) continues by itself: then the run is not valid and is repeated. */
  #checkHold() {
    const late = this.clients.find((c) => c.awaitsThink && c.pendingThinks > 1);
    if (late)
      throw new BenchError(`client ${late.id} received a second (think): the driver answered too late`);
  }

  /** Called by the driver at the end of the script. */
  async finish() {
    await this.readAll();
    this.#checkHold();
  }

  /** Reads until no socket has anything left. */
  async readAll() {
    let quiet = 0;
    while (quiet < 3) {
      this.hasReceived = false;
      await waitForTurn();
      quiet = this.hasReceived ? 0 : quiet + 1;
    }
  }

  /**
   * Runs `count` cycles. `commands` maps client ids to one message or a list (each its own datagram), sent in the
   * first cycle only, or is a function of the cycle's index that returns such a map. A message {raw: text} goes out
   * without an ending NUL.
   * Returns when the server is in the next hold.
   */
  async runCycles(commands = {}, count = 1) {
    for (let i = 0; i < count; i += 1) {
      const map = typeof commands === 'function' ? (commands(i) ?? {}) : i === 0 ? commands : {};
      for (const [id, messages] of Object.entries(map)) {
        const client = this.clientById[id];
        if (!client)
          throw new Error(`unknown client ${id}; connected: ${Object.keys(this.clientById).join(', ')}`);
        if (client.awaitsThink && client.pendingThinks === 0) {
          throw new Error(
            `client ${id} has received no (think) yet; run a cycle after it connects, then send commands`,
          );
        }
        for (const message of toArray(messages)) {
          if (typeof message === 'object') this.clientById[id].send(message.raw, { raw: true });
          else this.clientById[id].send(message);
        }
      }
      this.#checkHold();
      let holders = 0;
      for (const client of this.clients) {
        if (client.pendingThinks === 0) continue;
        holders += 1;
        client.pendingThinks = 0;
        client.send('(done)');
      }
      if (holders === 0 && !this.clients.some((c) => c.awaitsThink))
        throw new Error(
          'no client awaits (think), so no cycle can be run; connect a player, or a trainer with its eye on',
        );
      this.cycles += 1;
      await this.#waitForThinks();
    }
  }

  /** Lets a real-time server run; everything received belongs to one step. */
  async wait(ms) {
    await sleep(ms);
    await this.readAll();
    this.step += 1;
    for (const c of this.clients) c.step = this.step;
  }

  /** Resolves when `test()` holds; checked after every message. */
  async waitFor(test, timeout = 3000, what = 'a condition') {
    const end = Date.now() + timeout;
    while (!test()) {
      if (Date.now() > end) throw new ServerError(`${what} did not occur within ${timeout} ms`);
      await sleep(2);
    }
  }

  /** The last message of a kind that a client got, e.g. t.lastMessage('L1', 'sense_body'). */
  lastMessage(id, kind) {
    return this.latestMessages[id]?.[kind];
  }

  /** All recorded messages of a client, optionally those that match. */
  listMessages(id, pattern) {
    return this.lines.filter((l) => l[0] === id && (!pattern || pattern.test(l[2]))).map((l) => l[2]);
  }

  closeAll() {
    for (const client of [...this.clients, ...(this.probes ?? [])]) client.close();
  }
}

/** The usual init message of a client spec. */
export function formatInit(spec) {
  const version = spec.version === undefined || spec.version === null ? '' : ` (version ${spec.version})`;
  switch (spec.type) {
    case 'player':
      return `(init ${spec.team}${version}${spec.goalie ? ' (goalie)' : ''})`;
    case 'trainer':
      return `(init${version})`;
    case 'coach':
      return `(init ${spec.team}${spec.name ? ` ${spec.name}` : ''}${version})`;
    case 'monitor':
      return spec.version === 1 || spec.version === undefined
        ? '(dispinit)'
        : `(dispinit version ${spec.version})`;
    default:
      throw new Error(`unknown client type ${spec.type}; allowed: player, trainer, coach, monitor`);
  }
}
