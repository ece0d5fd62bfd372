import { readFile } from 'node:fs/promises';
import { CommandLineError } from '@rcss/kit/command-line';
import { readViewerScripts, type ViewerScripts } from '@rcss/log-service/web';

export interface PageScripts {
  /** That of the page of the run. */
  readonly league: string;
  /** That of the public screen. */
  readonly screen: string;
  /** That of the page on which teams submit. */
  readonly submit: string;
  readonly viewer: ViewerScripts;
}

async function read(name: string): Promise<string> {
  const url = new URL(`./page/${name}.js`, import.meta.url);
  try {
    return await readFile(url, 'utf8');
  } catch {
    throw new CommandLineError(
      `the script ${url.pathname} of the page is missing. Build the program first: pnpm build`,
    );
  }
}

/** Reads the scripts, which the builds have put next to the programs. */
export async function readPageScripts(): Promise<PageScripts> {
  const [league, screen, submit, viewer] = await Promise.all([
    read('league'),
    read('league-screen'),
    read('league-submit'),
    readViewerScripts(),
  ]);
  return { league, screen, submit, viewer };
}
