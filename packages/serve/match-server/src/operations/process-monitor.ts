import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** Sampling interval of the delay of the event loop, ms. */
const RESOLUTION_MS = 10;

/** State of the process that runs the matches. */
export interface ProcessStatus {
  readonly pid: number;
  readonly nodeVersion: string;
  /** Start of the process, seconds since 1970. */
  readonly startSeconds: number;
  readonly uptimeSeconds: number;
  /** Processor time of all threads since the start. */
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  readonly heapUsedBytes: number;
  readonly heapTotalBytes: number;
  readonly externalBytes: number;
  /** Delay of the event loop since the monitor was opened, ms. A match in real time sleeps up to 2 ms in each pass. */
  readonly eventLoopDelayMs: {
    readonly mean: number;
    readonly p50: number;
    readonly p99: number;
    readonly max: number;
  };
}

/**
 * Measures the process. The metrics of `prom-client` for processes cannot be closed; a program that opens and closes servers
 * would collect their observers.
 */
export class ProcessMonitor {
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor() {
    this.#delay.enable();
  }

  read(): ProcessStatus {
    const memory = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const uptimeSeconds = process.uptime();
    // A sample contains the sampling interval. Before the first sample the mean is NaN.
    const toDelay = (nanoseconds: number): number =>
      Number.isFinite(nanoseconds) ? Math.max(0, Math.round(nanoseconds / 1e3) / 1e3 - RESOLUTION_MS) : 0;
    return {
      pid: process.pid,
      nodeVersion: process.version,
      startSeconds: Math.round(Date.now() / 1000 - uptimeSeconds),
      uptimeSeconds: Math.round(uptimeSeconds * 1000) / 1000,
      cpuSeconds: (user + system) / 1e6,
      residentBytes: memory.rss,
      heapUsedBytes: memory.heapUsed,
      heapTotalBytes: memory.heapTotal,
      externalBytes: memory.external,
      eventLoopDelayMs: {
        mean: toDelay(this.#delay.mean),
        p50: toDelay(this.#delay.percentile(50)),
        p99: toDelay(this.#delay.percentile(99)),
        max: this.#delay.count === 0 ? 0 : toDelay(this.#delay.max),
      },
    };
  }

  close(): void {
    this.#delay.disable();
  }
}
