/** Answers the questions of the panel "Why?" of a page: by the recording beside the log, and by the programs of the teams. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { playerIndex, type Side } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import { createToken, findAccessProblem } from '@rcss/kit/http-access';
import type { PostRoute } from '@rcss/log-service/web';
import { decideAgain, replayMessages } from '@rcss/match-server/program';
import type { WhyOffer, WhyPart } from '@rcss/viewer/page';
import {
  formatCommon,
  formatFuture,
  playRecordingFutures,
  type RecordingQuestion,
  readRecordingFile,
} from '../what-if/play-recording.js';
import { loadTeamCode } from '../what-if/team-code.js';
import { readWhyQuestion, type WhyQuestion } from './why-question.js';

/** Start commands of the teams of a match, or `module:FILE`: first those that played, then other versions. */
export type TeamVersions = Readonly<Record<Side, readonly string[]>>;

type PlaySettings = Pick<RecordingQuestion, 'limit' | 'sandbox'>;
type Write = (part: WhyPart) => void;

const MAX_QUESTION_BYTES = 8192;
/** Questions that wait for another one. */
const MAX_WAITING = 4;
const PROGRESS_INTERVAL_MS = 500;
const CONNECT_TIMEOUT_MS = 30_000;
const TYPE = 'application/x-ndjson; charset=utf-8';

/** The answers of a server. One question is answered at a time; it ends when its page has left. */
export class WhyAnswers {
  readonly #host: string;
  readonly #teams: TeamVersions;
  readonly #settings: PlaySettings;
  readonly #token = createToken();
  readonly #asked = new Set<AbortController>();
  #last: Promise<void> = Promise.resolve();

  /**
   * @param host Address of the server, which has to be a loopback address.
   * @param settings How the programs play.
   */
  constructor(host: string, teams: TeamVersions, settings: PlaySettings) {
    this.#host = host;
    this.#teams = teams;
    this.#settings = settings;
  }

  /** What a page needs to ask at a path. */
  createOffer(path: string): WhyOffer {
    return { path, token: this.#token, teams: this.#teams };
  }

  /** Creates the route that answers questions about a recording. */
  createRoute(recording: string): PostRoute {
    return { post: (request, response) => this.#answer(recording, request, response) };
  }

  /** Ends all answers, with the programs that they have started. */
  async close(): Promise<void> {
    for (const work of this.#asked) work.abort();
    await this.#last;
  }

  async #answer(recording: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number, error: string): void => {
      response.writeHead(status, { 'Content-Type': TYPE, Connection: 'close' });
      response.end(`${JSON.stringify({ error })}\n`);
    };
    const problem = findAccessProblem(request.headers, { host: this.#host, token: this.#token });
    if (problem !== null) return refuse(problem.status, problem.message);
    if (this.#asked.size > MAX_WAITING) return refuse(503, `${MAX_WAITING} questions wait; ask again later`);
    const work = new AbortController();
    this.#asked.add(work);
    response.once('close', () => work.abort());
    try {
      const text = await readBody(request);
      if (text === null) return refuse(413, `a question has at most ${MAX_QUESTION_BYTES} bytes`);
      let question: WhyQuestion;
      try {
        const { l, r } = this.#teams;
        question = readWhyQuestion(JSON.parse(text), { l: l.length, r: r.length });
      } catch (error) {
        return refuse(400, (error as Error).message);
      }
      const before = this.#last;
      this.#last = before.then(() => this.#perform(recording, question, response, work.signal));
      await this.#last;
    } finally {
      this.#asked.delete(work);
    }
  }

  /** Never rejects: what fails is the last part of the answer. */
  async #perform(
    recording: string,
    question: WhyQuestion,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return;
    response.writeHead(200, { 'Content-Type': TYPE });
    const write: Write = (part) => void response.write(`${JSON.stringify(part)}\n`);
    let match: RunningMatch | null = null;
    const timer = setInterval(() => {
      if (match !== null) write({ cycle: match.world.time });
    }, PROGRESS_INTERVAL_MS);
    const onStart = (started: RunningMatch): void => {
      match = started;
    };
    try {
      if (question.ask === 'messages') listMessages(recording, question, write);
      else if (question.ask === 'decide') await this.#decide(recording, question, { write, onStart, signal });
      else await this.#playFutures(recording, question, { write, onStart, signal });
    } catch (error) {
      if (!signal.aborted) write({ error: (error as Error).message });
    } finally {
      clearInterval(timer);
      response.end();
    }
  }

  /** @throws {RangeError} if the program has no team for a side */
  #findTeam(side: Side, { versions }: WhyQuestion): string {
    const team = this.#teams[side][versions[side]];
    if (team !== undefined) return team;
    const name = side === 'l' ? 'left' : 'right';
    throw new RangeError(
      `the program of the ${name} team is not known; start this page with --${name}-start`,
    );
  }

  async #decide(recording: string, question: WhyQuestion, { write, onStart, signal }: Work): Promise<void> {
    const { side, unum, time, stoppageTime } = question;
    const { bytes, reader } = readRecordingFile(recording);
    const records: DebugRecord[] = [];
    const isAsked = (record: DebugRecord) =>
      record.unum === unum && record.time === time && (record.stoppageTime ?? 0) === stoppageTime;
    const openTeam = await loadTeamCode(this.#findTeam(side, question), true, this.#settings.sandbox);
    const { team, close } = openTeam(side, reader.header.seed, (record) => {
      if (isAsked(record)) records.push(record);
    });
    try {
      const { last, decisions, others } = await decideAgain(bytes, {
        ...{ side, unum, team, signal, last: { time, stoppageTime } },
        limitMs: this.#settings.limit * 1000,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        onStart,
      });
      const { recorded, decided } = last!;
      write({ decided: { recorded, decided, decisions, others, records } });
    } finally {
      close();
    }
  }

  async #playFutures(
    recording: string,
    question: WhyQuestion,
    { write, onStart, signal }: Work,
  ): Promise<void> {
    const { side, unum, time, count, cycles, seed, commands, set } = question;
    await playRecordingFutures({
      ...{ path: recording, cycle: time, count, cycles, seed, set, signal, jobs: 1 },
      teams: { l: this.#findTeam('l', question), r: this.#findTeam('r', question) },
      endsWithGoal: true,
      ...(commands !== null && { change: `${side}${unum} ${commands}` }),
      ...this.#settings,
      onStart,
      onFuture: (future, ball, report) =>
        write({ future: formatFuture(future), ball, summary: formatCommon(report).join('; ') }),
    });
  }
}

type RunningMatch = Parameters<NonNullable<RecordingQuestion['onStart']>>[0];

/** What an answer in progress has. */
interface Work {
  readonly write: Write;
  /** Receives a match whose game time is written from time to time. */
  readonly onStart: (match: RunningMatch) => void;
  readonly signal: AbortSignal;
}

/** Writes the records of a player with all its messages. */
function listMessages(recording: string, { side, unum }: WhyQuestion, write: Write): void {
  const player = playerIndex(side, unum);
  const { divergence } = replayMessages(
    readRecordingFile(recording).reader,
    (index) => index === player,
    (record) => write({ record }),
  );
  if (divergence !== null)
    throw new RangeError(
      `the replay differs from the recording from step ${divergence.step} on; use the version that recorded it`,
    );
}

/** Reads the body of a request; null: it is too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  let text = '';
  request.setEncoding('utf8');
  for await (const piece of request) {
    text += piece;
    if (text.length > MAX_QUESTION_BYTES) return null;
  }
  return text;
}
