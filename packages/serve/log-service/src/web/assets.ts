import { readFile } from 'node:fs/promises';
import { CommandLineError } from '@rcss/kit/command-line';
import { PAGE_ICON, PAGE_PATHS } from '@rcss/viewer/page';

/** The scripts of the viewer: that of the page, and those that the page loads when it needs them, by their names in `PAGE_PATHS`. */
export type ViewerScripts = Readonly<
  Record<'page' | Exclude<keyof typeof PAGE_PATHS, 'script' | 'icon'>, string>
>;

export async function readViewerScripts(): Promise<ViewerScripts> {
  const { script: page, icon: _icon, ...further } = PAGE_PATHS;
  const texts = Object.entries({ page, ...further }).map(
    async ([name, path]) => [name, await readPageScript(path.slice(1))] as const,
  );
  return Object.fromEntries(await Promise.all(texts)) as ViewerScripts;
}

/** A file that pages with the viewer request. */
export interface ViewerFile {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** Lists the files that every page with the viewer can request. */
export function listViewerFiles({ page, ...further }: ViewerScripts): ViewerFile[] {
  const type = 'text/javascript; charset=utf-8';
  const scripts = Object.entries({ script: page, ...further }).map(([name, body]) => ({
    path: PAGE_PATHS[name as keyof typeof PAGE_PATHS],
    type,
    body,
  }));
  return [...scripts, { path: PAGE_PATHS.icon, type: 'image/svg+xml', body: PAGE_ICON }];
}

/** Reads a script of the pages, which the build copies next to the program. */
export async function readPageScript(name: string): Promise<string> {
  try {
    return await readFile(new URL(`./page/${name}`, import.meta.url), 'utf8');
  } catch {
    throw new CommandLineError(
      `the script page/${name} of the page is missing. Build the program first: pnpm build`,
    );
  }
}
