import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { teamProcessJsonSchema } from './json-schema.js';
import { readMessage } from './messages.js';

const action = { kind: 'x', reason: '', body: null };

it.each([
  [7, 'the message: 7 is not a message of the type ready, ask, action or orders'],
  [{ type: 'act' }, 'type: "act" is not a message of the type ready, ask, action or orders'],
  [
    { type: 'action', id: 1, action: { ...action, body: { type: 'dash', power: 'full', dir: 0 } } },
    'action.body.power: "full" is not a number',
  ],
  [
    { type: 'action', id: 1, action: { ...action, body: { type: 'run' } } },
    'action.body.type: "run" is not a command of the type dash, dash_legs, turn',
  ],
  [
    { type: 'action', id: 1, action: { ...action, turnNeck: 200 } },
    'action.turnNeck: 200 is not a number from -180 to 180',
  ],
  [
    { type: 'action', id: 1, action: { ...action, pointTo: 'up' } },
    'action.pointTo: "up" is not a point such as {"x": 10, "y": 0}, or "off"',
  ],
  [
    { type: 'action', id: 1, action: { ...action, targets: null } },
    'action.targets is not a known field; did you mean target?',
  ],
  [{ type: 'action', id: 1 }, 'action is missing'],
  [
    { type: 'action', id: 1, action: null, say: 'much too long' },
    'say: "much too long" is not a text of at most 10 characters',
  ],
  [
    { type: 'orders', id: 1, types: [{ unum: 12, type: 0 }] },
    'types[0].unum: 12 is not a whole number from 1 to 11',
  ],
])('the message %j is refused with place, value and what is allowed', (message, text) => {
  expect(() => readMessage(message)).toThrow(text);
});

it('absent details of an action have their defaults', () => {
  expect(readMessage({ type: 'action', id: 3, action: { kind: 'wait' } })).toEqual({
    type: 'action',
    id: 3,
    action: { kind: 'wait', reason: '', body: null, lookAt: null, passTo: 0, target: null },
  });
});

it('the JSON Schema has each part once, and accepts and refuses the messages that the check does', () => {
  const schema = teamProcessJsonSchema();
  // A field of actions, which four messages contain.
  expect(JSON.stringify(schema).match(/"turnNeck":/g)).toHaveLength(1);
  const validate = new Ajv2020({ strict: false }).compile({ ...schema, $ref: '#/$defs/FromProcess' });
  const message = { type: 'action', id: 1, action: { kind: 'wait', lookAt: { x: 1, y: 2 } } };
  expect(validate(message)).toBe(true);
  expect(validate({ ...message, action: { kind: 'wait', lookAt: { x: 'one', y: 2 } } })).toBe(false);
});
