const loading = new Map<string, Promise<unknown>>();

/**
 * Loads a module of the viewer on the first call. It is a file next to the script that contains this function, or, in a page that is one
 * file, the text of an element: JavaScript, or base64 of compressed JavaScript.
 *
 * @param selector The element.
 * @throws Error if the file cannot be loaded; a later call tries again.
 */
export function loadScript<Module>(file: string, selector: string): Promise<Module> {
  const known = loading.get(file) ?? importScript(file, selector);
  loading.set(file, known);
  known.catch(() => loading.delete(file));
  return known as Promise<Module>;
}

async function importScript(file: string, selector: string): Promise<unknown> {
  const included = document.querySelector(selector)?.textContent ?? '';
  const url =
    included === ''
      ? new URL(file, import.meta.url).href
      : URL.createObjectURL(new Blob([await unpack(included)], { type: 'text/javascript' }));
  try {
    return await import(/* @vite-ignore */ url);
  } catch {
    throw new Error(`${file} cannot be loaded from ${url}; it must be next to the script of the viewer`);
  } finally {
    if (included !== '') URL.revokeObjectURL(url);
  }
}

/** Returns a script that a page contains; one in base64 begins like every gzip file. */
async function unpack(text: string): Promise<string> {
  if (!text.startsWith('H4sI')) return text;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
