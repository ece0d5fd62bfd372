import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTeamLog } from './team-log.js';

const CLIP = new Uint8Array(readFileSync(new URL('../../testdata/clips/14.rcg.gz', import.meta.url)));

describe('a game log for a question about one team', () => {
  it('has the side of the team', () => {
    const left = readTeamLog(CLIP, 'WE');
    const right = readTeamLog(CLIP, 'helios2');
    expect([left.side, right.side].sort()).toEqual(['l', 'r']);
  });

  it('an unknown team is an error with both names', () => {
    expect(() => readTeamLog(CLIP, 'Base')).toThrow(
      /^team 'Base': the teams are '\w+' \(left\) and '\w+' \(right\); give one of these names$/,
    );
  });

  it('a file that is cut off or is not a log is an error with the place', () => {
    expect(() => readTeamLog(CLIP.slice(0, CLIP.length >> 1), 'WE')).toThrow(
      /^damaged at byte \d+: .+; give a complete log$/,
    );
    expect(() => readTeamLog(new TextEncoder().encode('no log'), 'WE')).toThrow(/^damaged at byte 0: /);
    expect(() => readTeamLog(new Uint8Array(), 'WE')).toThrow(/^damaged at byte 0: the file has 0 bytes/);
    expect(() => readTeamLog(new TextEncoder().encode('ULG5\n'), 'WE')).toThrow(
      'the file has no positions; give the game log of a match (.rcg, .rcg.gz)',
    );
  });
});
