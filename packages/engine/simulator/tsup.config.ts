import { library, subpaths } from '../../../tsup.base.js';

export default library({
  entry: {
    index: 'src/index.ts',
    'snapshot-text': 'src/snapshot-text.ts',
    ...subpaths('clients', 'cycle', 'recording', 'scene'),
  },
});
