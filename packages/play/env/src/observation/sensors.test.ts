import { createSeeObservation, createSenseBodyObservation } from '@rcss/core/observation';
import { decodePlayerMessage, type SeeMessage, type SenseBodyMessage } from '@rcss/protocol';
import { createPlayerEncoding, encodeSee, encodeSenseBody } from '@rcss/protocol/player';
import { fillSenseBody } from '@rcss/sensors';
import { ByteWriter } from '@rcss/sexp';
import { fork, type Match } from '@rcss/simulator';
import { runSenseBody, runVision } from '@rcss/simulator/cycle';
import { expect, it } from 'vitest';
import { type Batch, createBatch, fieldIndex } from '../index.js';

/** What a client would have received in a cycle, by player index. */
interface Messages {
  readonly bodies: Map<number, SenseBodyMessage>;
  readonly seen: Map<number, SeeMessage>;
}

/** Runs the sensors of a copy of a match as a server does, and decodes the text of the messages. */
function receiveMessages(match: Match): Messages {
  const copy = fork(match);
  const names = { left: 'left', right: 'right', fixedLeft: '', fixedRight: '' };
  const body = createSenseBodyObservation();
  const writer = new ByteWriter();
  const messages: Messages = { bodies: new Map(), seen: new Map() };
  const decode = <T>(): T => {
    const result = decodePlayerMessage(writer.view());
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    writer.reset();
    return result.value as T;
  };
  runSenseBody(copy, (player) => {
    fillSenseBody(copy.world, copy.params, player, body);
    encodeSenseBody(writer, body, createPlayerEncoding(player.version, player.side, names));
    messages.bodies.set(player.index, decode());
  });
  runVision(copy, true, createSeeObservation(), (player, see) => {
    encodeSee(writer, see, createPlayerEncoding(player.version, player.side, names));
    messages.seen.set(player.index, decode());
  });
  return messages;
}

/** Value of a field of an agent before the division by its scale. */
function fieldValue(batch: Batch, agent: number, name: string): number {
  const at = fieldIndex(batch.observationLayout, name);
  const { scale } = batch.observationLayout[at]!;
  return batch.observations[agent * batch.observationLayout.length + at]! * scale;
}

const OPPOSITE: Readonly<Record<string, string>> = { l: 'r', r: 'l', t: 'b', b: 't' };

/** Field of a landmark or line as the left team has it; the first word of a name is not a side. */
function placeName(kind: string, name: string, isLeft: boolean): string {
  const [first, ...sides] = name.split(' ');
  return `${kind}.${[first, ...(isLeft ? sides : sides.map((side) => OPPOSITE[side] ?? side))].join('-')}`;
}

/** The text of a Gaussian distance has two decimals. */
function expectDistance(value: number, text: number): void {
  expect(Math.abs(value - text)).toBeLessThan(0.00501);
}

function compareSee(batch: Batch, agent: number, { objects }: SeeMessage): number {
  const isLeft = batch.agents[agent]!.side === 'left';
  const value = (name: string) => fieldValue(batch, agent, name);
  const unknown: number[][] = [];
  let compared = 0;
  for (const { kind, name, detail, ...object } of objects) {
    let prefix: string | undefined;
    if ((kind === 'landmark' || kind === 'line') && detail === 'named')
      prefix = placeName(kind, name, isLeft);
    else if (kind === 'ball') prefix = 'ball';
    else if (kind === 'player' && object.unum !== null)
      prefix = `${object.team === batch.agents[agent]!.side ? 'own' : 'opponent'}.${object.unum}`;
    else if (kind === 'player') {
      const team = object.team === null ? 0 : object.team === batch.agents[agent]!.side ? 1 : -1;
      unknown.push([object.dir, team, object.dist!]);
    }
    if (prefix === undefined) continue;
    compared += 1;
    expect(value(`${prefix}.age`)).toBe(0);
    expectDistance(value(`${prefix}.distance`), object.dist!);
    expect(value(`${prefix}.direction`)).toBeCloseTo(object.dir, 3);
    if (kind === 'landmark' || kind === 'line' || object.distChange === null) continue;
    expect(value(`${prefix}.distanceChange`)).toBeCloseTo(object.distChange, 3);
    expect(value(`${prefix}.directionChange`)).toBeCloseTo(object.dirChange!, 2);
    if (object.bodyDir === null) continue;
    expect(value(`${prefix}.body`)).toBeCloseTo(object.bodyDir, 3);
    expect(value(`${prefix}.head`)).toBeCloseTo(object.headDir!, 3);
    expect(value(`${prefix}.goalie`)).toBe(object.goalie ? 1 : 0);
    expect(value(`${prefix}.tackling`)).toBe(object.tackling ? 1 : 0);
    expect(value(`${prefix}.kicking`)).toBe(object.kicked ? 1 : 0);
  }
  const rows: number[][] = [];
  for (let i = 1; i <= 9 && value(`unknown.${i}.present`) === 1; i++) {
    const row = ['direction', 'team', 'distance'].map((field) => value(`unknown.${i}.${field}`));
    rows.push([Math.round(row[0]!), row[1]!, row[2]!]);
  }
  const inOrder = (list: number[][]) => list.sort((x, y) => x[0]! - y[0]! || x[2]! - y[2]!);
  expect(rows.length).toBe(unknown.length);
  inOrder(rows).forEach((row, i) => {
    const [dir, team, dist] = inOrder(unknown)[i]!;
    expect(row.slice(0, 2)).toEqual([dir, team]);
    expectDistance(row[2]!, dist!);
  });
  return compared;
}

function compareBody(batch: Batch, agent: number, body: SenseBodyMessage): void {
  const value = (name: string) => fieldValue(batch, agent, `body.${name}`);
  // The text has six digits of the stamina.
  expect(value('stamina') * 8000).toBeCloseTo(body.stamina, 1);
  expect(value('effort')).toBeCloseTo(body.effort, 4);
  expect(value('speed')).toBeCloseTo(body.speed, 4);
  expect(value('speedDirection')).toBeCloseTo(body.speedDir!, 3);
  expect(value('neck')).toBeCloseTo(body.headAngle!, 3);
  expect(value('viewNarrow')).toBe(body.width === 'narrow' ? 1 : 0);
  expect(value('viewWide')).toBe(body.width === 'wide' ? 1 : 0);
}

it.each(['quantized', 'gaussian'] as const)(
  'sensors: %s observations have the values that a client reads from see and sense_body',
  (noise) => {
    let messages: Messages | undefined;
    const batch = createBatch({
      scenario: '5v5',
      agents: 'both',
      seed: 4,
      observation: { type: 'sensors', noise },
      onCycle: (match, _, isStart) => {
        if (!isStart) messages = receiveMessages(match);
      },
    });
    batch.reset();
    const width = batch.actionLayout.length;
    let seen = 0;
    let compared = 0;
    for (let n = 0; n < 40; n++) {
      batch.actions.forEach((_, i) => {
        const field = i % width;
        const agent = Math.floor(i / width);
        // Dashes, turns, turns of the neck; narrow, normal and wide views.
        batch.actions[i] = [
          1 + ((n + agent) % 2),
          0.6,
          ((n % 7) - 3) / 10,
          ((agent % 3) - 1) / 9,
          1 + (agent % 3),
        ][field]!;
      });
      batch.step();
      batch.agents.forEach(({ side, unum }, agent) => {
        const player = (side === 'left' ? -1 : 10) + unum;
        compareBody(batch, agent, messages!.bodies.get(player)!);
        const see = messages!.seen.get(player);
        expect(fieldValue(batch, agent, 'see.age') === 0).toBe(see !== undefined);
        if (see === undefined) return;
        seen += 1;
        compared += compareSee(batch, agent, see);
      });
    }
    expect(seen).toBeGreaterThan(200);
    expect(compared).toBeGreaterThan(2000);
  },
);

it('sensors: what is out of view keeps its values, and its age grows', () => {
  const batch = createBatch({ scenario: 'approach-ball', observation: { type: 'sensors' } });
  batch.reset(1);
  const { world } = batch.match(0);
  const player = world.players[0]!;
  const value = (name: string) => fieldValue(batch, 0, name);
  batch.actions.set([0, 0, 0, 0, 1]); // narrow: a see message in each cycle
  for (let n = 0; n < 4; n++) batch.step();
  expect(value('ball.age')).toBe(0);
  const distance = value('ball.distance');
  player.body = player.bodyTarget = player.body + Math.PI;
  for (let n = 1; n <= 3; n++) {
    batch.step();
    expect(value('see.age')).toBe(0);
    expect(value('ball.age')).toBe(n);
    expect(value('ball.distance')).toBe(distance);
  }
});

it('sensors: a saved match continues with the same observations', () => {
  const create = () =>
    createBatch({ scenario: '3v3', agents: 'both', seed: 9, observation: { type: 'sensors' } });
  const [first, second] = [create(), create()];
  first.reset();
  second.reset();
  for (let n = 0; n < 20; n++) first.stepScripted();
  second.restoreMatch(0, JSON.parse(JSON.stringify(first.saveMatch(0))));
  expect(second.observations).toEqual(first.observations);
  for (let n = 0; n < 20; n++) {
    first.stepScripted();
    second.stepScripted();
  }
  expect(second.observations).toEqual(first.observations);
  const other = createBatch({ scenario: '3v3', agents: 'both' });
  other.reset();
  expect(() => second.restoreMatch(0, other.saveMatch(0))).toThrow('0 numbers of the observation instead of');
});
