import { describe, expect, it } from 'vitest';
import { reencodeCoachMessage } from '../../test/reencode-coach.js';
import recorded from '../../testdata/coach-messages.json' with { type: 'json' };
import { decodeCoachMessage } from '../index.js';

interface Group {
  readonly role: 'trainer' | 'coach';
  readonly version: number;
  readonly messages: readonly string[];
}

// Recorded messages of the original server: handshakes, commands and coach language.
describe('recorded messages decode and encode to the same bytes (spec 07 §5, §11 to §13, checklist 11, 17, 24, 30, 32, 34)', () => {
  it.each((recorded as Group[]).map((group, i) => [i, group.role, group.version, group] as const))(
    'group %d: %s, version %d',
    (_, role, version, { messages }) => {
      expect(messages.length).toBeGreaterThan(0);
      for (const text of messages) {
        const message = decodeCoachMessage(`${text}\0`);
        if (!message.ok) throw new Error(`${message.error.message} in ${text}`);
        expect(reencodeCoachMessage(message.value, role, version)).toBe(`${text}\0`);
      }
    },
  );
});
