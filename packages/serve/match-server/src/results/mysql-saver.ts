import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import type { MySqlSaverParams } from '../config/mysql-saver-params.js';
import type { ConsoleOutput } from '../console/console-output.js';
import { formatStart, type MatchResult } from './match-result.js';
import type { Saver, SaverOutcome } from './saver.js';

/** Time limit for each operation of the database, ms. */
const OPERATION_TIMEOUT_MS = 5000;

const TABLE_STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS \`EVENTS\` (
    \`ID\` INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    \`FROM\` DATE NULL,
    \`TILL\` DATE NULL,
    \`NAME\` VARCHAR(255) NOT NULL UNIQUE,
    \`URL\` VARCHAR(255) NULL,
    \`TYPE\` ENUM('World Cup','Regional','Internet','Other') NOT NULL DEFAULT 'Other',
    \`Comment\` TEXT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS \`ROUNDS\` (
    \`ID\` INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    \`EVENT_ID\` INT UNSIGNED NULL,
    \`NAME\` VARCHAR(255) NOT NULL,
    UNIQUE (\`EVENT_ID\`, \`NAME\`)
  )`,
  `CREATE TABLE IF NOT EXISTS \`GAMES\` (
    \`ID\` INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    \`ROUND_ID\` INT UNSIGNED NULL,
    \`DATETIME\` DATETIME NOT NULL,
    \`LEFT\` VARCHAR(32) NOT NULL,
    \`RIGHT\` VARCHAR(32) NOT NULL,
    \`COACH_L\` VARCHAR(32) NULL,
    \`COACH_R\` VARCHAR(32) NULL,
    \`SCORE_L\` INT NOT NULL,
    \`SCORE_R\` INT NOT NULL,
    \`PEN_TAKEN_L\` INT NULL,
    \`PEN_TAKEN_R\` INT NULL,
    \`PEN_SCORED_L\` INT NULL,
    \`PEN_SCORED_R\` INT NULL,
    \`COIN_TOSS_WINNER\` ENUM('LEFT','RIGHT') NULL,
    \`LEFT_FROM\` INT UNSIGNED NULL,
    \`LEFT_FROM_TYPE\` ENUM('WINNER','LOOSER') NULL,
    \`RIGHT_FROM\` INT UNSIGNED NULL,
    \`RIGHT_FROM_TYPE\` ENUM('WINNER','LOOSER') NULL,
    INDEX (\`ROUND_ID\`, \`DATETIME\`, \`LEFT\`, \`RIGHT\`)
  )`,
];

/** Rejects after a time limit; the database may be unreachable, full or slow. */
function withTimeout<T>(promise: Promise<T>, what: string, ms: number): Promise<T> {
  let timer: NodeJS.Timeout;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1000} s`)), ms);
    timer.unref();
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

/** How to reach the database, and the time limit for each operation. */
interface DatabaseAccess {
  readonly client: typeof import('mysql2/promise');
  readonly params: MySqlSaverParams;
  readonly timeoutMs: number;
}

async function connect({ client, params, timeoutMs }: DatabaseAccess): Promise<Connection> {
  const connecting = client.createConnection({
    ...(params.unix_socket === ''
      ? { host: params.host || 'localhost', ...(params.port > 0 ? { port: params.port } : {}) }
      : { socketPath: params.unix_socket }),
    ...(params.user === '' ? {} : { user: params.user }),
    ...(params.password === '' ? {} : { password: params.password }),
    ...(params.db === '' ? {} : { database: params.db }),
    ...(params.compress ? { compress: true } : {}),
    ...(params.ssl ? { ssl: {} } : {}),
    connectTimeout: timeoutMs,
  });
  const db = await withTimeout(connecting, 'connecting to the database', timeoutMs);
  // An error during a statement is reported by the statement; an error between statements is ignored.
  db.on('error', () => {});
  return db;
}

async function findOrCreate(
  db: Connection,
  find: string,
  create: string,
  values: (string | number | null)[],
): Promise<number> {
  const [rows] = await db.execute<RowDataPacket[]>(find, values);
  const known = rows[0]?.ID as number | undefined;
  if (known !== undefined) return known;
  const [made] = await db.execute<ResultSetHeader>(create, values);
  return made.insertId;
}

/** Round of the match: the given id, or the one with the given name, created if absent; null when none is named. */
async function resolveRound(db: Connection, params: MySqlSaverParams): Promise<number | null> {
  let event: number | null = params.event_id >= 0 ? params.event_id : null;
  if (event === null && params.event_name !== '') {
    const name = [params.event_name];
    event = await findOrCreate(
      db,
      'SELECT ID FROM `EVENTS` WHERE `NAME` = ?',
      'INSERT INTO `EVENTS` (`NAME`) VALUES (?)',
      name,
    );
  }
  if (params.round_id >= 0) return params.round_id;
  if (params.round_name === '') return null;
  return findOrCreate(
    db,
    'SELECT ID FROM `ROUNDS` WHERE `EVENT_ID` <=> ? AND `NAME` = ?',
    'INSERT INTO `ROUNDS` (`EVENT_ID`, `NAME`) VALUES (?, ?)',
    [event, params.round_name],
  );
}

/** Outcome of opening the database at the start. */
type PreparedDatabase = { readonly round: number | null } | { readonly error: string };

async function prepareDatabase(access: DatabaseAccess): Promise<PreparedDatabase> {
  const { timeoutMs } = access;
  let db: Connection | undefined;
  try {
    db = await connect(access);
    for (const table of TABLE_STATEMENTS)
      await withTimeout(db.query(table), 'creating the tables', timeoutMs);
    return { round: await withTimeout(resolveRound(db, access.params), 'finding the round', timeoutMs) };
  } catch (error) {
    return { error: (error as Error).message };
  } finally {
    db?.destroy();
  }
}

const emptyToNull = (text: string) => (text === '' ? null : text);

/** Writes the row of a match and returns its number. */
async function insertGame(db: Connection, round: number | null, result: MatchResult): Promise<number> {
  const { left, right, penalties } = result;
  if (left === null || right === null) throw new Error('Cannot save games unless two teams connect');
  const [made] = await db.execute<ResultSetHeader>(
    `INSERT INTO \`GAMES\` (\`ROUND_ID\`, \`DATETIME\`, \`LEFT\`, \`RIGHT\`, \`COACH_L\`, \`COACH_R\`, \`SCORE_L\`, \`SCORE_R\`,
      \`PEN_TAKEN_L\`, \`PEN_TAKEN_R\`, \`PEN_SCORED_L\`, \`PEN_SCORED_R\`, \`COIN_TOSS_WINNER\`)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      round,
      formatStart(result),
      left.name,
      right.name,
      emptyToNull(left.coach),
      emptyToNull(right.coach),
      left.score,
      right.score,
      penalties ? left.penaltyTaken : null,
      penalties ? right.penaltyTaken : null,
      penalties ? left.penaltyScored : null,
      penalties ? right.penaltyScored : null,
      result.tossWinner === null ? null : result.tossWinner === 'l' ? 'LEFT' : 'RIGHT',
    ],
  );
  return made.insertId;
}

/**
 * Stores results in a MySQL or MariaDB database (spec 02 §9.3). The database is opened in the background at the start: a match neither
 * waits for it nor ends because of it. Errors are logged to stderr.
 *
 * @param timeoutMs Time limit for each operation; the end of the process waits at most twice as long.
 * @returns null if the client library is not installed.
 */
export async function openMySqlSaver(
  params: MySqlSaverParams,
  console: ConsoleOutput,
  timeoutMs: number = OPERATION_TIMEOUT_MS,
): Promise<Saver | null> {
  let access: DatabaseAccess;
  try {
    // Loaded now because loading would delay a cycle of the running match.
    access = { client: await import('mysql2/promise'), params, timeoutMs };
  } catch {
    console.err('MySQLSaver: the package mysql2 is not installed; the result goes to the other savers only', {
      event: 'saver_failed',
      level: 'error',
      fields: { saver: 'MySQLSaver' },
    });
    return null;
  }
  const prepared = prepareDatabase(access).then((outcome) => {
    if ('error' in outcome)
      console.err(`MySQLSaver: ${outcome.error}; the match continues`, {
        event: 'saver_failed',
        level: 'warn',
        fields: { saver: 'MySQLSaver' },
      });
    return outcome;
  });
  return {
    name: 'MySQLSaver',
    async save(result, { out, err }): Promise<SaverOutcome> {
      if (result.left === null || result.right === null) {
        err('Cannot save games unless two teams connect');
        return 'failed';
      }
      try {
        const id = await withTimeout(storeResult(access, prepared, result), 'saving the game', 2 * timeoutMs);
        out(`Game ID = ${id}`);
        return 'saved';
      } catch (error) {
        err(`MySQLSaver: ${(error as Error).message}`);
        return 'failed';
      }
    },
  };
}

/** Writes a match into the database and returns its number there. */
async function storeResult(
  access: DatabaseAccess,
  prepared: Promise<PreparedDatabase>,
  result: MatchResult,
): Promise<number> {
  let state = await prepared;
  // The database may have become available since the start.
  if ('error' in state) state = await prepareDatabase(access);
  if ('error' in state) throw new Error(state.error);
  const db = await connect(access);
  try {
    return await withTimeout(insertGame(db, state.round, result), 'saving the game', access.timeoutMs);
  } finally {
    db.destroy();
  }
}
