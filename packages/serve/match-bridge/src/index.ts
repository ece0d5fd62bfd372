/** The bridge as a library. See the README. */
export { type Bridge, type BridgeOptions, BridgeStartError, startBridge } from './bridge.js';
export type { MonitoredServer } from './create-monitor-link.js';
export type { RoomAddress } from './room-link.js';
export type { ServerAddress } from './server-link.js';
