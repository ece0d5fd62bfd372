export { type Access, type AccessHeaders, type AccessProblem, findAccessProblem } from './access.js';
export { isHostAllowed, isLoopback, isOriginAllowed } from './host.js';
export { createLimitedServer, type HttpLimits } from './limited-server.js';
export {
  type Answer,
  createPageHandler,
  describeHttpPortError,
  formatLink,
  listenHttp,
  type PostRoute,
  type Route,
  sendPlain,
  type TextRoute,
} from './pages.js';
export { createToken, isSameToken, readBearerToken } from './token.js';
export {
  acceptUpgrade,
  listSubprotocols,
  refuseUpgrade,
  type SocketServer,
  type UpgradeRequest,
} from './web-socket.js';
