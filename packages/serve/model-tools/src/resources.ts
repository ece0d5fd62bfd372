import { summarize } from '@rcss/stats';
import { describeMatch } from '@rcss/stats/describe';
import { formatStats } from '@rcss/stats/tables';
import { listDocuments, readDocument } from './documents.js';
import type { Simulator } from './simulator.js';
import { createUnknownNameError, ToolError } from './tool-error.js';

const SENTENCES = 30;

/** Forms of the addresses of resources. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'rcss://log/{match}',
    name: 'Game log',
    description: 'Game log of a match, version 6, compressed with gzip',
    mimeType: 'application/gzip',
  },
  {
    uriTemplate: 'rcss://report/{match}',
    name: 'Report',
    description: 'A match in words and its statistics',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'rcss://document/{name}',
    name: 'Document',
    description: 'A chapter of the specification, or the glossary',
    mimeType: 'text/markdown',
  },
];

/** The resources that there are now. */
export function listResources({ matches }: Simulator): { uri: string; name: string; mimeType: string }[] {
  return [
    ...matches.names.flatMap((name) => [
      { uri: `rcss://log/${name}`, name: `Game log of ${name}`, mimeType: 'application/gzip' },
      { uri: `rcss://report/${name}`, name: `Report of ${name}`, mimeType: 'text/plain' },
    ]),
    ...listDocuments().map((name) => ({ uri: `rcss://document/${name}`, name, mimeType: 'text/markdown' })),
  ];
}

/**
 * Returns the contents of a resource.
 *
 * @throws {ToolError} if there is none with this address
 */
export function readResource(
  { matches }: Simulator,
  uri: string,
): { uri: string; mimeType: string; text: string } | { uri: string; mimeType: string; blob: string } {
  const [, kind, name = ''] = /^rcss:\/\/(log|report|document)\/([\w.-]+)$/.exec(uri) ?? [];
  switch (kind) {
    case 'log':
      return { uri, mimeType: 'application/gzip', blob: matches.readLog(name).toString('base64') };
    case 'report': {
      const { analysis } = matches.open(name);
      const text = `${describeMatch(analysis, SENTENCES).join('\n')}\n\n${formatStats(name, summarize(analysis))}`;
      return { uri, mimeType: 'text/plain', text };
    }
    case 'document': {
      const text = readDocument(name);
      if (text === undefined) throw createUnknownNameError('document', name, listDocuments());
      return { uri, mimeType: 'text/markdown', text };
    }
    default:
      throw new ToolError(
        `${JSON.stringify(uri.slice(0, 120))} is not an address of this server. Allowed: ${RESOURCE_TEMPLATES.map(({ uriTemplate }) => uriTemplate).join(', ')}.`,
      );
  }
}
