import manifest from '../package.json' with { type: 'json' };

/** Version of this package, which is that of all packages. */
export const leagueVersion: string = manifest.version;
