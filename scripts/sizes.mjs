// Bundle sizes of typical imports and of the viewer's scripts. Bundles each of them for browsers, minified, from the sources, and
// compares it with docs/reference/sizes.md. `node scripts/sizes.mjs` fails if one has grown by more than 10 % over its table
// entry or is over its limit; `node scripts/sizes.mjs --write` writes the table.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { packageFolders } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
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
  { script: 'viewer.js', source: 'page/main.ts', limit: 420_000 },
  { script: 'rcss-match.js', source: 'page/rcss-match.ts', limit: 410_000 },
  { script: 'viewer-clips.js', source: 'clips/encoders.ts', limit: 106_000 },
];

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
    logLevel: 'silent',
  });
  return result.outputFiles[0].contents.length;
}

/** What esbuild bundles: a script, or an export of `names` from `entry`. */
function describeInput({ script, source, entry, names }) {
  if (script !== undefined) return { entryPoints: [join(root, 'packages/study/viewer/src', source)] };
  const contents = `export { ${names.join(', ')} } from '${entry}';`;
  return { stdin: { contents, resolveDir: packageFolder(entry) } };
}

/**
 * Folder of the package of an entry. In this folder, the name of the package is resolved through its own
 * `exports`.
 */
function packageFolder(entry) {
  const name = entry.split('/')[1];
  return join(
    root,
    packageFolders(root).find((folder) => folder.endsWith(`/${name}`)),
  );
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
    '<!-- Written by `npm run sizes -- --write`. -->',
    '',
    'Bytes of a bundle for browsers that contains the import or script and everything that it needs, minified by esbuild, not compressed.',
    '`npm run sizes` measures again: CI fails if one is more than 10 % larger than in this table, or over its limit.',
    '',
    '| import or script | bytes | limit |',
    '|---|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

const measured = [];
for (const item of [...imports, ...scripts]) measured.push({ item, bytes: await measure(item) });

const known = readTable();
const problems = [];
for (const { item, bytes } of measured) {
  const name = title(item);
  const before = known.get(name);
  console.log(`${number(bytes).padStart(9)}  ${name.replaceAll('`', '')}`);
  if (bytes > item.limit) problems.push(`${name}: ${number(bytes)} bytes, limit ${number(item.limit)}`);
  if (process.argv.includes('--write')) continue;
  if (before === undefined) problems.push(`${name}: not in the table; run npm run sizes -- --write`);
  else if (bytes > before * SLACK) {
    problems.push(`${name}: ${number(bytes)} bytes, more than 10 % over the ${number(before)} of the table`);
  }
}
if (process.argv.includes('--write')) writeFileSync(page, table(measured));
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    `See ${relative(process.cwd(), page)}. Remove what is not needed, or accept: npm run sizes -- --write`,
  );
  process.exitCode = 1;
}
