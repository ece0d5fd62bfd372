/** The scripts that the pages load. */
import { expect, it } from 'vitest';
import { FURTHER_SCRIPTS, type FurtherScript } from '../../page.build.js';
import { buildScript } from '../../test/browser.js';

const NAMES = ['viewer', 'rcss-match', ...(Object.keys(FURTHER_SCRIPTS) as FurtherScript[])] as const;

it.each(NAMES)('%s.js holds no text for people of the tables of parameters, and reads none', async (name) => {
  const script = await buildScript(name);
  expect(script).not.toContain('Radius in which a player hears another player');
  expect(script).not.toContain('doc:"');
  expect(script).not.toMatch(/\.doc\b/);
});
