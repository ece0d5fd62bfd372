/** Modules that the code of a team can import. */
export const IMPORTABLE_MODULES = [
  '@rcss/agent',
  '@rcss/agent/chasers',
  '@rcss/agent/formations',
  '@rcss/agent/planner',
  '@rcss/agent/reach',
  '@rcss/agent/skills',
  '@rcss/agent/world',
  '@rcss/core/math',
] as const;

/** Name of a module that the code of a team can import. */
export type ImportableModule = (typeof IMPORTABLE_MODULES)[number];

/** Files that an import can mean: TypeScript imports `ball.ts` as `ball.js` or as `ball`. */
export const listFileNames = (path: string): readonly string[] => [
  path,
  path.replace(/js$/, 'ts'),
  `${path}.ts`,
];
