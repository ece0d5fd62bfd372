import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MatchDocument } from '@rcss/core/match-document';
import type { RoomHostSettings } from '../src/rooms/room-host.js';
import { cleanUpAfterEach } from './after-each.js';
import { createFolder } from './harness.js';
import { createRoomHost, type RoomHost } from './room-host.js';

const hosts: RoomHost[] = [];
cleanUpAfterEach(async () => {
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

let collectGarbage: (() => void) | null = null;

/** The heap after a garbage collection, and the open descriptors (0 where the system does not list them). */
export async function measureMemory(): Promise<{ heapMiB: number; descriptors: number }> {
  if (collectGarbage === null) {
    setFlagsFromString('--expose-gc');
    collectGarbage = runInNewContext('gc') as () => void;
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  collectGarbage();
  const descriptors = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  return { heapMiB: process.memoryUsage().heapUsed / 2 ** 20, descriptors };
}
