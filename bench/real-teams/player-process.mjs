/**
 * A process with some players of the built-in load. Each player uses the processor for a while before it answers, as the
 * players of real teams do, so that the answers of separate processes arrive one by one.
 */
import { AgentSocket, readName } from './agent-socket.mjs';

process.on('disconnect', () => process.exit());

/** Message of the parent: the ports, the mode, and the players of this process. */
process.once('message', ({ port, coachPort, realtime, agents }) => {
  for (const agent of agents) {
    if (agent.unum === 0) startCoach(coachPort, agent);
    else startPlayer(port, agent, realtime);
  }
});

/**
 * Processor time that a player computes in a cycle, µs: median, and the standard deviation of its logarithm. Real-time
 * players answer so many ms after sense_body: median and standard deviation of the logarithm, at most the last value.
 */
const THINK_US = { median: 300, sigma: 0.5 };
const REPLY_MS = { median: 12, sigma: 0.8, max: 80 };

function startPlayer(port, { team, unum }, realtime) {
  const random = createRandom(unum + (team === 'A' ? 0 : 100));
  const player = { time: 0, ball: null, isKickable: false, x: -5 - 3 * (unum % 6), y: 6 * unum - 36, random };
  let isReady = false;
  new AgentSocket(port, `(init ${team} (version 18)${unum === 1 ? ' (goalie)' : ''})`, (bytes, socket) => {
    const name = readName(bytes);
    if (name === 'see') readBall(bytes, player);
    else if (name === 'sense_body') {
      player.time = Number.parseInt(bytes.toString('latin1', 12, 20), 10);
      if (realtime && isReady) {
        const delayMs = Math.min(REPLY_MS.max, sampleLogNormal(REPLY_MS, random));
        setTimeout(() => {
          compute(sampleLogNormal(THINK_US, random));
          socket.send(decide(player));
        }, delayMs);
      }
    } else if (name === 'think') {
      compute(sampleLogNormal(THINK_US, random));
      socket.send(`${isReady ? decide(player) : ''}(done)`);
    } else if (name === 'init') {
      isReady = true;
      socket.send(`(move ${player.x} ${player.y})${realtime ? '' : '(synch_see)'}`);
    }
  });
}

function startCoach(port, { team }) {
  const random = createRandom(team === 'A' ? 1000 : 1001);
  new AgentSocket(port, `(init ${team} (version 18))`, (bytes, socket) => {
    const name = readName(bytes);
    if (name === 'init') socket.send('(eye on)');
    else if (name === 'think') {
      compute(sampleLogNormal(THINK_US, random));
      socket.send('(done)');
    }
  });
}

/** Reads distance and direction of the ball. */
function readBall(bytes, player) {
  const at = bytes.indexOf('((b) ');
  player.ball = null;
  if (at < 0) return;
  const [distance, direction] = bytes.toString('latin1', at + 5, at + 40).split(/[ )]/, 2);
  player.ball = { distance: Number(distance), direction: Number(direction) };
}

/** Commands of one cycle: as many and as long as those of a real team. */
function decide({ ball, random, time }) {
  const neck = `(turn_neck ${(random() * 40 - 20).toFixed(2)})`;
  const attention = `(attentionto our ${1 + Math.floor(random() * 11)})`;
  const view = random() < 0.3 ? `(change_view ${random() < 0.5 ? 'narrow' : 'normal'} high)` : '';
  const say = random() < 0.1 ? '(say "abcdefghij")' : '';
  const extras = `${neck}${attention}${view}${say}`;
  if (ball === null) return `(turn ${(30 + random() * 60).toFixed(3)})${extras}`;
  if (ball.distance < 0.9)
    return `(kick ${(20 + random() * 60).toFixed(2)} ${(random() * 360 - 180).toFixed(3)})${extras}`;
  if (Math.abs(ball.direction) > 12) return `(turn ${ball.direction})${extras}`;
  const isNear = ball.distance < 25 || time % 3 === 0;
  return `(dash ${(isNear ? 80 : 30).toFixed(4)})${extras}`;
}

/** Uses the processor. */
function compute(us) {
  const end = performance.now() + us / 1000;
  while (performance.now() < end);
}

function sampleLogNormal({ median, sigma }, random) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(sigma * normal);
}

/** Random numbers 0 to 1 from a seed (mulberry32). */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
