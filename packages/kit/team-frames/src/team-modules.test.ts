import createChasers, { Chaser } from '@rcss/agent/chasers';
import { expect, it } from 'vitest';
import { compileTeam } from './compile.js';
import { importModule } from './team-modules.js';

/** Runs the compiled code of a team; returns its exports. */
function run(source: string): Readonly<Record<string, unknown>> {
  const compiled = compileTeam(source);
  if (!compiled.ok) throw new Error(compiled.message);
  const exports = {};
  new Function('exports', 'require', compiled.code)(exports, importModule);
  return exports;
}

it.each([
  "export { default, Chaser } from '@rcss/agent/chasers';",
  "import team, { Chaser } from '@rcss/agent/chasers'; export default team; export { Chaser };",
  "import { createChasers, Chaser } from '@rcss/agent/chasers'; export { createChasers as default, Chaser };",
])('a default export is imported and exported again as in Node.js: %s', (source) => {
  expect(run(source)).toEqual({ default: createChasers, Chaser });
});

it('another module is refused with the names of all that can be imported', () => {
  expect(() => importModule('fs', { '@rcss/params': {} })).toThrow(
    /^there is no module "fs"\. Modules: @rcss\/agent, .*, @rcss\/core\/math, @rcss\/params$/,
  );
});
