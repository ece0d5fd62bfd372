import { createSocket } from 'node:dgram';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { DebugRecord } from '@rcss/core/debug-channel';
import { formatDebugHeader, formatDebugRecord } from '@rcss/logs/debug';

/** Debug records cannot be written: the address is wrong, or the file exists or cannot be created. The message has: target, reason, and what to do. */
export class DebugOutputError extends Error {
  override name = 'DebugOutputError';
}

/** Where the debug records of a team go. */
export interface DebugOutput {
  write(record: DebugRecord): void;
  close(): void;
}

/** Bytes of a datagram. */
const MAX_DATAGRAM_BYTES = 65_507;

/**
 * Opens a receiver of debug records: `udp:HOST:PORT` for a monitor bridge, anything else is the name of a new file.
 *
 * @param onWarning Receives a line if records are lost, once.
 * @throws {DebugOutputError} if the address is wrong, or the file exists already or cannot be created
 */
export function openDebugOutput(target: string, onWarning: (message: string) => void): DebugOutput {
  if (target.startsWith('udp:')) return openChannel(target, onWarning);
  const file = openFile(target);
  let isOpen = true;
  const write = (line: string): void => {
    if (!isOpen) return;
    try {
      writeSync(file, `${line}\n`);
    } catch (error) {
      onWarning(`debug: ${target}: ${(error as Error).message}; the other records are not written`);
      close();
    }
  };
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  write(formatDebugHeader());
  return { write: (record) => write(formatDebugRecord(record)), close };
}

function openFile(path: string): number {
  try {
    return openSync(path, 'wx');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new DebugOutputError(`debug: ${message}`);
    throw new DebugOutputError(`debug: ${path} exists already; remove it or give another name`);
  }
}

function openChannel(target: string, onWarning: (message: string) => void): DebugOutput {
  const [, host, digits] =
    /^udp:(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(target)?.filter((part) => part !== undefined) ?? [];
  const port = Number(digits);
  if (host === undefined || !(port >= 1 && port <= 65_535))
    throw new DebugOutputError(
      `debug: '${target}' is neither a file nor an address such as udp:127.0.0.1:6032`,
    );
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  let hasWarned = false;
  const warn = (reason: string): void => {
    if (!hasWarned) onWarning(`debug: ${target}: ${reason}`);
    hasWarned = true;
  };
  socket.on('error', ({ message }) => warn(message));
  socket.unref();
  return {
    write(record) {
      const line = Buffer.from(formatDebugRecord(record));
      if (line.length > MAX_DATAGRAM_BYTES)
        warn(`a record has ${line.length} bytes; at most ${MAX_DATAGRAM_BYTES} are sent`);
      else
        socket.send(line, port, host, (error) => {
          if (error !== null) warn(error.message);
        });
    },
    close: () => socket.close(),
  };
}
