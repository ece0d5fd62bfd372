import { library } from '../../tsup.base.js';

export default library({
  entry: ['src/index.ts', 'src/actions.ts', 'src/bodies.ts', 'src/players.ts', 'src/predict.ts'],
});
