/** Writes tracking data in the TRACAB format: a text file with a line per frame, and metadata as XML. */
import { type Side, TEAM_SIZE } from '@rcss/core';
import type { MatchAnalysis } from '../analyzer.js';
import { OBJECT_COUNT } from '../columns.js';
import { SHOOTOUT_PERIOD, spadlTeamId } from '../spadl.js';
import {
  type FramePeriod,
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

/** Escapes a text for XML of ASCII characters, of which readers need not guess the encoding; control characters are not allowed there. */
function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '?')
    .replace(/[&<>"']|[^ -~]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** Returns a whole number for the id of a match, as readers need it: the id itself, or its FNV-1a hash. */
function tracabId(id: string): string {
  if (/^[0-9]{1,15}$/.test(id)) return String(Number(id));
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return String(hash);
}

/** The type is for readers that take a text of digits for a number. */
function formatText(name: string, text: string): string {
  return `<${name} xsi:type="xsd:string">${escapeXml(text)}</${name}>`;
}

/** Readers need a player in each team: a team that has none gets one that is in no frame. */
function formatTeam(a: MatchAnalysis, side: Side): string {
  const element = side === 'l' ? 'HomeTeam' : 'AwayTeam';
  const name = spadlTeamId(a, side);
  const present = findPlayers(a).filter((player) => player.side === side);
  const players =
    present.length > 0 ? present : [{ index: side === 'l' ? 0 : TEAM_SIZE, unum: 1, first: -1, last: -1 }];
  const lines = players.map(
    ({ index, unum, first, last }) =>
      `      <Player><PlayerId>${index + 1}</PlayerId>${formatText('FirstName', name)}${formatText('LastName', String(unum))}` +
      `<JerseyNo>${unum}</JerseyNo><StartFrameCount>${first + 1}</StartFrameCount><EndFrameCount>${last + 1}</EndFrameCount></Player>\n`,
  );
  return (
    `  <${element}>\n    <TeamId>${side === 'l' ? 1 : 2}</TeamId>${formatText('ShortName', name)}${formatText('LongName', name)}\n` +
    `    <Players>\n${lines.join('')}    </Players>\n  </${element}>\n`
  );
}

/**
 * Finds the periods. Readers need number 1: in a log that begins later, the first period has it; in one that begins in the shootout, it is
 * the first frame.
 */
function findTracabPeriods(a: MatchAnalysis): FramePeriod[] {
  const [begin, ...rest] = findFramePeriods(a);
  if (begin === undefined) return [];
  if (begin.id !== SHOOTOUT_PERIOD || begin.first === begin.last) return [{ ...begin, id: 1 }, ...rest];
  return [
    { ...begin, id: 1, last: begin.first },
    { ...begin, first: begin.first + 1 },
  ];
}

/**
 * Returns the metadata of a TRACAB file as XML: pitch, frame rate, the frames of each period (0 if it was not played), teams and players. The id of a player
 * is the one of its lines in the frames.
 */
export function formatTracabMetadata(a: MatchAnalysis, { id, kickoff }: MatchInfo): string {
  const rate = Math.round(1000 / a.server.simulator_step);
  const date = kickoff.toISOString().slice(0, 19).replace('T', ' ');
  const played = findTracabPeriods(a);
  const periods = [1, 2, 3, 4, SHOOTOUT_PERIOD].map((number) => {
    const { first, last } = played.find((period) => period.id === number) ?? { first: -1, last: -1 };
    return `    <period iId="${number}" iStartFrame="${first + 1}" iEndFrame="${last + 1}"/>\n`;
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<TracabMetaData sVersion="1.0" xmlns:xsd="http://www.w3.org/2001/XMLSchema" ` +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n  <match iId="${tracabId(id)}" sName="${escapeXml(id)}" dtDate="${date}" ` +
    `iFrameRateFps="${rate}" fPitchXSizeMeters="105.00" fPitchYSizeMeters="68.00" ` +
    `fTrackingAreaXSizeMeters="115.00" fTrackingAreaYSizeMeters="78.00">\n${periods.join('')}  </match>\n` +
    `${formatTeam(a, 'l')}${formatTeam(a, 'r')}</TracabMetaData>\n`
  );
}
