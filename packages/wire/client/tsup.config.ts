import { library } from '../../../tsup.base.js';

export default library({ entry: ['src/index.ts', 'src/node.ts', 'src/rooms.ts'], platform: 'node' });
