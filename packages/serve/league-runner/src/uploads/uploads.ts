/** Submissions of teams: unpacked, checked as they would play, and put in the place of the present files of their team. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CommandLineError, EXIT, makeFolder } from '@rcss/kit/command-line';
import { readLastLogLines } from '@rcss/kit/match-runner';
import type { LoadedDocument } from '../documents/load-document.js';
import { type LoadedTeam, loadTeam } from '../documents/load-teams.js';
import { canSandbox } from '../isolation/sandbox-command.js';
import { attempt } from '../isolation/team-groups.js';
import { type CheckRequest, findCheckProblems } from '../jobs/team-check.js';
import { findStartProblem } from '../pool/check-start.js';
import type { MatchPool } from '../pool/match-pool.js';
import { replaceFile } from './replace-file.js';
import { isTeamToken, listTokenTeams, TEAM_FILE } from './tokens.js';
import { toUploadProblem, UploadProblem, unpackArchive } from './unpack.js';

/** What a team learns about a submission. */
export interface Submission {
  /** Beginning of the SHA-256 of the archive; the name of its folder. */
  readonly digest: string;
  /** When it was there as a whole, ISO 8601. */
  readonly receivedAt: string;
  /** `accepted`: it plays from the next deadline on. */
  readonly state: 'checking' | 'refused' | 'accepted' | 'playing' | 'replaced';
  /** What was found, errors first, and the last lines of the output of the team. */
  readonly findings: readonly string[];
  readonly output: readonly string[];
}

/** Settings of the uploads of a run. */
export interface UploadOptions {
  /** Folder with a folder for each team, whose `team.json` the document names. */
  readonly folder: string;
  /** The document and its folder. */
  readonly loaded: LoadedDocument;
  readonly documentFolder: string;
  readonly pool: MatchPool;
  /** Times, ms since 1970, in order: what is there before one of them plays from it on, and nothing is taken after the last one. None: at once. */
  readonly deadlines: readonly number[];
  /** Called when other files of a team play. */
  onReplaced(team: string): void;
}

/** Length of the match of a check, cycles. */
const CHECK_CYCLES = 200;
const OUTPUT_LINES = 20;
/** Submissions of a team whose files are kept. */
const MAX_KEPT = 10;
const DIGEST_LENGTH = 16;
const LIST_FILE = 'submissions.json';
/** Beginning of the names of folders of archives that are unpacked. */
const STAGING = 'incoming-';

export class Uploads {
  readonly #options: UploadOptions;
  readonly #lists = new Map<string, Submission[]>();
  /** Teams with an archive that is unpacked or checked. */
  readonly #busy = new Set<string>();
  readonly #stopper = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #checks: Promise<void> = Promise.resolve();

  /** @throws {CommandLineError} if programs of strangers would not be isolated, or a team of the folder is not in the document. */
  constructor(options: UploadOptions) {
    const { folder, loaded, documentFolder } = options;
    this.#options = options;
    const fail = (text: string): never => {
      throw new CommandLineError(`--uploads: ${text}`, EXIT.usage);
    };
    const level = loaded.document.isolation?.level ?? 'none';
    if (level !== 'sandbox')
      fail(
        `programs of strangers need isolation: { level: sandbox } in the document, which has ${level}${level === 'container' ? ': containers start teams from images, not from archives' : ''}`,
      );
    if (!canSandbox())
      fail('bubblewrap (bwrap) or prlimit is missing or cannot create a sandbox on this machine');
    const teams = listTokenTeams(folder);
    if (teams.length === 0) fail(`no team has a token in ${folder}; make one: rcss league token`);
    const files = new Set(
      loaded.document.teams.map((entry) => ('file' in entry ? resolve(documentFolder, entry.file) : '')),
    );
    for (const team of teams) {
      const path = resolve(folder, team, TEAM_FILE);
      if (!loaded.teams.has(team) || !files.has(path))
        fail(`the document has no team { name: ${team}, file: ${relative(documentFolder, path)} }`);
      this.#lists.set(team, readList(join(folder, team)));
      // Of a server that was killed meanwhile.
      for (const name of readdirSync(join(folder, team)).filter((other) => other.startsWith(STAGING)))
        rmSync(join(folder, team, name), { recursive: true, force: true });
    }
    // Checks that a stop has cut.
    for (const [team, list] of this.#lists)
      for (const { digest } of list.filter(({ state }) => state === 'checking'))
        this.#change(team, digest, {
          state: 'refused',
          findings: ['The server was stopped; submit it again.'],
        });
    this.#promote();
  }

  /** Whether a request may submit for a team, and see its submissions. */
  accepts(team: string, token: string | undefined): boolean {
    return this.#lists.has(team) && isTeamToken(this.#options.folder, team, token);
  }

  list(team: string): readonly Submission[] {
    return this.#lists.get(team) ?? [];
  }

  /**
   * Unpacks an archive; its check begins when those before it are over.
   *
   * @param token With it, it must still be valid when the archive is there as a whole.
   * @throws {UploadProblem} if it is refused.
   */
  async receive(team: string, archive: AsyncIterable<Uint8Array>, token?: string): Promise<Submission> {
    const { folder, deadlines } = this.#options;
    const checkTime = (): void => {
      const last = deadlines.at(-1);
      if (last !== undefined && Date.now() > last)
        throw new UploadProblem(`the last deadline was ${new Date(last).toISOString()}`);
    };
    checkTime();
    if (this.#busy.has(team))
      throw new UploadProblem(`a submission of ${team} is not finished; wait for its answer`);
    this.#busy.add(team);
    const own = join(folder, team);
    let staging = '';
    try {
      makeFolder(own);
      staging = mkdtempSync(join(own, STAGING));
      const digest = (await unpackArchive(archive, staging)).slice(0, DIGEST_LENGTH);
      checkTime();
      if (token !== undefined && !isTeamToken(folder, team, token))
        throw new UploadProblem('the token was replaced or revoked meanwhile');
      if (this.list(team).some((other) => other.digest === digest && other.state === 'playing'))
        throw new UploadProblem(`this archive, ${digest}, plays already`);
      if (!existsSync(join(own, digest))) moveFiles(staging, join(own, digest));
      const receivedAt = new Date().toISOString();
      const submission: Submission = { digest, receivedAt, state: 'checking', findings: [], output: [] };
      const others = this.list(team).filter((other) => other.digest !== digest);
      this.#store(team, [...others, submission]);
      this.#checks = this.#checks
        .then(() => this.#check(team, submission))
        .finally(() => this.#busy.delete(team));
      return submission;
    } catch (error) {
      this.#busy.delete(team);
      throw toUploadProblem(error as Error);
    } finally {
      if (staging !== '') rmSync(staging, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopper.abort();
    await this.#checks;
  }

  /** Plays a short match and stores what it shows. */
  async #check(team: string, { digest, receivedAt }: Submission): Promise<void> {
    const { folder, loaded, pool, deadlines } = this.#options;
    const files = join(folder, team, digest);
    const logs = join(folder, team, 'check');
    const clean = (text: string): string =>
      text.replaceAll(resolve(files), '.').replaceAll(resolve(folder), '…');
    try {
      const clock = loaded.document.match?.clock === 'synchronous' ? 'synchronous' : 'real-time';
      const request: CheckRequest = { team: this.#load(team, digest), cycles: CHECK_CYCLES, clock };
      const problem = findStartProblem(request.team);
      if (problem !== null) throw new CommandLineError(problem);
      const measured = await pool.perform(
        { type: 'check', given: request, folder: logs },
        this.#stopper.signal,
      );
      const found = findCheckProblems(request, measured);
      const isRefused = found.some(({ level }) => level === 'error');
      const from = isRefused ? undefined : deadlines.find((time) => Date.parse(receivedAt) <= time);
      const plan = from === undefined ? [] : [`It plays from ${new Date(from).toISOString()} on.`];
      this.#change(team, digest, {
        state: isRefused ? 'refused' : 'accepted',
        findings: [...found.map(({ level, message }) => clean(`${level}: ${message}`)), ...plan],
        output: readLastLogLines(join(logs, 'left.log')).slice(-OUTPUT_LINES).map(clean),
      });
    } catch (error) {
      this.#change(team, digest, {
        state: 'refused',
        findings: [clean(`error: ${(error as Error).message}`)],
      });
    }
    this.#promote();
  }

  /** A submission as it would play. */
  #load(team: string, digest: string): LoadedTeam {
    const { folder, loaded } = this.#options;
    const { limits, isolation } = loaded.teams.get(team)!;
    const own = loadTeam(this.#describe(team, digest), join(folder, team));
    return { ...own, limits, ...(isolation === undefined ? {} : { isolation }) };
  }

  #describe(team: string, digest: string): { name: string; start: string; version: string } {
    return { name: team, start: `./${digest}`, version: `upload ${digest}` };
  }

  /** Lets what is due play, and plans the next deadline. */
  #promote(): void {
    const { folder, deadlines } = this.#options;
    const now = Date.now();
    for (const [team, list] of this.#lists) {
      const isDue = ({ state, receivedAt }: Submission): boolean =>
        state === 'accepted' &&
        (deadlines.length === 0 || deadlines.some((time) => Date.parse(receivedAt) <= time && time <= now));
      const next = list.findLast(isDue);
      if (next === undefined) continue;
      const described = this.#describe(team, next.digest);
      // On a full disk, it plays after the next check or deadline.
      if (!attempt(() => replaceFile(join(folder, team, TEAM_FILE), described))) continue;
      const follow = (other: Submission): Submission['state'] => {
        if (other === next) return 'playing';
        return other.state === 'playing' || isDue(other) ? 'replaced' : other.state;
      };
      this.#store(
        team,
        list.map((other) => ({ ...other, state: follow(other) })),
      );
      this.#options.onReplaced(team);
    }
    clearTimeout(this.#timer);
    const next = deadlines.find((time) => time > now);
    if (next !== undefined)
      this.#timer = setTimeout(() => this.#promote(), Math.min(next - now, 2 ** 31 - 1)).unref();
  }

  #change(team: string, digest: string, change: Partial<Submission>): void {
    this.#store(
      team,
      this.list(team).map((own) => (own.digest === digest ? { ...own, ...change } : own)),
    );
  }

  /** Stores the submissions of a team, without the oldest ones and their files. */
  #store(team: string, list: readonly Submission[]): void {
    const own = join(this.#options.folder, team);
    const kept = list.filter(({ state }, i) => state === 'playing' || i >= list.length - MAX_KEPT);
    this.#lists.set(team, kept);
    // On a full disk, the next change stores it.
    attempt(() => {
      for (const { digest } of list.filter((submission) => !kept.includes(submission)))
        rmSync(join(own, digest), { recursive: true, force: true });
      replaceFile(join(own, LIST_FILE), kept);
    });
  }
}

/** Moves unpacked files to their place: those of the only folder if there is one, as in many archives. */
function moveFiles(from: string, to: string): void {
  const top = readdirSync(from, { withFileTypes: true });
  const root = top.length === 1 && top[0]!.isDirectory() ? join(from, top[0]!.name) : from;
  // The users of sandboxes read it.
  chmodSync(root, 0o755);
  renameSync(root, to);
}

function readList(folder: string): Submission[] {
  try {
    return JSON.parse(readFileSync(join(folder, LIST_FILE), 'utf8')) as Submission[];
  } catch {
    makeFolder(folder);
    return [];
  }
}
