/** Access to files for the configuration, and an implementation in memory. */
import type { HomeLookup } from './tilde.js';

/** Result of reading a path. */
export type FileRead =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'directory' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Access to files, given by the host. Nothing here throws. */
export interface FileAccess extends HomeLookup {
  read(path: string): FileRead;
  /** Creates a directory with its parents. Returns undefined if it exists afterwards, else the reason. */
  makeDirectory(path: string): string | undefined;
  /** Writes a file that does not exist yet; undefined on success, else the reason. */
  create(path: string, text: string): string | undefined;
}

/** Files held in memory, for tests and for hosts without a file system. */
export interface MemoryFiles extends FileAccess {
  /** Path to text; grows as files are created. */
  readonly files: Map<string, string>;
  /** Directories created so far. */
  readonly directories: Set<string>;
}

/** Memory files with the given content. Every user's home is `/home/NAME`, that of the process `/home/user`. */
export function createMemoryFiles(content: Readonly<Record<string, string>> = {}): MemoryFiles {
  const files = new Map(Object.entries(content));
  const directories = new Set<string>();
  return {
    files,
    directories,
    homeOf: (user) => `/home/${user ?? 'user'}`,
    read(path) {
      const text = files.get(path);
      if (text !== undefined) return { kind: 'text', text };
      const prefix = `${path.replace(/\/+$/, '')}/`;
      if (directories.has(prefix.slice(0, -1)) || [...files.keys()].some((file) => file.startsWith(prefix))) {
        return { kind: 'directory' };
      }
      return { kind: 'missing' };
    },
    makeDirectory(path) {
      directories.add(path.replace(/\/+$/, ''));
      return undefined;
    },
    create(path, text) {
      if (files.has(path)) return 'file exists';
      files.set(path, text);
      return undefined;
    },
  };
}

/** Describes why a path that exists has no text. */
export function describeUnreadable(read: Exclude<FileRead, { kind: 'text' | 'missing' }>): string {
  return read.kind === 'directory' ? 'it is a directory' : read.reason;
}

/** `name` inside `directory`. */
export function joinPath(directory: string, name: string): string {
  if (directory === '') return name;
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`;
}

/** Whether a path is absolute. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

/** Directory part of a path, empty when it has none. */
export function directoryOf(path: string): string {
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return slash < 0 ? '' : path.slice(0, Math.max(slash, 1));
}
