import { readFileSync } from 'node:fs';
import { type LogRecord, readLogBytes } from '@rcss/logs';
import { tableFromIPC } from '@uwdata/flechette';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { createAtomicSpadlActions } from '../atomic-spadl.js';
import {
  createCommonDataMetadata,
  createCommonDataSheet,
  createMatchTable,
  type ExportTable,
  formatCommonDataEvents,
  formatCommonDataFrames,
  formatCsvHeader,
  formatCsvRows,
  formatJsonLines,
  formatTracabFrames,
  formatTracabMetadata,
  joinTables,
  MATCH_TABLES,
  matchTableFields,
  selectColumns,
  selectNames,
  TRACKING_FIELDS,
  TrackingTableBuilder,
} from '../entries/export.js';
import { createAnalyzer, type MatchAnalysis } from '../index.js';
import { createSpadlActions } from '../spadl.js';
import { encodeArrow } from './arrow.js';
import { encodeParquet } from './parquet.js';
import { createTable } from './table.js';

function recordsOf(name: string): LogRecord[] {
  const folder = /^(clips|shootout)\//.test(name) ? '../../testdata' : '../../../../wire/logs/testdata';
  const bytes = readFileSync(new URL(`${folder}/${name}.rcg.gz`, import.meta.url));
  return [...readLogBytes(new Uint8Array(bytes))];
}

function analyze(records: readonly LogRecord[]): MatchAnalysis {
  const analyzer = createAnalyzer();
  for (const record of records) analyzer.addRecord(record);
  return analyzer.finish();
}

const RECORDS = recordsOf('sample-v6');
const ANALYSIS = analyze(RECORDS);
const FRAMES = RECORDS.flatMap((record) => (record.type === 'show' ? [record.frame] : []));
const INFO = { id: 'm1', kickoff: new Date('2026-11-20T16:14:00Z') };

/** Number, first and last frame of each period in the metadata of TRACAB. */
function tracabPeriods(a: MatchAnalysis): string[] {
  const found = formatTracabMetadata(a, INFO).matchAll(
    /<period iId="(\d)" iStartFrame="(\d+)" iEndFrame="(\d+)"/g,
  );
  return [...found].map(([, ...numbers]) => numbers.join(' '));
}

function rowsOf({ columns, length }: ExportTable): Record<string, unknown>[] {
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(
      columns.map(({ name, type, values }) => [name, type === 'boolean' ? values[row] === 1 : values[row]]),
    ),
  );
}

describe('the tracking table', () => {
  it('has a row per show with the values of the log', () => {
    const builder = new TrackingTableBuilder('m1');
    for (const record of RECORDS) builder.addRecord(record);
    const rows = rowsOf(builder.finish());
    expect(rows.length).toBe(FRAMES.length);
    const frame = FRAMES[20]!;
    const connected = frame.players.findIndex((p) => (p.state & 1) !== 0);
    const prefix = connected < 11 ? `l${connected + 1}` : `r${connected - 10}`;
    expect(rows[20]).toMatchObject({
      game_id: 'm1',
      show: 20,
      time: frame.time,
      period: 1,
      play_mode: frame.playMode,
      ball_x: frame.ballX,
      ball_vy: frame.ballVy,
      [`${prefix}_x`]: frame.players[connected]!.x,
      [`${prefix}_stamina`]: frame.players[connected]!.stamina,
    });
    const stopped = FRAMES.findIndex((f, i) => i > 0 && f.time === FRAMES[i - 1]!.time);
    expect(rows[stopped]!['stoppage']).toBe(1);
  });

  it('has the selected fields in the order of the patterns; an unknown field is an error', () => {
    const names = selectNames(TRACKING_FIELDS, ['time', 'r*_kicks', 'ball_x']);
    expect(names.slice(0, 2)).toEqual(['time', 'r1_kicks']);
    expect(names.length).toBe(13);
    const builder = new TrackingTableBuilder('m1', names);
    for (const record of RECORDS) builder.addRecord(record);
    expect(builder.finish().columns.map(({ name }) => name)).toEqual(names);
    expect(() => selectNames(TRACKING_FIELDS, ['l12_x'])).toThrow(/'l12_x' is not a field\. Fields: .*lN_x/);
    expect(() => new TrackingTableBuilder('m1', ['z'])).toThrow("'z' is not a field");
  });
});

describe('tables of events and statistics', () => {
  it.each(MATCH_TABLES)('%s has the fields of its schema', (table) => {
    const made = createMatchTable(table, ANALYSIS, 'm1');
    expect(made.columns.map(({ name }) => name)).toEqual(matchTableFields(table));
    expect(made.length).toBeGreaterThan(1);
    expect(rowsOf(made)[0]!['game_id']).toBe('m1');
    expect(selectColumns(made, ['game_id']).columns.length).toBe(1);
  });

  it('the values are those of the analysis', () => {
    const events = rowsOf(createMatchTable('events', ANALYSIS, 'm1'));
    const goal = ANALYSIS.events.findIndex((event) => event.type === 'goal');
    const { side, endX, otherUnum } = ANALYSIS.events[goal]!;
    expect(events[goal]).toMatchObject({
      type: 'goal',
      side,
      end_x: endX,
      other_unum: otherUnum,
      success: true,
    });
    const [left, right] = rowsOf(createMatchTable('teams', ANALYSIS, 'm1'));
    expect(left).toMatchObject({
      side: 'l',
      team: 'North-1',
      opponent: 'South_2',
      opponent_score: right!['score'],
    });
    expect(rowsOf(createMatchTable('players', ANALYSIS, 'm1')).length).toBe(22);
  });
});

describe('SPADL', () => {
  it.each(['sample-v1', 'sample-v4', 'sample-v6', 'shootout/taker'])(
    '%s: ids, order and ranges are those of the schema',
    (name) => {
      const analysis = analyze(recordsOf(name));
      const actions = createSpadlActions(analysis, name);
      let last = { period_id: 1, time_seconds: 0 };
      for (const [index, action] of actions.entries()) {
        expect(action.action_id).toBe(index);
        expect(action.period_id).toBeGreaterThanOrEqual(last.period_id);
        expect(action.period_id).toBeLessThanOrEqual(5);
        expect(action.time_seconds).toBeGreaterThanOrEqual(0);
        for (const x of [action.start_x, action.end_x]) expect(x >= 0 && x <= 105).toBe(true);
        for (const y of [action.start_y, action.end_y]) expect(y >= 0 && y <= 68).toBe(true);
        last = action;
      }
      if (name === 'shootout/taker') expect(last.period_id).toBe(5);
    },
  );

  it('atomic actions: what ends an action follows it', () => {
    for (const name of ['sample-v4', 'sample-v6', 'shootout-v6']) {
      const analysis = analyze(recordsOf(name));
      const spadl = createSpadlActions(analysis, name);
      const atomic = createAtomicSpadlActions(analysis, name);
      expect(atomic.map(({ action_id }) => action_id)).toEqual(atomic.map((_, index) => index));
      const count = (type: string) => atomic.filter((action) => action.type_name === type).length;
      const goals = analysis.events.filter(
        (event) =>
          (event.type === 'goal' && event.outcome === 'goal') || (event.type === 'penalty' && event.success),
      );
      expect([name, count('goal')]).toEqual([name, goals.length]);
      const completed = analysis.events.filter(
        ({ type, outcome }) => type === 'pass' && outcome === 'completed',
      );
      expect([name, count('receival')]).toEqual([name, completed.length]);
      expect(atomic.length).toBeGreaterThanOrEqual(spadl.length);
      for (const [index, action] of atomic.entries()) {
        const before = atomic[index - 1];
        if (before === undefined || before.period_id !== action.period_id) continue;
        expect(action.time_seconds).toBeGreaterThanOrEqual(before.time_seconds - 1e-9);
      }
    }
  });
});

describe('formats of tables', () => {
  const tables = fc
    .array(
      fc.record({
        int: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
        real: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
        flag: fc.boolean(),
        text: fc.string({ unit: 'binary' }),
      }),
      { maxLength: 40 },
    )
    .map((rows) =>
      createTable(rows, [
        ['int', 'int32'],
        ['real', 'float64'],
        ['flag', 'boolean'],
        ['text', 'string'],
      ]),
    );
  /** Rows with null for missing values; -0 is 0. */
  const plain = (table: ExportTable) =>
    rowsOf(table).map((row) => {
      const real = row['real'] as number;
      return { ...row, real: Number.isNaN(real) ? null : real + 0 };
    });

  it('lines of JSON have the values of the table', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const lines = [...formatJsonLines(table)].join('').split('\n').slice(0, -1);
        expect(lines.map((line) => JSON.parse(line))).toEqual(plain(table));
      }),
      { numRuns: 50 },
    );
  });

  it('CSV has the values of the table, with quotes where they are needed', () => {
    const table = createTable(
      [
        { a: 1, b: null, c: true, d: 'x "y",\nz' },
        { a: -2, b: 0.5, c: false, d: '' },
      ],
      [
        ['a', 'int32'],
        ['b', 'float64'],
        ['c', 'boolean'],
        ['d', 'string'],
      ],
    );
    expect(formatCsvHeader(table) + [...formatCsvRows(table)].join('')).toBe(
      'a,b,c,d\n1,,true,"x ""y"",\nz"\n-2,0.5,false,\n',
    );
  });

  it('Arrow and Parquet files have the values of the table', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const arrow = tableFromIPC(encodeArrow(table)).toArray() as Record<string, unknown>[];
        expect(
          arrow.map((row) => ({ ...row, real: row['real'] === null ? null : (row['real'] as number) + 0 })),
        ).toEqual(plain(table));
        const { buffer } = encodeParquet([table, table]);
        const parquet = (await parquetReadObjects({ file: buffer as ArrayBuffer })) as Record<
          string,
          unknown
        >[];
        const expected = [...plain(table), ...plain(table)];
        expect(
          parquet.map((row) => ({ ...row, real: row['real'] === null ? null : (row['real'] as number) + 0 })),
        ).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('tables with different columns cannot be joined', () => {
    const a = createTable([{ a: 1 }], [['a', 'int32']]);
    const b = createTable([{ b: 1 }], [['b', 'int32']]);
    expect(() => joinTables([a, b])).toThrow('different columns');
    expect(() => joinTables([])).toThrow('no table');
    expect(rowsOf(joinTables([a, a, a])).map((row) => row['a'])).toEqual([1, 1, 1]);
  });
});

describe('TRACAB', () => {
  it('has a line per show, in centimeters with y upwards, and the frames of the periods', () => {
    const lines = [...formatTracabFrames(ANALYSIS)].join('').split('\n').slice(0, -1);
    expect(lines.length).toBe(FRAMES.length);
    const frame = FRAMES[20]!;
    const line = lines[20]!;
    expect(line.startsWith('21:')).toBe(true);
    const [, players = '', ball = ''] = line.split(':');
    const connected = frame.players.filter((p) => (p.state & 1) !== 0);
    expect(players.split(';').filter((text) => text !== '').length).toBe(connected.length);
    const first = connected[0]!;
    expect(players.split(';')[0]!.split(',').slice(0, 5).map(Number)).toEqual([
      first.side === 'l' ? 1 : 0,
      first.side === 'l' ? first.unum : first.unum + 11,
      first.unum,
      Math.round(first.x * 100) + 0,
      Math.round(-first.y * 100) + 0,
    ]);
    expect(ball).toMatch(/^-?\d+,-?\d+,0,\d+\.\d\d,[HA],(Alive|Dead);$/);
    const xml = formatTracabMetadata(ANALYSIS, INFO);
    expect(xml).toContain('iFrameRateFps="10"');
    expect(xml).toMatch(/<HomeTeam>\s*<TeamId>1<.*>North-1<.*\s*<Players>(\s*<Player>.*){6}/);
    expect(xml).toMatch(/<AwayTeam>\s*<TeamId>2<.*>South_2<.*\s*<Players>(\s*<Player>.*){5}/);
    expect(xml).toContain('<PlayerId>12</PlayerId><FirstName xsi:type="xsd:string">South_2</FirstName>');
  });

  it('ids are whole numbers; texts are ASCII without control characters', () => {
    const idOf = (id: string) => / iId="(.*?)"/.exec(formatTracabMetadata(ANALYSIS, { ...INFO, id }))![1]!;
    expect(idOf('20261128')).toBe('20261128');
    for (const id of ['m1', '', 'é', '2026-11-28', '9'.repeat(40), '-5', '1e3']) {
      expect(idOf(id)).toMatch(/^\d{1,10}$/);
      expect(idOf(id)).toBe(idOf(id));
    }
    expect(idOf('m1')).not.toBe(idOf('m2'));
    const name = 'É<b>"\u0001\u{1f600}\ud800&amp;';
    const xml = formatTracabMetadata({ ...ANALYSIS, names: { l: name, r: '' } }, { ...INFO, id: name });
    expect(xml).toMatch(/^[\n -~]*$/);
    expect(xml).toContain('>&#201;&#60;b&#62;&#34;?&#128512;?&#38;amp;</LongName>');
    expect(xml).toContain('>r</LongName>');
  });

  it('the first period of a log is number 1; a team without players has one', () => {
    let show = 0;
    const late = RECORDS.filter(({ type }) => type !== 'show' || show++ >= 50);
    expect(tracabPeriods(analyze(late))).toEqual([
      `1 1 ${FRAMES.length - 50}`,
      '2 0 0',
      '3 0 0',
      '4 0 0',
      '5 0 0',
    ]);
    expect(tracabPeriods(analyze(recordsOf('shootout/taker')))[0]).toBe('1 1 1');
    expect(tracabPeriods(analyze(recordsOf('empty-v6')))).toEqual([
      '1 0 0',
      '2 0 0',
      '3 0 0',
      '4 0 0',
      '5 0 0',
    ]);
    expect(formatTracabMetadata(analyze(recordsOf('one-team-v5')), INFO)).toMatch(
      /<AwayTeam>(.|\n)*<Players>\s*<Player><PlayerId>12<.*<StartFrameCount>0<.*<EndFrameCount>0<.*\s*<\/Players>/,
    );
  });
});

describe('Common Data Format', () => {
  it('has a line per show, and metadata with periods and players', () => {
    const frames = [...formatCommonDataFrames(ANALYSIS, INFO)].join('').split('\n').slice(0, -1);
    expect(frames.length).toBe(FRAMES.length);
    const frame = JSON.parse(frames[20]!) as { readonly ball: { readonly y: number } };
    expect(frame).toMatchObject({
      frame_id: 20,
      timestamp: '2026-11-20T16:14:02.000Z',
      period: 'first_half',
      match: { id: 'm1' },
      ball: { z: 0 },
    });
    expect(frame.ball.y).toBeCloseTo(-FRAMES[20]!.ballY, 3);
    expect(createCommonDataMetadata(ANALYSIS, INFO)).toMatchObject({
      match: { kickoff_time: '2026-11-20T16:14:00.000Z' },
      teams: { home: { id: 'team_left', name: 'North-1' } },
    });
  });

  it('has the events with players, times and frames, in its own vocabulary', () => {
    const played = analyze(recordsOf('clips/06'));
    const lines = [...formatCommonDataEvents(played, INFO)].join('').split('\n').slice(0, -1);
    const entries = lines.map((line) => JSON.parse(line) as { readonly event: Record<string, unknown> });
    const entryOf = (index: number) => entries.find(({ event }) => event['id'] === `event_${index}`);
    const pass = played.events.findIndex(({ type, outcome }) => type === 'pass' && outcome === 'completed');
    const { side, unum, otherUnum, x, y, show, endShow } = played.events[pass]!;
    const prefix = side === 'l' ? 'left' : 'right';
    const time = (at: number) => new Date(INFO.kickoff.getTime() + at * 100).toISOString();
    expect(entryOf(pass)).toMatchObject({
      match: { id: 'm1' },
      event: {
        type: 'pass',
        is_successful: true,
        outcome_type: 'successful',
        player_id: `${prefix}_${unum}`,
        receiver_id: `${prefix}_${otherUnum}`,
        receiver_time: time(endShow),
        time: time(show),
        body_part: 'feet',
      },
      tracking: { frame_id: show, frame_id_end: endShow },
    });
    expect(entryOf(pass)!.event['x']).toBeCloseTo(x, 2);
    expect(entryOf(pass)!.event['y']).toBeCloseTo(-y, 2);
    const goal = played.events.findIndex(({ type, outcome }) => type === 'shot' && outcome === 'goal');
    expect(entryOf(goal)!.event).toMatchObject({
      type: 'shot',
      outcome_type: 'successful',
      metrics: { xg: played.events[goal]!.xg },
    });
    // Goals are the outcome of shots, set plays those of the following passes.
    for (const [index, { type, outcome }] of played.events.entries())
      if (type === 'set_play' || (type === 'goal' && outcome !== 'own_goal'))
        expect([type, entryOf(index)]).toEqual([type, undefined]);
  });

  it('an own goal is a shot of the player that touched the ball last', () => {
    const goal = ANALYSIS.events.find(({ type }) => type === 'goal')!;
    const own: MatchAnalysis = {
      ...ANALYSIS,
      events: [{ ...goal, side: 'r', unum: 0, otherSide: 'l', otherUnum: 4, outcome: 'own_goal' }],
    };
    expect(JSON.parse([...formatCommonDataEvents(own, INFO)].join(''))).toMatchObject({
      event: {
        type: 'shot',
        outcome_type: 'own_goal',
        is_successful: false,
        player_id: 'left_4',
        team_id: 'team_left',
      },
    });
    expect(createCommonDataSheet(own, INFO)).toMatchObject({
      events: {
        goals: [
          {
            team_id: 'team_right',
            player_id: 'left_4',
            is_own_goal: true,
            assist_id: null,
            score: { home: 0, away: 1 },
          },
        ],
      },
    });
  });

  it('a match without an end has one period, number 1, in every format', () => {
    const endless = analyze(
      RECORDS.map((record) =>
        record.type === 'server_param' ? { ...record, params: { ...record.params, half_time: -1 } } : record,
      ),
    );
    expect(new Set(createSpadlActions(endless).map((action) => action.period_id))).toEqual(new Set([1]));
    expect(tracabPeriods(endless)).toEqual([`1 1 ${FRAMES.length}`, '2 0 0', '3 0 0', '4 0 0', '5 0 0']);
    expect(createCommonDataSheet(endless, INFO)).toMatchObject({
      match: { status: { has_extratime: false } },
    });
  });

  it('has a match sheet with the result after each period, goals and cards', () => {
    const last = ANALYSIS.scores.at(-1)!;
    const sheet = createCommonDataSheet(ANALYSIS, INFO) as {
      readonly events: { readonly goals: readonly { readonly score: object }[]; readonly cards: object[] };
    };
    expect(sheet).toMatchObject({
      match: {
        id: 'm1',
        status: { has_extratime: false, has_shootout: false },
        result: { final: { home: last.l.score, away: last.r.score } },
      },
    });
    expect(sheet.events.goals.at(-1)!.score).toEqual({ home: last.l.score, away: last.r.score });
    expect(sheet.events.cards.length).toBe(ANALYSIS.events.filter(({ type }) => type === 'card').length);
  });

  it('a shootout that is decided has a winner; one that is level is left out', () => {
    const sheetOf = (left: number, right: number) => {
      const team = { name: '', score: 1, penaltyMissed: 0 };
      const step = {
        show: 0,
        time: 0,
        l: { ...team, penaltyScored: left },
        r: { ...team, penaltyScored: right },
      };
      return createCommonDataSheet({ ...ANALYSIS, scores: [step] }, INFO);
    };
    expect(sheetOf(2, 3)).toMatchObject({
      match: {
        status: { has_shootout: true },
        result: { final: { winning_team_id: 'team_right' }, shootout: { home: 2, away: 3 } },
      },
    });
    expect(sheetOf(2, 2)).toMatchObject({
      match: { status: { has_shootout: false }, result: { final: { winning_team_id: null } } },
    });
  });
});

it('a tracking table has the same rows whenever it is finished', () => {
  const shows = recordsOf('sample-v6').filter(({ type }) => type === 'show');
  const names = ['show', 'play_mode', 'ball_x', 'l1_x', 'r11_tackles'];
  const collect = (stops: ReadonlySet<number>): string[] => {
    const builder = new TrackingTableBuilder('m', names);
    const texts: string[] = [];
    // More shows than the columns hold at first.
    for (let count = 1; count <= 8300; count++) {
      builder.addRecord(shows[count % shows.length]!);
      if (!stops.has(count)) continue;
      const table = builder.finish();
      expect(table.length).toBe(count);
      texts.push([...formatCsvRows(table)].join(''));
    }
    return texts;
  };
  const [whole] = collect(new Set([8300]));
  const lines = whole!.split('\n');
  expect(lines.slice(0, -1).map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: 8300 }, (_, i) => i),
  );
  const stops = [1, 31, 32, 33, 70, 8191, 8192, 8193, 8300];
  for (const [i, text] of collect(new Set(stops)).entries())
    expect(text).toBe(lines.slice(0, stops[i]).join('\n').concat('\n'));
});

it('Parquet and Arrow files have the values of columns that are parts of longer arrays', () => {
  const numbers = Float64Array.of(9, 1.5, -0.25, 9);
  const table: ExportTable = {
    columns: [
      { name: 'a', type: 'float64', values: numbers.subarray(1, 3) },
      { name: 'b', type: 'int32', values: Int32Array.of(9, 7, -7, 9).subarray(1, 3) },
    ],
    length: 2,
  };
  const arrow = tableFromIPC(encodeArrow(table));
  expect([...arrow.getChild('a')!]).toEqual([1.5, -0.25]);
  expect([...arrow.getChild('b')!]).toEqual([7, -7]);
  expect(encodeParquet([table])).toEqual(
    encodeParquet([
      {
        columns: table.columns.map((c) => ({ ...c, values: c.values.slice() as typeof c.values })),
        length: 2,
      },
    ]),
  );
});

describe('the height of the ball (spec 12 §11)', () => {
  // The ball rises by 25 cm per show.
  let height = 0;
  const records = RECORDS.map((record): LogRecord => {
    if (record.type !== 'show') return record;
    height += 0.25;
    return { ...record, frame: { ...record.frame, hasHeight: true, ballZ: height } };
  });
  const analysis = analyze(records);

  it('is in TRACAB in centimeters, and in the Common Data Format in meters', () => {
    const tracab = [...formatTracabFrames(analysis)].join('').split('\n');
    expect(tracab.slice(0, 3).map((line) => line.split(':')[2]!.split(',')[2])).toEqual(['25', '50', '75']);
    const frames = [...formatCommonDataFrames(analysis, INFO)].join('').split('\n');
    expect(frames.slice(0, 3).map((line) => JSON.parse(line).ball.z)).toEqual([0.25, 0.5, 0.75]);
  });

  it('is the field ball_z of the tracking table, which is not among the defaults', () => {
    const columnsOf = (fields?: readonly string[]) => {
      const builder = new TrackingTableBuilder('m1', fields);
      for (const record of records) builder.addRecord(record);
      return builder.finish().columns;
    };
    expect(columnsOf().some(({ name }) => name === 'ball_z')).toBe(false);
    expect([...columnsOf(['ball_z'])[0]!.values].slice(0, 3)).toEqual([0.25, 0.5, 0.75]);
  });
});
