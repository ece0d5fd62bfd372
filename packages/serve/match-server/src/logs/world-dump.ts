import { closeSync, writeFileSync } from 'node:fs';
import { dirname, parse, resolve } from 'node:path';
import { makeFolder } from '@rcss/kit/command-line';
import { type Match, snapshot } from '@rcss/simulator';
import type { DumpTime } from '../config/dump-times.js';
import type { ConsoleOutput } from '../console/console-output.js';
import { openNamedFile } from '../files/exclusive-file.js';
import type { FileProblems } from '../files/file-problems.js';

/** Writes the world of a match as JSON at given moments, for debugging. */
export class WorldDump {
  readonly #times: DumpTime[];
  readonly #path: string;
  readonly #overwrite: boolean;
  readonly #console: ConsoleOutput;
  readonly #problems: FileProblems;

  /**
   * @param path File name; the moment is inserted before its extension: `world.json` becomes `world-100.json` or `world-200-5.json`.
   * @param overwrite Whether an existing file is replaced instead of renamed.
   * @param console Takes a line for each file.
   */
  constructor(
    times: readonly DumpTime[],
    path: string,
    overwrite: boolean,
    console: ConsoleOutput,
    problems: FileProblems,
  ) {
    this.#times = [...times];
    this.#path = path;
    this.#overwrite = overwrite;
    this.#console = console;
    this.#problems = problems;
  }

  /** Writes the state after the current step if its moment is given; each moment is written once. */
  write(match: Match): void {
    if (this.#times.length === 0) return;
    const { time, stoppageTime } = match.world;
    const index = this.#times.findIndex(({ cycle, stoppage }) => cycle === time && stoppage === stoppageTime);
    if (index < 0) return;
    this.#times.splice(index, 1);
    const { dir, name, ext } = parse(this.#path);
    const moment = stoppageTime === 0 ? `${time}` : `${time}-${stoppageTime}`;
    const path = resolve(dir, `${name}-${moment}${ext}`);
    const { seed, steps, world, referee, coaches, substitutions } = snapshot(match);
    const dump = { format: 'rcss-world', version: 1, seed, steps, world, referee, coaches, substitutions };
    try {
      makeFolder(dirname(path));
      const fd = openNamedFile(path, this.#overwrite);
      try {
        writeFileSync(fd, `${JSON.stringify(dump, null, 2)}\n`);
      } finally {
        closeSync(fd);
      }
      this.#console.err(`The world at cycle ${time}:${stoppageTime} is in ${path}`, {
        event: 'world_dump',
        level: 'info',
        fields: { path },
      });
    } catch (error) {
      this.#problems.add(`Error: could not write the world to "${path}": ${(error as Error).message}`);
    }
  }
}
