// cspell:ignore roff Brcss
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { escapeRoff, formatManPage } from './format.mjs';

// The library of the packages; the workspace itself does not depend on it.
const { Command } = createRequire(new URL('../../../../packages/kit/kit/package.json', import.meta.url))(
  'commander',
);

function createCommand() {
  const root = new Command('rcss-x').description('Does x.\n\n.Dots and \\ are escaped.');
  root.option('-n, --count <n>', 'how many', '3');
  root.addHelpText(
    'after',
    '\nExamples:\n  rcss-x -n 5  does it five times\n\nExit codes:\n    0  success\n',
  );
  root.command('cut <log>').description('Cuts a log.').option('--to <cycle>', 'last cycle');
  return root;
}

const page = formatManPage(createCommand(), { name: 'rcss-x', summary: 'makes x', seeAlso: ['rcss-y'] });
const sections = Object.fromEntries(
  page
    .split(/^\.SH /m)
    .slice(1)
    .map((text) => [text.split('\n')[0], text.split('\n').slice(1).join('\n').trim()]),
);

it('has the sections of a manual page in their order', () => {
  expect(Object.keys(sections)).toEqual([
    'NAME',
    'SYNOPSIS',
    'DESCRIPTION',
    'COMMANDS',
    'OPTIONS',
    'EXAMPLES',
    'EXIT CODES',
    'SEE ALSO',
  ]);
  expect(sections.NAME).toBe('rcss\\-x \\- makes x');
  expect(sections['SEE ALSO']).toBe('\\fBrcss\\-y\\fR(1)');
});

it('lists options with their values and defaults, and verbs with theirs', () => {
  expect(sections.OPTIONS).toContain('.TP\n\\fB\\-n, \\-\\-count <n>\\fR\nhow many (default: "3")');
  expect(sections.COMMANDS).toContain('.SS rcss\\-x cut [options] <log>\nCuts a log.');
  expect(sections.COMMANDS).toContain('\\fB\\-\\-to <cycle>\\fR\nlast cycle');
});

it('makes terms of the rows that a program adds to its help', () => {
  expect(sections.EXAMPLES).toBe('.TP\n\\fBrcss\\-x \\-n 5\\fR\ndoes it five times');
  expect(sections['EXIT CODES']).toBe('.TP\n\\fB0\\fR\nsuccess');
});

it('text cannot be a request of roff', () => {
  expect(escapeRoff(".so x\n'br\na\\b")).toBe("\\&.so x\n\\&'br\na\\(rsb");
  expect(sections.DESCRIPTION).toBe('Does x.\n.PP\n\\&.Dots and \\(rs are escaped.');
});
