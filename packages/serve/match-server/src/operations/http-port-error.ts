/** The HTTP port of a server cannot be opened; the message has the address, the reason and what to do. */
export class HttpPortError extends Error {
  override readonly name = 'HttpPortError';
}
