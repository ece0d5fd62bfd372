import { readFileSync } from 'node:fs';
import { createServer, type Socket, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { createDefaultParams } from '@rcss/params/tables';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectPlayer, startTestServer, waitUntil } from '../../test/harness.js';
import { MYSQL_SAVER_PARAM_ROWS, type MySqlSaverParams } from '../config/mysql-saver-params.js';
import type { MatchResult, TeamResult } from './match-result.js';
import { openMySqlSaver } from './mysql-saver.js';

/** Port of a MySQL or MariaDB on 127.0.0.1 with a database rcss_test and an account rcss/rcss, for these tests only. */
const port = Number(process.env.RCSS_TEST_MYSQL_PORT ?? 0);
if (port === 0) console.log('RCSS_TEST_MYSQL_PORT is not set: the tests that need a database are skipped');

const account = { host: '127.0.0.1', port, user: 'rcss', password: 'rcss', db: 'rcss_test', save: true };

const createTeam = (name: string, more: Partial<TeamResult> = {}): TeamResult => ({
  name,
  coach: '',
  score: 0,
  penaltyTaken: 0,
  penaltyScored: 0,
  ...more,
});

const result: MatchResult = {
  start: new Date(2026, 10, 20, 14, 52, 59),
  left: createTeam('Left', { score: 3 }),
  right: createTeam('Right', { score: 1, coach: 'Coa+ch' }),
  penalties: false,
  tossWinner: null,
};

/** Opens a saver and saves a result with it. */
async function save(params: Partial<MySqlSaverParams>, saved: MatchResult = result, timeoutMs?: number) {
  const out: string[] = [];
  const err: string[] = [];
  const console = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const saver = await openMySqlSaver(
    { ...(createDefaultParams(MYSQL_SAVER_PARAM_ROWS) as MySqlSaverParams), ...account, ...params },
    console,
    timeoutMs,
  );
  const outcome = await saver!.save(saved, console);
  return { outcome, out, err };
}

describe.skipIf(port === 0)('results in a database (spec 02 §9.3)', () => {
  let db: Connection;

  const rows = async (text: string) => (await db.query<RowDataPacket[]>(text))[0];

  beforeAll(async () => {
    const { createConnection } = await import('mysql2/promise');
    const { host, user, password, db: database } = account;
    db = await createConnection({ host, port, user, password, database, dateStrings: true });
  });
  beforeEach(async () => {
    for (const table of ['GAMES', 'ROUNDS', 'EVENTS']) await db.query(`DROP TABLE IF EXISTS \`${table}\``);
  });
  afterAll(() => db?.end());

  it('creates the tables and writes one row with NULL for unknown values', async () => {
    const { outcome, out, err } = await save({});
    expect({ outcome, out, err }).toEqual({ outcome: 'saved', out: ['Game ID = 1'], err: [] });
    const [game] = await rows('SELECT * FROM `GAMES`');
    expect(game).toEqual({
      ID: 1,
      ROUND_ID: null,
      DATETIME: '2026-11-20 14:52:59',
      LEFT: 'Left',
      RIGHT: 'Right',
      COACH_L: null,
      COACH_R: 'Coa+ch',
      SCORE_L: 3,
      SCORE_R: 1,
      PEN_TAKEN_L: null,
      PEN_TAKEN_R: null,
      PEN_SCORED_L: null,
      PEN_SCORED_R: null,
      COIN_TOSS_WINNER: null,
      LEFT_FROM: null,
      LEFT_FROM_TYPE: null,
      RIGHT_FROM: null,
      RIGHT_FROM_TYPE: null,
    });
    expect(await rows('SELECT * FROM `ROUNDS`')).toEqual([]);
    const types = await rows("SHOW COLUMNS FROM `EVENTS` LIKE 'TYPE'");
    expect(types[0]).toMatchObject({
      Type: "enum('World Cup','Regional','Internet','Other')",
      Default: 'Other',
    });
  });

  it('penalties and the coin toss are saved', async () => {
    const shootout: MatchResult = {
      ...result,
      left: createTeam('Left', { penaltyTaken: 5, penaltyScored: 3 }),
      right: createTeam('Right', { penaltyTaken: 5, penaltyScored: 3 }),
      penalties: true,
      tossWinner: 'r',
    };
    await save({}, shootout);
    const [game] = await rows('SELECT * FROM `GAMES`');
    expect(game).toMatchObject({
      PEN_TAKEN_L: 5,
      PEN_TAKEN_R: 5,
      PEN_SCORED_L: 3,
      PEN_SCORED_R: 3,
      COIN_TOSS_WINNER: 'RIGHT',
    });
  });

  it('round and event are found by name, or created', async () => {
    await save({ event_name: 'Cup 2026', round_name: 'Group A' });
    await save({ event_name: 'Cup 2026', round_name: 'Group A' });
    await save({ event_name: 'Cup 2026', round_name: 'Group B' });
    await save({ event_name: 'Other Cup', round_name: 'Group A' });
    expect(await rows('SELECT NAME, TYPE FROM `EVENTS` ORDER BY ID')).toEqual([
      { NAME: 'Cup 2026', TYPE: 'Other' },
      { NAME: 'Other Cup', TYPE: 'Other' },
    ]);
    expect(await rows('SELECT EVENT_ID, NAME FROM `ROUNDS` ORDER BY ID')).toEqual([
      { EVENT_ID: 1, NAME: 'Group A' },
      { EVENT_ID: 1, NAME: 'Group B' },
      { EVENT_ID: 2, NAME: 'Group A' },
    ]);
    expect((await rows('SELECT ROUND_ID FROM `GAMES` ORDER BY ID')).map((row) => row.ROUND_ID)).toEqual([
      1, 1, 2, 3,
    ]);
  });

  it('a round can be saved without an event, and by given numbers', async () => {
    await save({ round_name: 'Friendly' });
    await save({ round_name: 'Friendly' });
    expect(await rows('SELECT EVENT_ID, NAME FROM `ROUNDS`')).toEqual([{ EVENT_ID: null, NAME: 'Friendly' }]);
    await save({ round_id: 77, round_name: 'not looked at' });
    await save({ event_id: 9, round_name: 'Of nine' });
    expect((await rows('SELECT ROUND_ID FROM `GAMES` ORDER BY ID')).map((row) => row.ROUND_ID)).toEqual([
      1, 1, 77, 2,
    ]);
    expect(await rows("SELECT EVENT_ID FROM `ROUNDS` WHERE NAME = 'Of nine'")).toEqual([{ EVENT_ID: 9 }]);
  });

  it('names are passed as values, never as part of a statement', async () => {
    const evil = "'); DROP TABLE GAMES; --";
    const { outcome } = await save(
      { round_name: evil, event_name: evil },
      { ...result, left: createTeam(evil) },
    );
    expect(outcome).toBe('saved');
    expect(await rows('SELECT `LEFT` FROM `GAMES`')).toEqual([{ LEFT: evil }]);
    expect(await rows('SELECT NAME FROM `ROUNDS`')).toEqual([{ NAME: evil }]);
  });

  it('without two teams nothing is saved', async () => {
    const { outcome, out, err } = await save({}, { ...result, right: null });
    expect({ outcome, out, err }).toEqual({
      outcome: 'failed',
      out: [],
      err: ['Cannot save games unless two teams connect'],
    });
    // The tables are created in the background.
    await expect.poll(() => rows("SHOW TABLES LIKE 'GAMES'")).toHaveLength(1);
    expect(await rows('SELECT * FROM `GAMES`')).toEqual([]);
  });

  it('a wrong password is reported at the start; the match continues; saving fails', async () => {
    const { outcome, err } = await save({ password: 'wrong' });
    expect(outcome).toBe('failed');
    expect(err[0]).toMatch(/^MySQLSaver: Access denied for user 'rcss'.*; the match continues$/);
    expect(err.at(-1)).toMatch(/^MySQLSaver: Access denied/);
  });

  it('a database that does not exist is reported', async () => {
    const { outcome, err } = await save({ db: 'nowhere' });
    expect(outcome).toBe('failed');
    expect(err[0]).toMatch(/^MySQLSaver: .*nowhere/);
  });

  it('in a whole match this saver runs before the others', async () => {
    const server = await startTestServer({ mysqlSaver: { ...account, round_name: 'Final' } });
    expect(server.out.slice(0, 4)).toContain('MySQLSaver: Ready');
    await connectPlayer(server, 'Alpha');
    await connectPlayer(server, 'Beta');
    await server.end();
    const at = server.out.indexOf('Saving Results:');
    expect(server.out.slice(at + 1, at + 5)).toEqual([
      '\tMySQLSaver: saving...',
      'Game ID = 1',
      '\tMySQLSaver: ...saved',
      '\tCSVSaver: saving...',
    ]);
    expect(await rows('SELECT `LEFT`, `RIGHT` FROM `GAMES`')).toEqual([{ LEFT: 'Alpha', RIGHT: 'Beta' }]);
  });
});

describe('a database that is not reachable or does not answer (spec 02 §9.3)', () => {
  /** A port that is closed, or whose listener accepts connections and sends nothing. */
  async function mute(): Promise<{ tcp: TcpServer; port: number; sockets: Socket[] }> {
    const sockets: Socket[] = [];
    const tcp = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    return { tcp, port: (tcp.address() as { port: number }).port, sockets };
  }

  it('a database that is not reachable is reported once; the match is played, and the result is saved beside the logs', async () => {
    const { tcp, port: free } = await mute();
    await new Promise((resolve) => tcp.close(resolve));
    const server = await startTestServer({ mysqlSaver: { ...account, port: free } });
    await connectPlayer(server, 'Alpha');
    const other = await connectPlayer(server, 'Beta');
    await waitUntil(() =>
      server.err.some((line) => /^MySQLSaver: .*ECONNREFUSED.*; the match continues$/.test(line)),
    );
    other.skip();
    await other.next('(sense_body');
    await server.end();
    expect(server.out).toContain('\tMySQLSaver: ...failed');
    expect(server.out).toContain('\tSTDOutSaver: ...saved');
    const name = server.files().find((file) => file.endsWith('.json'))!;
    // The closing lines say where the result is, then what is missing.
    expect(server.err).toContain(`The result is kept in ${join(server.dir, name)}`);
    expect(server.err.at(-1)).toBe('  MySQLSaver could not save the result');
    expect(JSON.parse(readFileSync(join(server.dir, name), 'utf8'))).toMatchObject({
      left: { name: 'Alpha', score: 0 },
      right: { name: 'Beta', score: 0 },
    });
  });

  it('the wait for a database that does not answer has a time limit', async () => {
    const { tcp, port: silent, sockets } = await mute();
    try {
      const { outcome, err } = await save({ port: silent }, result, 300);
      expect(outcome).toBe('failed');
      expect(err.every((line) => /^MySQLSaver: .*(took longer than 0\.\d s|ETIMEDOUT)/.test(line))).toBe(
        true,
      );
      expect(err.length).toBeGreaterThan(0);
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => tcp.close(resolve));
    }
  });
});
