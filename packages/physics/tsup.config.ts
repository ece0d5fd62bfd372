import { library } from '../../tsup.base.js';

export default library({
  entry: ['src/index.ts', 'src/actions.ts', 'src/stages.ts', 'src/players.ts', 'src/predict.ts'],
});
