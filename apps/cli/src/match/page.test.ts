import { expect, test } from 'vitest';
import { createOpenCommand } from './page.js';

test('a link is opened by the command of each system', () => {
  const link = 'http://127.0.0.1:8088/?a=1&b=2';
  expect(createOpenCommand(link, 'linux')).toEqual(['xdg-open', link]);
  expect(createOpenCommand(link, 'darwin')).toEqual(['open', link]);
  expect(createOpenCommand(link, 'win32')).toEqual([
    'cmd.exe',
    '/d',
    '/c',
    'start',
    '""',
    'http://127.0.0.1:8088/?a=1^&b=2',
  ]);
});
