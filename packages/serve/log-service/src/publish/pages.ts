import {
  formatDesign,
  PAGE_PATHS,
  PAGE_POLICY,
  type PageConfig,
  PITCH_GRASS,
  pageHtml,
} from '@rcss/viewer/page';

/** What the index of matches says about a match. */
export interface MatchEntry {
  /** Folder of the match, below `matches/`. */
  readonly name: string;
  readonly left: string;
  readonly right: string;
  readonly score: readonly [left: number, right: number];
  /** Score of the penalty shootout; null without one. */
  readonly penalties: readonly [left: number, right: number] | null;
  /** Part of the tournament, such as `group A` or `final`; matches of one part are together. */
  readonly round?: string;
  /** Addresses of the crests, relative to the index; null for a team without one. */
  readonly crests?: readonly [left: string | null, right: string | null];
  /** Scorers and player of the match. */
  readonly description: string;
  /** Name of the log in the folder of the match. */
  readonly log: string;
  readonly hasPicture: boolean;
  /** Digest of what the page was made from: an equal match is not written again. */
  readonly source: string;
}

/** A table above the matches of the index, such as standings. */
export interface PublishedTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Title and address of the whole. */
export interface SiteOptions {
  readonly title: string;
  /** Address at which the folder will be, ending with `/`; empty if it is not known. Previews of links need it. */
  readonly url: string;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** The name of a match with its score. */
export function formatMatchTitle({ left, right, score, penalties }: MatchEntry): string {
  const kicks = penalties === null ? '' : ` (penalties ${penalties[0]} : ${penalties[1]})`;
  return `${left} ${score[0]} : ${score[1]} ${right}${kicks}`;
}

// Static files have no headers; the policy of a page cannot contain who may show it in a frame.
const POLICY = PAGE_POLICY.replace(/; frame-ancestors [^;]*/, '');

/** Elements of the head that previews of links read (Open Graph). */
function createHead(
  { title: siteTitle, url }: SiteOptions,
  title: string,
  description: string,
  path: string,
  picture: string | null,
): string {
  const property = (name: string, content: string): string =>
    `<meta property="og:${name}" content="${escapeHtml(content)}">\n`;
  return [
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">\n`,
    `<meta name="description" content="${escapeHtml(description)}">\n`,
    property('type', 'website'),
    property('site_name', siteTitle),
    property('title', title),
    property('description', description),
    url === '' ? '' : property('url', url + path),
    picture === null
      ? ''
      : property('image', url === '' ? picture.split('/').at(-1)! : url + picture) +
        property('image:width', '1200') +
        property('image:height', '630') +
        property('image:alt', title) +
        '<meta name="twitter:card" content="summary_large_image">\n',
  ].join('');
}

/** Returns the page of a match, `matches/NAME/index.html`: all its addresses are relative. */
export function createMatchPage(
  site: SiteOptions,
  entry: MatchEntry,
  study: string | null,
  teams: Pick<PageConfig, 'colors' | 'crests'> = {},
): string {
  const title = formatMatchTitle(entry);
  const config: PageConfig = {
    log: `./${entry.log}`,
    title: entry.log,
    backLink: '../../index.html',
    ...teams,
    ...(study !== null && { study: `./${study}` }),
  };
  const folder = `matches/${entry.name}/`;
  return pageHtml(config, title, {
    root: '../..',
    head: createHead(
      site,
      title,
      entry.description,
      `${folder}index.html`,
      entry.hasPicture ? `${folder}preview.png` : null,
    ),
  });
}

const STYLE = `
:root { color-scheme: light dark; ${formatDesign()} }
* { box-sizing: border-box; } body { margin: 0 auto; max-width: 1180px; padding: 16px; background: var(--ground); color: var(--text); font: 16px/1.5 var(--font); }
h1 { font-size: 26px; margin: 12px 0 20px; } h2 { font-size: 18px; margin: 28px 0 10px; } h2::first-letter, caption::first-letter { text-transform: uppercase; } main ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); }
a { display: block; height: 100%; color: inherit; text-decoration: none; background: var(--panel); border: 1px solid var(--edge); border-radius: 12px; overflow: hidden; } a:hover, a:focus-visible { border-color: var(--accent); } a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
img { display: block; width: 100%; height: auto; aspect-ratio: 1200 / 630; background: ${PITCH_GRASS.around}; } .text { padding: 10px 14px 14px; } strong { display: block; overflow-wrap: anywhere; } p { margin: 2px 0 0; color: var(--soft); font-size: 14px; }
.text strong img { display: inline-block; width: 1.4em; height: 1.4em; aspect-ratio: auto; object-fit: contain; vertical-align: -.35em; background: none; margin-right: .35em; }
.tables { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); } .table { overflow-x: auto; background: var(--panel); border: 1px solid var(--edge); border-radius: 12px; padding: 10px 14px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; } caption { text-align: left; font-weight: 600; padding-bottom: 6px; } th, td { text-align: left; padding: 4px 8px; border-top: 1px solid var(--line); } th { color: var(--soft); font-weight: 600; }
`;

function formatTable({ title, columns, rows }: PublishedTable): string {
  const cells = (tag: string, texts: readonly unknown[]): string =>
    `<tr>${texts.map((text) => `<${tag}>${escapeHtml(String(text ?? ''))}</${tag}>`).join('')}</tr>`;
  return `<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(title)}"><table><caption>${escapeHtml(title)}</caption><thead>${cells('th', columns)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table></div>`;
}

/** The title of a match with the crests of its teams. */
function formatEntryTitle(entry: MatchEntry): string {
  const crests = (entry.crests ?? []).flatMap((address) => address ?? []);
  const images = crests.map((address) => `<img src="${escapeHtml(address)}" alt="" width="22" height="22">`);
  return images.join('') + escapeHtml(formatMatchTitle(entry));
}

/** Returns the index of all matches, `index.html`: the tables, then the matches, those of each round together, in the order of the first ones. */
export function createIndexPage(
  site: SiteOptions,
  entries: readonly MatchEntry[],
  tables: readonly PublishedTable[] = [],
): string {
  const description = `${entries.length} ${entries.length === 1 ? 'match' : 'matches'}`;
  const picture = entries.find(({ hasPicture }) => hasPicture);
  const formatEntry = (entry: MatchEntry): string => {
    const folder = `matches/${encodeURIComponent(entry.name)}`;
    const image = entry.hasPicture
      ? `<img src="${folder}/preview.png" alt="" width="1200" height="630" loading="lazy">`
      : '';
    return `<li><a href="${folder}/index.html">${image}<div class="text"><strong>${formatEntryTitle(entry)}</strong><p>${escapeHtml(entry.description)}</p></div></a></li>`;
  };
  const rounds = new Map<string, MatchEntry[]>();
  for (const entry of entries) {
    const round = entry.round ?? '';
    rounds.set(round, [...(rounds.get(round) ?? []), entry]);
  }
  const lists = [...rounds].map(
    ([round, matches]) =>
      `${round === '' ? '' : `<h2>${escapeHtml(round)}</h2>\n`}<ul>\n${matches.map(formatEntry).join('\n')}\n</ul>`,
  );
  const head = tables.length === 0 ? '' : `<div class="tables">${tables.map(formatTable).join('\n')}</div>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(site.title)}</title>
${createHead(site, site.title, description, 'index.html', picture === undefined ? null : `matches/${picture.name}/preview.png`)}<link rel="icon" href=".${PAGE_PATHS.icon}" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escapeHtml(site.title)}</h1></header>
<main>${head}${lists.join('\n')}</main>
</body>
</html>
`;
}
