import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runRcss } from './rcss.js';
import { SUBCOMMANDS } from './subcommands.js';

let text = { out: '', err: '' };
const output = {
  out: (part: string) => {
    text.out += part;
  },
  err: (part: string) => {
    text.err += part;
  },
};

beforeEach(() => {
  text = { out: '', err: '' };
  // Programs of the other apps print to the process.
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    text.out += part;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
    text.err += part;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('rcss', () => {
  test('--help lists every subcommand, examples and exit codes', async () => {
    expect(await runRcss(['--help'], output)).toBe(0);
    for (const { name, summary } of SUBCOMMANDS)
      expect(text.out).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'));
    expect(text.out).toContain('rcss match --left ./myteam/start.sh --right demo');
    expect(text.out).toContain('130  interrupted by Ctrl-C');
  });

  test('--version prints the version of the package', async () => {
    expect(await runRcss(['--version'], output)).toBe(0);
    expect(text.out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('an unknown subcommand suggests the nearest one', async () => {
    expect(await runRcss(['mach'], output)).toBe(2);
    expect(text.err).toContain("unknown command 'mach'");
    expect(text.err).toContain('Did you mean match?');
  });

  test('help of an unknown subcommand suggests the nearest one', async () => {
    expect(await runRcss(['help', 'wach'], output)).toBe(2);
    expect(text.err).toContain('Did you mean watch?');
  });

  test('without arguments prints the help as an error', async () => {
    expect(await runRcss([], output)).toBe(2);
    expect(text.err).toContain('Commands:');
  });
});

test('the README has a row for each subcommand, in the order of the help', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = Array.from(readme.matchAll(/^\| `rcss ([a-z]+)[^`]*` \|/gm), ([, name]) => name);
  expect(rows).toEqual([...SUBCOMMANDS.map(({ name }) => name), 'completion']);
});

describe.each([...SUBCOMMANDS.map(({ name }) => name), 'completion'])('rcss %s', (name) => {
  test('--help exits with 0 and shows usage with its name, and examples', async () => {
    expect(await runRcss([name, '--help'])).toBe(0);
    expect(text.out).toContain(`Usage: rcss ${name}`);
    expect(text.out).toContain('Examples:');
  });

  test('rcss help shows the same', async () => {
    expect(await runRcss([name, '--help'])).toBe(0);
    const help = text.out;
    text.out = '';
    expect(await runRcss(['help', name])).toBe(0);
    expect(text.out).toBe(help);
  });
});

test('rcss help shows the help of a verb', async () => {
  expect(await runRcss(['help', 'clang', 'check'])).toBe(0);
  expect(text.out).toContain('--no-warnings');
});

test.each(['match', 'watch'])('the section Teams of the help of %s has at most 80 columns', async (name) => {
  expect(await runRcss([name, '--help'])).toBe(0);
  const section = text.out.slice(text.out.indexOf('Teams:')).split('\n');
  expect(section.filter((line) => line.length > 80)).toEqual([]);
});
