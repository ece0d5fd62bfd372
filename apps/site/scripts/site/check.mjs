/** Checks the links of a built site: every page, file and anchor that a page names is there. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decodeHtml = (text) => text.replace(/&(#39|\w+);/g, (all, name) => NAMED[name] ?? all);

/** Addresses and anchors in the HTML of a page. */
export function readPage(html) {
  const links = [...html.matchAll(/<(?:a|link|img|script|iframe)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map(
    ([, link]) => decodeHtml(link),
  );
  const anchors = new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => decodeHtml(id)));
  return { links: [...new Set(links)], anchors };
}

/** The file that a static server sends for a path; undefined if there is none. */
function findFile(folder, path) {
  const candidates = path.endsWith('/') || path === '' ? [`${path}index.html`] : [path, `${path}.html`];
  return candidates.find((name) => {
    const file = `${folder}/${name}`;
    return existsSync(file) && statSync(file).isFile();
  });
}

/**
 * Returns one line for each link that has no target.
 *
 * @param {string} folder of the built site
 * @param {string} base path under which the site is served, with slashes at both ends
 * @returns {{ problems: string[], pageCount: number, linkCount: number }}
 */
export function checkSite(folder, base) {
  const pages = new Map(
    readdirSync(folder, { recursive: true })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.html'))
      .map((name) => [name, readPage(readFileSync(`${folder}/${name}`, 'utf8'))]),
  );
  const problems = [];
  let linkCount = 0;
  for (const [name, { links, anchors }] of pages) {
    // Not a page of its own: it is shown at any address.
    if (name === '404.html') continue;
    for (const link of links) {
      if (/^[a-z]+:/i.test(link) || link.startsWith('//')) continue;
      linkCount += 1;
      const [address, anchor = ''] = link.split('#');
      const path = decodeURI(address.split('?')[0]);
      const absolute = path.startsWith('/') ? path : posix.join(base, posix.dirname(name), path);
      const file =
        path === ''
          ? name
          : absolute.startsWith(base)
            ? findFile(folder, absolute.slice(base.length))
            : undefined;
      if (file === undefined) problems.push(`${name}: ${link}: there is no such page or file`);
      else if (anchor !== '') {
        const targets = file === name ? anchors : pages.get(file)?.anchors;
        if (targets !== undefined && !targets.has(decodeURIComponent(anchor)))
          problems.push(`${name}: ${link}: ${file} has no such heading`);
      }
    }
  }
  return { problems, pageCount: pages.size, linkCount };
}
