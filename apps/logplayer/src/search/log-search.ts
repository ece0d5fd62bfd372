/** Finds moments in all logs of the page. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Route } from '@rcss/log-service/web';
import { readLog } from '@rcss/logs';
import { createAnalyzer } from '@rcss/stats';
import {
  FIGURES,
  type FigureName,
  filterMoments,
  listMoments,
  type MomentFilter,
  type StatEvent,
  ZONES,
  type Zone,
} from '@rcss/stats/analysis';
import { describeEvent } from '@rcss/stats/describe';

/** What the search needs of a match. */
interface IndexedMatch {
  readonly names: { readonly l: string; readonly r: string };
  readonly events: readonly StatEvent[];
}

/** A moment that was found. */
interface FoundMoment {
  /** Number of the log, from 0. */
  readonly log: number;
  readonly title: string;
  /** Cycle. */
  readonly time: number;
  readonly text: string;
}

/** The answer of the search. */
export interface SearchAnswer {
  readonly logs: number;
  /** Logs that have been analyzed so far. */
  readonly indexed: number;
  readonly failed: readonly string[];
  /** Count of all moments that were found; `rows` has the first ones. */
  readonly total: number;
  readonly rows: readonly FoundMoment[];
}

/** Most moments of an answer. */
const MAX_ROWS = 500;
/** Changes when stored events have another form or another definition. */
const CACHE_VERSION = 1;

/** Folder of the indexes: they are stored between two starts. */
function findCacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'rcss', 'events');
}

/** The events of the logs, analyzed one after the other from the first search on and stored in a folder. */
export class LogSearch {
  readonly #logs: readonly string[];
  readonly #folder: string;
  readonly #matches: (IndexedMatch | null)[] = [];
  readonly #failed: string[] = [];
  #work: Promise<void> | null = null;

  constructor(logs: readonly string[], folder: string = findCacheFolder()) {
    this.#logs = logs;
    this.#folder = folder;
  }

  /** Analyzes the logs that have not been analyzed yet; resolves when all are. */
  index(): Promise<void> {
    this.#work ??= this.#indexAll();
    return this.#work;
  }

  /**
   * Searches the logs that are analyzed so far.
   *
   * @throws RangeError with the name, the value and the allowed values of a parameter that is wrong.
   */
  search(query: URLSearchParams): SearchAnswer {
    const figure = readChoice(query, 'figure', FIGURES, 'goals') as FigureName;
    const zone = readChoice(query, 'zone', ['', ...ZONES], '');
    const [after, result] = [query.get('after') ?? '', query.get('result') ?? ''];
    const team = (query.get('team') ?? '').trim().toLowerCase();
    const filter: MomentFilter = {
      ...(zone !== '' && { zone: zone as Zone }),
      ...(after !== '' && { after }),
      ...(result !== '' && { result }),
    };
    const rows = this.#matches.flatMap((match, log) => {
      if (match === null) return [];
      const { names, events } = match;
      const sides = (['l', 'r'] as const).filter((side) => names[side].toLowerCase().includes(team));
      const a = { events, columns: { length: 0 } };
      return sides
        .flatMap((side) => filterMoments(listMoments(a, figure, { side, unum: 0 }), filter, events))
        .sort((x, y) => x.event.show - y.event.show)
        .map(({ event }): FoundMoment => {
          const text = describeEvent(event, names) || `${names[event.side]} ${event.unum}: ${event.type}`;
          const title = `${names.l || 'left'} – ${names.r || 'right'}, ${basename(this.#logs[log]!)}`;
          return { log, title, time: event.time, text };
        });
    });
    return {
      logs: this.#logs.length,
      indexed: this.#matches.length,
      failed: this.#failed,
      total: rows.length,
      rows: rows.slice(0, MAX_ROWS),
    };
  }

  /** Creates the route that answers searches as JSON. */
  createRoute(): Route {
    return (request, response) => {
      void this.index();
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      try {
        const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
        response.end(JSON.stringify(this.search(searchParams)));
      } catch (error) {
        response.statusCode = 400;
        response.end(JSON.stringify({ error: (error as Error).message }));
      }
    };
  }

  async #indexAll(): Promise<void> {
    for (const log of this.#logs) {
      try {
        this.#matches.push(await this.#read(log));
      } catch (error) {
        this.#failed.push(`${log}: ${(error as Error).message}`);
        this.#matches.push(null);
      }
    }
  }

  async #read(log: string): Promise<IndexedMatch> {
    const { size, mtimeMs } = await stat(log);
    const key = createHash('sha256')
      .update(`${CACHE_VERSION} ${resolve(log)} ${size} ${mtimeMs}`)
      .digest('hex');
    const file = join(this.#folder, `${key.slice(0, 32)}.json.gz`);
    const stored = await readStored(file);
    if (stored !== null) return stored;
    const match = await analyze(log);
    // Without a place to store it, the index lasts until the program ends.
    await store(this.#folder, file, match).catch(() => {});
    return match;
  }
}

function readChoice(
  query: URLSearchParams,
  name: string,
  allowed: readonly string[],
  missing: string,
): string {
  const value = query.get(name) ?? missing;
  if (allowed.includes(value)) return value;
  const known = allowed.filter((text) => text !== '').join(', ');
  throw new RangeError(`${name}: '${value}' is unknown; allowed are ${known}`);
}

/** Reads a stored index; null if there is none, or if it is damaged. */
async function readStored(file: string): Promise<IndexedMatch | null> {
  try {
    return JSON.parse(gunzipSync(await readFile(file)).toString('utf8')) as IndexedMatch;
  } catch {
    return null;
  }
}

async function store(folder: string, file: string, match: IndexedMatch): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, gzipSync(JSON.stringify(match)));
  await rename(unfinished, file);
}

async function analyze(log: string): Promise<IndexedMatch> {
  const analyzer = createAnalyzer();
  for await (const record of readLog(createReadStream(log), { reuseFrames: true }))
    analyzer.addRecord(record);
  const { names, events } = analyzer.finish();
  return { names, events };
}
