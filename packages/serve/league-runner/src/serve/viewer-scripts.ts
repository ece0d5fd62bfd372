import { readFile } from 'node:fs/promises';
import { CommandLineError } from '@rcss/kit/command-line';
import { readViewerScripts, type ViewerScripts } from '@rcss/log-service/web';

/** Scripts with which a browser plays a match again. */
export interface VerifyScripts {
  readonly page: string;
  readonly engine: string;
  /** That of the frame of a team. */
  readonly frame: string;
  /** That of the worker of a team. */
  readonly team: string;
}

export interface PageScripts {
  /** That of the page of the run. */
  readonly league: string;
  /** That of the public screen. */
  readonly screen: string;
  /** That of the page on which teams submit. */
  readonly submit: string;
  readonly viewer: ViewerScripts;
  readonly verify: VerifyScripts;
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
  const names = ['', '-screen', '-submit', '-verify', '-verify-engine', '-verify-frame', '-verify-team'];
  const texts = await Promise.all(names.map((name) => read(`league${name}`)));
  const [league, screen, submit, page, engine, frame, team] = texts as [string, ...string[]];
  const verify = { page: page!, engine: engine!, frame: frame!, team: team! };
  return { league, screen: screen!, submit: submit!, verify, viewer: await readViewerScripts() };
}
