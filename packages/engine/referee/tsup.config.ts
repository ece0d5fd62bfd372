import { library, subpaths } from '../../../tsup.base.js';

export default library({
  entry: {
    index: 'src/index.ts',
    events: 'src/events.ts',
    state: 'src/state.ts',
    ...subpaths('geometry', 'actions'),
  },
});
