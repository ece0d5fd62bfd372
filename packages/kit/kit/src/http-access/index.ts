export * from './access.js';
export * from './host.js';
export * from './limited-server.js';
export * from './pages.js';
export * from './token.js';
export * from './web-socket.js';
