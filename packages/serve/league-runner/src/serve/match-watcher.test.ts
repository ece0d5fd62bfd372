import { expect, test } from 'vitest';
import { MatchWatcher } from './match-watcher.js';

test.each([
  '8.8.8.8',
  '169.254.169.254',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '255.255.255.255',
  '224.0.0.1',
])('a match at %s, outside of the networks of the operator, is not watched', async (host) => {
  const watcher = new MatchWatcher();
  await expect(watcher.open({ fixture: 'a', host, port: 6000 })).rejects.toThrow(
    /to which this server does not send\. Allowed: 127\.0\.0\.0\/8,/,
  );
  expect(watcher.hasPlaceFor('a')).toBe(true);
  await watcher.close();
});

test('the networks of the operator replace the default', async () => {
  const watcher = new MatchWatcher(['203.0.113.0/24', '203.0.114.7']);
  await expect(watcher.open({ fixture: 'a', host: '127.0.0.1', port: 6000 })).rejects.toThrow(
    'does not send',
  );
  expect(() => new MatchWatcher(['10.0.0.0/33'])).toThrow('10.0.0.0/33 is not a network');
  expect(() => new MatchWatcher(['example.org'])).toThrow('example.org is not a network');
  await watcher.close();
});
