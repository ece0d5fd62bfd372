import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { parseJson } from './http-request.js';
import { createErrorAnswer, createParseError, OpenRequests, parseMcpMessage } from './messages.js';

/** Longest line, bytes. */
const MAX_LINE = 10_000_000;
const NEWLINE = 0x0a;

/**
 * Messages as lines of standard input and output. Unlike the transport of the package, it answers a line that is not a message with an error.
 *
 * @param input Lines of the client. @param output Lines for the client.
 */
export function createStdioTransport(input: Readable, output: Writable): Transport {
  const requests = new OpenRequests();
  let parts: Buffer[] = [];
  let size = 0;
  const write = (message: object): Promise<void> => {
    requests.end(message);
    return new Promise((resolve) => {
      if (output.write(`${JSON.stringify(message)}\n`)) resolve();
      else output.once('drain', resolve);
    });
  };
  const readLine = (line: string): void => {
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = parseJson(line);
    } catch (error) {
      return void write(createParseError(error));
    }
    const read = parseMcpMessage(value);
    if ('problem' in read) return void write(read.problem);
    const problem = requests.begin(read.message);
    if (problem === null) transport.onmessage?.(read.message);
    // Not by `write`: the request with this identifier still runs.
    else output.write(`${JSON.stringify(problem)}\n`);
  };
  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= MAX_LINE) parts.push(part);
    else parts = [];
  };
  const onData = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end));
      from = end + 1;
      const line = Buffer.concat(parts).toString('utf8');
      const isTooLong = size > MAX_LINE;
      parts = [];
      size = 0;
      if (isTooLong)
        void write(
          createErrorAnswer(null, ErrorCode.InvalidRequest, `A line has more than ${MAX_LINE} bytes.`),
        );
      else readLine(line);
    }
    add(chunk.subarray(from));
  };
  const onError = (error: Error): void => transport.onerror?.(error);
  const transport: Transport = {
    async start() {
      input.on('data', onData).on('error', onError);
    },
    async close() {
      input.off('data', onData).off('error', onError).pause();
      transport.onclose?.();
    },
    send: (message: JSONRPCMessage) => write(message),
  };
  return transport;
}
