import { fork, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AgentSocket, readName } from './agent-socket.mjs';
import { ServerProcess, TICK_MS } from './server-process.mjs';

const PLAYER_PROCESS = fileURLToPath(new URL('player-process.mjs', import.meta.url));
const TEAMS = ['A', 'B'];
/** The match fails if no cycle comes for this time, ms. */
const STALL_TIMEOUT_MS = 60_000;
const ECHO_INTERVAL_MS = 10;

/** Nice value of the observer in real time. Otherwise it would measure how long it waits behind the players for a processor. */
const OBSERVER_PRIORITY = -20;

/** Plays one match and measures the server from the kickoff on. The figures are those of the rows in main.mjs. */
export async function measureMatch(command, options) {
  const { realtime, settings } = options;
  const modes = realtime ? [] : ['server::synch_mode=on'];
  const server = await ServerProcess.start(command, [...modes, ...settings], options.sessions);
  const load = options.team === undefined ? startPlayers(server, options) : await startTeams(server, options);
  try {
    const isObserverRaised = realtime && setObserverPriority(OBSERVER_PRIORITY);
    return { ...(await observe(server, options)), isObserverRaised };
  } finally {
    // The processes of the next match would inherit the priority.
    setObserverPriority(0);
    load.stop();
    await server.stop();
  }
}

/** Returns whether the system permits the priority. Linux may share the processor among sessions, so that of the session is set too. */
function setObserverPriority(niceValue) {
  try {
    setPriority(niceValue);
    if (isSharedAmongSessions()) writeFileSync('/proc/self/autogroup', `${niceValue}`);
    return true;
  } catch {
    return false;
  }
}

function isSharedAmongSessions() {
  try {
    return readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'latin1').trim() === '1';
  } catch {
    return false;
  }
}

/** Starts the players of this tool. The observer takes one place. */
function startPlayers({ ports }, { processes, realtime }) {
  const agents = [];
  for (const team of TEAMS)
    for (let unum = 1; unum <= 11; unum++)
      if (!(realtime && team === 'A' && unum === 11)) agents.push({ team, unum });
  const children = [];
  const count = Math.max(1, Math.min(processes, agents.length));
  for (let i = 0; i < count; i++) {
    const child = fork(PLAYER_PROCESS, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const own = agents.filter((_, index) => index % count === i);
    child.send({ port: ports[0], coachPort: ports[2], realtime, agents: own });
    children.push(child);
  }
  // The coaches connect when their teams exist.
  const coaches = fork(PLAYER_PROCESS, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const withoutObserver = realtime ? TEAMS : TEAMS.slice(1);
  const own = withoutObserver.map((team) => ({ team, unum: 0 }));
  setTimeout(() => coaches.connected && coaches.send({ coachPort: ports[2], realtime, agents: own }), 3000);
  children.push(coaches);
  const stop = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  return { stop };
}

/** Starts two teams by their command. In real-time mode the observer takes a player's place, otherwise the left coach's. */
async function startTeams({ ports }, { team, realtime, sessions }) {
  const groups = [];
  for (const name of TEAMS) {
    const isObserved = name === TEAMS[0];
    const env = {
      ...process.env,
      PORT: String(ports[0]),
      COACH_PORT: String(ports[2]),
      TEAM: name,
      PLAYERS: realtime && isObserved ? '10' : '11',
      COACH: !realtime && isObserved ? '0' : '1',
    };
    groups.push(await (sessions ? startSession : startProcessGroup)(team, env));
    await new Promise((resolve) => setTimeout(resolve, 3000));
  }
  const stop = () => {
    for (const group of groups) {
      try {
        process.kill(-group, 'SIGKILL');
      } catch {
        // The team has ended.
      }
    }
  };
  return { stop };
}

/**
 * Runs a command in a process group of its own, so that all its processes can be ended, but in this session: Linux shares the
 * processor among sessions, which would favor the server.
 *
 * @returns The id of the group.
 */
async function startProcessGroup(command, env) {
  const shell = spawn('bash', ['-c', 'set -m; bash -c "$COMMAND" >/dev/null 2>&1 & echo $!; wait'], {
    env: { ...env, COMMAND: command },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [output] = await once(shell.stdout, 'data');
  return Number(output);
}

/** Runs a command in a session of its own and returns the id of its process group. */
function startSession(command, env) {
  return spawn('bash', ['-c', command], { env, stdio: 'ignore', detached: true }).pid;
}

/**
 * Connects a coach (synchronous mode) or a player (real time) that answers at once, and measures from its messages.
 */
function observe(server, { realtime, cycles, warmup }) {
  return new Promise((resolve, reject) => {
    let begin = null;
    let steps = 0;
    const arrivals = [];
    const echo = new Echo();
    let lastStep = performance.now();
    const watch = setInterval(() => {
      const isStalled = performance.now() - lastStep > STALL_TIMEOUT_MS;
      if (!isStalled && !server.hasEnded) return;
      finish();
      const what = server.hasEnded ? 'the server has ended' : `no cycle for ${STALL_TIMEOUT_MS / 1000} s`;
      reject(new Error(`${what}. Last output of the server: ${server.output}`));
    }, 1000);
    const finish = () => {
      clearInterval(watch);
      echo.stop();
      observer.close();
    };
    /** Counts a step; `time` is the cycle that the last message has named. */
    const countStep = (time) => {
      const now = performance.now();
      lastStep = now;
      if (begin === null) {
        if (time <= warmup) return;
        begin = { time, wall: now, usage: server.readUsage(), machine: readMachineTime() };
        if (realtime) echo.start();
      } else steps += 1;
      arrivals.push(now);
      if (time - begin.time < cycles) return;
      const figures = computeFigures({
        begin,
        end: { wall: now, usage: server.readUsage(), machine: readMachineTime() },
        steps,
      });
      finish();
      resolve({ ...figures, interval: describeIntervals(arrivals), echo: echo.describe() });
    };
    const observer = realtime
      ? observeAsPlayer(server.ports[0], countStep)
      : observeAsCoach(server.ports[2], countStep);
  });
}

function observeAsCoach(port, countStep) {
  let time = 0;
  return new AgentSocket(port, `(init ${TEAMS[0]} (version 18))`, (bytes, socket) => {
    const name = readName(bytes);
    if (name === 'see_global') time = Number.parseInt(bytes.toString('latin1', 12, 20), 10);
    else if (name === 'think') {
      socket.send('(done)');
      countStep(time);
    } else if (name === 'init') socket.send('(eye on)');
  });
}

function observeAsPlayer(port, countStep) {
  return new AgentSocket(port, `(init ${TEAMS[0]} (version 18))`, (bytes, socket) => {
    const name = readName(bytes);
    if (name === 'sense_body') {
      countStep(Number.parseInt(bytes.toString('latin1', 12, 20), 10));
      socket.send('(turn_neck 5)');
    } else if (name === 'init') socket.send('(move -20 30)');
  });
}

function computeFigures({ begin, end, steps }) {
  const userMs = end.usage.userMs - begin.usage.userMs;
  const systemMs = end.usage.systemMs - begin.usage.systemMs;
  return {
    steps,
    userMsPerStep: userMs / steps,
    systemMsPerStep: systemMs / steps,
    mainThreadMsPerStep: (end.usage.mainThreadMs - begin.usage.mainThreadMs) / steps,
    cpuMsPerStep: (userMs + systemMs) / steps,
    // The start of the process counts as if the match had only the measured steps.
    cpuWithStartMsPerStep: (end.usage.userMs + end.usage.systemMs) / steps,
    othersMsPerStep: ((end.machine.busy - begin.machine.busy) * TICK_MS - userMs - systemMs) / steps,
    wallMsPerStep: (end.wall - begin.wall) / steps,
    switchesPerStep: (end.usage.switches - begin.usage.switches) / steps,
    stolenShare:
      (end.machine.stolen - begin.machine.stolen) / Math.max(1, end.machine.all - begin.machine.all),
  };
}

/**
 * Reads the processor time of this machine since its start, in ticks: all of it, what its programs used, and what the host of a
 * virtual machine has taken.
 */
function readMachineTime() {
  // user nice system idle iowait irq softirq steal
  const ticks = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0].split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, value) => sum + value, 0);
  return { all, busy: all - ticks[3] - ticks[4] - ticks[7], stolen: ticks[7] };
}

function describeIntervals(arrivals) {
  return describe(arrivals.slice(1).map((time, i) => time - arrivals[i]));
}

function describe(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const quantile = (q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
  const sum = sorted.reduce((total, value) => total + value, 0);
  return {
    mean: sum / Math.max(1, sorted.length),
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: sorted.at(-1) ?? 0,
  };
}

/** Sends datagrams to itself: their delay shows how late this tool reads a socket. */
class Echo {
  #socket = createSocket('udp4');
  #timer;
  #delays = [];

  start() {
    const socket = this.#socket;
    let sent = 0;
    socket.on('message', () => this.#delays.push(performance.now() - sent));
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      this.#timer = setInterval(() => {
        sent = performance.now();
        socket.send('x', port, '127.0.0.1');
      }, ECHO_INTERVAL_MS);
    });
  }

  stop() {
    clearInterval(this.#timer);
    this.#socket.close();
  }

  describe() {
    return describe(this.#delays);
  }
}
