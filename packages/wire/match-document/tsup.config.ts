import { library, withSchemas } from '../../../tsup.base.js';

export default library({ onSuccess: withSchemas('index', ['matchDocumentJsonSchema']) });
