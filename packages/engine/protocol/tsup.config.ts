import { library, subpaths } from '../../../tsup.base.js';

export default library({
  entry: {
    index: 'src/index.ts',
    websocket: 'src/websocket.ts',
    ...subpaths('player', 'coach', 'explain', 'monitor'),
  },
});
