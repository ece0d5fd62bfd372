/**
 * Modules as texts. A frame with an opaque origin cannot load modules of the site, because a static server does not allow other origins;
 * the page reads them, and the frame links the texts.
 */

/** A module of the build: its name is that of its file, all of which are in one folder. */
export interface ModuleText {
  readonly name: string;
  readonly text: string;
}

/** An import of the build: the text before the name, the name. */
const IMPORT = /(\b(?:from|import)\s*["'])\.\/([^"'/]+)(?=["'])/g;

const findImports = (text: string): readonly string[] =>
  Array.from(text.matchAll(IMPORT), ([, , name = '']) => name);

/**
 * Returns a module and those that it imports, each after those that it imports itself.
 *
 * @param read Returns the text of an address.
 * @throws {Error} if modules import each other in a circle
 */
export async function readModules(
  address: string,
  read: (address: string) => Promise<string>,
): Promise<readonly ModuleText[]> {
  const texts = new Map<string, string>();
  const load = async (name: string): Promise<void> => {
    if (texts.has(name)) return;
    texts.set(name, '');
    const text = await read(new URL(name, address).href);
    texts.set(name, text);
    await Promise.all(findImports(text).map(load));
  };
  const first = address.replace(/^.*\//, '');
  await load(first);
  const modules: ModuleText[] = [];
  const isAdded = new Map<string, boolean>();
  const add = (name: string): void => {
    if (isAdded.get(name) === true) return;
    if (isAdded.has(name)) throw new Error(`the module ${name} imports itself through others`);
    isAdded.set(name, false);
    const text = texts.get(name) ?? '';
    findImports(text).forEach(add);
    isAdded.set(name, true);
    modules.push({ name, text });
  };
  add(first);
  return modules;
}

/**
 * Returns the address of the last module.
 *
 * @param modules Each after those that it imports.
 * @param publish Returns an address of a text.
 */
export function linkModules(modules: readonly ModuleText[], publish: (text: string) => string): string {
  const addresses = new Map<string, string>();
  let address = '';
  for (const { name, text } of modules) {
    address = publish(
      text.replace(IMPORT, (_, start: string, imported: string) => {
        const found = addresses.get(imported);
        if (found === undefined) throw new Error(`${name} imports ${imported}, which is missing`);
        return start + found;
      }),
    );
    addresses.set(name, address);
  }
  return address;
}
