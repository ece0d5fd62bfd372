import type { ClipEncoders } from './clip-job.js';

/** Name of the module next to the script of the page. */
const FILE = 'viewer-clips.js';

let loading: Promise<ClipEncoders> | null = null;

/**
 * Loads the encoders on the first call. They are a file next to the script that contains this module, or the text of the element
 * `#clips` of a page that is one file.
 *
 * @throws Error if the file cannot be loaded; a later call tries again.
 */
export function loadEncoders(): Promise<ClipEncoders> {
  loading ??= importEncoders().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function importEncoders(): Promise<ClipEncoders> {
  const included = document.querySelector('#clips')?.textContent ?? '';
  const url =
    included === ''
      ? new URL(FILE, import.meta.url).href
      : URL.createObjectURL(new Blob([included], { type: 'text/javascript' }));
  try {
    const module = (await import(/* @vite-ignore */ url)) as { readonly encoders: ClipEncoders };
    return module.encoders;
  } catch {
    throw new Error(`${FILE} cannot be loaded from ${url}; it must be next to the script of the viewer`);
  } finally {
    if (included !== '') URL.revokeObjectURL(url);
  }
}
