import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  connectMonitor,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  startTestServer,
  waitUntil,
} from '../../test/harness.js';
import { loadConfiguration } from '../config/configuration.js';
import { createMemoryFiles } from '../config/file-access.js';
import { type ConsoleRecord, LOG_LEVELS } from './console-output.js';
import { createLogConsole, LOG_LEVEL_SETTINGS, type LogSettings } from './log-console.js';

const TIME = new Date('2026-11-22T10:00:00.000Z');

function createCapturingConsole(settings: Partial<LogSettings>) {
  const out: string[] = [];
  const err: string[] = [];
  const target = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
  const console = createLogConsole(
    target,
    { format: 'text', level: 'info', room: 'main', ...settings },
    () => TIME,
  );
  return { console, out, err };
}

test('the text format keeps lines and streams, and drops what is below the level', () => {
  const { console, out, err } = createCapturingConsole({});
  console.out('a');
  console.err('b');
  console.err('c', { event: 'x', level: 'debug' });
  console.out('');
  expect({ out, err }).toEqual({ out: ['a', ''], err: ['b'] });
});

test.each(LOG_LEVEL_SETTINGS.map((level, shown) => ({ level, shown })))(
  'level $level shows the $shown most severe levels, and always the result',
  ({ level, shown }) => {
    const { console, out, err } = createCapturingConsole({ level });
    for (const lineLevel of LOG_LEVELS) console.err(lineLevel, { event: 'x', level: lineLevel });
    console.out('Score: 1 - 0', { event: 'result' });
    expect(err).toEqual(LOG_LEVELS.slice(0, shown));
    expect(out).toEqual(['Score: 1 - 0']);
  },
);

test('the JSON format has time, level, event, room, message and fields, on the error output', () => {
  const { console, out, err } = createCapturingConsole({ format: 'json', room: 'final' });
  console.out('A monitor connected', { event: 'client_connected', fields: { client: 'monitor' } });
  console.err('Warning: trouble');
  console.out('');
  console.out('Score: 1 - 0', { event: 'result' });
  expect(err.map((line) => JSON.parse(line))).toEqual([
    {
      time: '2026-11-22T10:00:00.000Z',
      level: 'info',
      event: 'client_connected',
      room: 'final',
      message: 'A monitor connected',
      fields: { client: 'monitor' },
    },
    {
      time: '2026-11-22T10:00:00.000Z',
      level: 'warn',
      event: 'message',
      room: 'final',
      message: 'Warning: trouble',
      fields: {},
    },
  ]);
  expect(out).toEqual(['Score: 1 - 0']);
});

test('every message is one line of JSON without control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, value) => {
      const { console, err } = createCapturingConsole({ format: 'json' });
      const record: ConsoleRecord = { event: 'x', fields: { value } };
      console.err(`.${text}.`, record);
      expect(err).toHaveLength(1);
      expect(err[0]).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
      expect(JSON.parse(err[0]!)).toMatchObject({
        message: `.${text}.`,
        fields: { value: value },
      });
    }),
  );
});

test('a server with JSON logs prints only the result on stdout, and its events with their data on stderr', async () => {
  const server = await startTestServer({
    rcss: { log_format: 'json', max_datagrams_per_cycle: 5 },
  });
  const player = await connectPlayer(server, 'Alpha');
  for (let i = 0; i < 20; i++) player.send('(turn_neck 1)');
  await waitUntil(() => server.server.telemetry.drops.too_many_datagrams > 0);
  player.send('(bye)');
  await waitUntil(() => server.server.clients.players[0] === null);
  await server.end();
  expect(server.out.slice(0, 3)).toEqual(['', 'Saving Results:', '\tCSVSaver: saving...']);
  expect(server.out.at(-1)).toBe('Saving Results Complete');
  expect(server.out.join('\n')).toContain("'Alpha' vs null");
  const lines = server.err.map((line) => JSON.parse(line));
  for (const line of lines) {
    expect(Object.keys(line)).toEqual(['time', 'level', 'event', 'room', 'message', 'fields']);
    expect(line.event, line.message).not.toBe('message');
  }
  const find = (event: string) => lines.find((line) => line.event === event);
  expect(find('seed')).toMatchObject({ level: 'info', room: 'main', fields: { seed: 7 } });
  expect(find('client_connected')).toMatchObject({
    level: 'info',
    fields: { client: 'player', team: 'Alpha', unum: 1, version: 19 },
  });
  expect(find('datagrams_dropped')).toMatchObject({
    level: 'warn',
    fields: { client: 'player (Alpha 1)', reason: 'too_many_datagrams' },
  });
  expect(find('client_disconnected')).toMatchObject({ fields: { team: 'Alpha', unum: 1 } });
  expect(find('server_ended')).toMatchObject({ message: 'Server Killed. Exiting...' });
});

test('connections of every kind of client are events with the kind, its team and its version', async () => {
  const server = await startTestServer({ server: { coach: true }, rcss: { log_format: 'json' } });
  const player = await connectPlayer(server, 'Alpha');
  await connectOnlineCoach(server, 'Alpha');
  const trainer = await connectTrainer(server);
  const monitor = await connectMonitor(server);
  // The server notices that the trainer is gone when it sends the next view.
  trainer.send('(eye on)');
  await trainer.next('(ok eye on)');
  trainer.close();
  player.send('(bye)');
  monitor.send('(dispbye)');
  const lines = () => server.err.map((line) => JSON.parse(line));
  const list = (event: string) =>
    lines()
      .filter((line) => line.event === event)
      .map(({ fields }) => fields);
  await waitUntil(() => list('client_disconnected').length === 3);
  await server.end();
  expect(list('client_connected')).toMatchObject([
    { client: 'player', team: 'Alpha', unum: 1, version: 19 },
    { client: 'coach', team: 'Alpha' },
    { client: 'trainer', version: 19 },
    { client: 'monitor', version: '4' },
  ]);
  const disconnected = list('client_disconnected').sort((a, b) => a.client.localeCompare(b.client));
  expect(disconnected).toMatchObject([
    { client: 'monitor' },
    { client: 'player', team: 'Alpha', unum: 1, reason: 'bye' },
    { client: 'trainer' },
  ]);
});

test('a silent server prints the result and nothing else', async () => {
  const server = await startTestServer({ rcss: { log_level: 'silent' } });
  await connectPlayer(server, 'Alpha');
  await server.end();
  expect(server.err).toEqual([]);
  expect(server.out.join('\n')).toMatch(/^\nSaving Results:\n/);
  expect(server.out.join('\n')).toContain('Score: 0 - 0');
});

test('at level debug a server also prints the calls of the referee', async () => {
  for (const level of ['debug', 'info']) {
    const server = await startTestServer({ rcss: { log_level: level } });
    const monitor = await connectMonitor(server);
    monitor.send('(dispstart)');
    await waitUntil(() => server.server.match.world.playMode === 'kick_off_l');
    await server.end();
    expect(server.err.includes('Referee at 0: kick_off_l'), level).toBe(level === 'debug');
  }
});

test('unknown log settings are refused with the allowed ones', () => {
  const outcome = loadConfiguration({
    argv: ['rcss::log_format=xml', 'rcss::log_level=loud'],
    env: {},
    files: createMemoryFiles(),
  });
  expect(outcome.output.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      "Error: rcss::log_format: 'xml' is unknown (allowed: text, json).",
      "Error: rcss::log_level: 'loud' is unknown (allowed: silent, error, warn, info, debug).",
    ]),
  );
  expect(outcome.ok).toBe(false);
});
