/** Shows as JSON: the members that JSON logs and JSON monitors share (09 §9, 10 §7). */
import { type Frame, type FramePlayer, type FrameTeam, rint } from '@rcss/core';
import type { ByteWriter } from '@rcss/sexp';

/** What the players of a JSON show have: logs the counts, monitors the focus point. */
export interface JsonShowForm {
  readonly focus: boolean;
  readonly counts: boolean;
}

function q4(value: number): number {
  return rint(value / 0.0001) * 0.0001;
}

function q3(value: number): number {
  return rint(value / 0.001) * 0.001;
}

/** Append `"time":T` and, when it is above 0, `,"stime":S`. */
export function writeJsonTime(out: ByteWriter, time: number, stoppageTime: number): void {
  out.ascii('"time":').int(time);
  if (stoppageTime > 0) out.ascii(',"stime":').int(stoppageTime);
}

/** Append `"l":{...},"r":{...}`. */
export function writeJsonTeams(out: ByteWriter, left: FrameTeam, right: FrameTeam): void {
  out.ascii('"l":');
  writeTeam(out, left);
  out.ascii(',"r":');
  writeTeam(out, right);
}

function writeTeam(out: ByteWriter, team: FrameTeam): void {
  out.ascii('{"name":');
  if (team.name === '') out.ascii('null');
  else writeJsonString(out, team.name);
  out.ascii(',"score":').int(team.score);
  if (team.penaltyScored + team.penaltyMissed > 0) {
    out.ascii(',"pen_score":').int(team.penaltyScored).ascii(',"pen_miss":').int(team.penaltyMissed);
  }
  out.byte(0x7d);
}

/** Append a quoted string; quotes, backslashes and control characters are escaped (09 §13.3). */
export function writeJsonString(out: ByteWriter, text: string): void {
  out.byte(0x22);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22 || code === 0x5c) out.byte(0x5c).byte(code);
    else if (code < 0x20) {
      if (code === 0x0a) out.ascii('\\n');
      else if (code === 0x09) out.ascii('\\t');
      else
        out
          .ascii('\\u00')
          .ascii(code < 16 ? '0' : '1')
          .hex(code & 15);
    } else out.byte(code < 256 ? code : 0x3f);
  }
  out.byte(0x22);
}

/** Append `"ball":{...},"players":[...]`. */
export function writeJsonObjects(out: ByteWriter, frame: Frame, form: JsonShowForm): void {
  out.ascii('"ball":{"x":').g6(q4(frame.ballX)).ascii(',"y":').g6(q4(frame.ballY));
  out.ascii(',"vx":').g6(q4(frame.ballVx)).ascii(',"vy":').g6(q4(frame.ballVy));
  out.ascii('},"players":[');
  const { players } = frame;
  for (let i = 0; i < players.length; i++) {
    if (i > 0) out.byte(0x2c);
    writePlayer(out, players[i]!, form);
  }
  out.byte(0x5d);
}

function writePlayer(out: ByteWriter, p: FramePlayer, form: JsonShowForm): void {
  out.ascii(p.side === 'l' ? '{"side":"l","unum":' : '{"side":"r","unum":').int(p.unum);
  out
    .ascii(',"type":')
    .int(p.typeId)
    .ascii(',"state":')
    .int(p.state >>> 0);
  out.ascii(',"x":').g6(q4(p.x)).ascii(',"y":').g6(q4(p.y));
  out.ascii(',"vx":').g6(q4(p.vx)).ascii(',"vy":').g6(q4(p.vy));
  out.ascii(',"body":').g6(q3(p.body)).ascii(',"neck":').g6(q3(p.neck));
  if (p.hasPoint) out.ascii(',"px":').g6(q4(p.pointX)).ascii(',"py":').g6(q4(p.pointY));
  out.ascii(p.viewQuality === 'h' ? ',"vq":"h","vw":' : ',"vq":"l","vw":').g6(q3(p.viewWidth));
  if (form.focus) out.ascii(',"fdist":').g6(q4(p.focusDist)).ascii(',"fdir":').g6(q3(p.focusDir));
  out.ascii(',"stamina":').g6(p.stamina).ascii(',"effort":').g6(p.effort);
  out.ascii(',"recovery":').g6(p.recovery).ascii(',"capacity":').g6(p.capacity);
  if (p.attentionSide !== '') {
    out.ascii(p.attentionSide === 'l' ? ',"fside":"l","fnum":' : ',"fside":"r","fnum":').int(p.attentionUnum);
  }
  if (form.counts) {
    out.ascii(',"kick":').int(p.kickCount).ascii(',"dash":').int(p.dashCount);
    out.ascii(',"turn":').int(p.turnCount).ascii(',"catch":').int(p.catchCount);
    out.ascii(',"move":').int(p.moveCount).ascii(',"turn_neck":').int(p.turnNeckCount);
    out.ascii(',"change_view":').int(p.changeViewCount).ascii(',"say":').int(p.sayCount);
    out.ascii(',"tackle":').int(p.tackleCount).ascii(',"pointto":').int(p.pointtoCount);
    out.ascii(',"attentionto":').int(p.attentiontoCount).ascii(',"change_focus":').int(p.changeFocusCount);
  }
  out.byte(0x7d);
}
