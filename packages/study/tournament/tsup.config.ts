import { library, subpaths } from '../../../tsup.base.js';

export default library({
  entry: {
    index: 'src/index.ts',
    ...subpaths(
      'comparison',
      'documents',
      'formats',
      'identity',
      'ranking',
      'reports',
      'sprt',
      'statistics',
      'tuning',
    ),
  },
});
