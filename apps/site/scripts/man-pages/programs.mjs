import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolders, readManifest } from '../../../../scripts/workspace.mjs';

/** Bins without the entry `./cli`: the module that creates their command. */
const OTHER_COMMANDS = {
  rcss: async (load) => (await load('apps/cli/src/rcss.ts')).createRcss(),
  'rcss-conformance': async (load) => (await load('packages/conformance/src/options.mjs')).createCommand(),
};

/**
 * All bins of the workspace with their packages.
 *
 * @param {string} root folder of the repository
 * @returns {{ name: string, place: string, manifest: object }[]} `place` is relative to the root (`apps/server`)
 */
export function listBins(root) {
  return packageFolders(root).flatMap((place) => {
    const manifest = readManifest(root, place);
    return Object.keys(manifest.bin ?? {}).map((name) => ({ name, place, manifest }));
  });
}

/**
 * Loads the commander tree of a bin from its sources; Node needs `--conditions=@rcss/source --import tsx`.
 *
 * @param {string} root folder of the repository
 * @param {{ name: string, place: string, manifest: object }} bin one of {@link listBins}
 */
export async function loadCommand(root, { name, place, manifest }) {
  const load = (file) => import(pathToFileURL(join(root, file)).href);
  const other = OTHER_COMMANDS[name];
  if (other !== undefined) return other(load);
  const entry = manifest.exports?.['./cli']?.['@rcss/source'];
  if (entry === undefined)
    throw new Error(
      `${place}/package.json: bin ${name} has no entry ./cli; add one, or add it to OTHER_COMMANDS`,
    );
  return (await load(join(place, entry))).program.createCommand();
}
