import { expect, test } from 'vitest';
import type { LoadedTeam } from '../documents/load-teams.js';
import { findCheckProblems, formatCheck, NOTHING_MEASURED, type TeamMeasurement } from './team-check.js';

const TEAM: LoadedTeam = {
  name: 'Reds',
  version: '7',
  team: { name: 'Reds', start: '/reds/start.sh' },
  limits: { memoryMb: 1000 },
};
const REQUEST = { team: TEAM, clock: 'real-time' } as const;

const GOOD: TeamMeasurement = {
  ...NOTHING_MEASURED,
  startSeconds: 0.42,
  players: Array.from({ length: 11 }, (_, i) => ({ unum: i + 1, isGoalie: i === 0, version: 18 })),
  coachVersion: 18,
  name: 'Reds',
  cycles: 200,
  playCycles: 100,
  times: { medianMs: 12, p95Ms: 20, maxMs: 48.2 },
  missedCount: 3,
  memoryMb: 412,
  processCount: 13,
  processors: 0.6,
};

function find(changes: Partial<TeamMeasurement>): string[] {
  return findCheckProblems(REQUEST, { ...GOOD, ...changes }).map(
    ({ level, message }) => `${level}: ${message}`,
  );
}

test('a team that does everything has no findings; the lines say what was measured', () => {
  expect(find({})).toEqual([]);
  expect(formatCheck(REQUEST, GOOD, [])).toEqual([
    'Reds, version 7',
    '  start    first player after 0.4 s',
    '  players  11 of 11, goalie 1, protocol version 18',
    '  coach    protocol version 18',
    '  cycles   200 in real time',
    '  commands none in 0.3 % of the cycles of play; 0 too many',
    '  time     median 12 ms, 95 % within 20 ms, at most 48 ms from sense_body to the command',
    '  memory   412 MB in 13 processes',
    '  load     0.60 processors',
    'Reds is ready to play.',
  ]);
});

test.each<[Partial<TeamMeasurement>, string]>([
  [{ players: GOOD.players.slice(0, 7) }, 'error: 7 of 11 players connected'],
  [{ failure: 'Reds left the match at cycle 3' }, 'error: Reds left the match at cycle 3'],
  [
    { players: GOOD.players.map((player) => ({ ...player, isGoalie: false })) },
    'warning: no player is the goalie: none connected with (goalie)',
  ],
  [
    { players: GOOD.players.map((player, i) => ({ ...player, version: i === 0 ? 15 : 18 })) },
    'warning: players have different protocol versions: 15, 18',
  ],
  [
    { missedCount: 550 },
    'warning: no body command in 50.0 % of the cycles of play: players wait on purpose, or their commands come too late',
  ],
  [
    { name: 'Blues' },
    "warning: the team has connected as 'Blues', not as 'Reds': its start command does not use the name that it gets (the argument TEAM, {team} or RCSS_TEAM). Teams with the same name cannot play each other",
  ],
  [
    { surplusCount: 50 },
    'warning: 50 commands too many: of several commands of one kind in a cycle, one counts',
  ],
  [
    { times: { medianMs: 60, p95Ms: 84, maxMs: 99 } },
    'warning: 95 % of the commands come within 84 ms; a cycle has 100 ms, and a slower machine loses cycles',
  ],
  [{ memoryMb: 900 }, 'warning: used 900 MB of memory; limits.memoryMb allows 1000 MB'],
  [{ warnings: ['something'] }, 'warning: something'],
])('a finding for %j', (changes, expected) => {
  expect(find(changes)).toEqual([expected]);
});

test('players that wait for the ball are not reported, and in synchronous mode no player is too late', () => {
  expect(find({ missedCount: 200 })).toEqual([]);
  const synchronous = { ...REQUEST, clock: 'synchronous' } as const;
  expect(findCheckProblems(synchronous, { ...GOOD, missedCount: 550 })).toEqual([]);
});

test('one process is written in the singular', () => {
  expect(formatCheck(REQUEST, { ...GOOD, processCount: 1 }, [])).toContain('  memory   412 MB in 1 process');
});

test('a missing (done) is an error in synchronous mode', () => {
  const findings = findCheckProblems(
    { ...REQUEST, clock: 'synchronous' },
    { ...GOOD, missedDoneCount: 4, times: { medianMs: 300, p95Ms: 400, maxMs: 500 } },
  );
  expect(findings).toEqual([
    { level: 'error', message: 'players did not answer with (done) in time, 4 times' },
  ]);
  expect(formatCheck(REQUEST, GOOD, findings).at(-1)).toBe('Reds is not ready to play.');
});

test('a team of which no player moves is not ready; a short match says nothing', () => {
  expect(find({ dashCount: 0 })).toEqual([
    expect.stringMatching(
      /^error: no player moved in 200 cycles: .*accept only their own team name \(they get 'Reds'\)$/,
    ),
  ]);
  for (const changes of [{ dashCount: 1 }, { dashCount: 0, cycles: 99 }, { dashCount: null }])
    expect(find(changes)).toEqual([]);
  expect(find({ hints: ['line 3 ends with a carriage return'] })).toEqual([
    'warning: line 3 ends with a carriage return',
  ]);
});
