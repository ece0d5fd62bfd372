import { describe, it } from 'vitest';
import { fuzzJson, fuzzMessages, fuzzTexts } from '../test/fuzz.js';

describe('in a long run, nothing throws (spec 08 §15)', () => {
  it('on texts', () => fuzzTexts(100_000));
  it('on messages', () => fuzzMessages(20_000));
  it('on JSON', () => fuzzJson(100_000));
});
