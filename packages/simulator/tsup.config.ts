import { library } from '../../tsup.base.js';

export default library({
  entry: [
    'src/index.ts',
    'src/clients.ts',
    'src/cycle.ts',
    'src/recording.ts',
    'src/snapshot-text.ts',
    'src/state.ts',
  ],
});
