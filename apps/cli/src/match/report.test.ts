import { EXIT } from '@rcss/kit/command-line';
import type { SoccerServer } from '@rcss/match-server';
import { createDocumentSpec, type MatchEnd } from '@rcss/simulator';
import { expect, test } from 'vitest';
import type { MatchPlan } from './options.js';
import { createQuickReport, formatReport, type QuickMatchOutcome } from './report.js';

const team = { name: 'A', score: 1, penaltyTaken: 0, penaltyScored: 0 };
const SERVER = {
  match: { world: { playMode: 'time_over', time: 10, left: team, right: team } },
  fault: null,
  logPaths: { gameLog: '/logs/a.rcg' },
  refereeCommands: [],
} as unknown as SoccerServer;
const spec = createDocumentSpec({ version: 1, seed: 1 });
const PLAN = { spec, teams: null } as unknown as MatchPlan;
const OUTCOME: QuickMatchOutcome = {
  end: {
    score: { left: 1, right: 1 },
    players: { left: 11, right: 11 },
    time: 10,
    penalties: null,
    end: { condition: 'rules', message: 'the time is over' },
    forfeit: null,
  } as MatchEnd,
  isBoxed: true,
  sizes: { left: 11, right: 11 },
  logs: {},
  serverLog: '/logs/server.log',
  seconds: 1,
  problems: [],
  fileProblems: [],
  recording: null,
  interrupted: null,
};

test('incomplete logs are listed in the report, and give an exit code of their own', () => {
  const problem = 'could not write to "/logs/server.log": ENOSPC: no space left on device, write';
  const report = createQuickReport(PLAN, SERVER, { ...OUTCOME, fileProblems: [problem] });
  expect(report.fileProblems).toEqual([problem]);
  expect(report.exitCode).toBe(EXIT.filesMissing);
  expect(formatReport(report, 10)).toContain(`\nNot all files of the match are complete:\n  ${problem}\n`);
});

test('complete logs are not mentioned', () => {
  const report = createQuickReport(PLAN, SERVER, OUTCOME);
  expect([report.fileProblems, report.exitCode]).toEqual([[], EXIT.ok]);
  expect(formatReport(report, 10)).not.toContain('complete:');
});

test.each(['left', 'both'] as const)(
  'where the left team is missing, the right one is not named as left: %s',
  (side) => {
    const world = {
      playMode: 'before_kick_off',
      time: 0,
      left: team,
      right: { ...team, name: '', score: 0 },
    };
    const server = { ...SERVER, match: { world } } as unknown as SoccerServer;
    const end = {
      ...OUTCOME.end,
      forfeit: { side, cause: 'it did not connect' },
      players: { left: 5, right: 0 },
    };
    const { left, right } = createQuickReport(PLAN, server, { ...OUTCOME, end });
    expect(left).toMatchObject({ name: '', players: 0 });
    expect(right).toMatchObject({ name: 'A', players: 5 });
  },
);
