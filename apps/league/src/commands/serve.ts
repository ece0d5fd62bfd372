import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  CommandLineError,
  describeVerb,
  EXIT,
  escapeText,
  parsePort,
  waitForSignal,
} from '@rcss/kit/command-line';
import { createToken, isLoopback } from '@rcss/kit/http-access';
import {
  decide,
  type LoadedDocument,
  loadDocument,
  MatchPool,
  RESULT_FILE,
} from '@rcss/league-runner/program';
import type { Uploads } from '@rcss/league-runner/serve';
import { type Command, Option } from 'commander';
import { parseTime } from './decide.js';
import { chooseFolder, createFolderOption } from './run.js';

interface Options {
  readonly folder?: string;
  readonly host: string;
  readonly port: number;
  readonly token?: string;
  readonly public?: 'results' | 'logs' | 'code';
  readonly logs: readonly string[];
  readonly watchNetwork?: readonly string[];
  readonly uploads?: string;
  readonly deadline: readonly number[];
}

/** Environment variable with the token. */
const TOKEN_VARIABLE = 'RCSS_LEAGUE_TOKEN';
const MIN_TOKEN_LENGTH = 12;

/** Adds `serve`: shows a run in the browser. */
export function addServe(program: Command): void {
  const verb = program
    .command('serve')
    .description(
      'show results, running matches and the archive of a run in the browser, also while it goes on',
    )
    .argument('<document>', 'series or tournament in YAML or JSON')
    .addOption(createFolderOption())
    .option('--port <n>', 'port of the page; 0 selects a free port', parsePort, 8070)
    .option('--host <address>', 'address of the page; 0.0.0.0 serves the network', '127.0.0.1')
    .option(
      '--token <text>',
      `token that browsers need if the address is not this machine only (default: ${TOKEN_VARIABLE}, or a random one)`,
    )
    .addOption(
      new Option(
        '--public [what]',
        'what everyone who reaches the address sees without a token: results (ratings, tables, results), logs (also logs and data), or code (also the files of modules: browsers can play their matches again)',
      )
        .choices(['results', 'logs', 'code'])
        .preset('logs'),
    )
    .option(
      '--logs <place...>',
      'further folders or buckets (s3://BUCKET/PREFIX) with logs of matches; the folder of the run is always one',
      [],
    )
    .option(
      '--watch-network <network...>',
      'networks in which the workers of watched matches may be, such as 10.1.0.0/16 (default: this machine and private networks)',
    )
    .option(
      '--uploads <folder>',
      'take submissions of the teams that have a token (rcss league token); the document needs isolation: { level: sandbox }',
    )
    .option(
      '--deadline <time...>',
      'what is submitted before one of these times plays from it on (with --uploads)',
      (text, times: readonly number[]) => [...times, Date.parse(parseTime(text))],
      [],
    )
    .action(serve);
  describeVerb(
    verb,
    [
      ['cup.yaml', 'prints the address of the page; Ctrl-C ends the server, not the run'],
      ['cup.yaml --host 0.0.0.0', 'serves the network; the printed address has a token'],
      ['cup.yaml --logs s3://league/cup', 'reads logs from the bucket of the workers'],
    ],
    {
      [EXIT.ok]: 'ended by Ctrl-C or SIGTERM',
      [EXIT.failed]: 'the port cannot be opened',
      [EXIT.usage]: 'wrong command line, document or team file',
    },
  );
}

/** The token of the server; empty if none is needed. */
function chooseToken({ host, token, public: isPublic }: Options): string {
  if (isPublic === 'logs' || isPublic === 'code') {
    if (token === undefined) return '';
    throw new CommandLineError(`--public ${isPublic} and --token exclude each other`, EXIT.usage);
  }
  const given = token ?? process.env[TOKEN_VARIABLE];
  // What is in front of this machine's address is not known: logs that are not public need a token.
  if (given === undefined) return isLoopback(host) && isPublic === undefined ? '' : createToken();
  if (!/^[\x21-\x7e]+$/.test(given) || given.length < MIN_TOKEN_LENGTH)
    throw new CommandLineError(
      `--token: allowed are at least ${MIN_TOKEN_LENGTH} visible ASCII characters without blanks; make one with: openssl rand -hex 16`,
      EXIT.usage,
    );
  return given;
}

async function serve(document: string, options: Options): Promise<void> {
  const token = chooseToken(options);
  const loaded = loadDocument(document);
  const folder = chooseFolder(document, options.folder);
  const { LiveRun, openLiveServer, readPageScripts, chooseLogPlaces } = await import(
    '@rcss/league-runner/serve'
  );
  const places = chooseLogPlaces([folder, ...options.logs.map((place) => resolvePlace(place))], process.env);
  const run = new LiveRun(folder, loaded, loaded.document.name ?? basename(document), () =>
    loadDocument(document),
  );
  if (run.problem !== null) throw new CommandLineError(run.problem, EXIT.usage);
  const { host, port, watchNetwork } = options;
  const scripts = await readPageScripts();
  const uploads = await openUploads(document, loaded, folder, options);
  const networks = watchNetwork === undefined ? {} : { watchNetworks: watchNetwork };
  const server = await openLiveServer({
    host,
    port,
    token,
    run,
    places,
    scripts,
    uploads: uploads?.uploads,
    hasPublicResults: options.public === 'results',
    hasPublicCode: options.public === 'code',
    ...networks,
  }).catch((error: Error) => {
    throw error instanceof RangeError
      ? new CommandLineError(`--watch-network: ${error.message}`, EXIT.usage)
      : error;
  });
  const stopped = waitForSignal();
  const link = token === '' ? server.url : `${server.url}?token=${encodeURIComponent(token)}`;
  process.stdout.write(escapeText(`${link}\n`));
  await stopped;
  await server.close();
  await uploads?.close();
}

function resolvePlace(place: string): string {
  return place.startsWith('s3://') ? place : resolve(place);
}

/** Opens the submissions of teams; undefined without the option. */
async function openUploads(
  path: string,
  loaded: LoadedDocument,
  run: string,
  { uploads, deadline }: Options,
): Promise<{ readonly uploads: Uploads; close(): Promise<void> } | undefined> {
  if (uploads === undefined) return undefined;
  const { Uploads } = await import('@rcss/league-runner/serve');
  const pool = new MatchPool({ size: 1 });
  const note = (text: string): void => void process.stderr.write(escapeText(`${text}\n`));
  const opened = new Uploads({
    ...{ folder: resolve(uploads), loaded, documentFolder: dirname(resolve(path)), pool },
    deadlines: [...deadline].sort((a, b) => a - b),
    onReplaced: (team) => void takeVersion(path, run, team).then(note, (error: Error) => note(error.message)),
  });
  return {
    uploads: opened,
    async close() {
      await opened.close();
      await pool.close();
    },
  };
}

/** Lets a run that has begun use the present files of a team. */
async function takeVersion(path: string, run: string, team: string): Promise<string> {
  const loaded = loadDocument(path);
  const { version } = loaded.teams.get(team)!;
  if (!existsSync(join(run, RESULT_FILE))) return `${team} plays with ${version} when the run begins.`;
  const decision = { verb: 'version', team, version } as const;
  const request = { decision, by: 'uploads', reason: `submission of ${team}`, discardsLater: false };
  return (await decide(run, loaded, request)).join(' ');
}
