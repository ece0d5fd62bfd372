import { type Side, sideName } from '@rcss/core';
import type { Mark } from '@rcss/frames';
import { computeMinute, formatGoal } from '../analysis/goal-details.js';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import { createControlRow, createHint, createSelect, h } from '../dom.js';
import { describeServerMessage } from '../format-message.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';
import type { Panel } from './panel.js';

/** Newest messages and entries that are listed. */
const MAX_MESSAGES = 400;
const MAX_ENTRIES = 500;
/** Frames before an event at which its replay starts. */
const FRAMES_BEFORE_EVENT = 30;
/** Frames after which the shots of a match that goes on are listed again. */
const MIN_NEW_FRAMES = 100;

/** What is listed: marks and shots; also messages of which there are few; all. */
const FILTERS = [
  ['goals', 'goals, shots, cards and fouls'],
  ['calls', 'also the calls of the referee'],
  ['all', 'all, with messages and player types'],
] as const;
type Filter = (typeof FILTERS)[number][0];

/** Whether a player says the message, or it says which type a player has: no substitution of the goalkeeper. */
function isDetail(text: string): boolean {
  return /^\(\(player |^\(change_player_type [lr] \d+ \d+\)$/.test(text);
}

interface Entry {
  /** Cycle. */
  readonly time: number;
  readonly text: string;
  /** Index of the frame; -1 if only the cycle is given. */
  readonly index: number;
  readonly isGoal: boolean;
}

/** Creates the panel with the marks of the frames and the messages, with links to their moments. */
export function createMessagesPanel(viewer: Viewer): Panel {
  const list = h('ul', { class: 'list' });
  const filter = createSelect('Events', FILTERS, () => panel.update());
  const hint = createHint(
    'Goals, shots, cards and fouls are found in the frames. The calls of the referee and what players say are not in this match: its server ran without server::send_comms.',
  );
  const findShots = createShotFinder(viewer);
  let shownKey = '';
  const panel: Panel = {
    title: 'Events and messages',
    body: h('div', {}, createControlRow(filter), list, hint),
    update() {
      const { source } = viewer;
      if (source === null) return;
      const { match, marks, messages } = source;
      const shots = findShots();
      const key = `${match} ${marks.length} ${shots.length} ${shots.at(-1)?.index} ${messages.length} ${messages.at(-1)?.time ?? 0} ${viewer.goalDetails.count} ${viewer.options.showMessages} ${filter.value} ${viewer.options.showTraffic ? viewer.frame?.time : ''}`;
      if (key === shownKey) return;
      shownKey = key;
      hint.hidden =
        filter.value === 'goals' || messages.some(({ text }) => /^\(\(player |^\(referee /.test(text));
      const entries = listEntries(viewer, source, filter.value as Filter, shots).slice(0, MAX_ENTRIES);
      list.replaceChildren(...entries.map((entry) => createEntry(entry, viewer, source)));
      if (entries.length === 0) list.append(h('li', { class: 'hint' }, 'No events yet.'));
    },
  };
  return panel;
}

/** Returns a function that lists the shots that are not goals, as far as the match is analyzed. */
function createShotFinder(viewer: Viewer): () => readonly Entry[] {
  let known: StatisticsRun | null = null;
  let readUntil = 0;
  let shots: readonly Entry[] = [];
  return () => {
    const run = viewer.analysis.findRun(false);
    if (run !== known) shots = [];
    // The whole analysis is read each time: in parts while a log is being analyzed or a match goes on.
    const isNew = run !== known || run === null || run.nextIndex > readUntil;
    if (run === null || !isNew || (!run.isComplete && run.nextIndex - readUntil < MIN_NEW_FRAMES))
      return shots;
    if (run.source.kind === 'live' && run === known && run.nextIndex - readUntil < MIN_NEW_FRAMES)
      return shots;
    known = run;
    readUntil = run.nextIndex;
    shots = run.getResult().events.flatMap((event) => {
      if (event.type !== 'shot' || event.outcome === 'goal') return [];
      const chance = event.xg === null ? '' : ` (xG ${event.xg.toFixed(2)})`;
      const who = `${getTeamName(viewer, event.side)}${event.unum > 0 ? ` ${event.unum}` : ''}`;
      const text = `Shot by ${who}${chance}: ${event.outcome.replaceAll('_', ' ')}`;
      return [{ time: event.time, text, index: run.firstIndex + event.show, isGoal: false }];
    });
    return shots;
  };
}

/** Returns marks, shots and messages, newest first. */
function listEntries(
  viewer: Viewer,
  source: MatchSource,
  filter: Filter,
  shots: readonly Entry[],
): readonly Entry[] {
  const marks = source.marks.map((mark) => ({
    time: mark.time,
    text: formatMark(mark, viewer),
    index: mark.index,
    isGoal: mark.kind === 'goal',
  }));
  const { showMessages, showTraffic } = viewer.options;
  const now = viewer.frame?.time ?? 0;
  // Messages of clients are many: those up to the shown cycle are listed.
  const shown = source.messages
    .filter(({ board, time, text }) =>
      board === 2
        ? showTraffic && time <= now
        : showMessages && filter !== 'goals' && (filter === 'all' || !isDetail(text)),
    )
    .slice(-MAX_MESSAGES);
  const messages = shown.map(({ time, text }) => ({
    time,
    text: describeServerMessage(text, (side) => getTeamName(viewer, side)),
    index: -1,
    isGoal: false,
  }));
  return [...marks, ...shots, ...messages].sort((a, b) => b.time - a.time);
}

function createEntry({ time, text, index, isGoal }: Entry, viewer: Viewer, source: MatchSource): HTMLElement {
  const onclick = (): void => {
    if (index >= 0) viewer.seek(Math.max(source.first, index - FRAMES_BEFORE_EVENT));
    else void viewer.seekCycle(time);
  };
  const label = h('span', { class: isGoal ? 'goal' : '' }, text);
  return h('li', {}, h('button', { type: 'button', onclick }, h('time', {}, String(time)), label));
}

function getTeamName(viewer: Viewer, side: Side): string {
  const name = side === 'l' ? viewer.frame?.left.name : viewer.frame?.right.name;
  return name || sideName(side);
}

/** Texts of marks; `team` is the name of the team. */
const MARK_TEXTS: Readonly<Record<Mark['kind'], (mark: Mark, team: string, viewer: Viewer) => string>> = {
  goal({ score, index, time }, team, { goalDetails, source }) {
    const details = formatGoal(goalDetails.find(index), computeMinute(time, source?.intervalMs ?? 100));
    return `Goal for ${team}  ${score[0]} : ${score[1]}, ${details}`;
  },
  penalty: (_, team) => `Penalty scored by ${team}`,
  yellow_card: ({ unum }, team) => `Yellow card: ${team} ${unum}`,
  red_card: ({ unum }, team) => `Red card: ${team} ${unum}`,
  half: () => 'End of the half',
  time_over: ({ score }) => `Full time  ${score[0]} : ${score[1]}`,
  offside: (_, team) => `Offside: ${team}`,
  foul: (_, team) => `Foul: ${team}`,
};

function formatMark(mark: Mark, viewer: Viewer): string {
  return MARK_TEXTS[mark.kind](mark, mark.side === '' ? '' : getTeamName(viewer, mark.side), viewer);
}
