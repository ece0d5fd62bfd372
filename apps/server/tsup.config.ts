import { app } from '../../tsup.base.js';

export default app({ entry: ['src/main.ts', 'src/play.ts'], external: ['mysql2'] });
