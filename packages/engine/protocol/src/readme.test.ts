import { readFileSync } from 'node:fs';
import * as root from '@rcss/core';
import * as observation from '@rcss/core/observation';
import * as sexp from '@rcss/sexp';
import { expect, it } from 'vitest';
import * as coach from './entries/coach.js';
import * as monitor from './entries/monitor.js';
import * as player from './entries/player.js';
import * as client from './index.js';

const core = { ...root, ...observation };
const protocol = { ...client, ...player, ...coach, ...monitor };
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const script = /```ts\n([\s\S]*?)```/
  .exec(readme)![1]!
  .replace(/import \{([^}]*)\} from '@rcss\/(\w+)(?:\/\w+)?';/g, 'const {$1} = $2;')
  .replace(': string[]', '');

/** Runs the example and returns the values of the named variables. */
function run(names: string): unknown {
  return new Function('core', 'protocol', 'sexp', `${script}\nreturn { ${names} };`)(core, protocol, sexp);
}

it('the README example about players has the documented results', () => {
  expect(run('request, commands, isWellFormed, message')).toMatchObject({
    request: { value: { kind: 'init', team: 'Alpha', version: 13, goalie: false } },
    commands: ['turn', 'say'],
    isWellFormed: false,
    message: { value: { type: 'sense_body', time: 7, stamina: 8000, capacity: 0, foul: null } },
  });
});

it('the README example about coaches and monitors has the documented results', () => {
  expect(run('move, refused, record')).toMatchObject({
    move: { value: { type: 'move_ball', to: { x: 10, y: -5 } } },
    refused: { error: { code: 'unknown_command' } },
    record: { value: { type: 'show', frame: { time: 7, playMode: 'play_on' }, players: 22 } },
  });
});
