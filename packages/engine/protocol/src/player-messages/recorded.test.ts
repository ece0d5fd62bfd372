import { describe, expect, it } from 'vitest';
import { RECORDED_TEAMS, type RecordedMessages } from '../../test/from-message.js';
import { reencodePlayerMessage } from '../../test/reencode.js';
import recorded from '../../testdata/player-messages.json' with { type: 'json' };
import { createPlayerEncoding } from '../entries/player.js';
import { decodePlayerMessage } from '../index.js';

describe('messages of the reference server decode and encode to the same bytes (spec 03 §10, §13.36, §13.37, §13.38, §13.39)', () => {
  for (const { version, side, fixed, messages } of recorded as readonly RecordedMessages[]) {
    it(`version ${version}, ${side}${fixed ? ', fixed names (spec 03 §13.43)' : ''}`, () => {
      const { left, right } = RECORDED_TEAMS;
      const names = fixed ? { left, right, fixedLeft: 'East', fixedRight: 'West' } : { left, right };
      const encoding = createPlayerEncoding(version, side, names);
      for (const text of messages) {
        const decoded = decodePlayerMessage(new TextEncoder().encode(`${text}\0`));
        expect(decoded.ok, text).toBe(true);
        if (decoded.ok)
          expect(reencodePlayerMessage(decoded.value, encoding, RECORDED_TEAMS.leftShown)).toBe(`${text}\0`);
      }
    });
  }
});
