/** Public screen of a run: slides that are shown one after the other, with letters that can be read from a distance. */
import type { BracketPair, BracketRound, StageBracket } from '@rcss/tournament/formats';
import { escapeHtml } from '@rcss/tournament/reports';
import { type BracketLook, formatPair, formatRounds } from '../reports/bracket-html.js';
import { formatTeam, formatTeams } from '../reports/format-team.js';
import { formatPage } from '../reports/page-frame.js';
import { formatChampions } from '../reports/report-page.js';
import { formatNextTeams, formatTime, type LiveContent, type Section } from './live-page.js';
import { PATHS } from './paths.js';

/** Time for which a slide is shown, s. */
export interface SlideSeconds {
  readonly least: number;
  readonly default: number;
  readonly most: number;
}

/** Allowed durations of a slide. */
export const SLIDE_SECONDS: SlideSeconds = { least: 3, default: 12, most: 600 };

/** Rows of a table that a slide has room for: a row has a tenth of the height of the screen. */
const TABLE_ROWS = 7;
const LIST_ROWS = 6;
/** Pairs of a column that a slide has room for. */
const PAIR_ROWS = 4;
/** Rounds that a slide has room for: from the quarterfinals to the final. */
const ROUND_COLUMNS = 3;

/** Row heights and letters follow the size of the screen: letters have 5 % of its height, 3 cm on a screen of 60 cm. */
const STYLE = `
html,body{height:100%;overflow:hidden}
body{--u:min(1vh,.5625vw);font-size:calc(5*var(--u));line-height:1.25}
.slide{position:fixed;inset:0;padding:calc(4*var(--u)) calc(6*var(--u));display:flex;flex-direction:column;gap:calc(3*var(--u));opacity:0;visibility:hidden;transition:opacity .6s,visibility .6s;background:var(--ground)}
.slide.shown{opacity:1;visibility:visible}
@media(prefers-reduced-motion:reduce){.slide{transition:none}}
.slide h1 span{display:block}.slide h1 span::first-letter{text-transform:uppercase}
.slide h1{font-size:calc(5*var(--u));color:var(--soft);font-weight:600;display:flex;justify-content:space-between;gap:1em}
.slide h2{font-size:calc(7*var(--u));margin:0}
.slide main{display:grid;align-content:center;flex:1;max-width:none;width:100%;margin:0;padding:0;min-height:0;gap:calc(3*var(--u))}
.slide th{font-size:calc(3.4*var(--u))}.slide th,.slide td{padding:calc(1.2*var(--u)) calc(1.5*var(--u))}
.slide td{vertical-align:middle}.slide .big{font-size:calc(9*var(--u));font-weight:700;line-height:1.15;margin:0}
.slide .champion{font-size:calc(11*var(--u));text-align:center}.slide .champion .crest{display:block;margin:0 auto calc(3*var(--u));width:calc(30*var(--u));height:calc(30*var(--u))}.slide .champion .shirt{display:none}
.slide .dim{color:var(--soft);margin:0}
.slide .bracket{grid-auto-columns:1fr;width:100%}.slide h3{font-size:calc(3.6*var(--u))}
.slide .cell{padding:calc(.8*var(--u)) calc(4*var(--u)) calc(.8*var(--u)) 0}.slide .bracket .round:not(:last-child) .cell::after{right:calc(2*var(--u));width:calc(2*var(--u));border-width:2px}
.slide .entrant{padding:calc(.6*var(--u)) calc(1.5*var(--u));min-height:calc(8*var(--u));font-size:calc(4.4*var(--u))}.slide .entrant.open{font-size:calc(3.2*var(--u))}.slide .note{font-size:calc(3*var(--u))}
.slide .pairs{display:grid;grid-template-columns:1fr 1fr;gap:calc(3*var(--u))}
`;

/**
 * Returns the page of the public screen.
 *
 * @param seconds Time for which a slide is shown.
 */
export function formatScreenPage(content: LiveContent, seconds: number): string {
  return formatPage(
    content.title,
    `<div id="slides" data-seconds="${seconds}">${formatSlides(content).map(formatSlide).join('\n')}</div>`,
    { script: PATHS.screenScript, style: STYLE },
  );
}

function formatSlide({ id, html }: Section, index: number): string {
  return `<div class="slide${index === 0 ? ' shown' : ''}" id="${escapeHtml(id)}">${html}</div>`;
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
    html: `<h1><span>${escapeHtml(title)}</span><span>${escapeHtml(name)}</span></h1><main>${html}</main>`,
  };
}

function createChampionSlide(content: LiveContent): Section[] {
  if (content.report === null || content.report.champions.length === 0) return [];
  return [createSlide(content, 'champion', '', formatChampions(content.report, content.looks))];
}

function createNextSlides(content: LiveContent): Section[] {
  const { next, status, looks } = content;
  const running = (status?.running ?? []).slice(0, LIST_ROWS);
  const slides: Section[] = [];
  if (running.length > 0) {
    const rows = running.map(
      ({ left, right, cycle }) =>
        `<tr><td>${formatTeams(left, right, looks)}</td><td align="right">${cycle}</td></tr>`,
    );
    const table = `<table><thead><tr><th>teams</th><th align="right">cycle</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
    slides.push(createSlide(content, 'running', 'Now', table));
  }
  const [first, ...others] = next;
  if (first === undefined) return slides;
  const place = [formatTime(first.kickoff), first.field === null ? '' : `field ${escapeHtml(first.field)}`];
  const rows = others
    .slice(0, LIST_ROWS - 2)
    .map(
      (match) => `<tr><td>${formatNextTeams(match, looks)}</td><td>${formatTime(match.kickoff)}</td></tr>`,
    );
  const table = rows.length === 0 ? '' : `<table><tbody>${rows.join('')}</tbody></table>`;
  const when = place.filter((text) => text !== '').join(', ');
  slides.push(
    createSlide(
      content,
      'next',
      'Next match',
      `<p class="big">${formatNextTeams(first, looks)}</p>${when === '' ? '' : `<p class="dim">${when}</p>`}${table}`,
    ),
  );
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
        `<table><thead><tr><th></th><th>team</th><th align="right">matches</th><th align="right">goals</th><th align="right">points</th></tr></thead><tbody>${cells.join('')}</tbody></table>`,
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
  const rows = lines.map(
    ({ left, right, scoreL, scoreR, penaltyL, penaltyR }) =>
      `<tr><td>${formatTeam(left, looks)}</td><td class="score">${scoreL} : ${scoreR}${penaltyL === null ? '' : ` (${penaltyL} : ${penaltyR})`}</td><td>${formatTeam(right, looks)}</td></tr>`,
  );
  return [createSlide(content, 'results', 'Results', `<table><tbody>${rows.join('')}</tbody></table>`)];
}
