/**
 * Rules for the manifests and READMEs of all packages and apps. `writeManifests` corrects what follows from a rule: order of fields, `files`,
 * `sideEffects`, `engines`, ranges of workspace packages, links that leave a package. `.pnpmfile.cjs` adds what only a published manifest needs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { packageFolders, readManifest, workspacePackages } from '../workspace.mjs';
import { ROOT as root } from './sources.mjs';

const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Start of a link to a file of the repository: registry pages do not resolve relative links. */
const filesPage = `${rootManifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/main/`;
/** A link to a file of a repository, with the path in it. */
const FILE_LINK = /^https:\/\/[^/]+\/[^/]+\/rcss\/blob\/main\/(.*)$/;

const FIELD_ORDER = `
  name version private description keywords license type sideEffects engines bin man exports files scripts publishConfig
  dependencies optionalDependencies peerDependencies peerDependenciesMeta devDependencies`
  .trim()
  .split(/\s+/);
const CONDITION_ORDER = ['@rcss/source', 'types', 'browser', 'node', 'default'];
const MIN_KEYWORDS = 3;

const sorted = (names, order) =>
  [...names].sort((a, b) => (order.indexOf(a) + 1 || Infinity) - (order.indexOf(b) + 1 || Infinity));

/** Compiled files that do something when they are imported: programs, and the scripts of pages. */
function sideEffectsOf(manifest) {
  const files = [];
  for (const bin of Object.values(manifest.bin ?? {})) files.push(`./${bin}`);
  if (manifest.bin !== undefined && manifest.files?.includes('dist')) files.push('./dist/main.js');
  for (const target of Object.values(manifest.exports ?? {}))
    if (typeof target === 'string' && target.endsWith('.js')) files.push(target);
  return files.length > 0 ? files : false;
}

function normalized(manifest) {
  const result = { ...manifest };
  result.license = rootManifest.license;
  result.engines = { ...manifest.engines, node: rootManifest.engines.node };
  if (manifest.private !== true) {
    result.sideEffects = sideEffectsOf(manifest);
    result.publishConfig = { access: 'public' };
    // npm adds package.json, README and LICENSE by itself; pnpm takes the LICENSE of the repository.
    const files = new Set(manifest.files ?? ['dist']);
    files.delete('README.md');
    files.delete('LICENSE');
    files.delete('CHANGELOG.md');
    if (manifest.bin !== undefined) files.add('bin');
    if (manifest.man !== undefined) files.add('man');
    result.files = [...files, 'CHANGELOG.md'];
  }
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']) {
    if (manifest[kind] === undefined) continue;
    const entries = Object.entries(manifest[kind]).map(([name, range]) => [
      name,
      range === 'workspace:*' ? 'workspace:^' : range,
    ]);
    result[kind] = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  if (manifest.exports !== undefined) {
    result.exports = Object.fromEntries(
      Object.entries(manifest.exports).map(([entry, target]) => [
        entry,
        typeof target === 'string'
          ? target
          : Object.fromEntries(sorted(Object.keys(target), CONDITION_ORDER).map((key) => [key, target[key]])),
      ]),
    );
  }
  return Object.fromEntries(sorted(Object.keys(result), FIELD_ORDER).map((key) => [key, result[key]]));
}

function checkManifest(place, manifest, known, problems) {
  const problem = (text) => problems.push(`${place}/package.json: ${text}`);
  const fromHere = (file) => join(root, place, file);
  for (const field of Object.keys(manifest))
    if (!FIELD_ORDER.includes(field)) problem(`field "${field}" is not one of ${FIELD_ORDER.join(', ')}`);
  // `npm create rcss-team` runs the package create-rcss-team.
  if (!manifest.name?.startsWith('@rcss/') && manifest.name !== 'create-rcss-team')
    problem(`name ${manifest.name}: expected @rcss/…`);
  const folder = manifest.name?.split('/').at(-1);
  if (basename(place) !== folder)
    problem(`name ${manifest.name}: the folder is ${place}; expected ${dirname(place)}/${folder}`);
  if (!manifest.description) problem('no description');
  if (manifest.type !== 'module') problem('type: expected "module"');
  for (const [entry, target] of Object.entries(manifest.exports ?? {})) {
    const source = typeof target === 'string' ? undefined : target['@rcss/source'];
    if (source !== undefined && !existsSync(fromHere(source)))
      problem(`exports["${entry}"]: ${source} does not exist`);
    if (typeof target !== 'string' && manifest.private !== true && target.types === undefined)
      problem(`exports["${entry}"] has no types`);
  }
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
    for (const name of Object.keys(manifest[kind] ?? {})) {
      if (known.get(name)?.private === true && manifest.private !== true)
        problem(
          `${kind}: ${name} is private and cannot be installed; move it to devDependencies and bundle it`,
        );
    }
  }
  if (manifest.private === true) return;
  if (!((manifest.keywords?.length ?? 0) >= MIN_KEYWORDS && manifest.keywords.includes('robocup')))
    problem(`keywords: expected "robocup" and at least ${MIN_KEYWORDS - 1} more`);
  if (!existsSync(fromHere('README.md')))
    problem('the package has no README.md, the text of its registry page');
  for (const [name, file] of Object.entries(manifest.bin ?? {})) {
    // Made when the package is packed.
    if (!manifest.man?.includes(`./man/${name}.1`)) problem(`man: expected "./man/${name}.1"`);
    // The file must be committed: if a clone is installed before it is built, a bin that the build creates is not
    // linked.
    if (!existsSync(fromHere(file))) problem(`bin ${name}: ${file} does not exist`);
    else if (!readFileSync(fromHere(file), 'utf8').startsWith('#!/usr/bin/env node\n'))
      problem(`bin ${name}: the first line of ${file} must be #!/usr/bin/env node`);
  }
}

/** Replaces code blocks and code spans by blanks, so that the other text keeps its place. */
const withoutCode = (text) =>
  text
    .replace(/^(```|~~~)[^\n]*\n[\s\S]*?^\1/gm, (code) => code.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));

/** Checks the links of a package's README, and makes links that leave the package absolute. */
function checkReadme(place, write, problems) {
  const readme = join(root, place, 'README.md');
  if (!existsSync(readme)) return;
  const text = readFileSync(readme, 'utf8');
  let result = text;
  for (const match of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
    const link = match[1];
    const line = text.slice(0, match.index).split('\n').length;
    const problem = (what) => problems.push(`${place}/README.md:${line}: ${link} ${what}`);
    const [path] = link.split('#');
    const file = FILE_LINK.exec(path)?.[1];
    if (file !== undefined) {
      if (!existsSync(join(root, file))) problem('is not in the repository');
      else if (link.startsWith(filesPage)) continue;
      else if (write)
        result = result.replaceAll(`](${link})`, `](${filesPage}${file}${link.slice(path.length)})`);
      else problem(`does not begin with ${filesPage}`);
    } else if (!/^([a-z]+:|#)/.test(link)) {
      const target = relative(root, resolve(root, place, path)).replaceAll('\\', '/');
      if (!existsSync(join(root, target))) problem('does not exist');
      else if (write)
        result = result.replaceAll(`](${link})`, `](${filesPage}${target}${link.slice(path.length)})`);
      else problem(`does not work on a registry page; use ${filesPage}${target}`);
    }
  }
  const blocks = [...text.matchAll(/^(```|~~~)([^\n]*)\n[\s\S]*?^\1/gm)];
  for (const block of blocks)
    if (block[2].trim() === '')
      problems.push(
        `${place}/README.md:${text.slice(0, block.index).split('\n').length}: code block without a language (ts, js, sh, console, text, …)`,
      );
  if (result !== text) writeFileSync(readme, result);
}

function checkAll(write) {
  const problems = [];
  const manifests = new Map(packageFolders(root).map((place) => [place, readManifest(root, place)]));
  const known = new Map([...manifests.values()].map((manifest) => [manifest.name, manifest]));
  for (const [place, manifest] of manifests) {
    const then = normalized(manifest);
    const text = `${JSON.stringify(then, null, 2)}\n`;
    if (text !== `${JSON.stringify(manifest, null, 2)}\n`) {
      const fields = Object.keys(then).filter(
        (key) => JSON.stringify(then[key]) !== JSON.stringify(manifest[key]),
      );
      if (write) writeFileSync(join(root, place, 'package.json'), text);
      else
        problems.push(
          `${place}/package.json: ${fields.join(', ') || 'order of fields'} not as expected; run: npm run generate`,
        );
    }
    checkManifest(place, then, known, problems);
    if (then.private !== true) checkReadme(place, write, problems);
  }
  return problems;
}

/**
 * One line for each cycle of packages that need each other to be built or tested; no order of builds exists then.
 *
 * @param {{ name: string, folder: string, manifest: object }[]} packages
 */
export function findManifestCycles(packages) {
  const byName = new Map(packages.map((entry) => [entry.name, entry]));
  const neededBy = ({ dependencies, devDependencies, peerDependencies, optionalDependencies }) =>
    Object.keys({
      ...dependencies,
      ...devDependencies,
      ...peerDependencies,
      ...optionalDependencies,
    }).filter((name) => byName.has(name));
  const problems = [];
  const finished = new Set();
  const visit = (name, path) => {
    if (finished.has(name)) return;
    const start = path.indexOf(name);
    if (start >= 0) {
      const cycle = [...path.slice(start), name];
      problems.push(
        `${byName.get(name).folder}/package.json: ${cycle.join(' → ')} is a cycle of dependencies; remove one of them`,
      );
      return;
    }
    for (const needed of neededBy(byName.get(name).manifest).sort()) visit(needed, [...path, name]);
    finished.add(name);
  };
  for (const name of [...byName.keys()].sort()) visit(name, []);
  return problems;
}

export const findManifestProblems = () => [
  ...checkAll(false),
  ...findManifestCycles(workspacePackages(root)),
];

/** Corrects what follows from a rule. Returns the other problems. */
export const writeManifests = () => checkAll(true);
