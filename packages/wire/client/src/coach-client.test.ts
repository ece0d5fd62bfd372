import { describe, expect, it } from 'vitest';
import { createCoachClient, createInProcessTransport, createTrainerClient } from './index.js';

describe('online coach', () => {
  it('connects, receives the whole field, substitutes a player and answers (think) (spec 07 §4, §8, §12)', () => {
    const { transport, peer } = createInProcessTransport();
    const sent: string[] = [];
    peer.onDatagram = (text) => sent.push(text);
    const coach = createCoachClient({ team: 'Alpha', name: 'C', transport });
    const players: number[] = [];
    coach.events.on('global', (view) => players.push(view.players.length));
    coach.events.on('think', () => coach.send({ type: 'change_player_type', unum: 2, typeId: 5 }));
    coach.connect();
    peer.deliver('(init l ok)\0');
    coach.send({ type: 'eye', on: true });
    peer.deliver('(see_global 0 ((g r) 52.5 0) ((g l) -52.5 0) ((b) 0 0 0 0) ((p "Alpha" 1) 1 2 0 0 5 0))\0');
    peer.deliver('(think)\0');
    peer.deliver('(ok change_player_type 2 5)\0');
    coach.bye();
    expect(players).toEqual([1]);
    expect(sent).toEqual([
      '(init Alpha C (version 19))',
      '(eye on)',
      '(change_player_type 2 5)(done)',
      '(bye)',
    ]);
  });
});

describe('trainer', () => {
  it('connects, starts the match and closes without (bye) (spec 07 §3, §7)', () => {
    const { transport, peer } = createInProcessTransport();
    const sent: string[] = [];
    peer.onDatagram = (text) => sent.push(text);
    const trainer = createTrainerClient({ transport });
    trainer.connect();
    peer.deliver('(init ok)\0');
    trainer.send({ type: 'start' });
    trainer.send({ type: 'move_ball', to: { x: 3, y: -4 } });
    trainer.bye();
    expect(sent).toEqual(['(init (version 19))', '(start)', '(move (ball) 3 -4)']);
  });
});

describe('a whole number that is missing is refused', () => {
  const { transport } = createInProcessTransport();
  const send = (client: { send(command: never): void }, command: object) => () =>
    client.send(command as never);

  it.each([
    [{ type: 'change_player_type', unum: 2 }, 'command change_player_type: typeId is undefined'],
    [{ type: 'change_goalie' }, 'command change_goalie: unum is undefined'],
    [{ type: 'compression' }, 'command compression: level is undefined'],
  ])('by a coach: %j', (command, message) => {
    expect(send(createCoachClient({ team: 'Alpha', transport }), command)).toThrow(message);
  });

  it.each([
    [
      { type: 'change_player_type', team: 'Alpha', typeId: 5 },
      'command change_player_type: unum is undefined',
    ],
    [{ type: 'compression' }, 'command compression: level is undefined'],
  ])('by a trainer: %j', (command, message) => {
    expect(send(createTrainerClient({ transport }), command)).toThrow(message);
  });
});
