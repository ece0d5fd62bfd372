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
