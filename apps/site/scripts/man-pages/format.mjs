// cspell:ignore roff Brcss
/** Formats the commander tree of a program as a manual page in the macros of man(7). */

/** Escapes text for roff: backslashes, and control characters at the start of a line. */
export function escapeRoff(text) {
  return text.replaceAll('\\', '\\(rs').replace(/^([.'])/gm, '\\&$1');
}

/** Escapes an option or a command: its hyphens are those that a user types. */
const escapeTyped = (text) => escapeRoff(text).replaceAll('-', '\\-');

const bold = (text) => `\\fB${escapeTyped(text)}\\fR`;

/** Paragraphs of a description; each line of the source is a sentence or more. */
function formatText(text) {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => escapeRoff(paragraph))
    .join('\n.PP\n');
}

/** Rows of terms and their descriptions. */
const formatTerms = (rows) =>
  rows.map(([term, text]) => `.TP\n${bold(term)}\n${formatText(text)}`.trimEnd()).join('\n');

/** Text after the options: examples, exit codes and other sections that the program adds to its help. */
export function readHelpTail(command) {
  let tail = '';
  const write = (text) => {
    tail += text;
  };
  const context = { error: false, command, write };
  for (let at = command; at; at = at.parent) at.emit('afterAllHelp', context);
  command.emit('afterHelp', context);
  return tail.trim();
}

/** Divides the tail into its sections, whose titles are lines that end with a colon. */
export function parseSections(tail) {
  const sections = [];
  for (const line of tail.split('\n')) {
    const title = /^(\S.*):$/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title, lines: [] });
    else if (sections.length > 0) sections.at(-1).lines.push(line);
    else if (line !== '') sections.push({ title: 'Notes', lines: [line] });
  }
  return sections.filter(({ lines }) => lines.some((line) => line.trim() !== ''));
}

/** Rows of two columns become terms; other lines stay as they are. */
function formatSection(lines) {
  const rows = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^\s*(\S.*?)\s{2,}(\S.*)$/.exec(line)?.slice(1));
  if (rows.every((row) => row !== undefined)) return formatTerms(rows);
  return `.nf\n${escapeTyped(lines.join('\n').trim())}\n.fi`;
}

/** Usage of a command, and the sections for its arguments, options and the rest of its help. */
function formatCommand(command, path, heading) {
  const help = command.createHelp();
  const parts = [];
  const usage = `${path} ${command.usage()}`.trim();
  const list = (title, rows) => {
    if (rows.length > 0) parts.push(`${heading} ${title}`, formatTerms(rows));
  };
  list(
    'ARGUMENTS',
    help
      .visibleArguments(command)
      .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
  );
  list(
    'OPTIONS',
    help.visibleOptions(command).map((option) => [help.optionTerm(option), help.optionDescription(option)]),
  );
  for (const { title, lines } of parseSections(readHelpTail(command)))
    parts.push(`${heading} ${title.toUpperCase()}`, formatSection(lines));
  return { usage, parts };
}

/** All verbs below a command, in the order of the help. */
export function listVerbs(command, path) {
  return (
    command
      .createHelp()
      .visibleCommands(command)
      // Without the verb `help` that the library adds.
      .filter((verb) => command.commands.includes(verb))
      .flatMap((verb) => [
        { verb, path: `${path} ${verb.name()}` },
        ...listVerbs(verb, `${path} ${verb.name()}`),
      ])
  );
}

/**
 * Returns the manual page of a program.
 *
 * @param {import('commander').Command} command Root of the program.
 * @param {{ name: string, summary: string, seeAlso: readonly string[] }} page
 */
export function formatManPage(command, { name, summary, seeAlso }) {
  const root = formatCommand(command, name, '.SH');
  const verbs = listVerbs(command, name);
  const lines = [
    `.\\" Generated from the help of ${name} when the package is packed.`,
    `.TH ${name.toUpperCase()} 1 "" "" "RoboCup 2D soccer simulation"`,
    '.SH NAME',
    `${escapeTyped(name)} \\- ${escapeRoff(summary)}`,
    '.SH SYNOPSIS',
    bold(root.usage),
    '.SH DESCRIPTION',
    formatText(command.description()),
    ...(verbs.length === 0
      ? []
      : [
          '.SH COMMANDS',
          ...verbs.flatMap(({ verb, path }) => {
            const { usage, parts } = formatCommand(verb, path, '.PP\n.B');
            return [`.SS ${escapeTyped(usage)}`, formatText(verb.description() || verb.summary()), ...parts];
          }),
        ]),
    ...root.parts,
    '.SH SEE ALSO',
    seeAlso.map((other) => `${bold(other)}(1)`).join(',\n'),
  ];
  return `${lines
    .filter((line) => line !== '')
    .join('\n')
    .replace(/[ \t]+$/gm, '')}\n`;
}
