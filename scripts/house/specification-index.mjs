/**
 * The parts of docs/specification that follow from the chapters: the contents at the head of each chapter, index-of-messages.md and
 * index-of-parameters.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHeadings } from './references.mjs';
import { ROOT } from './sources.mjs';

const FOLDER = join(ROOT, 'docs/specification');
const GENERATED = '<!-- Generated from the chapters by `npm run generate`; edit those. -->';

/**
 * The commands in a table of docs/reference/commands.md: first word, and the section of its row.
 *
 * @param {string} title heading of the table
 * @param {RegExp} filter which rows
 * @param {string} [section] section instead of that of the row
 */
function commandsOf(title, filter = /^/, section) {
  const page = readFileSync(join(ROOT, 'docs/reference/commands.md'), 'utf8');
  const [table] = page.slice(page.indexOf(`\n## ${title}\n`) + 1).split('\n## ');
  const rows = [...table.matchAll(/^\| `\((\w+).*\| spec (\d\d §[\d.]+) \|$/gm)];
  // Of rows with the same first word, the first one counts.
  const entries = rows.filter(([row]) => filter.test(row)).map(([, word, own]) => [word, section ?? own]);
  return [...new Map(entries.reverse())];
}

/** Rows of a text `name chapter §section, …`. */
const entries = (text) =>
  text
    .trim()
    .split(/,\s+/)
    .map((row) => /^(\S+) (.+)$/.exec(row).slice(1));

/** Messages by sender and receiver: name, and the section that describes its form. */
const listMessages = () => ({
  'Player to server': [...entries('init 03 §2.1, reconnect 03 §3'), ...commandsOf('Players')],
  'Server to player': entries(`
    init 03 §5.1, reconnect 03 §5.1, server_param 03 §5.2, player_param 03 §5.3, player_type 03 §5.4, change_player_type 03 §10.7, see 03 §10.2,
    sense_body 03 §10.1, hear 03 §10.3, fullstate 03 §10.4, score 03 §10.6, think 03 §10.5, ok 03 §10.8, warning 03 §10.8, error 03 §10.8`),
  'Trainer to server': [...entries('init 07 §3'), ...commandsOf('Trainers')],
  'Online coach to server': [...entries('init 07 §4'), ...commandsOf('Online coaches')],
  'Server to trainer and online coach': entries(`
    init 07 §5, see_global 07 §12, see 07 §12, hear 07 §11, change_player_type 07 §9, clang 07 §5, include 07 §5, think 07 §14.2`),
  'Monitor to server': [
    ...entries('dispinit 10 §2.1'),
    ...commandsOf('Monitors'),
    ...commandsOf('Trainers', /Monitors can send it/, '10 §10.3'),
  ],
  'Server to monitor, and lines of game logs': entries(`
    show 09 §8.4, playmode 09 §8.3, team 09 §8.3, msg 09 §8.3, server_param 09 §8.2, player_param 09 §8.2, player_type 09 §8.2, result 09 §2.7,
    team_graphic_ 10 §9`),
  'Coach language': entries(`
    define 08 §9.1, advice 08 §9.1, info 08 §9.1, meta 08 §9.1, rule 08 §9.1, delete 08 §9.1, freeform 08 §9.1, definec 08 §3, defined 08 §3,
    definer 08 §3, definea 08 §3, definerule 08 §9.2, unsupported_clang 08 §7.3`),
});

/** Sections that list all names; the index of parameters leaves them out. */
const LISTS = new Set(
  '01 §2.1, 01 §2.2, 01 §3.1, 01 §4, 01 §5.4, 01 §6.3, 03 §5.2, 03 §5.3, 09 §8.2, 09 §9'.split(', '),
);

/** Parameters whose names are also words of the text; only `module::name` and `name` in code count. */
const isPlainWord = (name) => !name.includes('_');

/** The sections of all chapters, in order, with their text and the code in it. */
function readSections() {
  const sections = [];
  for (const file of readdirSync(FOLDER).sort()) {
    const chapter = /^(\d\db?)-.*\.md$/.exec(file)?.[1];
    if (!chapter) continue;
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const { sections: anchors } = readHeadings(text);
    const parts = text.split(/^(?=#{2,4} \d)/m).slice(1);
    for (const part of parts) {
      const [, number, title] = /^#+ (\d+(?:\.\d+)*)\.? (.*)/.exec(part) ?? [];
      if (!anchors.has(number)) continue;
      const code = [...part.matchAll(/^```[\s\S]*?^```|^ {4,}.*$|`[^`\n]+`/gm)]
        .map((match) => match[0])
        .join('\n');
      const aside =
        /checklist|vectors|scenarios|contents/i.test(title) || (chapter === '06' && number.startsWith('23'));
      sections.push({ chapter, number, title, file, anchor: anchors.get(number), text: part, code, aside });
    }
  }
  return sections;
}

const link = (section) => `[${section.chapter} §${section.number}](${section.file}#${section.anchor})`;

/** Links in order, each chapter named once. */
function links(sections) {
  let last = '';
  return sections
    .map((section) => {
      const label = section.chapter === last ? `§${section.number}` : `${section.chapter} §${section.number}`;
      last = section.chapter;
      return `[${label}](${section.file}#${section.anchor})`;
    })
    .join(', ');
}

function messageIndex(sections) {
  const find = (reference) => {
    const [chapter, number] = reference.split(' §');
    const section = sections.find((s) => s.chapter === chapter && s.number === number);
    if (!section) throw new Error(`specification index: no section ${reference}`);
    return section;
  };
  const lines = [
    '# Index of messages',
    '',
    GENERATED,
    '',
    'The first link is the section that describes the form; the others mention the message.',
  ];
  for (const [title, messages] of Object.entries(listMessages())) {
    lines.push('', `## ${title}`, '', '| message | described | mentioned |', '|---|---|---|');
    for (const [name, reference] of messages.sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
      const main = find(reference);
      const use = new RegExp(`\\( ?${name.replace(/_$/, '_[<lrx]')}(?=[\\s)"<:]|$)`, 'm');
      const label = name.endsWith('_') ? `${name}l\`, \`${name}r` : name;
      const others = sections.filter(
        (s) => s !== main && !s.aside && use.test(s.code) && related(title, s.chapter),
      );
      lines.push(`| \`${label}\` | ${link(main)} | ${links(others)} |`);
    }
  }
  lines.push(
    '',
    '## Messages of the referee',
    '',
    `Complete list: ${link(find('06 §3.1'))}; play modes: ${link(find('06 §2'))}.`,
  );
  lines.push('', '## Replies', '', '| reply | sections |', '|---|---|');
  const replies = new Map();
  for (const section of sections) {
    if (section.aside) continue;
    for (const match of section.code.matchAll(/\((ok|warning|error) ([a-z_]+(?: [a-z]+)*)(?!\.\.)/g)) {
      if (match[2] === 'change' || /^(compression|clang|ear|eye|look) /.test(match[2])) continue;
      const key = `(${match[1]} ${match[2]})`;
      if (!replies.has(key)) replies.set(key, new Set());
      replies.get(key).add(section);
    }
  }
  for (const key of [...replies.keys()].sort())
    lines.push(`| \`${key}\` | ${links([...replies.get(key)])} |`);
  return `${lines.join('\n')}\n`;
}

/** Which chapters talk about the messages of a group. */
function related(title, chapter) {
  if (title === 'Coach language') return chapter === '08' || chapter === '07';
  if (/game logs/.test(title)) return ['01', '02', '06', '09', '10', '11'].includes(chapter);
  if (/[Mm]onitor/.test(title)) return ['02', '06', '09', '10', '11'].includes(chapter);
  if (/[Tt]rainer|coach/.test(title)) return ['01', '02', '05b', '06', '07'].includes(chapter);
  return ['01', '02', '03', '04', '05', '05b', '06', '11'].includes(chapter);
}

function parameterIndex(sections) {
  const lines = [
    '# Index of parameters',
    '',
    GENERATED,
    '',
    'Types, defaults and units are in [01 §2.1](01-parameters.md#21-table-named-order) (server),',
    '[01 §3.1](01-parameters.md#31-table) (player) and [01 §4](01-parameters.md#4-csvsaver-parameters) (CSV saver), their meanings and the',
    'extensions of this project in [the reference of parameters](../reference/parameters.md). Here: every other section that names the parameter,',
    'without examples, checklists, and the lists of all names in [03 §5.2](03-player-protocol.md#52-server_param) and',
    '[09 §8.2](09-game-logs.md#82-parameter-lines).',
  ];
  for (const [module, file] of [
    ['server', 'server_param.json'],
    ['player', 'player_param.json'],
    ['CSVSaver', 'csvsaver_param.json'],
  ]) {
    const { params: parameters } = JSON.parse(readFileSync(join(FOLDER, 'data', file), 'utf8'));
    lines.push('', `## ${module}`, '', '| parameter | sections |', '|---|---|');
    for (const { name } of [...parameters].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const word = new RegExp(
        isPlainWord(name) ? `(?:${module}::|\`)${name}(?=\`|=| =|\\b(?!\`))` : `(?<![\\w])${name}(?![\\w])`,
      );
      const exact = new RegExp(`${module}::${name}\\b|\`${name}\``);
      const found = sections.filter(
        (s) =>
          !s.aside &&
          !LISTS.has(`${s.chapter} §${s.number}`) &&
          (isPlainWord(name) ? exact : word).test(s.text),
      );
      lines.push(`| \`${module}::${name}\` | ${links(found)} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The list of sections at the head of a chapter. */
export function contentsOf(text) {
  const { sections } = readHeadings(text);
  const lines = [];
  for (const match of text.matchAll(/^(#{2,3}) (\d+(?:\.\d+)*)\.? (.*)$/gm)) {
    const [, level, number, title] = match;
    if (!sections.has(number)) continue;
    lines.push(
      `${level.length === 2 ? '' : '  '}- [${number} ${title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')}](#${sections.get(number)})`,
    );
  }
  return lines.join('\n');
}

/**
 * The line of links at the head of a chapter.
 *
 * @param {string[]} files file names of all chapters, in order
 * @param {string} file file name of the chapter
 */
export function navigationOf(files, file) {
  const at = files.indexOf(file);
  const chapter = (name) => /^\d\db?/.exec(name)[0];
  const links = [
    '[Specification](README.md)',
    '[reading orders](reading-orders.md)',
    '[messages](index-of-messages.md)',
    '[parameters](index-of-parameters.md)',
    '[glossary](../reference/glossary.md)',
  ];
  if (at > 0) links.push(`[← ${chapter(files[at - 1])}](${files[at - 1]})`);
  if (at < files.length - 1) links.push(`[${chapter(files[at + 1])} →](${files[at + 1]})`);
  return links.join(' · ');
}

/** The pages, by their path relative to the root. */
export function specificationPages() {
  const pages = new Map();
  const files = readdirSync(FOLDER)
    .filter((name) => /^\d\db?-.*\.md$/.test(name))
    .sort();
  for (const file of files) {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    pages.set(
      `docs/specification/${file}`,
      text.replace(
        /<!-- contents -->[\s\S]*?<!-- \/contents -->/,
        () => `<!-- contents -->\n${navigationOf(files, file)}\n\n${contentsOf(text)}\n<!-- /contents -->`,
      ),
    );
  }
  const sections = readSections();
  pages.set('docs/specification/index-of-messages.md', messageIndex(sections));
  pages.set('docs/specification/index-of-parameters.md', parameterIndex(sections));
  return pages;
}
