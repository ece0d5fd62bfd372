import { library, subpaths, withSchemas } from '../../../tsup.base.js';

export default library({
  entry: {
    index: 'src/index.ts',
    ...subpaths(
      'comparison',
      'documents',
      'formats',
      'identity',
      'ranking',
      'reports',
      'sprt',
      'statistics',
      'tuning',
    ),
  },
  onSuccess: withSchemas('documents', ['tournamentDocumentJsonSchema', 'tuningDocumentJsonSchema']),
});
