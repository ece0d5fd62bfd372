import type { Diagnostic } from './diagnostic.js';

/** Meaning of each code of a diagnostic. */
const RULES: Readonly<Record<string, string>> = {
  character: 'A character that is not part of the coach language.',
  string: 'A string that is empty, not closed, or has a forbidden character.',
  syntax: 'The text does not follow the grammar.',
  'name-length': 'A name is too long.',
  'freeform-length': 'A freeform text is too long.',
  nesting: 'The message is nested too deeply for the server.',
  json: 'A JSON value is not a message.',
  'not-sayable': 'The server would refuse the message.',
  'too-long': 'The command is longer than the datagrams that the server reads.',
  'not-understood': 'Some players do not support the language version of the message.',
  'unknown-name': 'A name without a definition.',
  'unused-definition': 'A definition that no message uses.',
  'duplicate-definition': 'A name that is defined twice.',
  'circular-definition': 'A definition that refers to itself.',
  'lost-when-heard': 'A part that changes when the server forwards the message.',
  'unit-number': 'A uniform number that no player has.',
  'unbound-variable': 'A variable without a value.',
  'never-true': 'A condition or a token that never applies.',
  'odd-value': 'A number without a sensible meaning.',
};

/**
 * Returns diagnostics as a SARIF 2.1.0 log, the format that code hosts and editors read.
 *
 * @param version Version of this program.
 */
export function createSarifLog(diagnostics: readonly Diagnostic[], version: string): object {
  const ids = Object.keys(RULES);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'rcss-clang',
            version,
            rules: Object.entries(RULES).map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((diagnostic) => ({
          ruleId: diagnostic.code,
          ruleIndex: ids.indexOf(diagnostic.code),
          level: diagnostic.severity,
          message: { text: diagnostic.message },
          locations: [{ physicalLocation: createLocation(diagnostic) }],
        })),
      },
    ],
  };
}

function createLocation(diagnostic: Diagnostic): object {
  const { line, column, endLine, endColumn, offset, length } = diagnostic;
  return {
    artifactLocation: { uri: toFileUri(diagnostic.file) },
    region: {
      startLine: line,
      startColumn: column,
      endLine,
      endColumn,
      charOffset: offset,
      charLength: length,
    },
  };
}

/** A file name as a URI reference: relative names stay relative. */
function toFileUri(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return `file://${path}`;
  return /^[A-Za-z]%3A\//.test(path) ? `file:///${path.replace('%3A', ':')}` : path;
}
