import type { Options } from 'tsup';
import { app, entries } from '../../../tsup.config.js';
import { viewerPage } from '../../study/viewer/page.build.js';

/** The process of a match. */
const processes = { 'match-host': 'src/pool/match-host.ts' };

/** The first program in the sandbox of a team: one file without imports, because the sandbox has no packages. */
const gate: Options = {
  ...app({ entry: { 'sandbox-gate': 'src/isolation/sandbox-gate.ts' } }),
  clean: false,
  onSuccess: async () => {},
  splitting: false,
};

/** The scripts of the pages of a run. */
const livePage: Options = {
  ...viewerPage(),
  entry: {
    league: 'src/serve/page/live.ts',
    'league-screen': 'src/serve/page/screen.ts',
    'league-submit': 'src/serve/page/submit.ts',
    'league-verify': 'src/serve/page/verify.ts',
    'league-verify-engine': 'src/serve/page/verify-engine.ts',
    'league-verify-frame': 'src/serve/page/verify-frame.ts',
    'league-verify-team': 'src/serve/page/verify-team.ts',
  },
};

export default [app({ entry: { ...entries(), ...processes } }), gate, livePage];
