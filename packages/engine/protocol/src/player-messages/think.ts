/** `(think)`: the server waits for `(done)` (spec 03 §10.5). */
import { encodeLatin1 } from '@rcss/sexp';

/** The datagram `(think)` with its NUL, the same for all receivers (spec 03 §10.5). Must not be modified. */
export const THINK_DATAGRAM: Uint8Array = encodeLatin1('(think)\0');
