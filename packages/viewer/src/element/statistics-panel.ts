/** The panel with the statistics of the whole match, or of the match up to the current moment. */
import { type MatchStats, summarize, type TeamStats } from '@rcss/stats';
import { createHeatMap, createStaminaCurve } from '@rcss/stats/charts';
import { h, setText } from './dom.js';
import type { Panel } from './panels.js';
import {
  computePitchHeight,
  createChartCanvas,
  drawCurves,
  drawHeatMap,
  drawPassNetwork,
} from './statistics-canvas.js';
import { StatisticsRun } from './statistics-run.js';
import type { Viewer } from './viewer.js';

const STYLE = `
.stats { display: grid; grid-template-columns: 1fr auto 1fr; gap: 3px 12px; align-items: baseline; font-variant-numeric: tabular-nums; }
.stats > :nth-child(3n+1) { text-align: right; } .stats > :nth-child(3n+2) { color: var(--soft); font-size: 12px; text-align: center; }
.stats .name { font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.choices { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 10px; } .choices select { background: var(--ground); border: 1px solid var(--edge);
border-radius: 6px; padding: 5px 8px; min-height: 32px; }
.share { height: 8px; border-radius: 4px; margin: 2px 0 10px; border: 1px solid var(--edge); }
.picture { display: block; border-radius: 6px; }
`;

const count = (value: number, of?: number): string => (of === undefined ? String(value) : `${value} / ${of}`);

const ROWS: readonly (readonly [string, (t: TeamStats) => string])[] = [
  ['possession', (t) => (t.possession === null ? '–' : `${(100 * t.possession).toFixed(1)} %`)],
  ['passes completed', (t) => count(t.passesCompleted, t.passes)],
  ['shots (on target)', (t) => `${t.shots} (${t.shotsOnTarget})`],
  ['dribbles', (t) => count(t.dribbles)],
  ['balls lost', (t) => count(t.losses)],
  ['interceptions', (t) => count(t.interceptions)],
  ['steals', (t) => count(t.steals)],
  ['tackles won', (t) => count(t.tacklesWon, t.tackles)],
  ['saves, blocks', (t) => `${t.saves}, ${t.blocks}`],
  ['fouls', (t) => count(t.fouls)],
  ['cards yellow, red', (t) => `${t.yellowCards}, ${t.redCards}`],
  ['offsides', (t) => count(t.offsides)],
  ['corners', (t) => count(t.setPlays['corner_kick'] ?? 0)],
  ['free kicks', (t) => count((t.setPlays['free_kick'] ?? 0) + (t.setPlays['indirect_free_kick'] ?? 0))],
  ['kick-ins', (t) => count(t.setPlays['kick_in'] ?? 0)],
  ['goal kicks', (t) => count(t.setPlays['goal_kick'] ?? 0)],
  ['distance run', (t) => `${(t.distance / 1000).toFixed(2)} km`],
];

/** Time between two updates while the match runs, ms. */
const PAUSE_MS = 400;
const WIDTH = 316;

/** Options of a drop-down list. */
function choices(
  label: string,
  entries: readonly (readonly [string, string])[],
  change: () => void,
): HTMLSelectElement {
  return h(
    'select',
    { 'aria-label': label, onchange: change },
    ...entries.map(([value, text]) => h('option', { value }, text)),
  );
}

const SIDES: readonly (readonly [string, string])[] = [
  ['l', 'left team'],
  ['r', 'right team'],
];

/** Creates the statistics panel. It computes only while it is open. */
export function createStatisticsPanel(viewer: Viewer): Panel {
  let run: StatisticsRun | null = null;
  let painted = 0;
  let shownKey = '';
  let timer = 0;
  const repaint = (): void => {
    shownKey = '';
    paint();
  };
  const span = choices(
    'What counts',
    [
      ['now', 'up to this moment'],
      ['all', 'the whole match'],
    ],
    repaint,
  );
  const side = choices('Team', SIDES, repaint);
  const players: (readonly [string, string])[] = [['0', 'ball']];
  for (let i = 1; i <= 22; i++)
    players.push([String(i), `${i <= 11 ? 'left' : 'right'} ${((i - 1) % 11) + 1}`]);
  const object = choices('Heat map of', players, repaint);
  const progress = h('p', { class: 'hint' });
  const share = h('div', { class: 'share', role: 'img' });
  const cells = ROWS.map(() => [h('span'), h('span')] as const);
  const names = [h('span', { class: 'name' }), h('span', { class: 'name' })] as const;
  const table = h('div', { class: 'stats' }, names[0], h('span'), names[1]);
  ROWS.forEach(([name], i) => {
    table.append(cells[i]![0], h('span', {}, name), cells[i]![1]);
  });
  const goals = h('ul', { class: 'list' });
  const network = createChartCanvas(h('canvas', { class: 'picture' }), WIDTH, computePitchHeight(WIDTH));
  const heat = createChartCanvas(h('canvas', { class: 'picture' }), WIDTH, computePitchHeight(WIDTH));
  const stamina = createChartCanvas(h('canvas', { class: 'picture' }), WIDTH, 150);
  const body = h(
    'div',
    {},
    h('style', {}, STYLE),
    h('div', { class: 'choices' }, span),
    progress,
    share,
    table,
    h('h3', {}, 'Goals and penalties'),
    goals,
    h('h3', {}, 'Passes, at mean places'),
    h('div', { class: 'choices' }, side),
    network.canvas,
    h('h3', {}, 'Heat map'),
    h('div', { class: 'choices' }, object),
    heat.canvas,
    h('h3', {}, 'Stamina'),
    stamina.canvas,
  );

  function jump(index: number): void {
    const { source } = viewer;
    if (source !== null) viewer.seek(Math.max(source.first, index - 50));
  }

  function showGoals(stats: MatchStats, first: number): void {
    const rows = [
      ...stats.goals.map((goal) => {
        const who =
          goal.ownGoalBy > 0 ? `own goal by ${goal.ownGoalBy}` : goal.unum > 0 ? String(goal.unum) : '';
        const pass = goal.assist > 0 ? `, pass of ${goal.assist}` : '';
        return {
          index: goal.show,
          time: goal.time,
          text: `${goal.scoreL} : ${goal.scoreR}  ${stats.teams[goal.side].name} ${who}${pass}, ${goal.distance.toFixed(0)} m`,
        };
      }),
      ...stats.shootout.map((penalty) => ({
        index: penalty.show,
        time: penalty.time,
        text: `penalty ${penalty.scored ? 'scored' : 'missed'} by ${stats.teams[penalty.side].name} ${penalty.unum || ''}  ${penalty.scoredL} : ${penalty.scoredR}`,
      })),
    ];
    goals.replaceChildren(
      ...rows.map((row) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', onclick: () => jump(first + row.index) },
            h('time', {}, String(row.time)),
            h('span', {}, row.text),
          ),
        ),
      ),
    );
    if (rows.length === 0) goals.append(h('li', { class: 'hint' }, 'None so far.'));
  }

  function paint(): void {
    if (run === null) return;
    const analysis = run.getResult();
    if (analysis.columns.length === 0) return;
    const now = Math.max(0, viewer.frameIndex - run.firstIndex);
    const until = span.value === 'all' ? Number.POSITIVE_INFINITY : now;
    const key = `${Math.min(until, analysis.columns.length)} ${run.nextIndex} ${side.value} ${object.value} ${viewer.frameIndex}`;
    if (key === shownKey) return;
    shownKey = key;
    painted = performance.now();
    const stats = summarize(analysis, until);
    const { l, r } = stats.teams;
    const { kits } = viewer;
    setText(names[0], l.name || 'Left');
    setText(names[1], r.name || 'Right');
    ROWS.forEach(([, value], i) => {
      setText(cells[i]![0], value(l));
      setText(cells[i]![1], value(r));
    });
    const left = 100 * (l.possession ?? 0.5);
    share.style.background = `linear-gradient(90deg, ${kits.left.shirt} ${left}%, ${kits.right.shirt} ${left}%)`;
    share.setAttribute('aria-label', `possession ${left.toFixed(0)} to ${(100 - left).toFixed(0)} percent`);
    showGoals(stats, run.firstIndex);
    const of = side.value === 'r' ? 'r' : 'l';
    const kit = of === 'l' ? kits.left : kits.right;
    drawPassNetwork(network, stats, of, kit.shirt, kit.numberColor);
    drawHeatMap(heat, createHeatMap(analysis, Number(object.value), { to: until }));
    const offset = of === 'l' ? 0 : 11;
    const curves = Array.from({ length: 11 }, (_, i) => createStaminaCurve(analysis, offset + i, 50));
    const top = Number(run.source.serverParams['stamina_max']) || 8000;
    drawCurves(
      stamina,
      curves,
      top,
      viewer.selected - offset,
      kit.shirt,
      analysis.columns.time[Math.min(now, analysis.columns.length - 1)] ?? 0,
    );
  }

  function work(): void {
    timer = 0;
    const { source } = viewer;
    if (!body.isConnected || source === null) return;
    if (run === null || run.source !== source || run.match !== source.match || source.first > run.nextIndex) {
      run = new StatisticsRun(source);
    }
    run.analyzeSlice();
    setText(
      progress,
      run.isComplete
        ? ''
        : `Counting: ${run.nextIndex - run.firstIndex} of ${source.last - run.firstIndex + 1} frames`,
    );
    progress.hidden = run.isComplete;
    if (performance.now() - painted > PAUSE_MS) paint();
    timer = window.setTimeout(work, run.isComplete ? PAUSE_MS : 0);
  }

  return {
    title: 'Statistics',
    body,
    update() {
      if (timer === 0) timer = window.setTimeout(work, 0);
    },
  };
}
