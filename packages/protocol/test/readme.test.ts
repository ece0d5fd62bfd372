import { readFileSync } from 'node:fs';
import * as core from '@rcss/core/observation';
import * as sexp from '@rcss/sexp';
import { expect, it } from 'vitest';
import * as coach from '../src/coach.js';
import * as client from '../src/index.js';
import * as monitor from '../src/monitor.js';
import * as player from '../src/player.js';

const protocol = { ...client, ...player, ...coach, ...monitor };

it('the README example has the documented results', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const script = /```ts\n([\s\S]*?)```/
    .exec(readme)![1]!
    .replace(/import \{([^}]*)\} from '@rcss\/(\w+)(?:\/\w+)?';/g, 'const {$1} = $2;')
    .replace(': string[]', '');
  const run = new Function(
    'core',
    'protocol',
    'sexp',
    `${script}\nreturn { request, commands, good, message };`,
  );
  expect(run(core, protocol, sexp)).toMatchObject({
    request: { value: { kind: 'init', team: 'Alpha', version: 13, goalie: false } },
    commands: ['turn', 'say'],
    good: false,
    message: { value: { type: 'sense_body', time: 7, stamina: 8000, capacity: 0, foul: null } },
  });
});
