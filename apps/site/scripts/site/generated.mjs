/** Pages of the documentation site that are made from programs and sources. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { teamProcessJsonSchema } from '@rcss/agent/node';
import { matchDocumentJsonSchema } from '@rcss/match-document';
import { tournamentDocumentJsonSchema, tuningDocumentJsonSchema } from '@rcss/tournament/documents';
import { load as loadMarkdownPlugin } from 'typedoc-plugin-markdown';
import { readEntries } from '../../../../scripts/house/entries.mjs';
import { readHeadings } from '../../../../scripts/house/references.mjs';
import { convertEntries } from '../api-docs/project.mjs';
import { listVerbs, parseSections, readHelpTail } from '../man-pages/format.mjs';
import { formatMarkdownPage } from '../man-pages/markdown.mjs';
import { listBins, loadCommand } from '../man-pages/programs.mjs';
import { addIndex } from './api-index.mjs';

/** Rows of the table of exit codes: a program or verb with its own codes, then each code. */
function listExitCodes(command, path) {
  const section = parseSections(readHelpTail(command)).find(({ title }) => title === 'Exit codes');
  const codes = (section?.lines ?? [])
    .map((line) => /^\s*(\d+)\s+(\S.*)$/.exec(line)?.slice(1))
    .filter(Boolean);
  return codes.map(
    ([code, meaning], index) => `| ${index === 0 ? `\`${path}\`` : ''} | ${code} | ${meaning} |`,
  );
}

/** Returns the page of the exit codes of all programs and of those verbs that have other ones. */
export function formatExitCodes(programs) {
  const rows = programs.flatMap(({ name, command }) => [
    ...listExitCodes(command, name),
    ...listVerbs(command, name).flatMap(({ verb, path }) => listExitCodes(verb, path)),
  ]);
  return [
    '# Exit codes',
    '',
    'Made from the programs themselves. A verb that is not listed has the codes of its program. Those of `rcss match` and `rcss watch` are in [Running matches](../learn/running-matches.md#with-the-command-rcss).',
    '',
    '| program | code | meaning |',
    '|---|--:|---|',
    ...rows,
    '',
  ].join('\n');
}

/** Writes one page per program from its command line, and the page of the exit codes. Returns the names of the programs. */
export async function writeCommandLines(root, out) {
  const folder = join(out, 'reference/cli');
  mkdirSync(folder, { recursive: true });
  const bins = listBins(root).sort((a, b) => (a.name < b.name ? -1 : 1));
  const programs = [];
  for (const bin of bins) {
    const { name, place, manifest } = bin;
    const guide = `${place.startsWith('apps/') ? 'programs' : 'packages'}/${place.split('/').at(-1)}`;
    const readme = existsSync(join(root, place, 'README.md')) ? `../../${guide}.md` : null;
    const command = await loadCommand(root, bin);
    programs.push({ name, command });
    const text = formatMarkdownPage(command, {
      name,
      summary: manifest.description,
      readme,
    });
    writeFileSync(join(folder, `${name}.md`), text);
  }
  writeFileSync(join(out, 'reference/exit-codes.md'), formatExitCodes(programs));
  const rows = bins.map(({ name, manifest }) => `| [${name}](./${name}.md) | ${manifest.description} |`);
  writeFileSync(
    join(folder, 'index.md'),
    [
      '# Command lines',
      '',
      'Made from the programs themselves; `--help` prints the same text.',
      '',
      '| program | does |',
      '|---|---|',
      ...rows,
      '',
    ].join('\n'),
  );
  return bins.map(({ name }) => name);
}

/** Writes the page of the names that each entry of a package exports. The search of the site finds names there. */
export function writeExportedNames(out) {
  const entries = readEntries();
  const rows = entries.map(({ entry, names }) => `| \`${entry}\` | ${names.length} |`);
  const lists = entries.flatMap(({ entry, names }) => [
    '',
    `## ${entry}`,
    '',
    names.map((name) => `\`${name}\``).join(', '),
  ]);
  writeFileSync(
    join(out, 'reference/exports.md'),
    [
      '# Exported names',
      '',
      'The root of a package has what a user needs in the first hour; the rest is in subpaths.',
      '',
      '| entry | names |',
      '|---|---:|',
      ...rows,
      ...lists,
      '',
    ].join('\n'),
  );
}

/**
 * Corrects links to headings of the same page. The plugin numbers equal headings in another order than they have on the page, so that
 * `#name-1` can be the only heading `#name`.
 */
function correctAnchors(text) {
  const { anchors } = readHeadings(text);
  return text.replace(/\]\(#([\w-]+)-\d+\)/g, (link, name) =>
    anchors.has(link.slice(3, -1)) || !anchors.has(name) ? link : `](#${name})`,
  );
}

/** Writes the JSON Schemas, which the packages also contain, and the page that lists them. */
export function writeSchemas(out) {
  const schemas = {
    'match-document': matchDocumentJsonSchema(),
    'tournament-document': tournamentDocumentJsonSchema(),
    'tuning-document': tuningDocumentJsonSchema(),
    'team-process': teamProcessJsonSchema(),
  };
  mkdirSync(join(out, 'public/reference'), { recursive: true });
  const rows = Object.entries(schemas).map(([name, schema]) => {
    const file = `${name}.schema.json`;
    writeFileSync(join(out, 'public/reference', file), `${JSON.stringify(schema, null, 2)}\n`);
    return `- <a href="./${file}" target="_self">${file}</a>: ${schema.title}`;
  });
  const head = ['# Schemas', '', 'JSON Schemas, for editors and other programs.', ''];
  writeFileSync(join(out, 'reference/schemas.md'), [...head, ...rows, ''].join('\n'));
}

/** Writes a page in place of the API reference, for a quick build. */
export function writeApiPlaceholder(out) {
  mkdirSync(join(out, 'reference/api'), { recursive: true });
  writeFileSync(
    join(out, 'reference/api/index.md'),
    '# API\n\nThis site was built without the API reference.\n',
  );
}

/**
 * Writes the API reference as Markdown, one page per entry of a package. Returns the pages with their titles.
 *
 * @param {(name: string) => boolean} [isWanted] whether a package is documented; all by default
 */
export async function writeApi(root, out, sourceUrl, isWanted = () => true) {
  const folder = join(out, 'reference/api');
  const entries = readEntries().filter((entry) => isWanted(entry.package));
  const { app, project } = await convertEntries(root, entries, sourceUrl, (typedoc) => {
    loadMarkdownPlugin(typedoc);
    const options = {
      router: 'module',
      entryFileName: 'index',
      hidePageHeader: true,
      hideBreadcrumbs: true,
      expandObjects: false,
      parametersFormat: 'table',
      interfacePropertiesFormat: 'table',
      typeDeclarationFormat: 'table',
      sanitizeComments: true,
      cleanOutputDir: true,
    };
    for (const [name, value] of Object.entries(options)) typedoc.options.setValue(name, value);
  });
  await app.outputs.writeOutput({ name: 'markdown', path: folder }, project);
  return readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .sort()
    .map((name) => {
      const file = join(folder, name);
      const text = readFileSync(file, 'utf8');
      const { entry, folder: place } = entries.find((each) => `${each.entry}.md` === name) ?? {};
      const readme = place === undefined ? '' : join(root, place, 'README.md');
      const content = addIndex(
        correctAnchors(text),
        entry,
        existsSync(readme) ? readFileSync(readme, 'utf8') : '',
      );
      // The search finds names on the page of exported names; an index of all comments would be larger than the rest of the site.
      writeFileSync(file, `---\nsearch: false\n---\n\n${content}`);
      return {
        page: `reference/api/${name}`,
        title: /^# (.*)$/m.exec(text)?.[1].replaceAll('\\', '') ?? name,
      };
    });
}
