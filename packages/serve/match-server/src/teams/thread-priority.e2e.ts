import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createShellArguments,
  raisePriority,
  raiseSessionPriority,
  raiseThreadPriorities,
} from './thread-priority.js';

const initial = getPriority();
const canRaise = isPermitted(-5);

function isPermitted(niceValue: number): boolean {
  try {
    setPriority(niceValue);
    setPriority(initial);
    return true;
  } catch {
    return false;
  }
}

afterEach(() => {
  if (!canRaise) return;
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) setPriority(thread, initial);
});

test.skipIf(!canRaise)(
  'raisePriority: the priority is raised, but never lowered [needs administrator rights]',
  () => {
    expect(raisePriority(-5)).toBeNull();
    expect(getPriority()).toBe(-5);
    expect(raisePriority(-1)).toBeNull();
    expect(getPriority()).toBe(-5);
  },
);

test.skipIf(!canRaise || process.platform !== 'linux')(
  'raisePriority: the helper threads of the engine get the priority too [needs administrator rights]',
  () => {
    raisePriority(-5);
    const threads = readdirSync('/proc/self/task').map(Number);
    expect(threads.length).toBeGreaterThan(4);
    expect(new Set(threads.map((thread) => getPriority(thread)))).toEqual(new Set([-5]));
  },
);

test.skipIf(canRaise)(
  'raisePriority: a refusal is returned with its code [needs a user without rights]',
  () => {
    expect(['EACCES', 'EPERM']).toContain(raisePriority(-20));
    expect(getPriority()).toBe(initial);
  },
);

test.skipIf(process.platform !== 'linux')('raiseThreadPriorities: a thread that has ended is skipped', () => {
  const ended = spawnSync('true').pid;
  expect(raiseThreadPriorities([ended], -20)).toBeNull();
});

test.skipIf(!canRaise || process.platform !== 'linux')(
  'raiseThreadPriorities: threads after one that has ended are raised [needs administrator rights]',
  () => {
    const ended = spawnSync('true').pid;
    expect(raiseThreadPriorities([ended, 0], -5)).toBeNull();
    expect(getPriority()).toBe(-5);
  },
);

test.skipIf(!canRaise || process.platform !== 'linux')(
  'createShellArguments: the command runs at normal priority, the caller keeps its own [needs administrator rights]',
  () => {
    raisePriority(-5);
    const run = (command: string, env = process.env) =>
      spawnSync('/bin/sh', createShellArguments(command), { encoding: 'utf8', env });
    const child = run(`nice; echo "it's" $$; exit 3`);
    expect(child.stdout).toBe(`0\nit's ${child.pid}\n`);
    expect(child.status).toBe(3);
    expect(getPriority()).toBe(-5);
    // Without `nice` in the path, the command still runs.
    expect(run('echo $0', { PATH: '/nowhere' }).stdout).toBe('/bin/sh\n');
  },
);

test.skipIf(initial < 0)('createShellArguments: at normal priority the command is unchanged', () => {
  expect(createShellArguments('./start.sh')).toEqual(['-c', './start.sh']);
});

/** The file is empty for a process that was started while Linux did not make groups. */
function hasAutogroup(): boolean {
  try {
    return readFileSync('/proc/self/autogroup', 'latin1').includes(' nice ');
  } catch {
    return false;
  }
}

describe('raiseSessionPriority', () => {
  const folders: string[] = [];

  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  function createFiles(enabled: string, group: string) {
    const folder = mkdtempSync(join(tmpdir(), 'rcss-priority-'));
    folders.push(folder);
    const files = { enabled: join(folder, 'enabled'), group: join(folder, 'group') };
    writeFileSync(files.enabled, enabled);
    writeFileSync(files.group, group);
    return { files, readGroup: () => readFileSync(files.group, 'latin1') };
  }

  test('the nice value is written and can be restored', () => {
    const { files, readGroup } = createFiles('1\n', '/autogroup-25 nice 3\n');
    const restore = raiseSessionPriority(-10, files);
    expect(readGroup()).toBe('-10');
    restore();
    expect(readGroup()).toBe('3');
  });

  test.each([
    ['groups that are not in use', '0\n', '/autogroup-25 nice 0\n'],
    ['a session of a higher priority', '1\n', '/autogroup-25 nice -11\n'],
    ['a session of the same priority', '1\n', '/autogroup-25 nice -10\n'],
    ['a file of another form', '1\n', '/\n'],
    ['a process without a group', '1\n', ''],
  ])('%s: nothing is written', (_title, enabled, group) => {
    const { files, readGroup } = createFiles(enabled, group);
    raiseSessionPriority(-10, files)();
    expect(readGroup()).toBe(group);
  });

  test('a system without the files is left alone', () => {
    const { files, readGroup } = createFiles('1\n', '/autogroup-25 nice 0\n');
    rmSync(files.enabled);
    raiseSessionPriority(-10, files)();
    expect(readGroup()).toBe('/autogroup-25 nice 0\n');
    writeFileSync(files.enabled, '1');
    rmSync(files.group);
    raiseSessionPriority(-10, { ...files, group: join(files.group, 'nice') })();
    expect(existsSync(files.group)).toBe(false);
  });

  test('a session that cannot be restored does not throw', () => {
    const { files } = createFiles('1\n', '/autogroup-25 nice 0\n');
    const restore = raiseSessionPriority(-10, files);
    rmSync(dirname(files.group), { recursive: true });
    expect(restore).not.toThrow();
    folders.length = 0;
  });

  test.skipIf(!canRaise || !hasAutogroup())(
    'Linux accepts the value for the session of this process [needs administrator rights and a session with a group]',
    () => {
      const { files } = createFiles('1\n', '');
      const readNice = () => Number(readFileSync('/proc/self/autogroup', 'latin1').split(' nice ')[1]);
      const former = readNice();
      const restore = raiseSessionPriority(-20, { ...files, group: '/proc/self/autogroup' });
      expect(readNice()).toBe(-20);
      restore();
      expect(readNice()).toBe(former);
    },
  );

  test.skipIf(!canRaise)(
    'raisePriority raises the session until the process exits [needs administrator rights]',
    () => {
      const { files, readGroup } = createFiles('1\n', '/autogroup-25 nice 0\n');
      expect(raisePriority(-5, files)).toBeNull();
      expect(readGroup()).toBe('-5');
      const onExit = process.listeners('exit').at(-1) as () => void;
      process.off('exit', onExit);
      onExit();
      expect(readGroup()).toBe('0');
    },
  );

  test.skipIf(canRaise)(
    'raisePriority: after a refusal the session stays [needs a user without rights]',
    () => {
      const { files, readGroup } = createFiles('1\n', '/autogroup-25 nice 0\n');
      expect(raisePriority(-20, files)).not.toBeNull();
      expect(readGroup()).toBe('/autogroup-25 nice 0\n');
    },
  );
});
