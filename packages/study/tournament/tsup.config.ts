import { library, withSchemas } from '../../../tsup.config.js';

export default library({
  onSuccess: withSchemas('documents', ['tournamentDocumentJsonSchema', 'tuningDocumentJsonSchema']),
});
