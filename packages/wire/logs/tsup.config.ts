import { library, subpaths } from '../../../tsup.base.js';

export default library({
  entry: {
    index: 'src/index.ts',
    'node/index': 'src/node/index.ts',
    xml: 'src/text/xml.ts',
    ...subpaths('check', 'codec', 'contents', 'debug', 'edit', 'records', 'text', 'text-logs'),
  },
});
