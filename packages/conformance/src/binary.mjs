// Decoders for the binary display protocol (monitor protocol 1 and 2) and the binary game logs (1 to 3).
// A decoded message is one line of text: `kind name=value ...`. Only bytes that carry meaning are shown:
// padding and the unused tail of a fixed-size record hold arbitrary bytes.

const PLAYERS = 22;
const MODE_SHOW = 1;
const MODE_MSG = 2;
const MODE_DRAW = 3;
const MODE_BLANK = 4;
const MODE_PM = 5;
const MODE_TEAM = 6;
const MODE_TYPE = 7;
const MODE_SERVER = 8;
const MODE_PLAYER = 9;

/** Reads network-order fields at their C offsets (natural alignment). */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.base = at;
    this.at = at;
  }
  align(n) {
    const off = (this.at - this.base) % n;
    if (off) this.at += n - off;
    return this;
  }
  i8() {
    const v = this.bytes.readInt8(this.at);
    this.at += 1;
    return v;
  }
  i16() {
    this.align(2);
    const v = this.bytes.readInt16BE(this.at);
    this.at += 2;
    return v;
  }
  i32() {
    this.align(4);
    const v = this.bytes.readInt32BE(this.at);
    this.at += 4;
    return v;
  }
  text(size) {
    const raw = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    const end = raw.indexOf(0);
    return raw.subarray(0, end < 0 ? raw.length : end).toString('latin1');
  }
}

function readTeams(r) {
  const out = [];
  for (let i = 0; i < 2; i += 1) {
    r.align(2);
    const name = r.text(16);
    out.push(`${JSON.stringify(name)} ${r.i16()}`);
  }
  return out.join(' ');
}

/** showinfo: positions in 1/16 m, used by display 1 and logs 1 and 2. Size 316. */
function formatShow1(bytes, at) {
  const r = new Reader(bytes, at);
  const pm = r.i8();
  const names = readTeams(r);
  const objects = [];
  for (let i = 0; i <= PLAYERS; i += 1) {
    const state = r.i16(),
      side = r.i16(),
      unum = r.i16(),
      angle = r.i16(),
      x = r.i16(),
      y = r.i16();
    if (i === 0) objects.push(`ball=(${x} ${y})`);
    else objects.push(`p${i}=(${state} ${side} ${unum} ${angle} ${x} ${y})`);
  }
  const time = r.i16();
  return `show time=${time} pm=${pm} teams=(${names}) ${objects.join(' ')}`;
}

function readPlayers2(r) {
  const out = [];
  for (let i = 1; i <= PLAYERS; i += 1) {
    r.align(4);
    const f = [r.i16(), r.i16()];
    for (let k = 0; k < 7; k += 1) f.push(r.i32());
    f.push(r.i16());
    for (let k = 0; k < 3; k += 1) f.push(r.i32());
    for (let k = 0; k < 8; k += 1) f.push(r.i16());
    out.push(`p${i}=(${f.join(' ')})`);
  }
  return out.join(' ');
}

function readBall2(r) {
  return `ball=(${r.i32()} ${r.i32()} ${r.i32()} ${r.i32()})`;
}

/** showinfo2: 1/65536 m; used by display 2. */
function formatShow2(bytes, at) {
  const r = new Reader(bytes, at);
  const pm = r.i8();
  const names = readTeams(r);
  const ball = readBall2(r);
  const players = readPlayers2(r);
  return `show time=${r.i16()} pm=${pm} teams=(${names}) ${ball} ${players}`;
}

/** Short showinfo2 of log version 3 (no play mode, no teams). Size 1428. */
function formatShortShow(bytes, at) {
  const r = new Reader(bytes, at);
  const ball = readBall2(r);
  const players = readPlayers2(r);
  return `show time=${r.i16()} ${ball} ${players}`;
}

// Field widths in order; l = 32 bit, s = 16 bit.
const TYPE_FIELDS = `s${'l'.repeat(14)}`;
const SERVER_FIELDS =
  'l'.repeat(21) +
  's' +
  'l'.repeat(33) +
  's' +
  'll' +
  's'.repeat(25) +
  'l'.repeat(11) +
  's'.repeat(4) +
  'l'.repeat(10) +
  's'.repeat(10);
const PLAYER_FIELDS = `sss${'l'.repeat(25)}xs`;

function formatFields(bytes, at, widths) {
  const r = new Reader(bytes, at);
  const out = [];
  for (const w of widths) {
    if (w === 'l') out.push(r.i32());
    else if (w === 's') out.push(r.i16());
    else r.i32();
  }
  return out.join(' ');
}

/** One datagram of display protocol 1 or 2. */
export function decodeDisplay(bytes, version) {
  const size = version === 1 ? 2052 : 2056;
  if (bytes.length !== size) {
    if (bytes[0] === 0x28) return `text ${bytes.toString('latin1').replace(/\0$/, '')}`;
    return `binary of ${bytes.length} bytes, ${size} wanted: ${bytes.subarray(0, 64).toString('hex')}`;
  }
  const mode = bytes.readInt16BE(0);
  const body = version === 1 ? 2 : 4;
  switch (mode) {
    case MODE_SHOW:
      return version === 1 ? formatShow1(bytes, body) : formatShow2(bytes, body);
    case MODE_MSG: {
      const r = new Reader(bytes, body);
      const board = r.i16();
      return `msg board=${board} ${r.text(2048)}`;
    }
    case MODE_TYPE:
      return `player_type ${formatFields(bytes, body, TYPE_FIELDS)}`;
    case MODE_SERVER:
      return `server_param ${formatFields(bytes, body, SERVER_FIELDS)}`;
    case MODE_PLAYER:
      return `player_param ${formatFields(bytes, body, PLAYER_FIELDS)}`;
    default:
      return `mode ${mode}`;
  }
}

/** A whole game log as lines of text; text logs (versions 4 and up, JSON) are only split into lines. */
export function decodeGameLog(bytes) {
  const isUlg = bytes.subarray(0, 3).toString('latin1') === 'ULG';
  // Versions 2 and 3 carry the version as a byte; 4 and up as a digit, and are text.
  if (isUlg && (bytes[3] === 2 || bytes[3] === 3)) return decodeUlg(bytes, bytes[3]);
  if (bytes.length > 0 && bytes.length % 2052 === 0 && bytes.readInt16BE(0) <= 9 && bytes[0] === 0) {
    const out = [];
    for (let at = 0; at < bytes.length; at += 2052) out.push(decodeDisplay(bytes.subarray(at, at + 2052), 1));
    return out;
  }
  return splitLines(bytes.toString('latin1'));
}

function splitLines(text) {
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  else lines[lines.length - 1] += '<no newline>';
  return lines;
}

function decodeUlg(bytes, version) {
  const out = [`ULG version byte ${version}`];
  const three = version === 3;
  let at = 4;
  while (at < bytes.length) {
    if (at + 2 > bytes.length) {
      out.push(`cut off: ${bytes.length - at} bytes left`);
      break;
    }
    const mode = bytes.readInt16BE(at);
    at += 2;
    try {
      if (mode === MODE_SHOW) {
        out.push(three ? formatShortShow(bytes, at) : formatShow1(bytes, at));
        at += three ? 1428 : 316;
      } else if (mode === MODE_MSG) {
        const board = bytes.readInt16BE(at);
        const length = bytes.readInt16BE(at + 2);
        const text = bytes.subarray(at + 4, at + 4 + length).toString('latin1');
        out.push(`msg board=${board} length=${length} ${JSON.stringify(text)}`);
        at += 4 + length;
      } else if (mode === MODE_PM) {
        out.push(`playmode ${bytes.readInt8(at)}`);
        at += 1;
      } else if (mode === MODE_TEAM) {
        out.push(`team ${readTeams(new Reader(bytes, at))}`);
        at += 36;
      } else if (mode === MODE_TYPE) {
        out.push(`player_type ${formatFields(bytes, at, TYPE_FIELDS)}`);
        at += 88;
      } else if (mode === MODE_SERVER) {
        out.push(`server_param ${formatFields(bytes, at, SERVER_FIELDS)}`);
        at += 396;
      } else if (mode === MODE_PLAYER) {
        out.push(`player_param ${formatFields(bytes, at, PLAYER_FIELDS)}`);
        at += 132;
      } else if (mode === MODE_DRAW || mode === MODE_BLANK) {
        out.push(`mode ${mode}`);
      } else {
        out.push(`unknown mode ${mode} at byte ${at - 2}: ${bytes.subarray(at, at + 32).toString('hex')}`);
        break;
      }
    } catch (error) {
      out.push(`cut off in mode ${mode} at byte ${at}: ${error.message}`);
      break;
    }
  }
  return out;
}
