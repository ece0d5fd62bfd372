import { readFile } from 'node:fs/promises';
import { CommandLineError } from '@rcss/command-line';

/** A script of the pages, which the build copies next to the program. */
export async function pageScript(name: 'viewer.js' | 'control.js'): Promise<string> {
  try {
    return await readFile(new URL(`./page/${name}`, import.meta.url), 'utf8');
  } catch {
    throw new CommandLineError(`the page is missing (page/${name}); build the program first`);
  }
}
