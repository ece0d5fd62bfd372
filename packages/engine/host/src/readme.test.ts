import { readFileSync } from 'node:fs';
import * as params from '@rcss/params';
import * as simulator from '@rcss/simulator';
import { expect, it } from 'vitest';
import * as host from './index.js';

it('the example of the README gives the messages that the README states', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const script = example.replace(/^import \{([^}]*)\} from '@rcss\/(\w+)';$/gm, 'const {$1} = $2Library;');
  const run = new Function(
    'hostLibrary',
    'paramsLibrary',
    'simulatorLibrary',
    `${script}\nreturn received;`,
  ) as (...libraries: unknown[]) => string[];
  const received = run(host, params, simulator);
  expect(readme).toContain(`\`${received[0]!.replace('\0', '')}\``);
  expect(received.at(-1)).toMatch(/^\(sense_body 0 /);
  expect(readme).toContain('`(sense_body 0 `');
});
