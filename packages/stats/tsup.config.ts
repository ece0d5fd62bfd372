import { library, subpaths } from '../../tsup.base.js';

export default library({
  entry: { index: 'src/index.ts', charts: 'src/charts.ts', spadl: 'src/spadl.ts', ...subpaths('analysis') },
});
