/**
 * Steps per second of a whole match in one process: 22 players who act in every cycle, and all sensors of each (see,
 * sense_body, hear): what a server does, without text and sockets.
 */
import { createSeeObservation, createSenseBodyObservation } from '@rcss/core';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { clearCollisionMarks, see, senseBody } from '@rcss/sensors';
import {
  applyPlayerCommand,
  connectPlayer,
  createMatch,
  deliverHearing,
  type Match,
  step,
  tryKickOff,
} from '@rcss/simulator';

const server = createServerParams({});
const params = createMatchParams(server, createPlayerParams({}), 1);

function newMatch(): Match {
  const match = createMatch({ params, seed: 1 });
  for (const team of ['A', 'B']) {
    for (let unum = 1; unum <= 11; unum++) connectPlayer(match, { team, version: 19, goalie: unum === 1 });
  }
  for (const player of match.world.players) {
    applyPlayerCommand(match, player.index, {
      type: 'move',
      x: -4 * (player.unum % 11) - 2,
      y: 5 * (player.unum - 6),
    });
  }
  step(match);
  tryKickOff(match);
  return match;
}

const seen = createSeeObservation();
const body = createSenseBodyObservation();

/** One cycle; with `sensors` every player perceives everything each cycle, as in the narrow view mode. */
function cycle(match: Match, sensors: boolean): void {
  const { world } = match;
  for (const player of world.players) {
    const dx = world.ball.pos.x - player.pos.x;
    const dy = world.ball.pos.y - player.pos.y;
    const angle = (Math.atan2(dy, dx) - player.body) * (180 / Math.PI);
    const dir = ((angle + 540) % 360) - 180;
    const near = dx * dx + dy * dy < 1;
    if (near)
      applyPlayerCommand(match, player.index, {
        type: 'kick',
        power: 60,
        dir: player.side === 'l' ? -player.body * 57 : 180 - player.body * 57,
      });
    else if (Math.abs(dir) > 20) applyPlayerCommand(match, player.index, { type: 'turn', moment: dir });
    else applyPlayerCommand(match, player.index, { type: 'dash', power: 60, dir: 0 });
    applyPlayerCommand(match, player.index, { type: 'turn_neck', moment: (world.time % 3) * 10 - 10 });
  }
  step(match);
  if (!sensors) return;
  for (const player of world.players) {
    senseBody(world, params, player, body);
    clearCollisionMarks(player);
  }
  deliverHearing(match);
  for (const player of world.players) see(world, params, match.chance.sensors, player, seen);
}

for (const sensors of [false, true]) {
  const match = newMatch();
  for (let i = 0; i < 500; i++) cycle(match, sensors);
  const count = 3000;
  const start = performance.now();
  for (let i = 0; i < count; i++) cycle(match, sensors);
  const rate = (count / (performance.now() - start)) * 1000;
  console.log(
    `${sensors ? 'all sensors of 22 players' : 'no sensors'}: ${Math.round(rate)} steps/s (${match.world.left.score}:${match.world.right.score} at ${match.world.time})`,
  );
}
