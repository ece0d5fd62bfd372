import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeBlocks } from '../../../../scripts/registry-check/readmes.mjs';
import { matchesOutput, readCommands, runTutorial } from './steps.mjs';

describe('output of a command', () => {
  it.each([
    ['a\nb\n', 'a\nb\n', true],
    ['a\nb\n', 'a\n', false],
    ['a b.c\n', 'a … c', false],
    ['a b c\n', 'a … c', true],
    ['1.5\n', '1x5', false],
    ['a\nb\nc\nd\n', 'a\n…\nd', true],
    ['a\nd\n', 'a\n…\nd', true],
    ['a\nb\n', 'b\n…', false],
    ['', '', true],
  ])('%j is %j: %s', (output, expected, matches) => {
    expect(matchesOutput(output, expected)).toBe(matches);
  });

  it('a console block has commands, each with its output', () => {
    expect(readCommands('$ a b\n1\n2\n$ c\n')).toEqual([
      ['a b', '1\n2\n'],
      ['c', ''],
    ]);
  });
});

describe('steps of a tutorial', () => {
  let project;
  beforeEach(() => {
    project = { cwd: mkdtempSync(join(tmpdir(), 'rcss-tutorial-')), env: {} };
  });
  afterEach(() => rmSync(project.cwd, { recursive: true }));

  const runText = (text) => runTutorial(codeBlocks(text), project);

  it('files are written, scripts can be started, and the output is compared', async () => {
    const file = '<!-- file: x.sh -->\n\n```sh\n#!/bin/sh\necho "1 $1"\n```\n';
    expect(await runText(`${file}\n\`\`\`console\n$ ./x.sh 2\n1 2\n\`\`\`\n`)).toBe(2);
    await expect(runText(`${file}\n\`\`\`console\n$ ./x.sh 2\n1 3\n\`\`\`\n`)).rejects.toThrow(
      /line 8: \.\/x\.sh 2\nprinted:\n1 2/,
    );
  });

  it('a command that fails and a block that is neither file nor command are reported', async () => {
    await expect(runText('```sh\nfalse\ntrue\n```\n')).rejects.toThrow(/line 1: Ended with 1/);
    await expect(runText('```py\nprint(1)\n```\n')).rejects.toThrow(
      /a block of language py is neither a file/,
    );
    expect(await runText('<!-- not run: x -->\n\n```sh\ntouch x\n```\n\n```text\ny\n```\n')).toBe(0);
    expect(existsSync(join(project.cwd, 'x'))).toBe(false);
  });
});

it('every tutorial has files and commands', () => {
  const folder = new URL('../../../../docs/learn/tutorials/', import.meta.url);
  for (const name of readdirSync(folder)) {
    const blocks = codeBlocks(readFileSync(new URL(name, folder), 'utf8'));
    expect([name, blocks.some(({ language }) => language === 'console')]).toEqual([name, true]);
  }
});
