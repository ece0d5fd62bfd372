import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Path of the bin of another app, installed or in the repository. */
export function programBin(app: string, bin: string): string {
  const manifest = createRequire(import.meta.url).resolve(`@rcss/${app}/package.json`);
  return join(dirname(manifest), 'bin', bin);
}
