import { library } from '../../tsup.base.js';

export default library({
  entry: ['src/index.ts', 'src/events.ts', 'src/geometry.ts', 'src/actions.ts', 'src/state.ts'],
});
