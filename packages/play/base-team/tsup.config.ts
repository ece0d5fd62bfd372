import { library } from '../../../tsup.base.js';

export default library({ entry: ['src/base-team.ts', 'src/futures.ts'] });
