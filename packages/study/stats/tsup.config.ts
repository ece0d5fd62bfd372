import { library, subpaths } from '../../../tsup.base.js';

export default library({
  entry: {
    index: 'src/index.ts',
    arrow: 'src/export/arrow.ts',
    'atomic-spadl': 'src/atomic-spadl.ts',
    charts: 'src/charts.ts',
    parquet: 'src/export/parquet.ts',
    spadl: 'src/spadl.ts',
    ...subpaths(
      'analysis',
      'describe',
      'expected-goals',
      'export',
      'plots',
      'trajectories',
      'tables',
      'action-values',
    ),
  },
});
