/** Formats the commander tree of a program as a page of the documentation site. */
import { listVerbs, parseSections, readHelpTail } from './format.mjs';

/** Text of a help, outside of code: characters that Markdown or HTML would read. */
const escapeText = (text) => text.replace(/[\\`*_[\]<>|]/g, '\\$&');

const code = (text) => `\`${text}\``;

/** A cell of a table; the site reads a bar in a code span as the end of the cell, unless it is escaped. */
const codeCell = (text) => code(text.replaceAll('|', '\\|'));

const formatRows = (title, rows) => [
  `| ${title} | meaning |`,
  '|---|---|',
  ...rows.map(([term, text]) => `| ${codeCell(term)} | ${escapeText(text).replaceAll('\n', ' ')} |`),
];

/** A section of the help after the options, such as examples. */
function formatSection({ title, lines }, level) {
  const rows = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^\s*(\S.*?)\s{2,}(\S.*)$/.exec(line)?.slice(1));
  const body = rows.every((row) => row !== undefined)
    ? formatRows(title.toLowerCase(), rows)
    : [
        '```text',
        ...lines
          .join('\n')
          .replace(/^\n+|\s+$/g, '')
          .split('\n'),
        '```',
      ];
  return [`${level} ${title}`, '', ...body, ''];
}

function formatCommand(command, path, level) {
  const help = command.createHelp();
  const table = (title, rows) => (rows.length === 0 ? [] : [...formatRows(title, rows), '']);
  return [
    '```text',
    `${path} ${command.usage()}`.trim(),
    '```',
    '',
    escapeText(command.description() || command.summary()),
    '',
    ...table(
      'argument',
      help
        .visibleArguments(command)
        .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    ),
    ...table(
      'option',
      help.visibleOptions(command).map((option) => [help.optionTerm(option), help.optionDescription(option)]),
    ),
    ...parseSections(readHelpTail(command)).flatMap((section) => formatSection(section, level)),
  ];
}

/**
 * Returns the page of a program as Markdown: usage, options and sections of its help, then each verb with a heading of its own.
 *
 * @param {import('commander').Command} command root of the program
 * @param {{ name: string, summary: string, readme: string | null }} page `readme` is the address of the guide of the program
 */
export function formatMarkdownPage(command, { name, summary, readme }) {
  const lines = [
    `# ${name}`,
    '',
    `${escapeText(summary)}.${readme === null ? '' : ` [Guide](${readme}).`}`,
    '',
    ...formatCommand(command, name, '##'),
    ...listVerbs(command, name).flatMap(({ verb, path }) => [
      `## ${path}`,
      '',
      ...formatCommand(verb, path, '###'),
    ]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
