/** Writes tracking data and metadata in the Common Data Format (Anzer et al. 2025, version 0.3). */
import { type Side, TEAM_SIZE } from '@rcss/core';
import type { MatchAnalysis } from '../analyzer.js';
import { OBJECT_COUNT } from '../columns.js';
import { spadlPeriod, spadlTeamId } from '../spadl.js';
import {
  COMMON_DATA_PERIODS,
  commonDataPlayerId,
  commonDataTeamId,
  REFEREE_ID,
  roundToMillimeters,
  timeOfFrame,
} from './common-data.js';
import {
  findFramePeriods,
  findPlayers,
  isInPlay,
  type MatchInfo,
  modeAt,
  ownerSide,
  speedAt,
} from './match-frames.js';

const FORMAT_VERSION = '0.3.2';
/** Count of frames that are formatted together. */
const FRAMES_PER_PIECE = 256;

/**
 * Yields the frames as lines of JSON in pieces: one per show, with positions in meters from the center of the pitch, y upwards. The
 * left team is the home team and plays from left to right in every period. Its id is `team_left`, and its player 5 is `left_5`.
 */
export function* formatCommonDataFrames(
  a: MatchAnalysis,
  info: MatchInfo,
): Generator<string, void, undefined> {
  const { columns } = a;
  const players = findPlayers(a);
  let piece = '';
  for (let row = 0; row < columns.length; row++) {
    const at = row * OBJECT_COUNT;
    const team = (side: Side) => ({
      id: commonDataTeamId(side),
      players: players.flatMap((player) => {
        const x = columns.x[at + 1 + player.index]!;
        if (player.side !== side || Number.isNaN(x)) return [];
        const y = columns.y[at + 1 + player.index]!;
        const vel = roundToMillimeters(speedAt(a, row, 1 + player.index));
        return [
          {
            id: commonDataPlayerId(side, player.unum),
            x: roundToMillimeters(x),
            y: roundToMillimeters(-y),
            vel,
          },
        ];
      }),
    });
    const owner = ownerSide(a, row);
    const frame = {
      frame_id: row,
      timestamp: timeOfFrame(a, info, row),
      period: COMMON_DATA_PERIODS[spadlPeriod(a, columns.period[row]!) - 1],
      match: { id: info.id },
      teams: { home: team('l'), away: team('r') },
      ball: {
        x: roundToMillimeters(columns.x[at]!),
        y: roundToMillimeters(-columns.y[at]!),
        z: roundToMillimeters(columns.ballZ[row]!),
        status: isInPlay(modeAt(a, row)),
        ...(owner !== null && { poss_team_id: commonDataTeamId(owner) }),
      },
    };
    piece += `${JSON.stringify(frame)}\n`;
    if ((row + 1) % FRAMES_PER_PIECE === 0) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

/** Returns the metadata as plain data, to be written as JSON: match, periods, teams with their names and players. */
export function createCommonDataMetadata(a: MatchAnalysis, info: MatchInfo): object {
  const periods = findFramePeriods(a);
  const players = findPlayers(a);
  const time = (frame: number): string => timeOfFrame(a, info, frame);
  const fps = Math.round(1000 / a.server.simulator_step);
  const source = { version: '1', name: 'rcss' };
  const tracking = { ...source, fps, collection_timing: 'post_match' };
  const team = (side: Side) => ({
    id: commonDataTeamId(side),
    name: spadlTeamId(a, side),
    players: players
      .filter((player) => player.side === side)
      .map(({ unum, isStarter }) => ({
        id: commonDataPlayerId(side, unum),
        team_id: commonDataTeamId(side),
        jersey_number: unum,
        is_starter: isStarter,
        last_name: `${spadlTeamId(a, side)} ${unum}`,
      })),
  });
  return {
    competition: { id: 'robocup_2d', name: 'RoboCup Soccer Simulation 2D', format: `match_${TEAM_SIZE}` },
    season: { id: `season_${info.kickoff.getUTCFullYear()}` },
    match: {
      id: info.id,
      kickoff_time: time(0),
      periods: periods.map(({ id, first, last }) => ({
        period: COMMON_DATA_PERIODS[id - 1],
        play_direction: 'left_right',
        start_time: time(first),
        end_time: time(last),
        frame_id_start: first,
        frame_id_end: last,
        left_team_id: commonDataTeamId('l'),
        right_team_id: commonDataTeamId('r'),
      })),
      whistles: periods.flatMap(({ id, first, last }) => [
        { type: COMMON_DATA_PERIODS[id - 1], sub_type: 'start', time: time(first) },
        { type: COMMON_DATA_PERIODS[id - 1], sub_type: 'end', time: time(last) },
      ]),
    },
    teams: { home: team('l'), away: team('r') },
    officials: [{ id: REFEREE_ID, last_name: 'Referee', type: 'main_referee' }],
    venue: { id: 'simulator', pitch_length: 105, pitch_width: 68, name: 'Simulator' },
    meta: {
      video: null,
      tracking,
      landmarks: null,
      ball: tracking,
      event: { ...source, collection_timing: 'post_match' },
      meta: source,
      cdf: { version: FORMAT_VERSION },
    },
  };
}
