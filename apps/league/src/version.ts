import manifest from '../package.json' with { type: 'json' };

/** Version of the package `@rcss/league`. */
export const packageVersion: string = manifest.version;
