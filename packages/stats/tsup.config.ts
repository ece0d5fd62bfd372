import { library } from '../../tsup.base.js';

export default library({
  entry: ['src/index.ts', 'src/analysis.ts', 'src/charts.ts', 'src/spadl.ts'],
});
