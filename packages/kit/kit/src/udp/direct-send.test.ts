import type { Socket } from 'node:dgram';
import { describe, expect, test } from 'vitest';
import { openDirectSend } from './direct-send.js';

interface SentRequest {
  readonly bytes: Uint8Array;
  oncomplete(status: number): void;
}

/** A connected socket whose native handle returns the given results, and what was sent with it. */
function fakeSocket(results: readonly number[]) {
  const requests: SentRequest[] = [];
  const texts: string[] = [];
  const handle = {
    send(request: SentRequest, [bytes]: [Uint8Array]): number {
      texts.push(Buffer.from(bytes).toString());
      return results[requests.push(request) - 1] as number;
    },
  };
  const state = Symbol('state symbol');
  const socket = { remoteAddress: () => ({}), [state]: { handle } } as unknown as Socket;
  return { socket, requests, texts };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const isSupported = process.platform === 'linux' && /^(20|22|24)\./.test(process.versions.node);

describe.runIf(isSupported)('sending with the native handle of a socket', () => {
  test('uses one request again while the system sends at once', async () => {
    const { socket, requests, texts } = fakeSocket([4, 4]);
    let failures = 0;
    const send = openDirectSend(socket, () => {
      failures += 1;
    })!;
    send(Buffer.from('one'));
    send(Buffer.from('two'));
    await nextTurn();
    expect(texts).toEqual(['one', 'two']);
    expect(requests[1]).toBe(requests[0]);
    expect(failures).toBe(0);
  });

  test('leaves a request and its bytes to the system until they are sent', () => {
    const { socket, requests, texts } = fakeSocket([0, 4]);
    let failures = 0;
    const send = openDirectSend(socket, () => {
      failures += 1;
    })!;
    send(Buffer.from('one'));
    send(Buffer.from('two'));
    expect(texts).toEqual(['one', 'two']);
    expect(requests[1]).not.toBe(requests[0]);
    expect(Buffer.from(requests[0]!.bytes).toString()).toBe('one');
    requests[0]!.oncomplete(0);
    expect(failures).toBe(0);
    requests[0]!.oncomplete(-111);
    expect(failures).toBe(1);
  });

  test('reports a refused datagram in a later tick', async () => {
    const { socket } = fakeSocket([-111]);
    let failures = 0;
    openDirectSend(socket, () => {
      failures += 1;
    })!(Buffer.from('one'));
    expect(failures).toBe(0);
    await nextTurn();
    expect(failures).toBe(1);
  });
});

test('there is no direct way to send without the native handle', () => {
  const socket = { remoteAddress: () => ({}) } as unknown as Socket;
  expect(openDirectSend(socket, () => {})).toBeNull();
});
