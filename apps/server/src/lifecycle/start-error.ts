/** A server could not be started; the message is a line for stderr. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
