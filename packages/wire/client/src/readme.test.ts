import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as client from './index.js';

/** The examples of the README, without their imports. */
const examples = [
  ...readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, code]) => code!.replace(/^import [\s\S]*?;$/gm, ''));

it('runs the example of the README without a network', () => {
  const code = examples[0]!;
  const sent: string[] = [];
  new Function('sent', ...Object.keys(client), code)(sent, ...Object.values(client));
  expect(sent).toEqual(['(init Alpha (version 19))', '(dash 100)(done)']);
});
