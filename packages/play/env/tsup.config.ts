import { library, subpaths } from '../../../tsup.base.js';

export default library({ entry: { index: 'src/index.ts', ...subpaths('scenarios', 'team') } });
