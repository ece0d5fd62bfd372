/** The bridge as a library. See the README. */
export {
  type Bridge,
  type BridgeOptions,
  BridgeStartError,
  type MonitoredServer,
  type RoomAddress,
  type ServerAddress,
  startBridge,
} from '@rcss/match-bridge';
