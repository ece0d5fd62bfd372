/** Many matches in one process, with their HTTP interface and WebSockets. */
export { ProcessMonitor } from '../operations/process-monitor.js';
export { operationsRoutes } from '../operations/routes.js';
export { openRoomServer } from '../rooms/http/room-server.js';
export { createRoomConfiguration, planRoom } from '../rooms/room-configuration.js';
export type { RoomService } from '../rooms/room-host.js';
export { createRoomWorkers } from '../rooms/room-workers.js';
export {
  DEFAULT_ROOMS_FILE,
  type ParsedRoomsFile,
  parseRoomsFile,
  type RoomsFile,
} from '../rooms/rooms-file.js';
export { listStoredRooms } from '../rooms/stored-room.js';
export { warmUpProcess } from '../rooms/warm-up-process.js';
export { attachWebSocketEndpoint, type FindSocketRoom } from '../websocket/endpoint.js';
export { createSocketRoom } from '../websocket/socket-room.js';
