import { basename, dirname } from 'node:path';
import { SERVER_VERSION } from '@rcss/params';
import { extractSpec, type Match, type MatchSink } from '@rcss/simulator';
import { createRecordingWriter, type RecordedInput, type RecordingWriter } from '@rcss/simulator/recording';
import { replaceAndKeep } from '../files/exclusive-file.js';
import { LogFile } from './log-file.js';
import type { StartTime } from './start-time.js';

/** gzip level of recordings whose name ends in `.gz`. */
const GZIP_LEVEL = 6;

/**
 * The recording of a running match on disk (`rcss::record`). It is written with every step, so that a crash loses at most the
 * current step. A disk error ends the recording, not the match.
 */
export class RecordingFile implements Required<Pick<MatchSink, 'input'>> {
  readonly #file: LogFile;
  readonly #writer: RecordingWriter;
  #lostAt: number | null = null;

  /**
   * Opens the file. It takes the input of the match from now on.
   *
   * @param overwrite Whether an existing file is replaced instead of renamed.
   * @param onProblem Takes the error that ends the recording; {@link lostAt} is set already.
   * @throws {LogFileError} if the file cannot be created.
   */
  constructor(
    path: string,
    match: Match,
    start: StartTime,
    onProblem: (message: string) => void,
    overwrite: boolean,
  ) {
    const compressed = path.endsWith('.gz');
    this.#file = new LogFile(
      {
        dir: dirname(path),
        suffix: '',
        fixed: true,
        fixedName: compressed ? basename(path, '.gz') : basename(path),
        compression: compressed ? GZIP_LEVEL : 0,
        overwrite,
      },
      (message) => {
        this.#lostAt ??= match.world.time;
        onProblem(message);
      },
    );
    this.#writer = createRecordingWriter({
      program: SERVER_VERSION,
      ...extractSpec(match),
      start: { log: start.log, result: start.result },
    });
    this.#flush();
  }

  /** Cycle from which nothing is recorded because the file could not be written; null if all is recorded. */
  get lostAt(): number | null {
    return this.#lostAt;
  }

  input(input: RecordedInput): void {
    this.#writer.add(input);
    // A reset is the beginning of a continued match.
    if (input.do === 'step' || input.do === 'reset') this.#flush();
  }

  #flush(): void {
    this.#file.write(this.#writer.takeBytes());
    this.#file.flush();
  }

  /** Records a line of the game log that is not an event of the match. */
  addReceived(line: string): void {
    this.#writer.add({ do: 'received', line });
  }

  /** Gives the recording the name of an earlier one, which it continues; that one stays under another name. */
  takeName(path: string): void {
    replaceAndKeep(this.#file.path, path);
  }

  /** Closes and removes a recording that does not begin. */
  discard(): void {
    this.#file.discard();
  }

  /** Completes the recording. `logDigest` is the SHA-256 of the game log, empty without one. */
  async close(logDigest: string): Promise<string> {
    this.#writer.add({ do: 'end', log: logDigest });
    this.#flush();
    return this.#file.close('');
  }
}
