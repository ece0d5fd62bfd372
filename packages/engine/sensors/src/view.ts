import type { Player, Vec2 } from '@rcss/core';
import { atan2, cos, deg, PI, quantize, rint, sin, wrapAngle } from '@rcss/core/math';
import type { SeenDetail, SeenObject, SeeObservation } from '@rcss/core/observation';
import type { RandomStream } from '@rcss/core/random';
import { type PlayerFeatures, playerFeatures } from '@rcss/core/versions';
import type { MatchParams, PlayerType } from '@rcss/params';
import type { SensorContext } from './context.js';
import type { LogGrid } from './log-grid.js';

/**
 * Margin for rounding errors. If the cosine of a direction is smaller than the cosine of the half view angle by
 * more than this, the direction is certainly outside the cone.
 */
const COS_MARGIN = 1e-9;
/** Less than every cosine: with this limit the quick test rejects no object. */
const NO_LIMIT_COS = -2;

/**
 * Data that all objects of one see message share: the observer's position, directions and vision parameters. Numbers
 * start as NaN, so that V8 stores them as doubles from the start and keeps its machine code (see `engine-layout.ts` of
 * `@rcss/core`).
 */
export class View {
  params!: MatchParams;
  rng!: RandomStream;
  observer!: Player;
  /** The message; objects are added to it. */
  out!: SeeObservation;
  type!: PlayerType;
  /** Features of the observer's protocol version. */
  features!: PlayerFeatures;
  x: number = Number.NaN;
  y: number = Number.NaN;
  vx: number = Number.NaN;
  vy: number = Number.NaN;
  body: number = Number.NaN;
  neck: number = Number.NaN;
  /** Unit vector in the direction of the face (body plus neck). */
  faceX: number = Number.NaN;
  faceY: number = Number.NaN;
  /** Half the view angle, radians. */
  half: number = Number.NaN;
  /**
   * Smallest cosine of the angle between a direction and the face that may be inside the cone; below it, a
   * direction is certainly outside, even with rounding errors.
   */
  minVisibleCos: number = Number.NaN;
  /** Distance up to which objects outside the cone are seen as close, meters. */
  visibleDistance: number = Number.NaN;
  /** Whether the focus point differs from the observer's position. */
  focused = false;
  focusX: number = Number.NaN;
  focusY: number = Number.NaN;
  high = false;
  gaussian = false;
  movable!: LogGrid;
  fixed!: LogGrid;
}

/** The view of the message that is being filled; messages are filled one after the other. */
const currentView = new View();

/**
 * Returns the view of an observer for one see message. It is valid until the next call.
 *
 * @throws RangeError if the observer's player type does not exist.
 */
export function prepareView(
  ctx: SensorContext,
  rng: RandomStream,
  observer: Player,
  out: SeeObservation,
): View {
  const { params } = ctx;
  const type = params.types[observer.typeId];
  if (type === undefined) {
    throw new RangeError(
      `player ${observer.side} ${observer.unum}: type id ${observer.typeId} does not exist (0–${params.types.length - 1})`,
    );
  }
  const { body, neck, pos, vel } = observer;
  const features = playerFeatures(observer.version);
  const face = body + neck;
  const half = observer.viewAngle / 2;
  const focused = features.typeVisibility && observer.focusDist !== 0;
  const focusDir = focused ? wrapAngle(body + neck + observer.focusDir) : 0;
  const view = currentView;
  view.params = params;
  view.rng = rng;
  view.observer = observer;
  view.out = out;
  view.type = type;
  view.features = features;
  view.x = pos.x;
  view.y = pos.y;
  view.vx = vel.x;
  view.vy = vel.y;
  view.body = body;
  view.neck = neck;
  view.faceX = cos(face);
  view.faceY = sin(face);
  view.half = half;
  // The limit is valid only for half angles below pi, and for angles of body and neck whose sum is precise
  // enough.
  view.minVisibleCos =
    half < PI && Math.abs(body) < 1e3 && Math.abs(neck) < 1e3 ? cos(half) - COS_MARGIN : NO_LIMIT_COS;
  view.visibleDistance = params.server.visible_distance;
  view.focused = focused;
  view.focusX = focused ? pos.x + observer.focusDist * cos(focusDir) : pos.x;
  view.focusY = focused ? pos.y + observer.focusDist * sin(focusDir) : pos.y;
  view.high = observer.viewQuality === 'high';
  view.gaussian = observer.gaussianSee;
  view.movable = ctx.movableGrid;
  view.fixed = ctx.fixedGrid;
  return view;
}

/** Quick test: whether an object at (dx, dy) from the observer, d away, is certainly neither in the cone nor close. */
export function isOutOfSight(view: View, dx: number, dy: number, d: number): boolean {
  return dx * view.faceX + dy * view.faceY < view.minVisibleCos * d && d > view.visibleDistance;
}

/** Direction of (dx, dy) relative to the face, radians (spec 04 §3.4). */
export function relativeDirection(view: View, dx: number, dy: number): number {
  const absolute = dx === 0 && dy === 0 ? 0 : atan2(dy, dx);
  return wrapAngle(wrapAngle(absolute - view.body) - view.neck);
}

/** Converts radians to whole degrees, rounded or truncated by the observer's version (spec 04 §1.2 ideg). */
export function wholeDegrees(view: View, angle: number): number {
  const d = deg(angle);
  // Adding zero removes a negative zero: the value is printed as an integer.
  return (view.features.truncatedAngles ? Math.trunc(d) : rint(d)) + 0;
}

/**
 * Fills in change of distance and direction of an object at `pos`, d away (spec 04 §3.8). `vel` is its velocity, null
 * if it never moves.
 */
export function fillMotion(
  view: View,
  object: SeenObject,
  pos: Readonly<Vec2>,
  vel: Readonly<Vec2> | null,
  d: number,
): void {
  object.hasMotion = true;
  if (d === 0) return;
  const ex = (pos.x - view.x) / d;
  const ey = (pos.y - view.y) / d;
  const rvx = (vel === null ? 0 : vel.x) - view.vx;
  const rvy = (vel === null ? 0 : vel.y) - view.vy;
  const radial = rvx * ex + rvy * ey;
  const tangential = deg((rvy * ex - rvx * ey) / d);
  object.dirChange = tangential === 0 ? 0 : quantize(tangential, 0.1);
  object.distChange = view.gaussian
    ? quantize((radial * object.dist) / d, 0.01)
    : object.dist * quantize(radial / d, 0.02);
}

/** Adds the next object to the message with a direction in whole degrees and resets its other fields. */
export function addSeen(
  { out }: View,
  kind: SeenObject['kind'],
  index: number,
  detail: SeenDetail,
  dir: number,
): SeenObject {
  const object = out.objects[out.count] as SeenObject;
  out.count += 1;
  object.kind = kind;
  object.index = index;
  object.detail = detail;
  object.dist = 0;
  object.dir = dir;
  object.hasMotion = false;
  object.distChange = 0;
  object.dirChange = 0;
  object.z = 0;
  object.vz = 0;
  object.bodyDir = 0;
  object.headDir = 0;
  object.hasPointDir = false;
  object.pointDir = 0;
  object.flag = '';
  object.goalie = false;
  return object;
}
