import { defineConfig } from 'tsup';
import { app } from '../../tsup.base.js';

export default defineConfig(app());
