import { describe, expect, it } from 'vitest';
import {
  formatResultMessage,
  formatResultName,
  formatStart,
  type MatchResult,
  type TeamResult,
} from './match-result.js';

const createTeam = (name: string, score: number, more: Partial<TeamResult> = {}): TeamResult => ({
  name,
  coach: '',
  score,
  penaltyTaken: 0,
  penaltyScored: 0,
  ...more,
});

const createResult = (
  left: TeamResult | null,
  right: TeamResult | null,
  more: Partial<MatchResult> = {},
): MatchResult => ({
  start: new Date(2026, 10, 20, 14, 52, 59),
  left,
  right,
  penalties: false,
  tossWinner: null,
  ...more,
});

describe('RESULT in the names of logs (spec 02 §10)', () => {
  it('no teams, one team, two teams', () => {
    expect(formatResultName(createResult(null, null))).toBe('null-vs-null');
    expect(formatResultName(createResult(createTeam('AA', 0), null))).toBe('AA_0-vs-null');
    expect(formatResultName(createResult(createTeam('HELIOS', 3), createTeam('CYRUS', 1)))).toBe(
      'HELIOS_3-vs-CYRUS_1',
    );
  });

  it('coach, penalties and coin toss', () => {
    const shootout = createResult(
      createTeam('Left', 0, { penaltyTaken: 1, penaltyScored: 0 }),
      createTeam('Right', 0, { coach: 'Coa+ch', penaltyTaken: 2, penaltyScored: 0 }),
      { penalties: true, tossWinner: 'l' },
    );
    expect(formatResultName(shootout)).toBe('Left_0_0w-vs-Right_Coa+ch_0_0');
    expect(formatResultName({ ...shootout, tossWinner: 'r' })).toBe('Left_0_0-vs-Right_Coa+ch_0_0w');
  });

  it('the penalty part appears only after a level score and a kick of both sides', () => {
    const taken = { penaltyTaken: 3, penaltyScored: 2 };
    expect(formatResultName(createResult(createTeam('A', 1, taken), createTeam('B', 1)))).toBe('A_1-vs-B_1');
    expect(formatResultName(createResult(createTeam('A', 1, taken), createTeam('B', 0, taken)))).toBe(
      'A_1-vs-B_0',
    );
    expect(formatResultName(createResult(createTeam('A', 1, taken), createTeam('B', 1, taken)))).toBe(
      'A_1_2-vs-B_1_2',
    );
  });

  it('the result message is cut at 255 characters', () => {
    const long = createResult(createTeam('A', 0, { coach: 'x'.repeat(300) }), null);
    expect(formatResultMessage(long, '202611201452')).toHaveLength(255);
    expect(formatResultMessage(createResult(createTeam('A', 1), createTeam('B', 2)), '202611201452')).toBe(
      '(result 202611201452 A_1-vs-B_2)',
    );
  });

  it('the date is the local start time (spec 02 §9.1)', () => {
    expect(formatStart(createResult(null, null))).toBe('2026-11-20 14:52:59');
  });
});
