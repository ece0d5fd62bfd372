import { readFileSync } from 'node:fs';
import * as coreRoot from '@rcss/core';
import * as random from '@rcss/core/random';
import * as params from '@rcss/params';
import { expect, it } from 'vitest';
import { formatSixDigits } from '../test/field.js';
import type { Interception } from './entries/predict.js';
import * as physics from './index.js';

it('the example of the README has the values that the README states (spec 05 §5.3, §6.7, §18.2)', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const script = example
    .replace(/^import \{([^}]*)\} from '@rcss\/(\w+)(?:\/\w+)?';$/gm, 'const {$1} = $2Library;')
    .replace(']!;', '];');
  const run = new Function(
    'coreLibrary',
    'paramsLibrary',
    'physicsLibrary',
    `${script}\nreturn { meeting, run };`,
  ) as (...libraries: unknown[]) => { meeting: Interception; run: { x: number; stamina: number } };
  const result = run({ ...coreRoot, ...random }, params, physics);
  const { x, stamina } = result.run;
  expect(readme).toContain(`\`meeting.cycles\` is ${result.meeting.cycles} and`);
  expect(readme).toContain(
    `\`run\` is \`{ x: ${formatSixDigits(x)}, stamina: ${formatSixDigits(stamina)} }\``,
  );
});
