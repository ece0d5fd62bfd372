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
  /** Scorers and player of the match. */
  readonly description: string;
  /** Name of the log in the folder of the match. */
  readonly log: string;
  readonly hasPicture: boolean;
  /** Digest of what the page was made from: an equal match is not written again. */
  readonly source: string;
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
h1 { font-size: 26px; margin: 12px 0 20px; } main ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); }
a { display: block; height: 100%; color: inherit; text-decoration: none; background: var(--panel); border: 1px solid var(--edge); border-radius: 12px; overflow: hidden; } a:hover, a:focus-visible { border-color: var(--accent); } a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
img { display: block; width: 100%; height: auto; aspect-ratio: 1200 / 630; background: ${PITCH_GRASS.around}; } .text { padding: 10px 14px 14px; } strong { display: block; overflow-wrap: anywhere; } p { margin: 2px 0 0; color: var(--soft); font-size: 14px; }
`;

/** Returns the index of all matches, `index.html`. */
export function createIndexPage(site: SiteOptions, entries: readonly MatchEntry[]): string {
  const description = `${entries.length} ${entries.length === 1 ? 'match' : 'matches'}`;
  const picture = entries.find(({ hasPicture }) => hasPicture);
  const items = entries.map((entry) => {
    const folder = `matches/${encodeURIComponent(entry.name)}`;
    const image = entry.hasPicture
      ? `<img src="${folder}/preview.png" alt="" width="1200" height="630" loading="lazy">`
      : '';
    return `<li><a href="${folder}/index.html">${image}<div class="text"><strong>${escapeHtml(formatMatchTitle(entry))}</strong><p>${escapeHtml(entry.description)}</p></div></a></li>`;
  });
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
<main><ul>
${items.join('\n')}
</ul></main>
</body>
</html>
`;
}
