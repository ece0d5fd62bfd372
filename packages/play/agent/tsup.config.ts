import { library, subpaths, withSchemas } from '../../../tsup.base.js';

export default library({
  entry: {
    index: 'src/index.ts',
    ...subpaths(
      'advice',
      'chasers',
      'formations',
      'local',
      'node',
      'parameters',
      'planner',
      'reach',
      'skills',
      'world',
    ),
  },
  onSuccess: withSchemas('node', ['teamProcessJsonSchema']),
});
