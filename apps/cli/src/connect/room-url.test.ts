import { expect, test } from 'vitest';
import { parseRoomUrl } from './room-url.js';

test('an address of a room gives the path of its channels', () => {
  expect(parseRoomUrl('ws://play.example:8000/rooms/final')).toEqual({
    socketUrl: 'ws://play.example:8000/rooms/final/channels',
    shown: 'ws://play.example:8000/rooms/final',
  });
  expect(parseRoomUrl('https://play.example/cup/rooms/a%20b/').socketUrl).toBe(
    'wss://play.example/cup/rooms/a%20b/channels',
  );
  expect(parseRoomUrl('ws://localhost:8000').shown).toBe('ws://localhost:8000/rooms/main');
});

test('other addresses are refused with what is allowed', () => {
  for (const text of ['', 'final', 'udp://localhost:6000', 'localhost:8000']) {
    expect(() => parseRoomUrl(text), text).toThrow('Allowed: ws://HOST:PORT/rooms/ID');
  }
  expect(() => parseRoomUrl('ws://localhost/room')).toThrow('must end with /rooms/ID');
  expect(() => parseRoomUrl('ws://localhost/rooms/a?token=x')).toThrow('--token');
});
