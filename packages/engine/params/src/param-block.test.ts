import { readFileSync } from 'node:fs';
import { unwrap } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  createPlayerParams,
  createServerParams,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
} from './create-params.js';
import {
  createPlayerParamBlock,
  createPlayerTypeBlock,
  createServerParamBlock,
  PLAYER_PARAM_BLOCK_FIELDS,
  readPlayerParamBlock,
  readPlayerTypeBlock,
  readServerParamBlock,
  SERVER_PARAM_BLOCK_FIELDS,
} from './param-block.js';
import { readPlayerParamText, readServerParamText } from './param-messages-read.js';
import { createDefaultPlayerType } from './player-type.js';
import { generatePlayerTypes } from './player-type-generation.js';

const logs = JSON.parse(readFileSync(new URL('../testdata/logs.json', import.meta.url), 'utf8')) as {
  v6: string[];
  v3: { server_param: string; player_param: string; player_type: string[] };
};
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const int32 = (block: Uint8Array, offset: number): number =>
  new DataView(block.buffer, block.byteOffset).getInt32(offset);
const int16 = (block: Uint8Array, offset: number): number =>
  new DataView(block.buffer, block.byteOffset).getInt16(offset);

describe('binary blocks', () => {
  it('encodes the worked examples (spec 01 §5.5)', () => {
    const server = createServerParamBlock(DEFAULT_SERVER_PARAMS);
    expect([0, 204, 32, 128, 300].map((offset) => int32(server, offset))).toEqual([
      918814, 71106, 524288000, 393, -65536,
    ]);
    const player = createPlayerParamBlock(DEFAULT_PLAYER_PARAMS);
    expect(int32(player, 24)).toBe(6554);
    expect(int32(player, 20)).toBe(-6553);
    expect(int32(player, 64)).toBe(-261);
    expect(int32(player, 40)).toBe(-6553599);
    expect(int32(player, 72)).toBe(-1);
  });

  it('encodes the first bytes of the server block (spec 09 §7.4)', () => {
    const first = Buffer.from(createServerParamBlock(DEFAULT_SERVER_PARAMS)).toString('hex', 0, 32);
    expect(first).toBe('000e051e0005000000004ccc0000666600001999003c000000010ccc00010000');
  });

  it('encodes the default type (spec 09 §7.6)', () => {
    expect(
      Buffer.from(createPlayerTypeBlock(createDefaultPlayerType(DEFAULT_SERVER_PARAMS))).toString('hex'),
    ).toBe(
      `0000000000010ccd002d000000006666000500000000018900004ccd0000b3330000199a00320000000100000000999a000006e90000800000010000${'00'.repeat(28)}`,
    );
  });

  it('multiplies steps, keeps half_time in seconds and writes the slowness of the left team for both teams (spec 01 §2.3, §5.5)', () => {
    const p = createServerParams({
      slow_down_factor: 2,
      synch_see_offset: 10,
      say_msg_size: -1,
      slowness_on_top_for_left_team: 2,
      slowness_on_top_for_right_team: 3,
    });
    const block = createServerParamBlock(p);
    expect([254, 256, 258, 260, 262, 264, 266, 388].map((offset) => int16(block, offset))).toEqual([
      300, 200, 300, 10, 200, 600, -1, 120,
    ]);
    expect(int32(block, 340)).toBe(131072);
    expect(readServerParamBlock(block)).toMatchObject({
      simulator_step: 100,
      synch_offset: 60,
      slow_down_factor: 2,
    });
  });

  it('entries do not overlap and are inside the block (spec 01 §5.5)', () => {
    for (const [fields, size] of [
      [SERVER_PARAM_BLOCK_FIELDS, 396],
      [PLAYER_PARAM_BLOCK_FIELDS, 132],
    ] as const) {
      let end = 0;
      for (const field of fields) {
        expect(field.offset, field.name).toBeGreaterThanOrEqual(end);
        expect(field.offset % field.size, field.name).toBe(0);
        end = field.offset + field.size;
      }
      expect(end).toBeLessThanOrEqual(size);
    }
    expect(SERVER_PARAM_BLOCK_FIELDS).toHaveLength(118);
    expect(PLAYER_PARAM_BLOCK_FIELDS).toHaveLength(29);
  });

  it('encodes the blocks of a recorded log, except their gaps (spec 01 §9.29, spec 09 §7)', () => {
    const recorded = bytes(logs.v3.server_param);
    const params = createServerParams(unwrap(readServerParamText(logs.v6[0]!)));
    const written = createServerParamBlock(params);
    for (const field of SERVER_PARAM_BLOCK_FIELDS) {
      const [a, b] = [written, recorded].map((block) => block.slice(field.offset, field.offset + field.size));
      expect(a, field.name).toEqual(b);
    }
    const recordedPlayer = bytes(logs.v3.player_param);
    const seed = int32(recordedPlayer, 72);
    const player = createPlayerParams({ ...unwrap(readPlayerParamText(logs.v6[1]!)), random_seed: seed });
    const writtenPlayer = createPlayerParamBlock(player);
    for (const field of PLAYER_PARAM_BLOCK_FIELDS) {
      const [a, b] = [writtenPlayer, recordedPlayer].map((block) =>
        block.slice(field.offset, field.offset + field.size),
      );
      expect(a, field.name).toEqual(b);
    }
    const types = generatePlayerTypes(params, player, seed);
    expect(logs.v3.player_type).toHaveLength(18);
    for (const [id, hex] of logs.v3.player_type.entries()) {
      const block = bytes(hex);
      expect(createPlayerTypeBlock(types[id]!).slice(4, 60), `type ${id}`).toEqual(block.slice(4, 60));
      expect(int16(block, 0)).toBe(id);
      expect(readPlayerTypeBlock(block)!.player_decay).toBeCloseTo(types[id]!.player_decay, 4);
    }
  });

  it('refuses short input, and decodes encoded blocks', () => {
    expect(readServerParamBlock(new Uint8Array(395))).toBeUndefined();
    expect(readPlayerParamBlock(new Uint8Array(131))).toBeUndefined();
    expect(readPlayerTypeBlock(new Uint8Array(87))).toBeUndefined();
    const p = createServerParams({ synch_mode: true, half_time: 7, ball_decay: 0.5, goal_width: 10.25 });
    expect(readServerParamBlock(createServerParamBlock(p))).toMatchObject({
      synch_mode: true,
      half_time: 7,
      ball_decay: 0.5,
      goal_width: 10.25,
    });
  });

  it('omits values with which no match can run when it decodes a block', () => {
    const bytes = createServerParamBlock(DEFAULT_SERVER_PARAMS);
    const offset = SERVER_PARAM_BLOCK_FIELDS.find((field) => field.name === 'recv_step')!.offset;
    bytes[offset] = 0;
    bytes[offset + 1] = 0;
    const read = readServerParamBlock(bytes)!;
    expect(read).not.toHaveProperty('recv_step');
    expect(createServerParams(read).recv_step).toBe(DEFAULT_SERVER_PARAMS.recv_step);
  });
});
