import { readFileSync } from 'node:fs';
import { createFrame } from '@rcss/core';
import { expect, it } from 'vitest';
import * as frames from './index.js';

it('the example of the README returns what its text says', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.replace(/^import .*$/gm, '');
  const body = `const { ${Object.keys(frames).join(', ')} } = frames;\n${example}\nreturn { copy, marks, time };`;
  const { copy, marks, time } = new Function('frames', 'createFrame', body)(frames, createFrame);
  expect([copy.time, copy.left.score, time]).toEqual([41, 1, 41]);
  expect(marks).toMatchObject([{ kind: 'goal', side: 'l', index: 1, score: [1, 0] }]);
  expect(readme).toContain(`// ${frames.FRAME_BYTES} bytes`);
});
