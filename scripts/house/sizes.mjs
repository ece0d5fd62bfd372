// Bundle sizes of typical imports and of the viewer's scripts. Bundles each of them for browsers, minified, from the sources, and
// compares it with docs/reference/sizes.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { tsImport } from 'tsx/esm/api';
import { workspacePackages } from '../workspace.mjs';
import { ROOT as root } from './sources.mjs';

const page = join(root, 'docs/reference/sizes.md');

/** Imports that are measured: names of one entry, and the limit in bytes. */
const imports = [
  { entry: '@rcss/sexp', names: ['parseSexp', 'printSexp'], limit: 2_048 },
  { entry: '@rcss/clang', names: ['parseMessage', 'check', 'printSource'], limit: 40_000 },
  { entry: '@rcss/protocol', names: ['decodePlayerMessage'], limit: 110_000 },
  { entry: '@rcss/client', names: ['createPlayerClient'], limit: 130_000 },
];

/** Scripts of the viewer that pages load, with their sources, which packages/study/viewer/page.build.ts names too. */
const scripts = [
  { script: 'viewer.js', source: 'page/main.ts', limit: 424_000 },
  { script: 'rcss-match.js', source: 'page/rcss-match.ts', limit: 415_000 },
  { script: 'viewer-clips.js', source: 'clips/encoders.ts', limit: 106_000 },
  { script: 'viewer-words.js', source: 'words/open-words.ts', limit: 106_000 },
  { script: 'viewer-values.js', source: 'values/open-values.ts', limit: 130_000 },
  { script: 'viewer-study.js', source: 'entries/open-study.ts', limit: 172_000 },
  { script: 'viewer-3d.js', source: 'spatial/open-spatial-view.ts', limit: 620_000 },
];

/** Build of the scripts of the viewer. */
const { withoutTableTexts } = await tsImport('../../packages/study/viewer/page.build.ts', import.meta.url);

/** Growth over the table that is accepted, as a factor. */
const SLACK = 1.1;

/** Bytes of the minified bundle of an import or a script. */
async function measure(item) {
  const result = await build({
    ...describeInput(item),
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    conditions: ['@rcss/source'],
    plugins: item.script === undefined ? [] : [withoutTableTexts],
    logLevel: 'silent',
  });
  return result.outputFiles[0].contents.length;
}

/** What esbuild bundles: a script, or an export of `names` from `entry`. */
function describeInput({ script, source, entry, names }) {
  if (script !== undefined) return { entryPoints: [join(root, 'packages/study/viewer/src', source)] };
  const contents = `export { ${names.join(', ')} } from '${entry}';`;
  // In the folder of the package, its name is resolved through its own `exports`.
  const { folder } = workspacePackages(root).find(({ name }) => name === entry);
  return { stdin: { contents, resolveDir: join(root, folder) } };
}

const number = (bytes) => bytes.toLocaleString('en-US');
const title = ({ script, entry, names }) =>
  script === undefined ? `\`import { ${names.join(', ')} } from '${entry}'\`` : `\`${script}\` of the viewer`;

/** Bytes of each import and script in the committed table. */
function readTable() {
  if (!existsSync(page)) return new Map();
  const rows = readFileSync(page, 'utf8').matchAll(/^\| (`.*) \| ([\d,]+) \| [\d,]+ \|$/gm);
  return new Map([...rows].map(([, name, bytes]) => [name, Number(bytes.replaceAll(',', ''))]));
}

function table(measured) {
  const rows = measured.map(
    ({ item, bytes }) => `| ${title(item)} | ${number(bytes)} | ${number(item.limit)} |`,
  );
  return [
    '# Bundle sizes',
    '',
    '<!-- Written by `npm run generate`. -->',
    '',
    'Bytes of a bundle for browsers that contains the import or script and everything that it needs, minified by esbuild, not compressed.',
    'A house rule measures again: a bundle may not be more than 10 % larger than in this table, nor over its limit.',
    '',
    '| import or script | bytes | limit |',
    '|---|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

/** Bytes of all imports and scripts. */
export async function measureSizes() {
  const measured = [];
  for (const item of [...imports, ...scripts]) measured.push({ item, bytes: await measure(item) });
  return measured;
}

/** Bundles that have grown by more than 10 % over the table, or that are over their limit. */
export async function findSizeProblems() {
  const known = readTable();
  const how = 'remove what is not needed, or accept it with: npm run generate';
  return (await measureSizes()).flatMap(({ item, bytes }) => {
    const name = title(item);
    const before = known.get(name);
    if (bytes > item.limit) return [`${name}: ${number(bytes)} bytes, limit ${number(item.limit)}`];
    if (before === undefined) return [`${name}: not in the table; ${how}`];
    return bytes > before * SLACK
      ? [`${name}: ${number(bytes)} bytes, more than 10 % over the ${number(before)} of the table; ${how}`]
      : [];
  });
}

/** Writes the table, unless every size in it is right to 10 %, so that a small change does not touch it. */
export async function writeSizes() {
  const known = readTable();
  const measured = await measureSizes();
  const isClose = ({ item, bytes }) => Math.abs(bytes / (known.get(title(item)) ?? 0) - 1) <= SLACK - 1;
  if (known.size !== measured.length || !measured.every(isClose)) writeFileSync(page, table(measured));
}
