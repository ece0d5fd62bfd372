import { expect, test } from 'vitest';
import { exitStatusOf, npxCommand, pathVariable, treeKill, withFolderOnPath } from './platform.mjs';

test('search path: on Windows the variable is changed in the spelling that it has', () => {
  const env = { Path: 'C:\\Windows', OTHER: '1' };
  expect(pathVariable(env, 'win32')).toBe('Path');
  expect(withFolderOnPath(env, 'C:\\my clone\\bin', 'win32')).toEqual({
    Path: 'C:\\my clone\\bin;C:\\Windows',
    OTHER: '1',
  });
});

test('search path: other systems have PATH, separated by colons', () => {
  const env = { Path: 'unrelated', PATH: '/usr/bin' };
  expect(withFolderOnPath(env, '/my clone/bin', 'linux')).toEqual({
    Path: 'unrelated',
    PATH: '/my clone/bin:/usr/bin',
  });
});

test('search path: an empty one becomes the folder alone', () => {
  expect(withFolderOnPath({}, '/bin', 'darwin')).toEqual({ PATH: '/bin' });
  expect(withFolderOnPath({ PATH: '' }, '/bin', 'linux')).toEqual({ PATH: '/bin' });
});

const nothing = () => false;

test('npx: the script beside the npm that runs this command comes first, without a shell', () => {
  const command = npxCommand(
    { npm_execpath: '/opt/npm/bin/npm-cli.js' },
    { platform: 'linux', execPath: '/usr/bin/node', exists: () => true },
  );
  expect(command).toEqual({ file: '/usr/bin/node', args: ['/opt/npm/bin/npx-cli.js'], shell: false });
});

test('npx: the script of another package manager is not taken for npm', () => {
  const seen = [];
  npxCommand(
    { npm_execpath: '/opt/pnpm/bin/pnpm.cjs' },
    {
      platform: 'linux',
      execPath: '/usr/bin/node',
      exists: (path) => {
        seen.push(path);
        return false;
      },
    },
  );
  expect(seen).toEqual([
    '/usr/bin/node_modules/npm/bin/npx-cli.js',
    '/usr/lib/node_modules/npm/bin/npx-cli.js',
  ]);
});

test('npx: on Windows the script beside Node is run by Node, so that a path with blanks needs no quotes', () => {
  const execPath = 'C:\\Program Files\\nodejs\\node.exe';
  const script = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npx-cli.js';
  const command = npxCommand({}, { platform: 'win32', execPath, exists: (path) => path === script });
  expect(command).toEqual({ file: execPath, args: [script], shell: false });
});

test('npx: without a script the program on the search path is used; on Windows a .cmd file needs a shell', () => {
  const node = { execPath: '/usr/bin/node', exists: nothing };
  expect(npxCommand({}, { ...node, platform: 'linux' })).toEqual({ file: 'npx', args: [], shell: false });
  expect(npxCommand({}, { ...node, platform: 'win32' })).toEqual({ file: 'npx.cmd', args: [], shell: true });
});

test('ending a tree: a signal to the process group, or taskkill on Windows', () => {
  expect(treeKill(77, 'SIGINT', 'linux')).toEqual({ kill: [-77, 'SIGINT'] });
  expect(treeKill(77, 'SIGINT', 'darwin')).toEqual({ kill: [-77, 'SIGINT'] });
  expect(treeKill(77, 'SIGINT', 'win32')).toEqual({ command: ['taskkill', '/pid', '77', '/t', '/f'] });
});

test('exit status: 128 plus the number of the signal', () => {
  expect(exitStatusOf('SIGINT')).toBe(130);
  expect(exitStatusOf('SIGTERM')).toBe(143);
  expect(exitStatusOf('SIGKILL')).toBe(1);
});
