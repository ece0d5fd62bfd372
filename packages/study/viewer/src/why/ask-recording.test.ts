import { afterEach, expect, it, vi } from 'vitest';
import type { WhyPart } from '../why-parts.js';
import { askRecording } from './ask-recording.js';

afterEach(() => vi.unstubAllGlobals());

const OFFER = { path: '/why/0', token: 'secret', teams: { l: [], r: [] } };

async function ask(pieces: readonly string[]): Promise<WhyPart[]> {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const fetch = vi.fn(async (_path: string, _options: RequestInit) => new Response(body));
  vi.stubGlobal('fetch', fetch);
  const parts: WhyPart[] = [];
  for await (const part of askRecording(OFFER, { ask: 'decide' }, AbortSignal.timeout(60_000)))
    parts.push(part);
  const [path, options] = fetch.mock.calls[0]!;
  expect(path).toBe('/why/0');
  expect(options).toMatchObject({ method: 'POST', body: '{"ask":"decide"}' });
  expect(options.headers).toMatchObject({ Authorization: 'Bearer secret' });
  return parts;
}

it('the parts of an answer are its lines, however they arrive', async () => {
  expect(await ask(['{"cyc', 'le":1}\n{"cycle":2}', '\n'])).toEqual([{ cycle: 1 }, { cycle: 2 }]);
});

it('an error of the server is thrown', async () => {
  await expect(ask(['{"cycle":1}\n{"error":"player l9 is not in the recording"}\n'])).rejects.toThrow(
    'player l9 is not in the recording',
  );
});
