import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chooseTeam, formatCommand } from './index.js';

test('the example of the README gives the command that it states', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const code = /```ts\n(import [^\n]*'@rcss\/kit\/match-runner';\n[\s\S]*?)```/.exec(readme)![1]!;
  const stated = /formatCommand\(command\); \/\/ '(.*)'/.exec(code)![1];
  const template = /chooseTeam\('(.*?)', '(.*?)'\)/.exec(code)!;
  const team = chooseTeam(template[1]!, template[2]!);
  const address = { host: '127.0.0.1', port: 6000, coachPort: 6001, olcoachPort: 6002, team: 'Reds' };
  expect(formatCommand(team.start(address))).toBe(stated);
});
