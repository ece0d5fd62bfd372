import { library, subpaths } from '../../../tsup.base.js';

const modules = [
  'index',
  'debug-channel',
  'engine-layout',
  'geometry',
  'landmarks',
  'match-document',
  'math',
  'observation',
  'pitch',
  'random',
  'rooms',
  'team-module',
  'vec2',
  'versions',
];

export default library({
  entry: {
    ...Object.fromEntries(modules.map((name) => [name, `src/${name}.ts`])),
    node: 'src/node/child-processes.ts',
    ...subpaths('commands'),
  },
});
