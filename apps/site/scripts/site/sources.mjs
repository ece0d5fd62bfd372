/** Which files of the repository are pages of the documentation site, and where. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { packageFolders } from '../../../../scripts/workspace.mjs';

const listFiles = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      posix.join(
        folder,
        join(entry.parentPath ?? entry.path, entry.name)
          .slice(join(root, folder).length + 1)
          .replaceAll('\\', '/'),
      ),
    )
    .sort();

/** Files outside of `docs/` and of the packages. */
const SINGLE_FILES = {
  'README.md': 'start.md',
  'CONTRIBUTING.md': 'inside/contributing/index.md',
  'SECURITY.md': 'security.md',
  'CODE_OF_CONDUCT.md': 'inside/contributing/code-of-conduct.md',
  'packages/conformance/GUIDE.md': 'packages/conformance-guide.md',
};

/**
 * @param {string} root folder of the repository
 * @returns {{ pages: Map<string, string>, files: Map<string, string>, pictures: Map<string, string>, folders: Map<string, string> }}
 *   `pages`: Markdown file → page of the site; `files`: other file → file of the site; `pictures`: picture → its place beside the pages;
 *   `folders`: folder of the repository → page
 */
export function readSources(root) {
  const pages = new Map();
  const files = new Map();
  const pictures = new Map();
  const folders = new Map([
    ['docs/inside/decisions', 'inside/decisions/index.md'],
    ['docs/specification', 'specification/index.md'],
    ['docs/reference/api', 'reference/api/index.md'],
  ]);
  for (const [source, page] of Object.entries(SINGLE_FILES))
    if (existsSync(join(root, source))) pages.set(source, page);
  for (const source of listFiles(root, 'docs').sort()) {
    const path = source.slice('docs/'.length);
    // Made anew for the site.
    if (path.startsWith('reference/api/') || path.startsWith('.')) continue;
    if (path.endsWith('.md')) pages.set(source, path.replace(/(^|\/)README\.md$/, '$1index.md'));
    else if (/\.(json|rcg\.gz)$/.test(path)) files.set(source, path);
    else if (/\.(gif|png|svg)$/.test(path)) pictures.set(source, path);
  }
  for (const folder of packageFolders(root)) {
    const name = folder.split('/').at(-1);
    const source = `${folder}/README.md`;
    if (folder === 'apps/site' || !existsSync(join(root, source))) continue;
    const page = `${folder.startsWith('apps/') ? 'programs' : 'packages'}/${name}.md`;
    pages.set(source, page);
    folders.set(folder, page);
  }
  return { pages, files, pictures, folders };
}

/** The text of the first heading of a Markdown file, without marks of code. */
export function readTitle(root, source) {
  return (/^# (.*)$/m.exec(readFileSync(join(root, source), 'utf8'))?.[1] ?? source).replaceAll('`', '');
}
