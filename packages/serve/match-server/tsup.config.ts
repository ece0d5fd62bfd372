import { app } from '../../../tsup.config.js';

export default app({ external: ['mysql2'] });
