import { formatPositions } from '@rcss/frames';
import { type MonitoredServer, MonitorLink } from './monitor-link.js';

/**
 * Registers at a soccer server as a monitor and passes the positions of all objects on as text, once per step. Changes of the connection are
 * passed to `report`. Returns a function that unregisters.
 */
export function printPositions(
  server: MonitoredServer,
  print: (text: string) => void,
  report: (text: string) => void,
): () => void {
  const link = new MonitorLink(server);
  link.on('record', (record) => {
    if (record.type === 'show') print(formatPositions(record.frame));
  });
  link.on('state', (_state, text) => report(`${text}\n`));
  link.start();
  return () => link.stop();
}
