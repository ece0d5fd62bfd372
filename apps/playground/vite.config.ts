import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { agentTypes } from './agent-types.js';
import {
  CONDITIONS,
  compiledTeams,
  design,
  licenses,
  serviceWorker,
  teamFrameScript,
  viewerScripts,
  workerEntries,
} from './build-plugins.js';

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  // Works in any folder of any static server.
  base: './',
  plugins: [
    agentTypes(),
    design(),
    compiledTeams(),
    workerEntries(),
    teamFrameScript(),
    viewerScripts(),
    licenses(),
    serviceWorker(),
  ],
  resolve: { conditions: CONDITIONS },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      input: ['index.html', 'formation.html', 'class.html', 'clang.html', 'log.html', 'wire.html'].map(page),
    },
  },
});
