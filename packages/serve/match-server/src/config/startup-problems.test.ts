import { createServerParams, DEFAULT_SERVER_PARAMS, type ServerParams } from '@rcss/params';
import { DEFAULT_EXTENSION_PARAMS } from '@rcss/params/program';
import { expect, it } from 'vitest';
import { findExtensionProblems, findStartupProblems } from './startup-problems.js';

it('a server starts with the defaults and with the JSON log version', () => {
  expect(findStartupProblems(DEFAULT_SERVER_PARAMS)).toEqual([]);
  expect(findStartupProblems(createServerParams({ game_log_version: -1, game_log_compression: -3 }))).toEqual(
    [],
  );
});

it.each<[Partial<ServerParams>, string]>([
  [{ simulator_step: 0 }, 'server::simulator_step: 0 is out of range (1–2147483647 ms)'],
  [{ recv_step: -1 }, 'server::recv_step: -1 is out of range (1–2147483647 ms)'],
  [{ port: 99999 }, 'server::port: 99999 is out of range (0–65535)'],
  [{ olcoach_port: -1 }, 'server::olcoach_port: -1 is out of range (0–65535)'],
  [{ synch_mode: true, synch_offset: 0 }, 'server::synch_offset: 0 is not allowed in synchronous mode'],
  [{ game_log_version: 0 }, 'server::game_log_version: 0 is out of range (1–6, or -1 for JSON)'],
  [{ game_log_version: 7 }, 'server::game_log_version: 7 is out of range (1–6, or -1 for JSON)'],
  [
    { game_log_version: 8, experimental_height: true },
    'server::game_log_version: 8 is out of range (1–7, or -1 for JSON)',
  ],
  [{ '2d_mode': false }, 'server::2d_mode: off needs rcss::experimental_height=on'],
  [{ gravity: -0.1 }, 'server::gravity: -0.1 is out of range (0–1000 m/cycle^2)'],
  [{ ball_bounce_restitution: 1.2 }, 'server::ball_bounce_restitution: 1.2 is out of range (0–1)'],
  [{ game_log_compression: 10 }, 'server::game_log_compression: 10 is out of range (at most 9)'],
  [{ text_log_compression: 10 }, 'server::text_log_compression: 10 is out of range (at most 9)'],
])('%j is refused with the parameter, its value and the range (spec 01 §2.4)', (values, problem) => {
  expect(findStartupProblems({ ...DEFAULT_SERVER_PARAMS, ...values })).toEqual([problem]);
});

it.each([-21, 1])('rcss::priority: %i is refused with the range', (priority) => {
  expect(findExtensionProblems({ ...DEFAULT_EXTENSION_PARAMS, priority })).toEqual([
    `rcss::priority: ${priority} is out of range (-20–0)`,
  ]);
});

it.each([
  [
    { corrections: 'shootout,offside' },
    "rcss::corrections: 'offside' is not a known name (allowed, separated by commas: shootout, foul)",
  ],
  [{ synch_timeout: -1 }, 'rcss::synch_timeout: -1 is out of range (0–2147483647)'],
  [{ synch_max_missed: -1 }, 'rcss::synch_max_missed: -1 is out of range (0–2147483647)'],
])('%j is refused', (values, problem) => {
  expect(findExtensionProblems({ ...DEFAULT_EXTENSION_PARAMS, ...values })).toEqual([problem]);
});
