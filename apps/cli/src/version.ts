import manifest from '../package.json' with { type: 'json' };

/** Version of the package `@rcss/cli`. */
export const packageVersion: string = manifest.version;
