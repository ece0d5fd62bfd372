import type { Configuration } from '@rcss/match-server/program';
import { DEFAULT_EXTENSION_PARAMS } from '@rcss/params/program';
import type { ProgramHost } from './program-host.js';

type PriorityHost = Pick<ProgramHost, 'raisePriority' | 'console'>;

/** Applies `rcss::priority` to this process, if its match runs in real time. A refusal is logged. */
export function applyPriority({ server, rcss }: Configuration, host: PriorityHost): void {
  if (server.synch_mode) return;
  const isDefault = rcss.priority === DEFAULT_EXTENSION_PARAMS.priority;
  setProcessPriority(host, {
    setting: 'rcss::priority',
    priority: rcss.priority,
    refusalLevel: isDefault ? 'debug' : 'warn',
  });
}

/** A setting that asks for a priority. */
export interface PrioritySetting {
  /** Name of the setting, for the log. */
  readonly setting: string;
  /** Nice value; 0 or more: nothing changes. */
  readonly priority: number;
  /** Level of the line about a refusal. */
  readonly refusalLevel: 'debug' | 'warn';
}

/** Raises the priority of this process. A refusal of the operating system is logged. */
export function setProcessPriority(
  { raisePriority, console }: PriorityHost,
  { setting, priority, refusalLevel }: PrioritySetting,
): void {
  if (priority >= 0) return;
  const refusal = raisePriority(priority);
  if (refusal === null) return;
  console.err(
    `${setting}: the operating system refuses the priority ${priority} (${refusal}). The server runs at normal priority. ` +
      'Raising it needs administrator rights or, on Linux, the capability CAP_SYS_NICE.',
    { event: 'priority_refused', level: refusalLevel, fields: { reason: refusal } },
  );
}
