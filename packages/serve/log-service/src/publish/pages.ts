import type { Side } from '@rcss/core';
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
  /** Identifier in its tournament. */
  readonly fixture?: string;
  /** When it ended, ISO 8601. */
  readonly date?: string;
  /** How it was decided if not by goals or penalties, such as `A advances by lot`. */
  readonly decision?: string;
  /** The best moments, the earliest first. */
  readonly moments?: readonly MatchMoment[];
  /** How much the possession turned from team to team: the sum of the changes of the momentum. */
  readonly turns?: number;
  /** What players did that the pages of their teams count. */
  readonly actions?: readonly PlayerAction[];
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

/** A moment of a match that a page leads to. */
export interface MatchMoment {
  /** Cycle at which the page of the match begins. */
  readonly cycle: number;
  readonly text: string;
  /** Whether it is a goal. */
  readonly isGoal: boolean;
}

/** Something that a player did. */
export interface PlayerAction {
  readonly kind: 'goal' | 'assist' | 'shot' | 'save';
  readonly side: Side;
  readonly unum: number;
  /** Cycle at which the page of the match begins. */
  readonly cycle: number;
}

/** What is above the matches of the index, such as the bracket and the tables of a tournament. */
export interface PublishedTop {
  /** HTML, in which texts are escaped and addresses are relative to the index. */
  readonly html: string;
  /** Style of the HTML. */
  readonly style: string;
  /** Ratings of the teams by their names, for the match of a day; absent: its momentum alone counts. */
  readonly ratings?: Readonly<Record<string, number>>;
}

/** Title and address of the whole. */
export interface SiteOptions {
  readonly title: string;
  /** Address at which the folder will be, ending with `/`; empty if it is not known. Previews of links need it. */
  readonly url: string;
}

/** Returns a text as it is written in HTML, in content and attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** The name of a match with its score. */
export function formatMatchTitle({ left, right, score, penalties, decision }: MatchEntry): string {
  const kicks = penalties === null ? '' : ` (penalties ${penalties[0]} : ${penalties[1]})`;
  return `${left} ${score[0]} : ${score[1]} ${right}${kicks}${decision === undefined ? '' : `, ${decision}`}`;
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
    `<meta property="og:${name}" content="${escapeMarkup(content)}">\n`;
  return [
    `<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(POLICY)}">\n`,
    `<meta name="description" content="${escapeMarkup(description)}">\n`,
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
* { box-sizing: border-box; } body { margin: 0 auto; max-width: 84rem; padding: 16px; background: var(--ground); color: var(--text); font: 16px/1.5 var(--font); }
h1 { font-size: 26px; line-height: 1.2; margin: 12px 0 20px; overflow-wrap: anywhere; } h2 { font-size: 18px; margin: 28px 0 10px; } h2::first-letter, caption::first-letter { text-transform: uppercase; } ul.matches { list-style: none; margin: 0; padding: 0; display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); }
a { color: var(--accent); } a:focus-visible, .wide:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.matches > li { background: var(--panel); border: 1px solid var(--edge); border-radius: 12px; overflow: hidden; } .matches > li > a { display: block; color: inherit; text-decoration: none; } .matches > li:hover { border-color: var(--accent); }
.matches > li > a > img { display: block; width: 100%; height: auto; aspect-ratio: 1200 / 630; background: ${PITCH_GRASS.around}; } .text { padding: 10px 14px 4px; } .matches > li > ul { margin: 0; padding: 0 14px 10px; list-style: none; font-size: 14px; } .matches .moment { text-decoration: none; } .matches .moment:hover { text-decoration: underline; } p { margin: 2px 0 0; color: var(--soft); font-size: 14px; }
.score-line { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); gap: 10px; align-items: center; font-weight: 650; } .score-line i { font-style: normal; } .score-line span { display: flex; gap: 8px; align-items: center; overflow-wrap: anywhere; min-width: 0; } .score-line span:first-child { justify-content: flex-end; text-align: right; } .score-line b { font-size: 20px; white-space: nowrap; font-variant-numeric: tabular-nums; } .score-line img { flex: none; width: 24px; height: 24px; object-fit: contain; }
.moment { display: flex; gap: 8px; padding: 3px 0; min-height: var(--control); align-items: center; } time { color: var(--soft); font-variant-numeric: tabular-nums; }
.day { background: var(--panel); border: 1px solid var(--edge); border-radius: 12px; padding: 2px 14px 10px; margin-top: 16px; } .day h2 { margin: 8px 0 4px; } .day ul { margin: 0; padding: 0; list-style: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

/** Address of the page of a match, relative to the index. */
export function matchAddress({ name }: Pick<MatchEntry, 'name'>, cycle?: number): string {
  return `matches/${encodeURIComponent(name)}/index.html${cycle === undefined ? '' : `#cycle=${cycle}`}`;
}

/** The name of a team, which may break after an underscore. */
const breakName = (name: string): string => escapeMarkup(name).replaceAll('_', '_<wbr>');

/** The result of a match: the crest of each team beside its name. `root` is the way to the folder of the index. */
export function formatScoreLine(
  { left, right, score, penalties, decision, crests = [null, null] }: MatchEntry,
  root = '',
): string {
  const crest = (address: string | null): string =>
    address === null ? '' : `<img src="${root}${escapeMarkup(address)}" alt="" width="24" height="24">`;
  const notes = [
    penalties === null ? '' : `Penalties ${penalties[0]} : ${penalties[1]}`,
    decision ?? '',
  ].filter((text) => text !== '');
  const line = `<div class="score-line"><span><i>${breakName(left)}</i>${crest(crests[0])}</span><b>${score[0]} : ${score[1]}</b><span>${crest(crests[1])}<i>${breakName(right)}</i></span></div>`;
  return line + notes.map((text) => `<p>${escapeMarkup(text)}</p>`).join('');
}

/** The day of a match in UTC; empty if it is not known. */
const dayOf = ({ date }: MatchEntry): string => date?.slice(0, 10) ?? '';

/** Returns the index of all matches, `index.html`: what is above them, then the matches, those of each round together, in the order of the first ones. */
export function createIndexPage(
  site: SiteOptions,
  entries: readonly MatchEntry[],
  top: PublishedTop = { html: '', style: '' },
): string {
  const description = `${entries.length} ${entries.length === 1 ? 'match' : 'matches'}`;
  const picture = entries.find(({ hasPicture }) => hasPicture);
  const formatMoment = (entry: MatchEntry, { cycle, text }: MatchMoment): string =>
    `<li><a class="moment" href="${matchAddress(entry, cycle)}"><time>${cycle}</time> ${escapeMarkup(text)}</a></li>`;
  const formatEntry = (entry: MatchEntry): string => {
    const address = matchAddress(entry);
    const image = entry.hasPicture
      ? `<img src="${address.replace('index.html', 'small.webp')}" alt="" width="640" height="336" loading="lazy">`
      : '';
    const day = dayOf(entry);
    const when =
      day === '' ? '' : `<p><time datetime="${escapeMarkup(entry.date!)}">${escapeMarkup(day)}</time></p>`;
    const moments = (entry.moments ?? []).map((moment) => formatMoment(entry, moment)).join('');
    return `<li><a href="${address}">${image}<div class="text">${formatScoreLine(entry)}<p>${escapeMarkup(entry.description)}</p>${when}</div></a>${moments === '' ? '' : `<ul aria-label="Best moments">${moments}</ul>`}</li>`;
  };
  const rounds = new Map<string, MatchEntry[]>();
  for (const entry of entries) {
    const round = entry.round ?? '';
    rounds.set(round, [...(rounds.get(round) ?? []), entry]);
  }
  const lists = [...rounds].map(([round, matches]) => {
    const title = round === '' ? '' : `<h2>${escapeMarkup(round)}</h2>\n`;
    const rest = matches.length - LISTED_MATCHES;
    const note =
      rest > 0 ? `<p>The newest ${LISTED_MATCHES}; the pages of the teams have ${rest} more.</p>\n` : '';
    const items = matches.slice(-LISTED_MATCHES).map(formatEntry);
    return `${title}${note}<ul class="matches">\n${items.join('\n')}\n</ul>`;
  });
  return createSitePage(site, {
    title: site.title,
    description,
    path: 'index.html',
    root: '.',
    picture: picture === undefined ? null : `matches/${picture.name}/preview.png`,
    style: top.style,
    header: `<h1>${escapeMarkup(site.title)}</h1>`,
    main: `${top.html}${formatDays(entries, top.ratings)}${lists.join('\n')}`,
  });
}

/** Matches of a part of the tournament that the index lists: a ladder has thousands. */
const LISTED_MATCHES = 48;
/** Days that the index has, and moments of a day. */
const LISTED_DAYS = 7;
const DAY_MOMENTS = 8;

/** Returns the match with the least sum of its places by momentum and by the ratings of its teams. */
function findBestMatch(
  matches: readonly MatchEntry[],
  ratings: Readonly<Record<string, number>>,
): MatchEntry | undefined {
  const measures = [
    ({ turns }: MatchEntry) => turns ?? 0,
    ({ left, right }: MatchEntry) => (ratings[left] ?? 0) + (ratings[right] ?? 0),
  ];
  const places = measures.map((measure) => {
    const values = matches.map(measure).sort((a, b) => a - b);
    const place = new Map(values.map((value, i) => [value, matches.length - i]));
    return (entry: MatchEntry): number => place.get(measure(entry))!;
  });
  const add = (entry: MatchEntry): number => places.reduce((sum, place) => sum + place(entry), 0);
  return [...matches].sort((a, b) => add(a) - add(b))[0];
}

/** Returns the text of a moment without the team of a goal, if the scorer follows, whose name has it. */
const shortenGoal = (text: string): string => text.replace(/^Goal for (.+): (?=\1 )/, '');

/** The best match and the best moments of each of the last days of which there are several matches, the newest day first: goals before others, each match in turn. */
function formatDays(entries: readonly MatchEntry[], ratings: PublishedTop['ratings'] = {}): string {
  const days = new Map<string, MatchEntry[]>();
  for (const entry of entries)
    if (dayOf(entry) !== '') days.set(dayOf(entry), [...(days.get(dayOf(entry)) ?? []), entry]);
  const lists = [...days]
    .filter(([, matches]) => matches.length > 1)
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .slice(0, LISTED_DAYS)
    .map(([day, matches]) => {
      const moments = matches.flatMap((entry) =>
        (entry.moments ?? []).map((moment, rank) => ({ entry, moment, rank })),
      );
      const chosen = new Set(
        [...moments]
          .sort((a, b) => Number(b.moment.isGoal) - Number(a.moment.isGoal) || a.rank - b.rank)
          .slice(0, DAY_MOMENTS),
      );
      const items = moments
        .filter((each) => chosen.has(each))
        .map(
          ({ entry, moment: { cycle, text } }) =>
            `<li><a class="moment" href="${matchAddress(entry, cycle)}">${escapeMarkup(`${entry.left} – ${entry.right}: ${shortenGoal(text)}`)}</a></li>`,
        );
      const best = findBestMatch(matches, ratings)!;
      const match = `<p>Match of the day: <a class="moment" href="${matchAddress(best)}">${escapeMarkup(formatMatchTitle(best))}</a></p>`;
      return `<section class="day"><h2>Best scenes of ${escapeMarkup(day)}</h2>${match}<ul>${items.join('')}</ul></section>`;
    });
  return lists.join('\n');
}

/** A page of the folder besides those of the matches. */
export interface SitePage {
  readonly title: string;
  readonly description: string;
  /** Path in the folder. */
  readonly path: string;
  /** Way from the page to the folder. */
  readonly root: string;
  /** Path of a picture for previews of links. */
  readonly picture: string | null;
  /** Further style. */
  readonly style: string;
  /** HTML of the header and of the main part. */
  readonly header: string;
  readonly main: string;
}

/** Returns a page with the head and the style of the index. */
export function createSitePage(site: SiteOptions, page: SitePage): string {
  const { title, description, path, root, picture, style, header, main } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
${createHead(site, title, description, path, picture)}<link rel="icon" href="${root}${PAGE_PATHS.icon}" type="image/svg+xml">
<style>${STYLE}${style}</style>
</head>
<body>
<header>${header}</header>
<main>${main}</main>
</body>
</html>
`;
}
