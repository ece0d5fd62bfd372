import { describe, expect, it } from 'vitest';
import { decodePlayerMessage } from '../src/index.js';
import { createPlayerEncoding } from '../src/player.js';
import recorded from '../testdata/player-messages.json' with { type: 'json' };
import { again } from './again.js';
import { RECORDED_TEAMS, type RecordedMessages } from './from-message.js';

describe('messages of the reference server decode and encode to the same bytes (spec 03 §10, §13.36, §13.37, §13.38, §13.39)', () => {
  for (const { version, side, fixed, messages } of recorded as readonly RecordedMessages[]) {
    it(`version ${version}, ${side}${fixed ? ', fixed names (spec 03 §13.43)' : ''}`, () => {
      const { left, right } = RECORDED_TEAMS;
      const names = fixed ? { left, right, fixedLeft: 'East', fixedRight: 'West' } : { left, right };
      const encoding = createPlayerEncoding(version, side, names);
      for (const text of messages) {
        const decoded = decodePlayerMessage(new TextEncoder().encode(`${text}\0`));
        expect(decoded.ok, text).toBe(true);
        if (decoded.ok) expect(again(decoded.value, encoding, RECORDED_TEAMS.leftShown)).toBe(`${text}\0`);
      }
    });
  }
});
