/** The bridge as a library. See the README. */
export { type Bridge, type BridgeOptions, BridgeStartError, startBridge } from './bridge.js';
export type { MonitoredServer, RoomAddress, ServerAddress } from './monitor-link.js';
