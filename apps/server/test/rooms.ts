import type { MatchDocument } from '@rcss/core/match-document';
import { afterEach } from 'vitest';
import { createRoomHost, type RoomHost, type RoomHostSettings } from '../src/rooms/room-host.js';
import { createFolder } from './harness.js';

const hosts: RoomHost[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

/** A host whose rooms are closed after the test. */
export function createTestHost(settings: Partial<RoomHostSettings> = {}): RoomHost {
  const host = createRoomHost({ folder: createFolder(), ...settings });
  hosts.push(host);
  return host;
}

/** A match that a program steps. */
export const STEPPED: MatchDocument = { version: 1, seed: 7, clock: 'stepped' };
