import { app } from '../../../tsup.config.js';
import { furtherScripts, viewerPage } from '../../study/viewer/page.build.js';

export default [app(), viewerPage(), ...furtherScripts()];
