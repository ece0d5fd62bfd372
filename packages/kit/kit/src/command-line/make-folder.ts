import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CommandLineError } from './command-line-error.js';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a folder with its parents; an existing one is left as it is.
 *
 * The recursive mkdir of Node does not return below `/proc`, where a folder cannot be created although its parent exists.
 *
 * @throws the error of the file system if the folder does not exist afterwards.
 */
export function makeFolder(path: string): void {
  const folders: string[] = [];
  for (let at = resolve(path); !isFolder(at); at = dirname(at)) folders.push(at);
  for (const folder of folders.reverse()) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another process may have created it in the meantime.
      if (!isFolder(folder)) throw error;
    }
  }
}

/**
 * Creates the folder of an option such as `--directory`.
 *
 * @throws {CommandLineError} if it cannot be created.
 */
export function makeFolderOf(option: string, path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    throw new CommandLineError(`${option}: ${path} cannot be created: ${(error as Error).message}`);
  }
}
