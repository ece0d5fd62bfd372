/** The figure of vision: what one player of a scene sees, by the sensors of the server. */
import {
  createWorld,
  type Player,
  playerOf,
  type Side,
  type ViewWidth,
  viewAngle,
  type World,
} from '@rcss/core';
import { LANDMARKS } from '@rcss/core/landmarks';
import { cos, deg, rad, sin, wrapAngle } from '@rcss/core/math';
import { createSeeObservation, type SeenObject, type SeeObservation } from '@rcss/core/observation';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import { createRandomStream } from '@rcss/core/random';
import { createMatchParams, createPlayerParams, createServerParams, type MatchParams } from '@rcss/params';
import { createPlayerEncoding, encodeSee } from '@rcss/protocol/player';
import { createSensorContext, fillSee } from '@rcss/sensors';
import { ByteWriter } from '@rcss/sexp';
import { type DrawOptions, GRASS_LINE, px, type SvgDrawing, toSvg } from './drawing.js';
import { drawPitch, fitPitch, type PitchScale } from './pitch.js';

/** What the reader can change. */
export interface VisionSettings {
  /** Direction of the player's face, whole degrees, 0 to the right goal, 90 downward. */
  readonly direction: number;
  readonly width: ViewWidth;
}

export const FIRST_VIEW: VisionSettings = { direction: 10, width: 'normal' };

export const VIEW_WIDTHS: readonly ViewWidth[] = ['narrow', 'normal', 'wide'];

/** Version of the protocol in which the player sees. */
const VERSION = 19;
const TEAMS = { left: 'Foxes', right: 'Herons' };
const SEED = 1;

/** A moment of an attack over the right wing; meters. Uniform numbers in their order. */
const PLACES: Readonly<Record<Side, readonly (readonly [x: number, y: number])[]>> = {
  l: [
    [-49, 1],
    [-20, -14],
    [-22, 12],
    [-17, -4],
    [-12, 20],
    [-5, -22],
    [-12, 3],
    [5, 13],
    [14, -17],
    [17, 3],
    [25, 22],
  ],
  r: [
    [47, -1],
    [31, 9],
    [30, -7],
    [28, 24],
    [33, -20],
    [19, -2],
    [15, 15],
    [8, -12],
    [2, 5],
    [-6, -9],
    [-9, 15],
  ],
};
const BALL: readonly [number, number] = [6, 14.5];
/** The player that looks: number 7 of the left team. */
const OBSERVER = 7;

/** What the player sees, and the scene. */
export interface SeenScene {
  readonly settings: VisionSettings;
  readonly world: World;
  readonly params: MatchParams;
  readonly observer: Player;
  readonly objects: readonly SeenObject[];
  /** The see message. */
  readonly message: string;
}

function placePlayer(world: World, side: Side, unum: number): Player {
  const player = playerOf(world, side, unum) as Player;
  const [x, y] = PLACES[side][unum - 1] as readonly [number, number];
  Object.assign(player, { enabled: true, assigned: true, version: VERSION, goalie: unum === 1 });
  Object.assign(player.pos, { x, y });
  player.body = side === 'l' ? 0 : Math.PI;
  return player;
}

/** Fills the see message of the observer. */
export function seeScene(settings: VisionSettings): SeenScene {
  const params = createMatchParams(createServerParams(), createPlayerParams({ player_types: 1 }), 1);
  const world = createWorld();
  world.time = 1;
  for (const side of ['l', 'r'] as const)
    for (let unum = 1; unum <= PLACES[side].length; unum++) placePlayer(world, side, unum);
  const [x, y] = BALL;
  Object.assign(world.ball.pos, { x, y });
  const observer = playerOf(world, 'l', OBSERVER) as Player;
  observer.synchSee = true;
  observer.viewWidth = settings.width;
  observer.viewAngle = viewAngle(settings.width, true, params.server.visible_angle);
  // The player turns as a whole: the message depends on the sum of body and neck.
  observer.body = wrapAngle(rad(settings.direction));
  const sensors = createSensorContext(world, params);
  const see = fillSee(sensors, createRandomStream(SEED, 'sensors'), observer, createSeeObservation());
  const objects = see.objects.slice(0, see.count).map((object) => ({ ...object }));
  return { settings, world, params, observer, objects, message: formatSee(see) };
}

function formatSee(see: SeeObservation): string {
  const encoding = createPlayerEncoding(VERSION, 'l', TEAMS);
  const text = new TextDecoder().decode(encodeSee(new ByteWriter().reset(), see, encoding).view());
  return text.replace(/\0+$/, '');
}

/** How many objects the message has. */
export function countSeen({ objects }: SeenScene) {
  const count = (fits: (object: SeenObject) => boolean) => objects.filter(fits).length;
  return {
    landmarks: count(({ kind }) => kind === 'landmark'),
    lines: count(({ kind }) => kind === 'line'),
    ball: count(({ kind }) => kind === 'ball'),
    full: count(({ kind, detail }) => kind === 'player' && detail === 'full'),
    team: count(({ kind, detail }) => kind === 'player' && detail === 'team'),
    other: count(({ kind, detail }) => kind === 'player' && detail !== 'full' && detail !== 'team'),
  };
}

/** Summary of the view, one paragraph. */
export function describeView(scene: SeenScene): string {
  const { landmarks, lines, ball, full, team, other } = countSeen(scene);
  const { direction, width } = scene.settings;
  const degrees = Math.round(deg(scene.observer.viewAngle));
  return (
    `Player ${OBSERVER} of the left team looks in direction ${direction}° with a ${width} view (${degrees}°). Its message has ${full + team + other} of 21 players ` +
    `(${full} with number, ${team} with team only, ${other} without either), ${landmarks} of ${LANDMARKS.length} landmarks, ${lines} ${lines === 1 ? 'line' : 'lines'}, and ` +
    `${ball > 0 ? 'the ball' : 'not the ball'}.`
  );
}

/** Where the message says that an object is: from the true position of the observer, without errors of its own. */
export function perceivedPosition(
  { observer }: SeenScene,
  { dist, dir }: SeenObject,
): { x: number; y: number } {
  const angle = observer.body + observer.neck + rad(dir);
  return { x: observer.pos.x + dist * cos(angle), y: observer.pos.y + dist * sin(angle) };
}

/** Pixels per meter from which uniform numbers are written. */
const MIN_LABEL_SCALE = 5;
const LEFT_COLOR = '#f2c500';
const RIGHT_COLOR = '#e8553f';

/** Draws the scene: the cone, what is seen, and where the message says that it is. */
export function drawView(scene: SeenScene, options: DrawOptions): SvgDrawing {
  const { width } = options;
  const pitch = fitPitch(width);
  const text = describeView(scene);
  return {
    text,
    svg: toSvg(options, pitch.height, text, [
      `<clipPath id="figure-vision-clip"><rect width="${px(width)}" height="${px(pitch.height)}"/></clipPath>`,
      drawPitch(pitch),
      drawCone(scene, pitch),
      ...drawLandmarks(scene, pitch),
      ...drawPlayers(scene, pitch),
      drawBall(scene, pitch),
      ...drawPerceived(scene, pitch),
    ]),
  };
}

function drawCone({ observer, params }: SeenScene, { scale, x, y }: PitchScale): string {
  const { pos, body, neck } = observer;
  const half = observer.viewAngle / 2;
  const length = 2 * (PITCH_HALF_LENGTH + PITCH_HALF_WIDTH);
  const at = (angle: number) => `${px(x(pos.x + length * cos(angle)))} ${px(y(pos.y + length * sin(angle)))}`;
  const face = body + neck;
  const path = `M${px(x(pos.x))} ${px(y(pos.y))}L${at(face - half)}L${at(face)}L${at(face + half)}Z`;
  return [
    `<g clip-path="url(#figure-vision-clip)"><path class="cone" d="${path}" fill="#fff" fill-opacity=".22"/>`,
    `<circle cx="${px(x(pos.x))}" cy="${px(y(pos.y))}" r="${px(params.server.visible_distance * scale)}" fill="#fff" fill-opacity=".22" stroke="#fff" stroke-opacity=".6" stroke-dasharray="3 3"/></g>`,
  ].join('');
}

function drawLandmarks({ objects }: SeenScene, { x, y }: PitchScale): string[] {
  const seen = new Set(objects.filter(({ kind }) => kind === 'landmark').map(({ index }) => index));
  return LANDMARKS.map((landmark) => {
    const fill = seen.has(landmark.index) ? '#fff' : 'none';
    return `<path d="M${px(x(landmark.x))} ${px(y(landmark.y) - 3)}l3 3l-3 3l-3 -3z" fill="${fill}" stroke="${GRASS_LINE}"/>`;
  });
}

function drawPlayers({ world, observer, objects }: SeenScene, { scale, x, y }: PitchScale): string[] {
  const radius = Math.max(3.5, Math.min(6, scale));
  const details = new Map(
    objects.filter(({ kind }) => kind === 'player').map(({ index, detail }) => [index, detail]),
  );
  return world.players.map((player) => {
    const detail = player === observer ? 'full' : details.get(player.index);
    const color = player.side === 'l' ? LEFT_COLOR : RIGHT_COLOR;
    const at = `cx="${px(x(player.pos.x))}" cy="${px(y(player.pos.y))}" r="${px(radius)}"`;
    if (detail === undefined)
      return `<circle class="hidden" ${at} fill="none" stroke="${color}" stroke-dasharray="3 2"/>`;
    const fill = detail === 'full' || detail === 'team' ? color : '#bbb';
    const border =
      player === observer ? 'stroke="#fff" stroke-width="2.5"' : 'stroke="#1c1c1e" stroke-width="1.2"';
    const unum =
      detail === 'full' && scale >= MIN_LABEL_SCALE
        ? `<text x="${px(x(player.pos.x) + radius + 2)}" y="${px(y(player.pos.y) - radius + 1)}" fill="#fff">${player.unum}</text>`
        : '';
    return `<circle class="seen" ${at} fill="${fill}" ${border}/>${unum}`;
  });
}

function drawBall({ world, objects }: SeenScene, { x, y }: PitchScale): string {
  const { pos } = world.ball;
  const isSeen = objects.some(({ kind }) => kind === 'ball');
  return `<circle cx="${px(x(pos.x))}" cy="${px(y(pos.y))}" r="3.5" fill="${isSeen ? '#fff' : 'none'}" stroke="${isSeen ? '#1c1c1e' : '#fff'}"/>`;
}

/** A cross where the message says that a player or the ball is, with a line from its true position. */
function drawPerceived(scene: SeenScene, { x, y }: PitchScale): string[] {
  const { world, objects } = scene;
  return objects
    .filter(({ kind }) => kind === 'player' || kind === 'ball')
    .map((object) => {
      const { pos } = object.kind === 'ball' ? world.ball : (world.players[object.index] as Player);
      const at = perceivedPosition(scene, object);
      return `<path class="perceived" d="M${px(x(pos.x))} ${px(y(pos.y))}L${px(x(at.x))} ${px(y(at.y))}m-3 -3l6 6m0 -6l-6 6" fill="none" stroke="#0b0b0c" stroke-width="1.3"/>`;
    });
}

/** The direction from the observer to a point of the drawing, whole degrees. */
export function directionTo(width: number, px: number, py: number): number {
  const { scale } = fitPitch(width);
  const [x, y] = PLACES.l[OBSERVER - 1] as readonly [number, number];
  const pitch = fitPitch(width);
  const dx = (px - pitch.x(x)) / scale;
  const dy = (py - pitch.y(y)) / scale;
  return Math.round((Math.atan2(dy, dx) * 180) / Math.PI) + 0;
}

/** The marks of the drawing, in words. */
export const VISION_LEGEND =
  'Filled: in the message, with a number if the message has it. Dashed: not in the message. Cross: where distance and direction of the message are. Dashed circle: up to here the player notices objects in all directions.';
