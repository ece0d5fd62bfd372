import { defineConfig, type Options } from 'tsup';
import { viewerPage } from '../../packages/study/viewer/page.build.js';
import { app } from '../../tsup.base.js';

/** The script of the page of a run. */
const livePage: Options = { ...viewerPage(), entry: { league: 'src/serve/page/live.ts' } };

export default defineConfig([
  app({
    entry: {
      main: 'src/main.ts',
      cli: 'src/cli.ts',
      index: 'src/index.ts',
      'match-host': 'src/matches/match-host.ts',
      'module-player': 'src/matches/module-player.ts',
    },
  }),
  livePage,
]);
