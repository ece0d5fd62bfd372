import { readFile } from 'node:fs/promises';
import { CommandLineError } from '@rcss/kit/command-line';

/** The scripts of the viewer: that of the page, and those that the page loads when it saves clips, for its 3D view, to describe the match, to show values and to show statistics. */
export interface ViewerScripts {
  readonly page: string;
  readonly clips: string;
  readonly spatial: string;
  readonly words: string;
  readonly values: string;
  readonly study: string;
}

export async function readViewerScripts(): Promise<ViewerScripts> {
  return {
    page: await readPageScript('viewer.js'),
    clips: await readPageScript('viewer-clips.js'),
    spatial: await readPageScript('viewer-3d.js'),
    words: await readPageScript('viewer-words.js'),
    values: await readPageScript('viewer-values.js'),
    study: await readPageScript('viewer-study.js'),
  };
}

/** Reads a script of the pages, which the build copies next to the program. */
export async function readPageScript(
  name:
    | 'viewer.js'
    | 'viewer-clips.js'
    | 'viewer-3d.js'
    | 'viewer-words.js'
    | 'viewer-values.js'
    | 'viewer-study.js'
    | 'control.js',
): Promise<string> {
  try {
    return await readFile(new URL(`./page/${name}`, import.meta.url), 'utf8');
  } catch {
    throw new CommandLineError(
      `the script page/${name} of the page is missing. Build the program first: pnpm build`,
    );
  }
}
