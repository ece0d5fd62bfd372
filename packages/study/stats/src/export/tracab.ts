/** Writes tracking data in the TRACAB format: a text file with a line per frame, and metadata as XML. */
import type { MatchAnalysis } from '../analyzer.js';
import { OBJECT_COUNT } from '../columns.js';
import {
  findFramePeriods,
  findPlayers,
  isInPlay,
  type MatchInfo,
  modeAt,
  ownerSide,
  speedAt,
} from './match-frames.js';

/** Count of frames that are formatted together. */
const FRAMES_PER_PIECE = 512;

/** Converts meters to centimeters; adding 0 turns -0 into 0. */
function toCentimeters(meters: number): number {
  return Math.round(meters * 100) + 0;
}

/**
 * Yields the lines of a TRACAB file (`.dat`) in pieces: one frame per show, numbered from 1, with positions in centimeters from the
 * center of the pitch, y upwards, z above the ground, and speeds in m/s. The left team is the home team and plays from left to right in every period. The
 * ball is `Alive` in play_on, else `Dead`; it belongs to the team that touched it last.
 */
export function* formatTracabFrames(a: MatchAnalysis): Generator<string, void, undefined> {
  const { columns } = a;
  const players = findPlayers(a);
  let owner = 'H';
  let piece = '';
  for (let row = 0; row < columns.length; row++) {
    const at = row * OBJECT_COUNT;
    piece += `${row + 1}:`;
    for (const { index, side, unum } of players) {
      const x = columns.x[at + 1 + index]!;
      if (Number.isNaN(x)) continue;
      const y = columns.y[at + 1 + index]!;
      const speed = speedAt(a, row, 1 + index).toFixed(2);
      piece += `${side === 'l' ? 1 : 0},${index + 1},${unum},${toCentimeters(x)},${toCentimeters(-y)},${speed};`;
    }
    const side = ownerSide(a, row);
    if (side !== null) owner = side === 'l' ? 'H' : 'A';
    const state = isInPlay(modeAt(a, row)) ? 'Alive' : 'Dead';
    piece += `:${toCentimeters(columns.x[at]!)},${toCentimeters(-columns.y[at]!)},${toCentimeters(columns.ballZ[row]!)},${speedAt(a, row, 0).toFixed(2)},${owner},${state};:\n`;
    if ((row + 1) % FRAMES_PER_PIECE === 0) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the metadata of a TRACAB file as XML: pitch, frame rate, and the frames of each period. */
export function formatTracabMetadata(a: MatchAnalysis, { id, kickoff }: MatchInfo): string {
  const rate = Math.round(1000 / a.server.simulator_step);
  const date = kickoff.toISOString().slice(0, 19).replace('T', ' ');
  const periods = findFramePeriods(a).map(
    (period) =>
      `    <period iId="${period.id}" iStartFrame="${period.first + 1}" iEndFrame="${period.last + 1}"/>\n`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<TracabMetaData sVersion="1.0">\n  <match iId="${escapeXml(id)}" dtDate="${date}" ` +
    `iFrameRateFps="${rate}" fPitchXSizeMeters="105.00" fPitchYSizeMeters="68.00" ` +
    `fTrackingAreaXSizeMeters="115.00" fTrackingAreaYSizeMeters="78.00">\n${periods.join('')}  </match>\n</TracabMetaData>\n`
  );
}
