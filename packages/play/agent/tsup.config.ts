import { library, subpaths } from '../../../tsup.base.js';

export default library({
  entry: {
    index: 'src/index.ts',
    ...subpaths(
      'advice',
      'chasers',
      'formations',
      'local',
      'node',
      'planner',
      'prediction',
      'skills',
      'world',
    ),
  },
});
