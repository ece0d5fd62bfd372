import { expect, it } from 'vitest';
import { readCodeFile } from './files.js';

it('the code of a file is its text', async () => {
  expect(await readCodeFile(new File(['const ä = "☃";\n'], 'team.ts'))).toBe('const ä = "☃";\n');
});

it('a file that is not text or too large is refused with its name', async () => {
  await expect(readCodeFile(new File([new Uint8Array([0xff, 0xfe, 0])], 'match.rcg'))).rejects.toThrow(
    'match.rcg is not text in UTF-8',
  );
  await expect(readCodeFile(new File(['a'.repeat(262_145)], 'large.ts'))).rejects.toThrow(
    'large.ts has 262145 bytes; at most 262144 are opened',
  );
});
