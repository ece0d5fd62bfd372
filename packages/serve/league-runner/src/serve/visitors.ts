/** What visitors see who may read results, but not open matches: no machines, no places of logs, and nothing that programs of teams have written. */
import type { ResultLine, StoredLine } from '../runs/result-file.js';
import type { RunStatus } from '../runs/status-file.js';

/** Returns a line of a result file for visitors. */
export function hidePlaces<Line extends StoredLine>(line: Line): Line {
  const {
    logs: _logs,
    host: _host,
    repeatedHost: _repeated,
    ...rest
  } = line as Partial<ResultLine> & {
    readonly repeatedHost?: string;
  };
  return { ...rest, ...(line.type === 'match' && { problems: [] }) } as unknown as Line;
}

/** Returns what a run does, for visitors. */
export function hideMachines(status: RunStatus | null): RunStatus | null {
  const none = { host: '', port: null, address: null };
  const running = status?.running.map((match) => ({ ...match, ...none })) ?? [];
  return status && { ...status, host: '', process: 0, where: '', failures: [], running };
}
