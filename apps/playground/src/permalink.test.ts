import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFragment, encodeFragment, MAX_SHARED_BYTES } from './permalink.js';

describe('links', () => {
  it('hold code, seed, number of cycles, lesson and opponents', async () => {
    const match = fc.record(
      {
        code: fc.string({ unit: 'binary' }),
        seed: fc.integer({ min: 0, max: 2 ** 31 }),
        cycles: fc.integer({ min: 0, max: 6000 }),
        lesson: fc.string(),
        opponents: fc.constant('base' as const),
      },
      { requiredKeys: ['code', 'seed', 'cycles'] },
    );
    await fc.assert(
      fc.asyncProperty(match, async (shared) => {
        const fragment = await encodeFragment(shared);
        expect(fragment).toMatch(/^1[\w-]*$/);
        expect(await decodeFragment(fragment)).toEqual(shared);
      }),
      { numRuns: 30 },
    );
  });

  it('that are cut, changed or of another version are refused', async () => {
    const fragment = await encodeFragment({ code: 'export default 1;'.repeat(20), seed: 1, cycles: 100 });
    await expect(decodeFragment(fragment.slice(0, -4))).rejects.toThrow('the link is damaged');
    await expect(decodeFragment('1%%')).rejects.toThrow('the link is damaged');
    await expect(decodeFragment(`2${fragment.slice(1)}`)).rejects.toThrow('begin with "1"');
  });

  it('with values out of range are refused', async () => {
    const fragment = await encodeFragment({ code: '', seed: -1, cycles: 100 });
    await expect(decodeFragment(fragment)).rejects.toThrow('seed (0 to 2147483648)');
  });

  it('that unpack to too much text are refused', async () => {
    const fragment = await encodeFragment({ code: 'a'.repeat(MAX_SHARED_BYTES), seed: 1, cycles: 100 });
    expect(fragment.length).toBeLessThan(2000);
    await expect(decodeFragment(fragment)).rejects.toThrow(`more than ${MAX_SHARED_BYTES} bytes`);
  });
});
