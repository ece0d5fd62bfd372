import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { CommandLineError } from '@rcss/kit/command-line';

export interface PageScripts {
  /** That of the page of the run. */
  readonly league: string;
  /** That of the public screen. */
  readonly screen: string;
  /** That of the page on which teams submit. */
  readonly submit: string;
  readonly viewer: string;
  readonly clips: string;
  readonly spatial: string;
  readonly words: string;
  readonly values: string;
  readonly study: string;
}

async function read(path: string | URL): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CommandLineError(
      `the script ${String(path)} of the page is missing. Build the program first: pnpm build`,
    );
  }
}

/** Reads the scripts, which the build has put next to this program and into the viewer's package. */
export async function readPageScripts(): Promise<PageScripts> {
  const { resolve } = createRequire(import.meta.url);
  const [league, screen, submit, viewer, clips, spatial, words, values, study] = await Promise.all([
    read(new URL('./page/league.js', import.meta.url)),
    read(new URL('./page/league-screen.js', import.meta.url)),
    read(new URL('./page/league-submit.js', import.meta.url)),
    read(resolve('@rcss/viewer/viewer.js')),
    read(resolve('@rcss/viewer/viewer-clips.js')),
    read(resolve('@rcss/viewer/viewer-3d.js')),
    read(resolve('@rcss/viewer/viewer-words.js')),
    read(resolve('@rcss/viewer/viewer-values.js')),
    read(resolve('@rcss/viewer/viewer-study.js')),
  ]);
  return { league, screen, submit, viewer, clips, spatial, words, values, study };
}
