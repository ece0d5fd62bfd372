/** Frames from the tracking table of a log, for programs that continue a moment of which only the table is known. */
import { createFrame, type Failure, type Frame, isPlayMode, ok, PlayerState, type Result } from '@rcss/core';
import { createDefaultPlayerType, type PlayerType, type ServerParams } from '@rcss/params';
import { failTable, splitRow, splitTable } from './positions.js';

/** Columns of a player that are numbers of a frame. */
const COLUMNS = [
  ['t', 'typeId'],
  ['x', 'x'],
  ['y', 'y'],
  ['vx', 'vx'],
  ['vy', 'vy'],
  ['body', 'body'],
  ['neck', 'neck'],
  ['vwidth', 'viewWidth'],
  ['stamina', 'stamina'],
] as const;

/**
 * Parses the last rows of a tracking table, as `rcss-log csv` writes it, as frames. Player 1 of a side counts as its goalie. What the table does
 * not have (effort, recovery, capacity, counts of commands) has the values of rested players.
 *
 * Error codes: `no-column`, `bad-cell`, `no-rows`. The message has file, line, column, value and what is allowed.
 *
 * @param count Largest number of frames.
 * @example const frames = parseTrackingFrames(text, 'a.tracking.csv', 11);
 */
export function parseTrackingFrames(text: string, file: string, count: number): Result<Frame[], Failure> {
  const { lines, find } = splitTable(text);
  const needed = [
    'cycle',
    'playmode',
    'b_x',
    'b_y',
    'b_vx',
    'b_vy',
    ...COLUMNS.map(([column]) => `l1_${column}`),
  ];
  const missing = needed.filter((name) => find(name) < 0);
  if (missing.length > 0)
    return failTable(
      'no-column',
      `${file}:1: the columns ${missing.join(', ')} are missing; needed: a table of \`rcss-log csv\``,
    );
  if (lines.length < 2) return failTable('no-rows', `${file}: the table has no rows`);
  const frames: Frame[] = [];
  for (let line = Math.max(1, lines.length - count); line < lines.length; line++) {
    const cells = splitRow(lines[line]!).map((cell) => cell.replace(/^"|"$/g, ''));
    const frame = createFrame();
    let bad: string | null = null;
    const read = (name: string): number => {
      const cell = cells[find(name)] ?? '';
      const value = Number(cell);
      if (cell === '' || !Number.isFinite(value))
        bad ??= `${name}: ${JSON.stringify(cell.slice(0, 40))} is not a number`;
      return value;
    };
    frame.time = read('cycle');
    const mode = cells[find('playmode')] ?? '';
    if (isPlayMode(mode)) frame.playMode = mode;
    else bad ??= `playmode: ${JSON.stringify(mode.slice(0, 40))} is not a play mode`;
    frame.ballX = read('b_x');
    frame.ballY = read('b_y');
    frame.ballVx = read('b_vx');
    frame.ballVy = read('b_vy');
    for (const [side, team] of [
      ['l', frame.left],
      ['r', frame.right],
    ] as const)
      team.name = (cells[find(`${side}_name`)] ?? '').replace(/^null$/, '');
    for (const player of frame.players) {
      const name = `${player.side}${player.unum}`;
      if ((cells[find(`${name}_x`)] ?? '') === '') continue;
      for (const [column, field] of COLUMNS) player[field] = read(`${name}_${column}`);
      player.state = PlayerState.STAND | (player.unum === 1 ? PlayerState.GOALIE : 0);
      player.effort = 1;
      player.recovery = 1;
      player.capacity = -1;
    }
    if (bad !== null) return failTable('bad-cell', `${file}:${line + 1}: ${bad}`);
    frames.push(frame);
  }
  return ok(frames);
}

/**
 * Parses a table of player types, as `rcss-log csv` writes it. What it does not have is that of the default type.
 *
 * Error codes: `no-column`, `bad-cell`, `no-rows`.
 */
export function parsePlayerTypes(
  text: string,
  file: string,
  server: ServerParams,
): Result<PlayerType[], Failure> {
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const names = head.split(',');
  if (names[0] !== 'id') return failTable('no-column', `${file}:1: the first column is not id`);
  if (lines.length === 0) return failTable('no-rows', `${file}: the table has no rows`);
  const types: PlayerType[] = [];
  for (const [i, line] of lines.entries()) {
    const cells = line.split(',').map(Number);
    const bad = names.findIndex((_, column) => !Number.isFinite(cells[column]));
    if (bad >= 0) return failTable('bad-cell', `${file}:${i + 2}: ${names[bad]}: not a number`);
    types.push({
      ...createDefaultPlayerType(server),
      ...Object.fromEntries(names.map((name, column) => [name, cells[column]!])),
    });
  }
  return ok(types);
}
