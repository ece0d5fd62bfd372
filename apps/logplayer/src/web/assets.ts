import { readFile } from 'node:fs/promises';
import { CommandLineError } from '@rcss/command-line';

/** Reads a script of the pages, which the build copies next to the program. */
export async function readPageScript(name: 'viewer.js' | 'control.js'): Promise<string> {
  try {
    return await readFile(new URL(`./page/${name}`, import.meta.url), 'utf8');
  } catch {
    throw new CommandLineError(
      `the script page/${name} of the page is missing. Build the program first: pnpm build`,
    );
  }
}
