export { ClientSocket, type ClientSocketOptions } from './client-socket.js';
export { type Endpoint, type Listener, type ListenOptions, listen, PortError } from './listener.js';
