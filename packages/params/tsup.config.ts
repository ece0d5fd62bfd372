import { library } from '../../tsup.base.js';

export default library({ entry: ['src/index.ts', 'src/tables.ts', 'src/messages.ts', 'src/derivations.ts'] });
