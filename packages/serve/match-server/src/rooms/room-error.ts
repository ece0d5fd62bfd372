import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RoomFieldProblem, RoomProblem } from '@rcss/core/rooms';
import type { DocumentProblem } from '@rcss/match-document';

/** A request to a room that is refused. Its properties are those of a problem report (RFC 9457). */
export class RoomError extends Error {
  override readonly name = 'RoomError';
  readonly status: number;
  readonly title: string;
  readonly problems: readonly RoomFieldProblem[];

  constructor(status: number, title: string, detail: string, problems: readonly RoomFieldProblem[] = []) {
    super(detail);
    this.status = status;
    this.title = title;
    this.problems = problems;
  }

  /** Returns the error as the body of a reply. */
  toProblem(): RoomProblem {
    const { status, title, message, problems } = this;
    const fields = problems.length === 0 ? {} : { problems };
    return { type: 'about:blank', title, status, detail: message, ...fields };
  }

  /** Returns the error of a problem that another thread reported. */
  static fromProblem({ status, title, detail, problems }: RoomProblem): RoomError {
    return new RoomError(status, title, detail, problems);
  }
}

/**
 * Returns the error for fields of a body that are refused. `prefix` is the path of the value that was checked; a message that begins
 * with the path of its field then begins with the whole path.
 *
 * @param count Number of refused fields, if `problems` has only some of them.
 */
export function createFieldError(
  problems: readonly (DocumentProblem | RoomFieldProblem)[],
  prefix = '',
  count: number = problems.length,
): RoomError {
  const fields = problems.map(({ path, message, suggestion }) => ({
    path: prefix === '' || path === '' ? `${prefix}${path}` : `${prefix}.${path}`,
    message: prefix !== '' && path !== '' && message.startsWith(path) ? `${prefix}.${message}` : message,
    ...(suggestion === undefined ? {} : { suggestion }),
  }));
  const [first] = fields;
  const others = count > 1 ? ` (and ${count - 1} more)` : '';
  return new RoomError(
    422,
    'The request is not valid',
    `${first?.message ?? 'no field is named'}${others}`,
    fields,
  );
}

/** Returns a message in which paths are relative to the folder of the server, as documents name them. */
export function hideServerFolder(message: string): string {
  const folder = process.cwd();
  if (folder === dirname(folder)) return message;
  return message
    .replaceAll(`${pathToFileURL(folder).href}/`, '')
    .replaceAll(`${folder}${sep}`, '')
    .replaceAll(folder, 'the folder of the server');
}

export function createNotFoundError(what: string, name: string): RoomError {
  return new RoomError(404, 'Not found', `There is no ${what} "${name}".`);
}

export function createConflictError(detail: string): RoomError {
  return new RoomError(409, 'Not possible in this state', detail);
}
