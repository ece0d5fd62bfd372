import { createRandomStream, uniform } from '@rcss/core/random';
import { createServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import {
  averageSamples,
  checkMotionModel,
  formatSampleTable,
  MotionTraining,
  measureEnergy,
  measureScene,
  type Positions,
  PREDICTED_CYCLES,
  parsePlayerTypes,
  parseSampleTable,
  parseTrackingFrames,
  predictBaseline,
  predictMotion,
  ROW_LENGTH,
} from '../entries/trajectories.js';

/** A match of open play in which all objects slow down by 10 % in each cycle, after a push at a random time. */
function createDecay(seed: number): Positions {
  const random = createRandomStream(seed, 'test');
  const row = new Float64Array(ROW_LENGTH).map(() => uniform(random, -20, 20));
  const speed = new Float64Array(ROW_LENGTH);
  const rows = Array.from({ length: 400 }, (_, cycle) => {
    for (let i = 0; i < ROW_LENGTH; i++) {
      if (cycle % 40 === 0) speed[i] = uniform(random, -1, 1);
      row[i]! += speed[i]!;
      speed[i]! *= 0.9;
    }
    return row.slice();
  });
  const all = rows.map((_, i) => i);
  return { rows, numbers: all, cycles: all, playModes: rows.map(() => 'play_on') };
}

function fit(...seeds: readonly number[]) {
  const training = new MotionTraining();
  for (const seed of seeds) training.add(createDecay(seed));
  return training.fit()!;
}

describe('the learned baseline', () => {
  it('learns how objects slow down, and predicts matches that it has not seen', () => {
    const model = fit(1, 2);
    const { rows } = createDecay(3);
    const known = { rows: rows.slice(0, 206) };
    const truth = rows.slice(206, 206 + PREDICTED_CYCLES);
    const error = (predicted: readonly Float64Array[]) => measureScene(predicted, truth).average.left;
    expect(error(predictMotion(known, model))).toBeLessThan(0.3 * error(predictBaseline(known, 'velocity')));
  });

  it('is the same for the same tables, and survives a file', () => {
    const model = fit(1);
    expect(fit(1)).toEqual(model);
    const read = checkMotionModel(JSON.parse(JSON.stringify(model)), 'a.json');
    expect(read.ok && read.value).toEqual(model);
  });

  it('predicts the mirror image for the mirror image: the teams change sides', () => {
    const model = fit(1);
    const { rows } = createDecay(3);
    const mirror = (row: Float64Array): Float64Array => {
      const turned = row.map((value) => -value);
      return Float64Array.from([...turned.slice(22, 44), ...turned.slice(0, 22), ...turned.slice(44)]);
    };
    const known = rows.slice(0, 206);
    const player = (predicted: readonly Float64Array[]) => [...predicted.at(-1)!.slice(2, 22)];
    const turned = predictMotion({ rows: known.map(mirror) }, model).map(mirror);
    player(turned).forEach((value, i) => {
      expect(value).toBeCloseTo(player(predictMotion({ rows: known }, model))[i]!, 9);
    });
  });

  it('names what is wrong in a model', () => {
    const model = fit(1);
    const check = (value: unknown): string => {
      const checked = checkMotionModel(value, 'a.json');
      return checked.ok ? '' : checked.error.message;
    };
    expect(check({ ...model, version: 2 })).toContain('a.json: version: 2: not a model');
    const { player, ...rest } = model.coefficients;
    const cut = { x: player.x.slice(1), y: player.y };
    expect(check({ ...model, coefficients: { ...rest, player: cut } })).toContain(
      'a.json: coefficients.player:',
    );
    expect(check(null)).toContain('version: undefined');
  });

  it('needs open play', () => {
    const training = new MotionTraining();
    const { rows, numbers, cycles } = createDecay(1);
    training.add({ rows, numbers, cycles, playModes: rows.map(() => 'free_kick_l') });
    expect(training.fit()).toBeNull();
  });
});

/** Rows in which all objects are at one place. */
function stand(value: number): Float64Array[] {
  return Array.from({ length: PREDICTED_CYCLES }, () => new Float64Array(ROW_LENGTH).fill(value));
}

describe('continuations', () => {
  it('the energy score of one is its error; that of a spread around the truth is smaller', () => {
    const truth = stand(0);
    expect(measureEnergy([stand(3)], truth)).toEqual(measureScene(stand(3), truth));
    const spread = measureEnergy([stand(3), stand(-3)], truth);
    expect(spread.average.challenge).toBeCloseTo(0, 12);
    const wrong = measureEnergy([stand(3), stand(4)], truth);
    expect(wrong.average.ball).toBeCloseTo(3 * Math.SQRT2, 12);
  });

  it('are read as they were written, and their mean is the prediction', () => {
    const numbers = stand(0).map((_, i) => 50 + i);
    const text = formatSampleTable(numbers, [stand(1), stand(2)]);
    expect(text.split('\n')[0]).toMatch(/^sample,#,l1_x,/);
    const read = parseSampleTable(text, { file: 'a.csv' });
    if (!read.ok) throw new Error(read.error.message);
    expect(read.value.map((table) => table.numbers)).toEqual([numbers, numbers]);
    const samples = read.value.map(({ rows }) => rows);
    expect(averageSamples(samples)[29]![5]).toBe(1.5);
    const bad = parseSampleTable(text.replace('\n2,50,2,', '\n2,50,x,'), { file: 'a.csv' });
    expect(bad.ok ? '' : bad.error.message).toContain(
      'a.csv, sample 2:2: l1_x: "x" is not a number of meters',
    );
  });
});

describe('frames of a tracking table', () => {
  const HEAD = [
    '#,cycle,stopped,playmode,l_name,l_score,l_pen_score,r_name,r_score,r_pen_score,b_x,b_y,b_vx,b_vy',
    ...['t', 'x', 'y', 'vx', 'vy', 'body', 'neck', 'vwidth', 'stamina'].map((column) => `l1_${column}`),
  ].join(',');
  const ROW = '1,70,0,"play_on","A",0,0,"B",0,0,1,2,0.5,-0.25,3,-50,1,0.1,0.2,90,-10,120,7000';

  it('have the ball and the present players', () => {
    const parsed = parseTrackingFrames(`${HEAD}\n${ROW}\n${ROW.replace('70', '71')}\n`, 'a.csv', 1);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const [frame] = parsed.value;
    expect(parsed.value).toHaveLength(1);
    expect(frame).toMatchObject({ time: 71, playMode: 'play_on', ballX: 1, ballVy: -0.25 });
    expect(frame!.left.name).toBe('A');
    expect(frame!.players[0]).toMatchObject({
      typeId: 3,
      x: -50,
      vx: 0.1,
      body: 90,
      neck: -10,
      stamina: 7000,
    });
    expect(frame!.players[1]!.state).toBe(0);
  });

  it('that are wrong are refused with place and value', () => {
    const read = (text: string): string => {
      const parsed = parseTrackingFrames(text, 'a.csv', 5);
      return parsed.ok ? '' : parsed.error.message;
    };
    expect(read('#,b_x\n1,2\n')).toContain('a.csv:1: the columns cycle, playmode');
    expect(read(`${HEAD}\n`)).toBe('a.csv: the table has no rows');
    expect(read(`${HEAD}\n${ROW.replace('7000', '')}\n`)).toBe('a.csv:2: l1_stamina: "" is not a number');
    expect(read(`${HEAD}\n${ROW.replace('play_on', 'playing')}\n`)).toBe(
      'a.csv:2: playmode: "playing" is not a play mode',
    );
  });

  it('player types take what the table does not have from the default type', () => {
    const server = createServerParams();
    const types = parsePlayerTypes('id,player_speed_max\n0,1.05\n1,1.2\n', 'a.csv', server);
    expect(types.ok && types.value.map(({ id, player_speed_max: speed }) => [id, speed])).toEqual([
      [0, 1.05],
      [1, 1.2],
    ]);
    const bad = parsePlayerTypes('id,player_speed_max\n0,fast\n', 'a.csv', server);
    expect(bad.ok ? '' : bad.error.message).toBe('a.csv:2: player_speed_max: not a number');
  });
});
