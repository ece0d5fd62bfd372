import { library } from '../../tsup.base.js';

export default library({ entry: ['src/index.ts', 'src/player.ts', 'src/coach.ts', 'src/monitor.ts'] });
