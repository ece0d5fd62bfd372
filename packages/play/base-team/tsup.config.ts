import { library } from '../../../tsup.base.js';

export default library({ entry: { 'base-team': 'src/base-team.ts', futures: 'src/entries/futures.ts' } });
