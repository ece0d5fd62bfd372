/** The part of a folder that is used; the library of TypeScript for pages does not have it. */
export interface ResultFolder {
  readonly name: string;
  values(): AsyncIterable<FileSystemDirectoryHandle | FileSystemFileHandle>;
}

/** Largest count of files of a folder that are looked at. */
const MAX_FILES = 1000;

/**
 * Returns the results and lessons of a folder that are new or changed since the last call; folders in it are left out.
 *
 * @param seen Times of change by the names of files, which the call brings up to date.
 */
export async function readFolder(folder: ResultFolder, seen: Map<string, number>): Promise<readonly File[]> {
  const files: File[] = [];
  let count = 0;
  for await (const entry of folder.values()) {
    count += 1;
    if (count > MAX_FILES) break;
    if (!('getFile' in entry) || !/\.(json|md)$/i.test(entry.name)) continue;
    const file = await entry.getFile();
    // A file that is being written is empty at first.
    if (file.size === 0 || seen.get(file.name) === file.lastModified) continue;
    seen.set(file.name, file.lastModified);
    files.push(file);
  }
  return files;
}
