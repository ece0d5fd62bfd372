/** Still pictures and game logs of the figures that run in the pages. */
import { gzipSync } from 'node:zlib';
import { waitForPicture } from '../../../../packages/study/viewer/test/browser.ts';
import { MATCH_PARTS } from '../../src/figures/match-parts.ts';
import { STILLS } from '../../src/figures/stills.ts';
import { GOAL, OFFSIDE } from './match.mjs';
import { openViewer } from './viewer.mjs';

/** Size of the pictures of the viewer, pixels: twice that of the figure in a page, for sharp pictures on all screens. */
const VIEWPORT = { width: 1280, height: 800 };

/** A drawn figure as SVG. */
export const drawFigure = (_tools, name) => Buffer.from(STILLS[name]().svg);

/** The index of the first frame of a time. */
const indexOf = (match, time) => match.frames.findIndex((frame) => frame.time >= time);

/** The first frame after a goal. */
const findGoal = (match) => indexOf(match, match.findCall(GOAL));

/**
 * The frame before the pass of an offside: the last kick, before the call, of a player of the offending side who is not the one that
 * was called. Marks depend on the positions before the kick.
 */
function findPass(match) {
  const called = indexOf(match, match.findCall(OFFSIDE));
  const side = match.calls.find(({ text }) => OFFSIDE.test(text)).text[8];
  const kickers = (index) =>
    match.frames[index].players.filter(
      (player, i) => player.side === side && player.kickCount > match.frames[index - 1].players[i].kickCount,
    );
  const { ballX, ballY } = match.frames[called - 1];
  const nearest = match.frames[called - 1].players
    .filter((player) => player.side === side)
    .sort((a, b) => Math.hypot(a.x - ballX, a.y - ballY) - Math.hypot(b.x - ballX, b.y - ballY))[0];
  for (let index = called; index > 0; index--)
    if (kickers(index).some(({ unum }) => unum !== nearest.unum)) return index - 1;
  throw new Error('no pass before the offside call');
}

const FIGURES = {
  goal: { call: GOAL, findMoment: findGoal },
  offside: { call: OFFSIDE, findMoment: findPass },
};

/** The match of a figure, and the indexes of its first, shown and last frame. */
async function findPart({ playMatch }, name) {
  const { call, findMoment } = FIGURES[name];
  const match = await playMatch(call);
  const moment = findMoment(match);
  const { before, after, shown } = MATCH_PARTS[name];
  const first = Math.max(0, moment - before);
  return {
    match,
    first,
    shown: Math.min(first + shown, match.frames.length - 1),
    last: Math.min(moment + after, match.frames.length - 1),
  };
}

/** The part of the match as a game log. */
export async function writeMatchFigure(tools, name) {
  const { match, first, last } = await findPart(tools, name);
  return gzipSync(match.toLog(first, last), { level: 9 });
}

/** The frame that the figure shows first, in the viewer. */
export async function takeMatchFigure(tools, name) {
  const { match, first, shown, last } = await findPart(tools, name);
  const page = await openViewer(tools, match.toLog(first, last), match.frames[shown].time, VIEWPORT);
  await page.evaluate((showOffsideLine) => {
    document.querySelector('rcss-viewer').viewer.setOption('showOffsideLine', showOffsideLine);
  }, MATCH_PARTS[name].showsOffsideLine);
  await waitForPicture(page);
  return page.screenshot();
}
