import { library } from '../../tsup.base.js';

export default library({
  entry: [
    'src/index.ts',
    'src/codec.ts',
    'src/contents.ts',
    'src/records.ts',
    'src/text-logs.ts',
    'src/node/index.ts',
  ],
});
