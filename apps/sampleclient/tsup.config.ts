import { defineConfig } from 'tsup';
import { app } from '../../tsup.base.js';

/** `base-team` is the module of the base team, for programs that play matches in process. */
const baseTeam = { 'base-team': 'src/entries/base-team.ts' };

export default defineConfig(
  app({
    entry: { main: 'src/main.ts', cli: 'src/cli.ts', index: 'src/index.ts', ...baseTeam },
  }),
);
