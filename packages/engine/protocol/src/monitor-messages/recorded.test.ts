import { createFrame, type Frame } from '@rcss/core';
import { type MonitorVersion, monitorFeatures } from '@rcss/core/versions';
import { ByteWriter, decodeLatin1, encodeLatin1 } from '@rcss/sexp';
import { describe, expect, it } from 'vitest';
import { formatDatagram } from '../../test/monitor-bytes.js';
import logs from '../../testdata/log-records.json' with { type: 'json' };
import streams from '../../testdata/monitor-streams.json' with { type: 'json' };
import {
  createMonitorCodec,
  decodeJsonRecord,
  decodeParamBlock,
  decodeTextRecord,
  formatTeamGraphicJson,
  formatTeamGraphicText,
  RecordKind,
  readShortShowinfo2,
  readShowinfo,
  readTeamBlock,
  writeJsonMsg,
  writeJsonPlayMode,
  writeJsonShow,
  writeJsonTeam,
  writeMsginfo,
  writeShortShowinfo2,
  writeShowinfo,
  writeTeamBlock,
  writeTextMsg,
  writeTextPlayMode,
  writeTextShow,
  writeTextTeam,
} from '../entries/monitor.js';
import { decodeMonitorDatagram, type MonitorRecord } from '../index.js';

/** The same shows and messages of the same match, recorded by a monitor of each version. */
const recorded: Record<string, { shows: string[]; messages: string[] }> = streams;

function decodeRecord(text: string, version: MonitorVersion): MonitorRecord {
  const result = decodeMonitorDatagram(encodeLatin1(`${text}\0`), version);
  if (!result.ok) throw new Error(`${result.error.message} in ${text}`);
  return result.value;
}

/** Shows recorded by the version 5 monitor, with the stoppage counter recorded by the JSON monitor. */
const frames: Frame[] = recorded['5']!.shows.map((text, i) => {
  const shown = decodeRecord(text, 5);
  const json = decodeRecord(recorded['-1']!.shows[i]!, -1);
  if (shown.type !== 'show' || json.type !== 'show') throw new Error('no show');
  expect([shown.players, shown.hasPlayMode, shown.hasTeams]).toEqual([22, true, true]);
  shown.frame.stoppageTime = json.frame.stoppageTime;
  return shown.frame;
});

describe('one match recorded in all versions (spec 10 §6, §7, checklist 6, 7)', () => {
  it.each([3, 4, 5, -1] as const)(
    'version %d: encodes the frames of the other versions to the recorded shows',
    (version) => {
      const codec = createMonitorCodec(version);
      for (const [i, frame] of frames.entries()) {
        expect(decodeLatin1(codec.encodeShow(frame))).toBe(`${recorded[version]!.shows[i]}\0`);
      }
    },
  );

  it.each([3, 4, 5, -1] as const)(
    'version %d: its own shows decode and encode to the same text',
    (version) => {
      const codec = createMonitorCodec(version, { everyShow: true });
      for (const text of recorded[version]!.shows) {
        const shown = decodeRecord(text, version);
        if (shown.type !== 'show') throw new Error('no show');
        expect(decodeLatin1(codec.encodeShow(shown.frame))).toBe(`${text}\0`);
      }
    },
  );

  it('version 1 (spec 10 §4, checklist 5)', () => {
    const codec = createMonitorCodec(1);
    for (const [i, frame] of frames.entries()) {
      const bytes = codec.encodeShow(frame);
      expect(bytes.length).toBe(2052);
      expect(formatDatagram(bytes, 1)).toBe(recorded['1']!.shows[i]);
    }
  });

  it('version 2, within the precision of the version 5 numbers (spec 10 §5, checklist 5)', () => {
    const codec = createMonitorCodec(2);
    for (const [i, frame] of frames.entries()) {
      const bytes = codec.encodeShow(frame);
      expect(bytes.length).toBe(2056);
      const numbers = /-?\d+/g;
      const got = formatDatagram(bytes, 2);
      const wanted = recorded['2']!.shows[i]!;
      expect(got.replace(numbers, '#')).toBe(wanted.replace(numbers, '#'));
      const wantedNumbers = wanted.match(numbers)!.map(Number);
      for (const [k, text] of got.match(numbers)!.entries()) {
        // Texts are rounded to 0.0001 m, or to six digits for stamina.
        const tolerance = Math.max(4, Math.abs(wantedNumbers[k]!) * 1e-6);
        expect(Math.abs(Number(text) - wantedNumbers[k]!)).toBeLessThanOrEqual(tolerance);
      }
    }
  });

  it('has the recorded messages and tiles (spec 10 §6.3, §8, §9)', () => {
    for (const version of [1, 2, 3, 4, 5, -1] as const) {
      const codec = createMonitorCodec(version);
      for (const [i, wanted] of recorded[version]!.messages.entries()) {
        const json = decodeRecord(recorded['-1']!.messages[i]!, -1);
        const text = decodeRecord(recorded['5']!.messages[i]!, 5);
        const w = new ByteWriter();
        if (text.type === 'team_graphic') {
          expect(json).toEqual(text);
          codec.writeTeamGraphic(w, text.side, text.tile, 1);
        } else if (json.type === 'msg') {
          expect({ ...text, stoppageTime: json.stoppageTime }).toEqual(json);
          codec.writeMessage(w, { ...json, time: json.time! });
        }
        expect(version === 1 || version === 2 ? formatDatagram(w.view(), version) : w.toString()).toBe(
          version === 1 || version === 2 ? wanted : `${wanted}\0`,
        );
      }
    }
  });
});

/** Encodes a record of a text log again. */
function reencodeTextRecord(read: MonitorRecord, version: 3 | 4 | 5): string {
  const w = new ByteWriter();
  if (read.type === 'show') writeTextShow(w, read.frame, monitorFeatures(version)!, false);
  else if (read.type === 'msg') writeTextMsg(w, read.time!, read.board, read.text);
  else if (read.type === 'team_graphic') writeTextMsg(w, 0, 1, formatTeamGraphicText(read.side, read.tile));
  else if (read.type === 'playmode') writeTextPlayMode(w, read.time!, read.playMode!);
  else if (read.type === 'team') writeTextTeam(w, read.time!, read.left, read.right);
  return w.toString();
}

describe('lines of text logs decode and encode to the same text (spec 09 §8, checklist 11, 12)', () => {
  it.each([['4', 3] as const, ['5', 4] as const, ['6', 5] as const])('log version %s', (log, version) => {
    expect(logs[log].length).toBeGreaterThan(5);
    for (const line of logs[log]) {
      const read = decodeTextRecord(line);
      if (!read.ok) throw new Error(`${read.error.message} in ${line}`);
      expect(reencodeTextRecord(read.value, version)).toBe(line);
    }
  });
});

describe('elements of JSON logs decode and encode to the same text (spec 09 §9, checklist 15)', () => {
  it.each(logs.json.map((line) => [line.slice(0, 40), line]))('%s', (_, line) => {
    const result = decodeJsonRecord(line);
    if (!result.ok) throw new Error(result.error.message);
    const read = result.value;
    const w = new ByteWriter();
    if (read.type === 'show') {
      expect([read.hasPlayMode, read.hasTeams, read.players]).toEqual([false, false, 22]);
      writeJsonShow(w, read.frame, 'log');
    } else if (read.type === 'msg') writeJsonMsg(w, read.time!, read.stoppageTime, read.board, read.text);
    else if (read.type === 'team_graphic') w.ascii(formatTeamGraphicJson(read.side, read.tile));
    else if (read.type === 'playmode') writeJsonPlayMode(w, read.time!, read.stoppageTime, read.playMode!);
    else if (read.type === 'team') writeJsonTeam(w, read.time!, read.stoppageTime, read.left, read.right);
    expect(w.toString()).toBe(line);
  });
});

const decodeBase64 = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));

describe('binary records of logs (spec 09 §5, §7, checklist 7, 9, 10)', () => {
  it('showinfo_t decodes and encodes to the same bytes, except undefined bytes', () => {
    const [show, message] = logs.binary1.map(decodeBase64);
    const frame = createFrame();
    expect(readShowinfo(show!, 2, frame)).toBe(true);
    const w = new ByteWriter();
    writeShowinfo(w, frame);
    const undefinedBytes = (i: number) => i === 1 || (i >= 38 && i < 46) || isNameTail(show!, 2, i);
    for (const [i, byte] of w.view().entries())
      if (!undefinedBytes(i)) expect([i, byte]).toEqual([i, show![2 + i]]);

    // The fixture contains only the beginning of the record.
    const text = decodeLatin1(message!, 4);
    writeMsginfo(w.reset(), 1, text);
    expect(w.length).toBe(2050);
    expect([...w.view().subarray(0, 78)]).toEqual([...message!.subarray(2)]);
  });

  it('short_showinfo_t2, teams and parameters decode and encode to the same bytes', () => {
    const kinds: number[] = [];
    for (const bytes of logs.binary3.map(decodeBase64)) {
      const kind = bytes[1]!;
      kinds.push(kind);
      const w = new ByteWriter();
      if (kind === RecordKind.SHOW) {
        const frame = createFrame();
        expect(readShortShowinfo2(bytes, 2, frame)).toBe(true);
        writeShortShowinfo2(w, frame);
        const padding = (i: number) =>
          i >= 1426 || (i >= 16 && i < 1424 && (i - 16) % 64 >= 34 && (i - 16) % 64 < 36);
        for (const [i, byte] of w.view().entries())
          if (!padding(i)) expect([i, byte]).toEqual([i, bytes[2 + i]]);
      } else if (kind === RecordKind.TEAMS) {
        const { left, right } = createFrame();
        readTeamBlock(bytes, 2, left);
        readTeamBlock(bytes, 20, right);
        writeTeamBlock(w, left);
        writeTeamBlock(w, right);
        expect([left.name, right.name]).toEqual(['North-1', 'South_2']);
        for (const [i, byte] of w.view().entries())
          if (!isNameTail(bytes, 0, i + 2)) expect([i, byte]).toEqual([i, bytes[2 + i]]);
      } else {
        const read = decodeParamBlock(kind, bytes.subarray(2));
        expect(read).toMatchObject({ ok: true });
      }
    }
    expect(kinds.sort()).toEqual([1, 6, 7, 8, 9]);
  });
});

/** Returns whether byte `i` after `start` is after the NUL of a 16-byte team name at offset 2 or 20. */
function isNameTail(bytes: Uint8Array, start: number, i: number): boolean {
  for (const at of [2, 20]) {
    if (i < at || i >= at + 16) continue;
    const nul = bytes.subarray(start + at, start + at + 16).indexOf(0);
    if (nul >= 0 && i - at > nul) return true;
  }
  return false;
}
