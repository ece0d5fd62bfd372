import { app } from '../../tsup.base.js';

export default app();
