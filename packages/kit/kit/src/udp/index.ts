export { ClientSocket, type ClientSocketOptions, type PortRange } from './client-socket.js';
export { type Listener, type ListenOptions, listen, PortError } from './listener.js';
export { type Endpoint, formatEndpoint } from './socket.js';
