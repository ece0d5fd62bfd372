import { library, subpaths } from '../../../tsup.base.js';

export default library({
  entry: {
    index: 'src/index.ts',
    'node/index': 'src/node/index.ts',
    ...subpaths('codec', 'contents', 'debug', 'records', 'text-logs'),
  },
});
