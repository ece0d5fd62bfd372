/** Files that the page saves and opens. */
import { createElement } from './controls/elements.js';

/** Largest file with code that is opened, bytes. */
const MAX_CODE_BYTES = 256 * 1024;

/** Saves a file to the folder for downloads. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const link = createElement('a', { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Whether the name of a file is that of a game log. */
export const isGameLog = ({ name }: File): boolean => /\.rcg(?:\.gz)?$/i.test(name);

/**
 * Returns the code in a file.
 *
 * @throws {Error} if the file is too large or not text in UTF-8
 */
export async function readCodeFile(file: File): Promise<string> {
  if (file.size > MAX_CODE_BYTES)
    throw new Error(`${file.name} has ${file.size} bytes; at most ${MAX_CODE_BYTES} are opened`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name} is not text in UTF-8; open a file with TypeScript, for example team.ts`);
  }
}

/** Whether a file is a lesson, by its name. */
export const isLessonFile = (name: string): boolean => /\.(md|markdown)$/i.test(name);

/**
 * Returns a text of the site of the page; the policy of the page closes other sites.
 *
 * @throws {Error} if the address is of another site, if it cannot be loaded, or if the text is too long
 */
export async function readTextOfSite(path: string): Promise<string> {
  const address = new URL(path, document.baseURI);
  if (address.origin !== location.origin)
    throw new Error(`${path} is on another site; allowed: addresses of ${location.origin}`);
  const response = await fetch(address).catch(() => null);
  if (response?.ok !== true)
    throw new Error(
      `${path} cannot be loaded: ${response === null ? 'no connection' : `status ${response.status}`}`,
    );
  const text = await response.text();
  if (text.length > MAX_CODE_BYTES)
    throw new Error(`${path} has ${text.length} characters; at most ${MAX_CODE_BYTES} are opened`);
  return text;
}

/** Calls `open` with each file that is dropped on the page; neither the editor nor the browser opens it then. */
export function acceptDroppedFiles(open: (file: File | undefined) => void): void {
  const accept = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'drop') open(event.dataTransfer.files[0]);
  };
  addEventListener('dragover', accept, { capture: true });
  addEventListener('drop', accept, { capture: true });
}
