import { library, withSchemas } from '../../../tsup.config.js';

export default library({ onSuccess: withSchemas('index', ['matchDocumentJsonSchema']) });
