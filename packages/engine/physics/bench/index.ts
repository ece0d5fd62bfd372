/**
 * Measures the physics alone: 22 players and the ball, no rules, no sensors, no text. One operation is one step.
 */

import { createWorld, type Player } from '@rcss/core';
import { rad } from '@rcss/core/math';
import { createRandomStream } from '@rcss/core/random';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { Bench } from 'tinybench';
import { resolveCollisions } from '../src/collision.js';
import {
  applyDashes,
  clearCycleStates,
  createPhysicsContext,
  dash,
  enterField,
  initializePlayers,
  kick,
  moveBodies,
  turn,
  updatePlayers,
} from '../src/index.js';

const server = createServerParams();
const player = createPlayerParams();
const params = createMatchParams(server, player, 1);

/** Creates two teams of all types, spread over the field as in open play. */
function createScene() {
  const world = createWorld();
  const rng = createRandomStream(1, 'physics');
  initializePlayers(world, params);
  world.playMode = 'play_on';
  for (const p of world.players) {
    p.version = 19;
    enterField(params, p, p.unum === 1);
    p.typeId = p.unum;
    p.pos.x = -45 + 4.1 * p.index;
    p.pos.y = ((p.index * 17) % 60) - 30;
    p.body = p.bodyTarget = rad((p.index * 77) % 360) - Math.PI;
  }
  return { physics: createPhysicsContext(world, params), world, rng };
}

function runStep({ physics, world, rng }: ReturnType<typeof createScene>): void {
  applyDashes(world, params, rng);
  moveBodies(physics, rng);
  updatePlayers(world, params);
  clearCycleStates(world);
}

const bench = new Bench({ time: 1000, warmupTime: 500 });

const busy = createScene();
let cycle = 0;
bench.add('open play: all players dash or turn, one kicks', () => {
  const { world, rng } = busy;
  cycle += 1;
  for (let i = 0; i < world.players.length; i++) {
    const p = world.players[i] as Player;
    if ((cycle + i) % 7 === 0) turn(params, rng, p, 60 - Math.abs(p.pos.x));
    else dash(params, p, 70, 0);
    // Players stay near the field.
    if (p.pos.x > 50 || p.pos.x < -50 || p.pos.y > 32 || p.pos.y < -32) {
      p.pos.x *= 0.5;
      p.pos.y *= 0.5;
      p.stamina = 8000;
      p.staminaCapacity = 130600;
    }
  }
  const kicker = world.players[cycle % 22] as Player;
  world.ball.pos.x = kicker.pos.x + 0.5;
  world.ball.pos.y = kicker.pos.y;
  kicker.bodyUsed = false;
  kick(busy.physics, rng, kicker, 60, 0);
  runStep(busy);
});

const rolling = createScene();
bench.add('coasting: no commands', () => {
  const { world } = rolling;
  world.ball.vel.x = 1;
  world.ball.pos.x = 0;
  for (let i = 0; i < world.players.length; i++) (world.players[i] as Player).vel.x = i % 2 ? 0.3 : -0.3;
  runStep(rolling);
});

const still = createScene();
bench.add('collision pass alone, players far apart', () => resolveCollisions(still.physics, still.rng));

const crowd = createScene();
bench.add('collision pass alone, crowd of 22 in 5 m', () => {
  const { world, rng } = crowd;
  for (let i = 0; i < world.players.length; i++) {
    const p = world.players[i] as Player;
    p.pos.x = (i % 5) * 0.5;
    p.pos.y = Math.floor(i / 5) * 0.5;
  }
  resolveCollisions(crowd.physics, rng);
});

await bench.run();
console.table(
  bench.tasks.map((task) => {
    const result = task.result;
    const mean = result !== undefined && 'latency' in result ? result.latency.mean : Number.NaN;
    return {
      scene: task.name,
      'steps/s': Math.round(1000 / mean),
      'us/step': Number((mean * 1000).toFixed(2)),
    };
  }),
);
