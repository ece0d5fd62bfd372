import createChasers from '@rcss/agent/chasers';
import { createLocalMatch, DecodedReceiver, findDecodedReceiver } from '@rcss/agent/local';
import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import type { PlayerMessage } from '@rcss/protocol';
import { describe, expect, it } from 'vitest';
import { DeliveryReader, DeliveryWriter } from './delivery.js';
import createFirstTeam from './teams/first-team.js';

/** What a client received: text, a message without text, or its end. */
type Received = readonly [client: number, content: string | PlayerMessage | null];

/** Reads a delivery as a worker does, which gets a copy. */
function read(reader: DeliveryReader, writer: DeliveryWriter): Received[] {
  const received: Received[] = [];
  reader.read(structuredClone(writer.take()), {
    receiveText: (client, text) => received.push([client, new TextDecoder().decode(text)]),
    receiveMessage: (client, message) => received.push([client, message]),
    close: (client) => received.push([client, null]),
  });
  return received;
}

describe('messages that are packed for the worker of a team', () => {
  it.each(['left', 'right'] as const)(
    'are those that the clients of a match receive, in their order (%s team)',
    async (side) => {
      const sent: Received[] = [];
      const writer = new DeliveryWriter();
      const create: CreateTeam = async (context) => {
        const team = await createFirstTeam(context);
        const players = team.players.map((client, index): TeamClient => {
          const receive: TeamClient['receive'] = (message) => {
            const bytes = message as Uint8Array;
            sent.push([index, new TextDecoder().decode(bytes)]);
            writer.addText(index, bytes);
            client.receive(message);
          };
          const decoded = new DecodedReceiver(receive, (message) => {
            sent.push([index, message]);
            writer.addMessage(index, message);
            findDecodedReceiver(client)?.(message);
          });
          return Object.assign({ init: client.init, receive, decide: () => client.decide() }, { decoded });
        });
        return { players };
      };
      const mine = { name: 'Mine', create };
      const chasers = { name: 'Chasers', create: createChasers };
      const match = await createLocalMatch({
        ...(side === 'left' ? { left: mine, right: chasers } : { left: chasers, right: mine }),
        seed: 2,
      });
      const reader = new DeliveryReader();
      const kinds = new Set<string>();
      while (match.match.steps < 60) {
        match.cycle();
        const received = read(reader, writer);
        expect(received).toStrictEqual(sent);
        for (const [, content] of sent.splice(0)) {
          if (typeof content === 'string') kinds.add('text');
          else kinds.add(content?.type ?? 'end');
        }
      }
      // Speech is not packed.
      expect([...kinds].sort()).toEqual(['hear', 'see', 'sense_body', 'text']);
    },
  );

  it('keep all parts of sense_body and see, those that are absent too', () => {
    const body: Extract<PlayerMessage, { type: 'sense_body' }> = {
      type: 'sense_body',
      time: 7,
      quality: 'high',
      width: 'narrow',
      stamina: 7999.5,
      effort: 0.9,
      capacity: 130000,
      speed: 0.4,
      speedDir: -3,
      headAngle: -0,
      kick: 1,
      dash: 2,
      turn: 3,
      say: 4,
      turnNeck: 5,
      catch: 6,
      move: 7,
      changeView: 8,
      changeFocus: 9,
      arm: { movable: 1, expires: 2, targetDist: 3.5, targetDir: -4, count: 5 },
      focus: { side: 'r', unum: 6, count: 7 },
      tackle: { expires: 8, count: 9 },
      collision: { ball: true, player: false, post: true },
      foul: { charged: 3, card: 'yellow' },
      focusPoint: { dist: 10.5, dir: -11 },
    };
    const old = {
      ...body,
      capacity: null,
      speedDir: null,
      headAngle: null,
      turnNeck: null,
      changeFocus: null,
    };
    const bare = {
      ...old,
      arm: null,
      focus: null,
      tackle: null,
      collision: null,
      foul: null,
      focusPoint: null,
    };
    const see: PlayerMessage = {
      type: 'see',
      time: 7,
      objects: [
        {
          kind: 'player',
          detail: 'full',
          index: -1,
          name: 'p',
          team: 'Chasers',
          unum: 3,
          goalie: true,
          dist: 12.2,
          dir: -31,
          distChange: -0,
          dirChange: 0.5,
          bodyDir: 10,
          headDir: -20,
          pointDir: 30,
          tackling: false,
          kicked: true,
        },
        {
          kind: 'landmark',
          detail: 'full',
          index: 0,
          name: 'f c',
          team: null,
          unum: null,
          goalie: false,
          dist: null,
          dir: 4,
          distChange: null,
          dirChange: null,
          bodyDir: null,
          headDir: null,
          pointDir: null,
          tackling: true,
          kicked: false,
        },
      ],
    };
    const writer = new DeliveryWriter();
    const reader = new DeliveryReader();
    const messages = [body, bare, see, { type: 'see', time: 8, objects: [] } as const, body];
    for (const round of [1, 2]) {
      for (const [i, message] of messages.entries()) writer.addMessage(i, message);
      writer.addText(round, new TextEncoder().encode('(hear 7 self "ä")\0'));
      writer.addText(2, new Uint8Array());
      writer.addClose(0);
      expect(read(reader, writer)).toStrictEqual([
        ...messages.map((message, i) => [i, message]),
        [round, '(hear 7 self "ä")\0'],
        [2, ''],
        [0, null],
      ]);
    }
  });
});
