import { readFileSync } from 'node:fs';
import * as core from '@rcss/core';
import { expect, it } from 'vitest';
import * as coach from '../src/coach.js';
import * as client from '../src/index.js';
import * as monitor from '../src/monitor.js';
import * as player from '../src/player.js';

const protocol = { ...client, ...player, ...coach, ...monitor };

it('the README example about coaches and monitors has the documented results', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const script = /online coaches, monitors\n\n```ts\n([\s\S]*?)```/
    .exec(readme)![1]!
    .replace(/import \{([^}]*)\} from '@rcss\/(\w+)(?:\/\w+)?';/g, 'const {$1} = $2;');
  const run = new Function('core', 'protocol', `${script}\nreturn { move, refused, record };`);
  expect(run(core, protocol)).toMatchObject({
    move: { value: { type: 'move_ball', to: { x: 10, y: -5 } } },
    refused: { error: { code: 'unknown_command' } },
    record: { value: { type: 'show', frame: { time: 7, playMode: 'play_on' }, players: 22 } },
  });
});
