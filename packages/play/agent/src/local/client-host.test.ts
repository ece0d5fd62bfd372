import { createSeeObservation } from '@rcss/core/observation';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { connectPlayer, createMatch, step } from '@rcss/simulator';
import { runSenseBody, runVision } from '@rcss/simulator/cycle';
import { applyScene } from '@rcss/simulator/scene';
import { describe, expect, it } from 'vitest';
import { defineTeam } from '../index.js';
import { ClientHost } from './client-host.js';

function createPlayers() {
  const server = createServerParams({ synch_mode: true, half_time: -1 });
  const match = createMatch({ params: createMatchParams(server, createPlayerParams(), 1), seed: 1 });
  const players = [true, false].map((goalie) => {
    const connected = connectPlayer(match, { team: 'left', version: 19, goalie });
    if (!connected.ok) throw new Error(connected.error);
    return connected.value;
  });
  return { match, players };
}

const runner = defineTeam({ play: (player) => player.intercept() ?? player.scan() });
const team = () => {
  const created = runner({ team: 'left', seed: 1, options: {} });
  if (created instanceof Promise) throw new Error('not created at once');
  return created.players;
};

describe('ClientHost', () => {
  it('lets clients play players of a match that is already running', () => {
    const { match, players } = createPlayers();
    const set = applyScene(match, {
      playMode: 'play_on',
      ball: { position: { x: 0, y: 0 } },
      players: [{ side: 'left', unum: 2, position: { x: -15, y: 5 }, bodyAngle: 0 }],
    });
    expect(set.ok).toBe(true);
    const host = new ClientHost(match);
    match.listener = (event) => host.notify(event);
    host.attach(team()[1]!, players[1]!, 'player 2');
    const seen = createSeeObservation();
    for (let n = 0; n < 40; n++) {
      runSenseBody(match, (player) => host.senseBody(player));
      runVision(match, true, seen, (player, see) => host.see(player, see));
      host.decide();
      step(match);
    }
    const { ball } = match.world;
    const [goalie, field] = players;
    expect(Math.hypot(field!.pos.x - ball.pos.x, field!.pos.y - ball.pos.y)).toBeLessThan(2);
    expect([goalie!.dashCount, host.complaints]).toEqual([0, []]);
  });

  it('refuses a client that does not fit the player', () => {
    const { match, players } = createPlayers();
    const host = new ClientHost(match);
    expect(() => host.attach(team()[0]!, players[1]!, 'player 2')).toThrow(
      'player 2 is a goalie, its player is not',
    );
    const old = { init: '(init left (version 15))', receive: () => {}, decide: () => '' };
    expect(() => host.attach(old, players[1]!, 'player 2')).toThrow(
      'player 2 has protocol version 15; its player has 19',
    );
    const none = { ...old, init: '(hello)' };
    expect(() => host.attach(none, players[1]!, 'player 2')).toThrow('the init "(hello)" is refused');
  });
});
