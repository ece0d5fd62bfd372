import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { DESIGN, PAGE_ICON } from '../../../packages/study/viewer/src/design.ts';
import { slug } from '../../../scripts/house/slug.mjs';
import { servePlaygroundFolder } from './playground-folder.mjs';
import { SEARCH } from './search.mjs';

/** Folder of the pages, and whether they are only a part of the site; `apps/site/scripts/site.mjs` sets both. */
const pages = process.env.SITE_PAGES ?? fileURLToPath(new URL('../.pages', import.meta.url));
const isPart = Boolean(process.env.SITE_IS_PART);
const menus = JSON.parse(readFileSync(`${pages}/menus.json`, 'utf8'));
const conditions = ['@rcss/source', 'module', 'browser', 'import', 'default'];

/** Pages are Markdown as on GitHub: no attributes in braces, no emoji names, no links from bare file names. */
function readAsGitHub(md) {
  md.disable('emoji', true);
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // Code blocks by indentation look like the others; keys reach them and scroll them.
  md.renderer.rules.code_block = (tokens, index, options, env, self) => {
    tokens[index].info = '';
    return self.rules.fence(tokens, index, options, env, self);
  };
}

const { accent, action } = DESIGN.colors;
/** The colors of the theme; the selectors come before those of VitePress. */
const COLORS = [
  `html:root { --vp-c-brand-1: ${action[0]}; --vp-c-brand-3: ${action[0]}; --vp-font-family-base: ${DESIGN.font}; --vp-font-family-mono: ${DESIGN.codeFont}; }`,
  `html.dark:root { --vp-c-brand-1: ${accent[1]}; --vp-c-brand-3: ${action[1]}; }`,
].join(' ');

export default defineConfig({
  title: 'RCSS',
  description: 'The RoboCup 2D soccer simulator in TypeScript',
  lang: 'en',
  srcDir: relative(fileURLToPath(new URL('..', import.meta.url)), pages),
  ignoreDeadLinks: isPart,
  outDir: 'dist',
  cleanUrls: false,
  metaChunk: true,
  // In the page itself: addresses here do not follow the base path.
  head: [
    ['style', {}, COLORS],
    [
      'link',
      { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml,${encodeURIComponent(PAGE_ICON)}` },
    ],
  ],
  markdown: {
    // Colors of code with a contrast of at least 4.5.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    anchor: { slugify: slug },
    attrs: { disable: true },
    config: readAsGitHub,
  },
  themeConfig: {
    ...menus,
    // Without a label of its own the button is named by its text: both must agree.
    search: {
      provider: 'local',
      options: {
        translations: { button: { buttonText: 'Search', buttonAriaLabel: '' } },
        miniSearch: SEARCH,
      },
    },
    outline: [2, 3],
    socialLinks: [],
  },
  vite: {
    plugins: [servePlaygroundFolder()],
    // The figures import packages of this repository, from source.
    resolve: { conditions },
    ssr: { noExternal: [/^@rcss\//], resolve: { conditions, externalConditions: conditions } },
    build: { chunkSizeWarningLimit: 4000 },
  },
});
