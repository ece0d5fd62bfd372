import { createFrame } from '@rcss/core';
import { Camera } from '../camera.js';
import { PITCH_GRASS } from '../design.js';
import { h } from '../dom.js';
import { PLAIN_PICTURE } from '../draw/draw-context.js';
import { drawPlayer } from '../draw/players.js';
import { DEFAULT_OPTIONS } from '../options.js';
import { createScene, type PicturePlayer } from '../scene.js';
import type { Viewer } from '../view/viewer.js';

/** Width and height of a sample, CSS pixels. */
const SIZE = 52;

/** Signs of players: what is different from a rested player that stands, and the meaning. */
const SIGNS: readonly (readonly [Partial<PicturePlayer>, string])[] = [
  [{}, 'Triangle: direction of the body. Colored arc on the edge: direction of the head'],
  [{ stamina: 0.4 }, 'Dark arc: used part of the stamina'],
  [{ isEffortLow: true }, 'Red ring: effort is reduced'],
  [{ isRecoveryLow: true }, 'Yellow ring: recovery is reduced'],
  [{ kickFade: 0.9 }, 'White ring that grows: kick'],
  [{ displayState: 'kick_fault' }, 'Bright red band: kick that missed the ball'],
  [{ displayState: 'tackle' }, 'Pink band: tackle; the player cannot move'],
  [{ displayState: 'tackle_fault' }, 'Gray-green band: tackle that missed the ball'],
  [{ displayState: 'catch', isGoalie: true }, 'Dark green band: the goalkeeper catches the ball'],
  [{ displayState: 'catch_fault', isGoalie: true }, 'Dark blue band: the goalkeeper misses the ball'],
  [{ displayState: 'foul_charged' }, 'Green band: fouled; the player cannot move'],
  [{ displayState: 'player_collide' }, 'Light blue band: collision with a player; red: with the ball'],
  [{ isIllegalDefense: true }, 'Dashed red ring: illegal defense'],
  [{ hasYellowCard: true }, 'Card: yellow or red'],
  [{ isPresent: false }, 'Small dark disc: not on the field'],
];

/** Creates the list of the signs on the field, drawn as on the field in the kit of the left team. */
export function createLegend(viewer: Viewer): HTMLElement {
  const items = SIGNS.map(([state, meaning]) => h('li', {}, drawSign(viewer, state), h('span', {}, meaning)));
  return h('ul', { class: 'legend' }, ...items);
}

function drawSign(viewer: Viewer, state: Partial<PicturePlayer>): HTMLCanvasElement {
  const ratio = globalThis.devicePixelRatio || 1;
  const canvas = h('canvas', { width: SIZE * ratio, height: SIZE * ratio, 'aria-hidden': 'true' });
  canvas.style.width = canvas.style.height = `${SIZE}px`;
  const ctx = canvas.getContext('2d');
  if (ctx === null) return canvas;
  ctx.fillStyle = PITCH_GRASS.dark;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const scene = createScene();
  const player = scene.players[6] as PicturePlayer;
  Object.assign(player, { isPresent: true, body: -0.5, head: 0.9 }, state);
  const camera = new Camera();
  camera.resize(SIZE, SIZE);
  camera.scale = 12;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const paint = {
    ...PLAIN_PICTURE,
    ctx,
    camera,
    ratio,
    scene,
    options: DEFAULT_OPTIONS,
    kits: viewer.kits,
    frame: createFrame(),
    params: viewer.params,
  };
  drawPlayer(paint, player, 6);
  return canvas;
}
