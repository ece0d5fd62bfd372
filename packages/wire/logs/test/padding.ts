/**
 * Returns a binary log with zeros for all bytes without meaning (spec 09 §4 to §7): padding, spare values, bytes after names and
 * texts. Written from the tables of the specification, independently of the library.
 */
export function withoutPadding(log: Uint8Array, version: number): Uint8Array {
  const bytes = log.slice();
  const zero = (at: number, count: number): void => void bytes.fill(0, at, at + count);
  const team = (at: number): void => {
    const end = bytes.indexOf(0, at);
    zero(end, at + 16 - end);
    if (end === at) zero(at + 16, 2);
  };
  const showinfo = (at: number): void => {
    zero(at + 1, 1);
    team(at + 2);
    team(at + 20);
    zero(at + 38, 8);
  };
  const view = new DataView(bytes.buffer);
  let at = version === 1 ? 0 : 4;
  while (at < bytes.length) {
    const kind = view.getInt16(at);
    const body = at + 2;
    if (version === 1) {
      if (kind === 1) {
        showinfo(body);
        zero(body + 316, 2050 - 316);
      } else zero(body + 2 + textLength(bytes, body + 2), 2048 - textLength(bytes, body + 2));
      at += 2052;
      continue;
    }
    switch (kind) {
      case 1:
        if (version === 2) {
          showinfo(body);
          at += 318;
          break;
        }
        for (let i = 0; i < 22; i++) zero(body + 16 + 64 * i + 34, 2);
        zero(body + 1426, 2);
        at += 1430;
        break;
      case 2:
        at += 6 + view.getInt16(body + 2);
        break;
      case 5:
        at += 3;
        break;
      case 6:
        team(body);
        team(body + 18);
        at += 38;
        break;
      case 7:
        at += 90;
        break;
      case 8:
        at += 398;
        break;
      case 9:
        at += 134;
        break;
      default:
        throw new Error(`kind ${kind} at ${at}`);
    }
  }
  return bytes;
}

/** Length of a text of version 1: up to its NUL or the end of its balanced parentheses, of a tile up to its last quote. */
function textLength(bytes: Uint8Array, at: number): number {
  const text = Buffer.from(bytes.subarray(at, at + 2048)).toString('latin1');
  const nul = text.indexOf('\0');
  const body = nul < 0 ? text : text.slice(0, nul);
  if (body.startsWith('(team_graphic')) return body.lastIndexOf('")') + 2;
  let depth = 0;
  for (let i = 0; i < body.length; i++) {
    if (body[i] === '(') depth++;
    else if (body[i] === ')' && --depth === 0) return i + 1;
  }
  return body.length;
}
