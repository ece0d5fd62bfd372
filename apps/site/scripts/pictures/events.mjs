/** Draws the scenes of the definitions of events as SVG. */
import {
  COLORS,
  formatNumber,
  pitchLines,
  svgDocument,
  svgText,
} from '../../../../packages/study/stats/src/plots/svg.ts';
import { EVENT_SCENES } from './event-scenes.mjs';

/** Part of the pitch that a scene shows, m. */
const WIDTH = 28;
const HEIGHT = 22;
const GAP = 1.5;
const TITLE = 3;
const TEXT = 5.2;
const BALL = '#202020';
/** Distance at which a player is drawn beside the ball, m. */
const BESIDE_BALL = 1.7;

/** Draws an arrow; sizes are divided by the magnification. */
function drawArrow([x1, y1], [x2, y2], zoom, width, style) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length / zoom, (y2 - y1) / length / zoom];
  const [bx, by] = [x2 - dx, y2 - dy];
  const head = [
    [x2, y2],
    [bx - dy * 0.5, by + dx * 0.5],
    [bx + dy * 0.5, by - dx * 0.5],
  ];
  return (
    `<line x1="${formatNumber(x1)}" y1="${formatNumber(y1)}" x2="${formatNumber(bx)}" y2="${formatNumber(by)}" stroke="${BALL}" stroke-width="${width / zoom}"${style}/>` +
    `<polygon points="${formatPoints(head)}" fill="${BALL}"/>`
  );
}

function formatPoints(points) {
  return points.map((point) => point.map(formatNumber).join(',')).join(' ');
}

function formatDashes(zoom, ...lengths) {
  return ` stroke-dasharray="${lengths.map((length) => length / zoom).join(' ')}"`;
}

function drawWay({ kind, points: [from, to] }, zoom) {
  if (kind === 'touch')
    return drawArrow(from, to, zoom, 0.3, `${formatDashes(zoom, 0.7, 0.5)} stroke-opacity="0.5"`);
  const style = kind === 'dribble' ? `${formatDashes(zoom, 0.2, 0.5)} stroke-linecap="round"` : '';
  return drawArrow(from, to, zoom, kind === 'shot' ? 0.5 : 0.3, style);
}

/** Returns where a player is drawn: beside the ball that it touches, so that both can be seen. */
function placeOf({ ball, at: [x, y] }, zoom) {
  if (ball === null) return [x, y];
  const distance = Math.hypot(x - ball[0], y - ball[1]);
  const factor = Math.max(1, BESIDE_BALL / zoom / distance);
  return [ball[0] + (x - ball[0]) * factor, ball[1] + (y - ball[1]) * factor];
}

function drawPlayer([name, touches], zoom) {
  const color = COLORS[name[0]];
  const places = touches.map((touch) => placeOf(touch, zoom));
  const [x0, y0] = places[0];
  const [x, y] = places.at(-1);
  const circle = (cx, cy, style) =>
    `<circle cx="${formatNumber(cx)}" cy="${formatNumber(cy)}" r="${1.1 / zoom}" stroke="${color}" stroke-width="${0.3 / zoom}" ${style}/>`;
  const way = `<polyline points="${formatPoints(places)}" fill="none" stroke="${color}" stroke-width="${0.25 / zoom}"${formatDashes(zoom, 0.4, 0.4)}/>`;
  const isMoved = Math.hypot(x - x0, y - y0) > 2.5 / zoom;
  const start = isMoved ? way + circle(x0, y0, 'fill="none" stroke-opacity="0.5"') : '';
  return `${start}${circle(x, y, 'fill="#fff"')}${svgText(x, y + 0.5 / zoom, name.slice(1), { anchor: 'middle', size: 1.5 / zoom })}`;
}

function drawScene({ title, text, center: [cx, cy], zoom = 1, play }, index) {
  const scene = play();
  const [width, height] = [WIDTH / zoom, HEIGHT / zoom];
  const [left, top] = [cx - width / 2, cy - height / 2];
  const clip = `part-${index}`;
  const area = `x="${left}" y="${top}" width="${width}" height="${height}"`;
  const goals = [-54.5, 52.5]
    .map(
      (x) =>
        `<rect x="${x}" y="-7.01" width="2" height="14.02" fill="none" stroke="${COLORS.line}" stroke-width="0.3"/>`,
    )
    .join('');
  const [x, y] = scene.ways[0].points[0];
  return (
    `<clipPath id="${clip}"><rect ${area}/></clipPath>` +
    `<g transform="translate(0 ${TITLE}) scale(${zoom}) translate(${formatNumber(-left)} ${formatNumber(-top)})"><g clip-path="url(#${clip})">` +
    `<rect ${area} fill="#dfe8da"/>${pitchLines()}${goals}` +
    scene.ways.map((way) => drawWay(way, zoom)).join('') +
    [...scene.players].map((player) => drawPlayer(player, zoom)).join('') +
    `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${0.5 / zoom}" fill="#fff" stroke="${BALL}" stroke-width="${0.25 / zoom}"/></g></g>` +
    svgText(0, 1.9, title, { size: 1.7 }) +
    text.map((line, i) => svgText(0, TITLE + HEIGHT + 1.8 + 1.9 * i, line, { size: 1.45 })).join('')
  );
}

/**
 * Returns the picture of a group of scenes.
 *
 * @param {object} _tools
 * @param {string} name
 */
export async function drawEvents(_tools, name) {
  const { title, scenes } = EVENT_SCENES[name];
  const [cellWidth, cellHeight] = [WIDTH + GAP, TITLE + HEIGHT + TEXT];
  const cells = scenes.map((scene, i) => {
    const [x, y] = [GAP + (i % 2) * cellWidth, Math.floor(i / 2) * cellHeight];
    return `<g transform="translate(${x} ${y + GAP})">${drawScene(scene, i)}</g>`;
  });
  const rows = Math.ceil(scenes.length / 2);
  const width = 2 * cellWidth + GAP;
  const label = `${title}: ${scenes.map((scene) => scene.title).join('; ')}`;
  return Buffer.from(svgDocument(width, rows * cellHeight + GAP, label, cells.join(''), [0, 0], 760));
}
