/** Writes a folder of static files with a page for each match, for any web server. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readInputFile } from '@rcss/core/node';
import { CommandLineError } from '@rcss/kit/command-line';
import { createMomentum } from '@rcss/stats/charts';
import { describeEvent } from '@rcss/stats/describe';
import type { TeamColors } from '@rcss/viewer/drawing';
import { listViewerFiles, type ViewerScripts } from '../web/assets.js';
import { loadCanvas, MatchPainter } from './match-painter.js';
import {
  createIndexPage,
  createMatchPage,
  formatMatchTitle,
  type MatchEntry,
  matchAddress,
  type PlayerAction,
  type PublishedTop,
  type SiteOptions,
} from './pages.js';
import { describeScorers, findScenes, type PublishedMatch, readFrames, readMatch } from './read-match.js';
import { createTeamPage, listTeams, teamAddress } from './team-page.js';

/** Size of a preview picture, pixels: that of Open Graph. */
const PICTURE_SIZE = [1200, 630] as const;
/** Size of a picture of the list, pixels. */
const LIST_PICTURE_SIZE = [640, 336] as const;
/** Changes when the same log gives other files. */
const FORMAT_VERSION = 4;
/** The list of the matches, beside the index. */
const LIST_FILE = 'matches.json';
/** Shows of the best moments of a match that the list leads to: half a minute. */
const MOMENT_SHOWS = 300;
/** Shows before an action at which its link begins. */
const SHOWS_BEFORE_ACTION = 40;
/** Shows before a goal that its picture has: the ball is still in play. */
const SHOWS_BEFORE_GOAL = 4;

/** How pages show a team. */
export interface PublishedTeam {
  /** Color of the shirts, `#rrggbb`. */
  readonly color?: string;
  readonly crest?: { readonly type: 'image/svg+xml' | 'image/png'; readonly data: Uint8Array };
}

/** What is published, and where. */
export interface PublishOptions extends Partial<SiteOptions> {
  /** Folder that is written; it is made if it does not exist. */
  readonly folder: string;
  readonly scripts: ViewerScripts;
  /** Colors and crests by the names of the teams. Crests must be pictures only: the files can be opened alone. */
  readonly teams?: ReadonlyMap<string, PublishedTeam>;
  /** What the tournament of these logs knows of them: part, identifier, date, penalties, decision. */
  readonly known?: Partial<Pick<MatchEntry, 'round' | 'fixture' | 'date' | 'decision' | 'penalties'>>;
  /** Returns what is above the list of the matches. Default: that of the last call for the folder. */
  readonly createTop?: (site: PublishedMatches) => PublishedTop;
  /** Called with a line for each match, and for what is missing. */
  readonly report?: (line: string) => void;
}

/** Addresses in the folder, relative to the index. */
export interface PublishedMatches {
  /** Page of a match by its identifier in the tournament; null if it is not published. */
  findMatch(fixture: string): string | null;
  /** Page of a team; null if none of its matches is published. */
  findTeam(team: string): string | null;
  /** Crest of a team; null if it has none. */
  findCrest(team: string): string | null;
}

/** What was published. */
export interface Published {
  /** All matches of the folder, those of earlier calls too. */
  readonly matches: number;
  /** Matches whose pages were written now. */
  readonly written: number;
  /** Logs that cannot be read, with the reason. */
  readonly failed: readonly string[];
}

/**
 * Writes the pages of logs into a folder: `index.html` with all matches, and for each match its log, a page with the viewer, and a picture for
 * previews of links. A study `NAME.study.json` beside `NAME.rcg` or `NAME.rcg.gz` is shown over the match. Matches of earlier calls stay; a
 * log that has not changed is not read again.
 *
 * @throws CommandLineError if the folder cannot be written, or is one that this function has not made.
 */
export async function publishLogs(logs: readonly string[], options: PublishOptions): Promise<Published> {
  const { folder, scripts, teams = new Map(), known = {}, report = () => {} } = options;
  const url = options.url ?? '';
  const site: SiteOptions = {
    title: options.title ?? 'Matches',
    url: url === '' || url.endsWith('/') ? url : `${url}/`,
  };
  const list = await readList(folder);
  const entries = new Map(list.matches.map((entry) => [entry.name, entry]));
  await writeScripts(folder, scripts);
  const looks = await writeCrests(folder, teams);
  const write = async (changed: readonly MatchEntry[]): Promise<void> => {
    const matches = [...entries.values()];
    const top = options.createTop?.({
      findMatch: (fixture) => {
        const entry = matches.find((match) => match.fixture === fixture);
        return entry === undefined ? null : matchAddress(entry);
      },
      findTeam: (team) =>
        matches.some(({ left, right }) => left === team || right === team) ? teamAddress(team) : null,
      findCrest: (team) => findCrest(team, looks),
    });
    await writeIndex(folder, site, { matches, top: top ?? list.top }, listTeams(changed));
  };
  const failed: string[] = [];
  let written = 0;
  let hasCanvas = true;
  for (const [name, log] of nameMatches(logs)) {
    try {
      const study = await findStudy(log);
      const source = digest(log, study, [site, looks, known]);
      if (entries.get(name)?.source === source) continue;
      const match = await readMatch(log);
      const target = join(folder, 'matches', name);
      await mkdir(target, { recursive: true });
      let picture: MatchPictures | null = null;
      if (hasCanvas) {
        try {
          picture = await drawPreview(log, match, looks.colors);
          await writeFile(join(target, 'preview.png'), picture.whole);
          await writeFile(join(target, 'small.webp'), picture.small);
        } catch (error) {
          hasCanvas = false;
          report(`no preview pictures: ${(error as Error).message}`);
        }
      }
      const entry: MatchEntry = {
        ...createEntry(name, basename(log), source, match, picture !== null),
        ...known,
        ...findCrests(match, looks),
      };
      await copyFile(log, join(target, entry.log));
      if (study !== null) await copyFile(study, join(target, 'study.json'));
      await writeFile(
        join(target, 'index.html'),
        createMatchPage(site, entry, study === null ? null : 'study.json', looks),
      );
      entries.set(name, entry);
      written++;
      report(`${name}: ${formatMatchTitle(entry)}`);
      // After each match, so that an end in the middle loses none.
      await write([entry]);
    } catch (error) {
      failed.push(`${log}: ${(error as Error).message}`);
    }
  }
  // Pages of teams that no match has changed are there already, unless another version wrote the folder.
  await write(written === 0 ? [...entries.values()] : []);
  return { matches: entries.size, written, failed };
}

/** Returns the logs by the names of their folders; equal names get a number. */
function nameMatches(logs: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const log of logs) {
    const stem = basename(log).replace(/\.rcg(?:\.gz)?$/, '');
    const safe = stem.replace(/[^\p{L}\p{N}_.+-]+/gu, '_').replace(/^\.+/, '_') || 'match';
    let name = safe;
    for (let i = 2; names.has(name); i++) name = `${safe}-${i}`;
    names.set(name, log);
  }
  return names;
}

async function findStudy(log: string): Promise<string | null> {
  const path = log.replace(/(?:\.rcg)?(?:\.gz)?$/, '.study.json');
  return (await stat(path).catch(() => null))?.isFile() === true ? path : null;
}

function digest(log: string, study: string | null, settings: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify([FORMAT_VERSION, settings, basename(log)]));
  hash.update(readInputFile(log));
  if (study !== null) hash.update(readInputFile(study));
  return hash.digest('hex').slice(0, 32);
}

function createEntry(
  name: string,
  log: string,
  source: string,
  match: PublishedMatch,
  hasPicture: boolean,
): MatchEntry {
  const { stats, best, analysis } = match;
  const { l, r } = stats.teams;
  const player =
    best === null ? '' : `Player of the match: ${stats.teams[best.player.side].name} ${best.player.unum}`;
  const scorers = describeScorers(stats);
  return {
    name,
    left: l.name || 'left',
    right: r.name || 'right',
    score: [l.score, r.score],
    penalties: stats.shootout.length > 0 ? [l.penaltyScored, r.penaltyScored] : null,
    description: [scorers || 'No goals', player].filter((text) => text !== '').join('. '),
    moments: findScenes(match, MOMENT_SHOWS).map(({ event, from }) => ({
      cycle: analysis.columns.time[from] ?? 0,
      text: describeEvent(event, { l: l.name, r: r.name }),
      isGoal: event.type === 'goal',
    })),
    turns: countTurns(match),
    actions: listActions(match),
    log,
    hasPicture,
    source,
  };
}

/** The sum of the changes of the momentum of a match. */
function countTurns({ analysis }: PublishedMatch): number {
  const { balance } = createMomentum(analysis);
  return (
    Math.round(
      100 * balance.reduce((sum, value, i) => sum + Math.abs(value - balance[Math.max(0, i - 1)]!), 0),
    ) / 100
  );
}

/** Lists what the pages of teams count. A player that is not known has no row there. */
function listActions({ stats, analysis }: PublishedMatch): readonly PlayerAction[] {
  const { time } = analysis.columns;
  const before = (show: number): number => time[Math.max(0, show - SHOWS_BEFORE_ACTION)] ?? 0;
  const goals = stats.goals.flatMap(({ show, side, unum, assist }): PlayerAction[] => [
    { kind: 'goal', side, unum, cycle: before(show) },
    { kind: 'assist', side, unum: assist, cycle: before(show) },
  ]);
  const others = analysis.events.flatMap(({ type, side, unum, show }): PlayerAction[] =>
    type === 'shot' || type === 'save' ? [{ kind: type, side, unum, cycle: before(show) }] : [],
  );
  return [...goals, ...others].filter(({ unum }) => unum > 0);
}

/** Returns the address of the crest of a team, relative to the index; null without one. */
function findCrest(team: string, { crests }: SiteLooks): string | null {
  return Object.hasOwn(crests, team) ? crests[team]!.replace('../../', '') : null;
}

/** Returns the crests of the teams of a match, for the index; nothing if no team has one. */
function findCrests({ stats }: PublishedMatch, looks: SiteLooks): Pick<MatchEntry, 'crests'> {
  const [left, right] = [findCrest(stats.teams.l.name, looks), findCrest(stats.teams.r.name, looks)];
  return left === null && right === null ? {} : { crests: [left, right] };
}

/** Pictures of a match: for previews of links, PNG, and for the list, WebP. */
interface MatchPictures {
  readonly whole: Buffer;
  readonly small: Buffer;
}

/** Draws the moment before the last goal, or the last moment of a match without one; with the final score. */
async function drawPreview(log: string, match: PublishedMatch, colors: TeamColors): Promise<MatchPictures> {
  const canvas = await loadCanvas();
  const goal = match.stats.goals.at(-1);
  const last = match.analysis.columns.length - 1;
  const show = goal === undefined ? last : Math.max(0, goal.show - SHOWS_BEFORE_GOAL);
  const painter = new MatchPainter(canvas, match.params, ...PICTURE_SIZE, colors);
  const { l, r } = match.stats.teams;
  await readFrames(log, [{ from: show, to: show }], ([frame, previous, beforePrevious]) => {
    frame.left.score = l.score;
    frame.right.score = r.score;
    painter.draw({ frame, previous, beforePrevious }, describeScorers(match.stats));
  });
  const small = canvas.createCanvas(...LIST_PICTURE_SIZE);
  small.getContext('2d').drawImage(painter.canvas, 0, 0, ...LIST_PICTURE_SIZE);
  return { whole: painter.canvas.toBuffer('image/png'), small: small.toBuffer('image/webp', 80) };
}

async function writeScripts(folder: string, scripts: ViewerScripts): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const { path, body } of listViewerFiles(scripts)) await writeFile(join(folder, path), body);
  } catch (error) {
    throw new CommandLineError(`${folder} cannot be written: ${(error as Error).message}`);
  }
}

/** What the pages of matches have of the teams. */
interface SiteLooks {
  readonly colors: Readonly<Record<string, string>>;
  readonly crests: Readonly<Record<string, string>>;
}

/** Writes the crests, and returns colors and addresses of crests for the pages of matches. */
async function writeCrests(folder: string, teams: ReadonlyMap<string, PublishedTeam>): Promise<SiteLooks> {
  const colors: Record<string, string> = {};
  const crests: Record<string, string> = {};
  for (const [team, { color, crest }] of teams) {
    if (color !== undefined) colors[team] = color;
    if (crest === undefined) continue;
    // The name of a team is not the name of a file; another picture has another address.
    const name = createHash('sha256').update(crest.data).digest('hex').slice(0, 16);
    const file = `${name}.${crest.type === 'image/png' ? 'png' : 'svg'}`;
    await mkdir(join(folder, 'crests'), { recursive: true });
    await writeFile(join(folder, 'crests', file), crest.data);
    crests[team] = `../../crests/${file}`;
  }
  return { colors, crests };
}

/** The content of `matches.json`. */
interface MatchList {
  readonly matches: readonly MatchEntry[];
  readonly top?: PublishedTop | undefined;
}

async function readList(folder: string): Promise<MatchList> {
  let text: string;
  try {
    text = await readFile(join(folder, LIST_FILE), 'utf8');
  } catch {
    const isThere = await stat(join(folder, 'index.html')).then(
      () => true,
      () => false,
    );
    if (!isThere) return { matches: [] };
    throw new CommandLineError(
      `${folder} has an index.html, but no ${LIST_FILE}: it is not a folder of published matches. Choose another folder`,
    );
  }
  try {
    return JSON.parse(text) as MatchList;
  } catch (error) {
    throw new CommandLineError(
      `${join(folder, LIST_FILE)} is damaged: ${(error as Error).message}. Remove it to publish all matches again`,
    );
  }
}

async function writeIndex(
  folder: string,
  site: SiteOptions,
  list: MatchList,
  teams: readonly string[],
): Promise<void> {
  await replace(
    join(folder, LIST_FILE),
    `${JSON.stringify({ version: FORMAT_VERSION, ...list }, null, 1)}\n`,
  );
  await replace(join(folder, 'index.html'), createIndexPage(site, list.matches, list.top));
  if (teams.length > 0) await mkdir(join(folder, 'teams'), { recursive: true });
  for (const team of teams)
    await replace(join(folder, teamAddress(team)), createTeamPage(site, team, list.matches));
}

/** Writes a file that a web server can read meanwhile: it is the old one or the new one. */
async function replace(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
