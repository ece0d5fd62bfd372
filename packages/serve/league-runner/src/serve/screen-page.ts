/** Public screen of a run: slides that are shown one after the other, with letters that can be read from a distance. */
import type { BracketPair, BracketRound, StageBracket } from '@rcss/tournament/formats';
import { escapeHtml } from '@rcss/tournament/reports';
import { type BracketLook, formatPair, formatRounds } from '../reports/bracket-html.js';
import { formatTeam, type TeamLooks } from '../reports/format-team.js';
import { formatPage } from '../reports/page-frame.js';
import { formatChampions } from '../reports/report-page.js';
import { formatNextTeams, formatTime, type LiveContent, type Section } from './live-page.js';
import { findWatchHost } from './match-watcher.js';
import type { NextMatch } from './next-matches.js';
import { matchPath, PATHS, watchPath } from './paths.js';

/** Allowed durations of a slide, s. */
export const SLIDE_SECONDS: Readonly<Record<'least' | 'default' | 'most', number>> = {
  least: 3,
  default: 12,
  most: 600,
};

/** Rows of a table that a slide has room for: a row has a tenth of the height of the screen. */
const TABLE_ROWS = 7;
const LIST_ROWS = 6;
/** Pairs of a column that a slide has room for. */
const PAIR_ROWS = 4;
/** Rounds that a slide has room for: from the quarterfinals to the final. */
const ROUND_COLUMNS = 3;
/** Matches beside the one that is shown: all that fit. */
const SIDE_ROWS = 4;

/**
 * A dark stage. Row heights and letters follow the size of the screen. A capital letter can be read from 200 times its height. The letters here have at least 6 % of the height of the
 * screen, their capitals 4.3 %: from 20 m they need 10 cm, on a picture 2.3 m high and 4.1 m wide; names and goals of the next match have nearly twice that, for one 2.2 m wide.
 */
const STYLE = `
:root{color-scheme:dark}html,body{height:100%;overflow:hidden}
body{--u:min(1vh,.5625vw);font-size:calc(6*var(--u));line-height:1.2;background:radial-gradient(circle at 50% 0,#23413a,#0b1211 70%) fixed}
.slide{position:fixed;inset:0;padding:calc(3*var(--u)) calc(6*var(--u));display:flex;flex-direction:column;gap:calc(2*var(--u));opacity:0;visibility:hidden;transition:opacity .6s,visibility .6s}
.slide.shown{opacity:1;visibility:visible}
@media(prefers-reduced-motion:reduce){.slide{transition:none}}
.slide h1 span{display:block}.slide h1 span::first-letter{text-transform:uppercase}
.slide h1{font-size:inherit;color:var(--soft);font-weight:600;display:flex;justify-content:space-between;gap:1em;white-space:nowrap}.slide h1 span:first-child{overflow:hidden;text-overflow:ellipsis}
.slide .body{display:grid;align-content:safe center;flex:1;max-width:none;width:100%;margin:0;padding:0;min-height:0;gap:calc(3*var(--u))}
.slide th{font-size:inherit}.slide :is(th,td){padding:calc(.8*var(--u)) calc(1.5*var(--u))}
.slide td{vertical-align:middle}.slide td .team{display:inline-block;max-width:calc(56*var(--u));white-space:normal;overflow-wrap:anywhere;vertical-align:middle}.slide td:nth-child(2) .team{max-width:calc(70*var(--u))}.slide .big{font-size:calc(11.5*var(--u));font-weight:700;line-height:1.1;margin:0;display:grid;grid-template-columns:minmax(0,1fr) auto minmax(0,1fr);gap:var(--u);align-items:center;text-align:center}
.slide .big .team{white-space:normal;overflow-wrap:anywhere}.slide .big .crest{display:block;margin:0 auto calc(2*var(--u));width:calc(16*var(--u));height:calc(16*var(--u))}.slide .big .shirt{display:block;margin:0 auto calc(2*var(--u))}
.slide .champion{font-size:calc(12*var(--u));text-align:center;margin:0}.slide .champion .crest{display:block;margin:0 auto calc(3*var(--u));width:calc(34*var(--u));height:calc(34*var(--u))}.slide .champion .shirt{display:none}
.slide .dim{color:var(--soft);margin:0;text-align:center}.slide .dim b{color:var(--text);font-size:calc(12*var(--u));display:block;line-height:1}
.slide .bracket{grid-auto-columns:1fr;width:100%}.slide h3{font-size:inherit;font-weight:600}
.slide .cell{padding:calc(.8*var(--u)) calc(4*var(--u)) calc(.8*var(--u)) 0}.slide .bracket .round:not(:last-child) .cell::after{right:calc(2*var(--u));width:calc(2*var(--u));border-width:2px}
:is(.slide,#side) .entrant{gap:.8rem;padding:0 calc(1.5*var(--u));min-height:calc(8*var(--u));line-height:1.05}.slide .bracket .entrant.open{font-size:0}.slide .bracket .entrant.open::after{content:"–";font-size:calc(6*var(--u))}:is(.slide,#side) .note{font-size:inherit}
.slide .pairs{display:grid;grid-template-columns:1fr 1fr;gap:calc(3*var(--u))}
.slide.match{padding:0 calc(56*var(--u)) 0 0}.match div,iframe{width:100%;height:100%;border:0;display:block}
#side{position:fixed;inset:0 0 0 auto;width:calc(56*var(--u));padding:calc(3*var(--u));display:none;flex-direction:column;gap:calc(1.5*var(--u));overflow:hidden;background:#0b1211}:has(>.slide.match.shown)~#side{display:flex}
#side h2{font-size:inherit;color:var(--soft);margin:0}#side h2:not(:first-child){margin-top:auto}#side .pair{flex:none;background:#17221f}#side .crest{width:.9em;height:.9em;margin-right:.15em}
@media(orientation:portrait){.slide.match{padding:0 0 45vh}#side{inset:55vh 0 0;width:auto}}
#goal{position:fixed;left:calc(3*var(--u));right:calc(3*var(--u));bottom:calc(6*var(--u));padding:calc(2*var(--u)) calc(4*var(--u));border-left:calc(1.5*var(--u)) solid var(--live);border-radius:calc(1*var(--u));background:#05100d;font-size:calc(8*var(--u));font-weight:700}
`;

/** A slide; one with a match is shown for a longer time than others. */
export interface Slide extends Section {
  readonly isMatch?: boolean;
}

/** What the screen shows: slides, and what is beside a match. */
export interface Screen {
  readonly slides: readonly Slide[];
  readonly side: string;
}

/**
 * Returns the page of the public screen.
 *
 * @param seconds Time for which a slide is shown; a match is shown five times as long.
 */
export function formatScreenPage(content: LiveContent, seconds: number): string {
  const { slides, side } = describeScreen(content);
  return formatPage(
    content.title,
    `<main id="slides" data-seconds="${seconds}">${slides.map(formatSlide).join('\n')}</main>
<aside id="side" aria-label="All fields">${side}</aside><p id="goal" role="status" hidden></p>`,
    { script: PATHS.screenScript, style: STYLE },
  );
}

function formatSlide({ id, html, isMatch }: Slide, index: number): string {
  return `<div class="slide${isMatch ? ' match' : ''}${index === 0 ? ' shown' : ''}" id="${escapeHtml(id)}">${html}</div>`;
}

/** Returns what the public screen shows; to those who may not open matches, none. */
export function describeScreen(content: LiveContent): Screen {
  return {
    slides: [...createMatchSlides(content), ...formatSlides(content)],
    side: formatSide(content),
  };
}

/** Running matches that have a server; without one, the best scenes of the final, or of the match that has ended last. */
function createMatchSlides({ status, matches, report }: LiveContent): Slide[] {
  const running = (status?.running ?? []).filter(
    (match) => match.port !== null && findWatchHost(match) !== null,
  );
  const played = matches.lines.filter(({ logs }) => logs !== undefined);
  const final = report?.brackets.at(-1)?.rounds.at(-1)?.pairs[0]?.matches.at(-1)?.id;
  const last = played.find(({ fixture }) => fixture === final) ?? played[0];
  const shown = running.map(({ fixture, left, right }) => [`${watchPath(fixture)}?broadcast`, left, right]);
  if (shown.length === 0 && last !== undefined)
    shown.push([`${matchPath(last.fixture)}?broadcast&scenes`, last.left, last.right]);
  return shown.map(([address = '', left, right]) => ({
    id: `slide-match-${address}`,
    html: `<div data-match="${escapeHtml(address)}" data-title="${escapeHtml(`${left} – ${right}`)}"></div>`,
    isMatch: true,
  }));
}

/** The scores of all fields, or the last results, and what follows. */
function formatSide({ status, matches, next: [next], looks, fields }: LiveContent): string {
  const pair = (
    fixture: string,
    teams: readonly (string | null)[],
    goals: readonly number[] = [],
    kicks: readonly (number | null)[] = [],
  ): string => {
    const field = fields.get(fixture);
    const place = field == null ? '' : `<p class="note">Field ${escapeHtml(field)}</p>`;
    const rows = teams.map(
      (team, i) =>
        `<p class="entrant"><span class="who">${team === null ? '–' : formatTeam(team, looks)}</span><b>${goals[i] ?? ''}${kicks[i] == null ? '' : ` (${kicks[i]})`}</b></p>`,
    );
    const score =
      goals.length === 0 ? '' : ` data-score="${escapeHtml(`${teams[0]} ${goals.join(' : ')} ${teams[1]}`)}"`;
    return `<div class="pair" data-fixture="${escapeHtml(fixture)}"${score}>${rows.join('')}${place}</div>`;
  };
  const running = (status?.running ?? []).map(({ fixture, left, right, score }) =>
    pair(fixture, [left, right], score),
  );
  const results = matches.lines.map(({ fixture, left, right, scoreL, scoreR, penaltyL, penaltyR }) =>
    pair(fixture, [left, right], [scoreL, scoreR], [penaltyL, penaltyR]),
  );
  const [title, pairs] = running.length > 0 ? ['Now', running] : ['Results', results];
  return [
    pairs.length === 0 ? '' : `<h2>${title}</h2>${pairs.slice(0, SIDE_ROWS).join('')}`,
    next === undefined
      ? ''
      : `<h2>Next ${formatCountdown(next)}</h2>${pair(next.fixture, [next.left, next.right])}`,
  ].join('');
}

/** The time until a match, which the script of the page counts down; empty without a kick-off time. */
function formatCountdown({ kickoff }: NextMatch): string {
  return kickoff === null ? '' : `<b data-until="${new Date(kickoff).toISOString()}"></b>`;
}

/** Returns the slides of the public screen; there is always one. */
export function formatSlides(content: LiveContent): Section[] {
  const slides = [
    ...createChampionSlide(content),
    ...createNextSlides(content),
    ...createTableSlides(content),
    ...(content.report?.brackets ?? []).flatMap((bracket, i) => createBracketSlides(content, bracket, i)),
    ...createResultSlide(content),
  ];
  if (slides.length > 0) return slides;
  return [createSlide(content, 'empty', '', '<p class="big">The first match has not begun.</p>')];
}

function createSlide({ title }: LiveContent, id: string, name: string, html: string): Section {
  return {
    id: `slide-${id}`,
    html: `<h1><span>${escapeHtml(title)}</span><span aria-hidden="true">${escapeHtml(name)}</span></h1>${name && `<h2 class="hidden">${escapeHtml(name)}</h2>`}<div class="body">${html}</div>`,
  };
}

function createChampionSlide(content: LiveContent): Section[] {
  if (content.report === null || content.report.champions.length === 0) return [];
  return [createSlide(content, 'champion', '', formatChampions(content.report, content.looks))];
}

function createNextSlides(content: LiveContent): Section[] {
  const { next, status, looks, fields } = content;
  const running = (status?.running ?? []).slice(0, LIST_ROWS);
  const slides: Section[] = [];
  if (running.length > 0) {
    const rows = running.map(({ fixture, left, right, score = ['–', '–'] }) => {
      const field = fields.get(fixture);
      const place = field == null ? '' : `<td>${escapeHtml(field)}</td>`;
      return `<tr>${formatRow(left, score.join(' : '), right, looks)}${place}</tr>`;
    });
    const table = `<table><tbody>${rows.join('')}</tbody></table>`;
    slides.push(createSlide(content, 'running', 'Now', table));
  }
  const [first, ...others] = next;
  if (first === undefined) return slides;
  const { left, right } = first;
  const versus =
    left === null || right === null
      ? `<span></span>${formatNextTeams(first, looks)}<span></span>`
      : `<span>${formatTeam(left, looks)}</span>–<span>${formatTeam(right, looks)}</span>`;
  const place = [formatTime(first.kickoff), first.field === null ? '' : `field ${escapeHtml(first.field)}`];
  const when = [formatCountdown(first), place.filter((text) => text !== '').join(', ')].join('');
  const more = others.slice(0, 1).map((match) => `<p class="dim">then ${formatNextTeams(match, looks)}</p>`);
  const main = `<p class="big">${versus}</p>${when === '' ? '' : `<p class="dim">${when}</p>`}${more.join('')}`;
  slides.push(createSlide(content, 'next', 'Next match', main));
  return slides;
}

/** Splits a list into parts of equal size, except the last one. */
function splitList<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}

function createTableSlides(content: LiveContent): Section[] {
  const { looks, standings } = content;
  return standings.flatMap(({ name, standings: rows }, number) =>
    splitList(rows, TABLE_ROWS).map((part, i, parts) => {
      const cells = part.map(
        ({ place, team, games, scored, conceded, points }) =>
          `<tr><td align="right">${place}</td><td>${formatTeam(team, looks)}</td><td align="right">${games}</td><td align="right">${scored}:${conceded}</td><td align="right"><b>${points}</b></td></tr>`,
      );
      const count = parts.length === 1 ? '' : ` ${i + 1}/${parts.length}`;
      return createSlide(
        content,
        `table-${number}-${i}`,
        `Standings, ${name}${count}`,
        `<table><thead><tr><td></td><th>team</th><th align="right">matches</th><th align="right">goals</th><th align="right">points</th></tr></thead><tbody>${cells.join('')}</tbody></table>`,
      );
    }),
  );
}

function createBracketSlides(content: LiveContent, bracket: StageBracket, number: number): Section[] {
  const look: BracketLook = {
    formatTeam: (team) => formatTeam(team, content.looks),
    matchLink: () => null,
  };
  const { rounds, placement, name } = bracket;
  const last = rounds.slice(-ROUND_COLUMNS).filter(({ size }) => size <= PAIR_ROWS);
  const before = rounds.slice(0, rounds.length - last.length);
  const list = (round: BracketRound): Section[] =>
    splitList<BracketPair>(round.pairs, PAIR_ROWS).map((pairs, i, parts) => {
      const count = parts.length === 1 ? '' : ` ${i + 1}/${parts.length}`;
      const html = `<div class="pairs">${pairs.map((pair) => formatPair(pair, look)).join('')}</div>`;
      return createSlide(content, `bracket-${number}-${round.name}-${i}`, `${round.name}${count}`, html);
    });
  return [
    // A round that is over is in the next one.
    ...before.filter(({ pairs }) => pairs.some(({ winner }) => winner === null)).flatMap(list),
    createSlide(content, `bracket-${number}`, name, `<div class="bracket">${formatRounds(last, look)}</div>`),
    ...placement.flatMap(list),
  ];
}

function createResultSlide(content: LiveContent): Section[] {
  const { matches, looks } = content;
  const lines = matches.lines.slice(0, LIST_ROWS);
  if (lines.length === 0) return [];
  const rows = lines.map(({ left, right, scoreL, scoreR, penaltyL, penaltyR }) => {
    const goals = `${scoreL} : ${scoreR}${penaltyL === null ? '' : ` (${penaltyL} : ${penaltyR})`}`;
    return `<tr>${formatRow(left, goals, right, looks)}</tr>`;
  });
  return [createSlide(content, 'results', 'Results', `<table><tbody>${rows.join('')}</tbody></table>`)];
}

/** Cells with the teams of a match and its goals. */
function formatRow(left: string, goals: string, right: string, looks: TeamLooks): string {
  return `<td align="right">${formatTeam(left, looks)}</td><td class="score">${goals}</td><td>${formatTeam(right, looks)}</td>`;
}
