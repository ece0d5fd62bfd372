/** Links of Markdown files of the repository, rewritten for the documentation site. */
import { posix } from 'node:path';

/** Replaces code blocks and code spans by blanks, so that the other text keeps its place. */
export const withoutCode = (text) =>
  text
    .replace(/^( *)(```|~~~)[^\n]*\n[\s\S]*?^\1\2/gm, (code) => code.replace(/[^\n]/g, ' '))
    .replace(/(?<!`)(`+)(?!`)(?:(?!\n\n)[\s\S])+?(?<!`)\1(?!`)/g, (code) => code.replace(/[^\n]/g, ' '));

/**
 * Returns the text with each link as it works on the site.
 *
 * @param {string} text Markdown
 * @param {object} place
 * @param {string} place.source path of the file in the repository (`docs/use/organizer/rooms.md`)
 * @param {string} place.page path of its page in the site (`rooms.md`)
 * @param {(path: string) => string | undefined} place.pageOf page of a file or folder of the repository; absent: not part of the site
 * @param {string} place.filesUrl address of the repository's files, with a slash at its end
 */
export function rewriteLinks(text, { source, page, pageOf, filesUrl }) {
  const rewrite = (link) => {
    const [address, anchor] = splitAnchor(link);
    const isFile = address.startsWith(filesUrl);
    if (address === '' || (!isFile && /^[a-z]+:/i.test(address))) return link;
    const path = isFile
      ? address.slice(filesUrl.length).replace(/\/$/, '')
      : posix.normalize(posix.join(posix.dirname(source), decodeURI(address))).replace(/\/$/, '');
    const target = pageOf(path);
    if (target === undefined) return `${filesUrl}${path}${anchor}`;
    const way = posix.relative(posix.dirname(page), target);
    return `${way.startsWith('.') ? way : `./${way}`}${anchor}`;
  };
  const plain = withoutCode(text);
  let result = '';
  let at = 0;
  for (const match of plain.matchAll(/\]\(([^)\s]+)\)/g)) {
    const begin = match.index + 2;
    result += text.slice(at, begin) + rewrite(match[1]);
    at = begin + match[1].length;
  }
  return result + text.slice(at);
}

function splitAnchor(link) {
  const at = link.indexOf('#');
  return at < 0 ? [link, ''] : [link.slice(0, at), link.slice(at)];
}
