import { expect, it } from 'vitest';
import {
  CHANNEL_PORT_CODES,
  type ChannelPort,
  decodeChannelFrame,
  encodeChannelFrame,
  MAX_CHANNEL,
  parseRoomPath,
} from './websocket.js';

it('a path names a room and a role', () => {
  expect(parseRoomPath('/rooms/main/player')).toEqual({ room: 'main', role: 'player' });
  expect(parseRoomPath('/rooms/a%20b/channels')).toEqual({ room: 'a b', role: 'channels' });
  for (const path of ['/', '/rooms/main', '/rooms/main/judge', '/rooms//player', '/rooms/%ff/player', '']) {
    expect(parseRoomPath(path), path).toBeNull();
  }
});

it('a frame begins with the number of the channel, little endian, and the code of the port', () => {
  const message = Uint8Array.of(0x28, 0x29, 0);
  const bytes = encodeChannelFrame({ channel: 0x1234, port: 'own', message });
  expect([...bytes]).toEqual([0x34, 0x12, 3, 0x28, 0x29, 0]);
});

it('frames of all ports are decoded to what was encoded', () => {
  for (const port of Object.keys(CHANNEL_PORT_CODES) as ChannelPort[]) {
    for (const channel of [0, 1, 255, 256, MAX_CHANNEL]) {
      const frame = { channel, port, message: Uint8Array.of(1, 2, 0, 255) };
      expect(decodeChannelFrame(encodeChannelFrame(frame))).toEqual(frame);
      const empty = { channel, port, message: new Uint8Array(0) };
      expect(decodeChannelFrame(encodeChannelFrame(empty))).toEqual(empty);
    }
  }
});

it('a frame without a header or with an unknown port is not decoded', () => {
  for (const bytes of [[], [1], [1, 0], [1, 0, 4], [1, 0, 254, 5]]) {
    expect(decodeChannelFrame(Uint8Array.from(bytes))).toBeNull();
  }
});
