/** What a page of the API reference has before its descriptions: an example, and a table of the exports. */

import { uniqueAnchor } from '../../../../scripts/house/references.mjs';
import { slug } from '../../../../scripts/house/slug.mjs';

/** Words for the headings of the plugin. */
const KINDS = {
  Classes: 'class',
  Enumerations: 'enumeration',
  Functions: 'function',
  Interfaces: 'interface',
  Namespaces: 'namespace',
  'Type Aliases': 'type',
  Variables: 'value',
};

/** Text after a heading that is not its description: signatures, places, other headings, tables, lists. */
const NOT_TEXT = /^(>|#|\||-|`{3}|Defined in: |Re-exports )/;

/** Returns the first sentence of a text. */
const findFirstSentence = (text) => /^.*?[.:?!](?=\s|$)/s.exec(text)?.[0] ?? text;

/** Returns the name of a heading without escapes and parentheses. */
const readName = (heading) => heading.replace(/\\(.)/g, '$1').replace(/\(\)$/, '');

/**
 * Returns the exports of a page of the plugin, in the order of the page.
 *
 * @param {string} text Markdown
 * @returns {{ kind: string, name: string, anchor: string, summary: string }[]}
 */
export function listExports(text) {
  const exports = [];
  const anchors = new Set();
  let kind = '';
  let isOpen = false;
  for (const paragraph of text.replace(/^```.*?^```$/gms, '```').split(/\n{2,}/)) {
    const [, level = '', heading = ''] = /^(#+) (.+)$/m.exec(paragraph) ?? [];
    if (level === '') {
      if (!isOpen || NOT_TEXT.test(paragraph)) continue;
      exports.at(-1).summary = findFirstSentence(paragraph.replace(/\s*\n\s*/g, ' '));
      isOpen = false;
      continue;
    }
    const anchor = uniqueAnchor(anchors, slug(heading));
    anchors.add(anchor);
    // The signatures of a function come before its description; the parts of a class come after it.
    if (heading !== 'Call Signature') isOpen = false;
    if (level === '##') kind = KINDS[heading] ?? '';
    else if (level === '###' && kind !== '') {
      exports.push({ kind, anchor, name: readName(heading), summary: '' });
      isOpen = true;
    }
  }
  return exports;
}

/** Returns the first example of a README that imports from an entry; null if it has none. */
export function findExample(readme, entry) {
  const blocks = [...readme.matchAll(/^```(?:ts|js)\n.*?^```$/gms)].map(([block]) => block);
  return blocks.find((block) => block.includes(`from '${entry}'`)) ?? null;
}

/**
 * Returns a page with the example and the table after its title.
 *
 * @param {string} text Markdown of the plugin
 * @param {string} entry the import of the page
 * @param {string} readme that of the package
 */
export function addIndex(text, entry, readme) {
  const example = findExample(readme, entry);
  const rows = listExports(text).map(
    ({ kind, name, anchor, summary }) =>
      `| [\`${name}\`](#${anchor}) | ${kind} | ${summary.replaceAll('|', '\\|')} |`,
  );
  const parts = [
    ...(example === null ? [] : [`Example:\n\n${example}`]),
    ...(rows.length === 0 ? [] : [['| export | kind | contents |', '|---|---|---|', ...rows].join('\n')]),
  ];
  return text.replace(/^# .*$/m, (title) => [title, ...parts].join('\n\n'));
}
