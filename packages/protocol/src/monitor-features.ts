/** What a protocol version of a monitor can do, by name (10 §1). The only file of the monitors' half that compares version numbers. */

/** Protocol version of a monitor; -1 is JSON. */
export type MonitorVersion = -1 | 1 | 2 | 3 | 4 | 5;

/** All versions of the monitor protocol. */
export const MONITOR_VERSIONS: readonly MonitorVersion[] = [-1, 1, 2, 3, 4, 5];

/** The features of one version of the monitor protocol. */
export interface MonitorFeatures {
  readonly version: MonitorVersion;
  readonly encoding: 'binary' | 'text' | 'json';
  /** Parameters and player types are sent at registration (10 §3.1). */
  readonly sendsParams: boolean;
  /** A datagram without a final NUL is warned about (10 §10.1). */
  readonly nulWarning: boolean;
  /** Commands to the player port are refused after registration (10 §2.4). */
  readonly initPortClosed: boolean;
  /** Stamina capacity in text shows. */
  readonly capacity: boolean;
  /** Focus point and a count of change_focus in text shows. */
  readonly focus: boolean;
}

function row(
  version: MonitorVersion,
  encoding: MonitorFeatures['encoding'],
  since: 1 | 2 | 3 | 4 | 5,
): MonitorFeatures {
  return Object.freeze({
    version,
    encoding,
    sendsParams: since >= 2,
    nulWarning: since >= 2,
    initPortClosed: since >= 2,
    capacity: since >= 4,
    focus: since >= 5,
  });
}

const FEATURES: ReadonlyMap<number, MonitorFeatures> = new Map(
  [
    row(-1, 'json', 5),
    row(1, 'binary', 1),
    row(2, 'binary', 2),
    row(3, 'text', 3),
    row(4, 'text', 4),
    row(5, 'text', 5),
  ].map((features) => [features.version, features]),
);

/** The features of a version as a monitor gives it, of which the integer part counts (10 §2.1); undefined for versions that do not exist. */
export function monitorFeaturesOf(version: number): MonitorFeatures | undefined {
  return FEATURES.get(Math.trunc(version));
}
