import { CLANG_KEYWORDS, PLAY_MODE_WORDS } from './tokens.js';

/** The families of nodes. */
export type Shape =
  | 'message'
  | 'token'
  | 'definition'
  | 'switch'
  | 'ids'
  | 'rule'
  | 'directive'
  | 'condition'
  | 'action'
  | 'region'
  | 'point'
  | 'unit'
  | 'unitName'
  | 'shortUnit';

/** Contents of a field of a node: a number, a text of a form, one of some values, a node, or a list. */
export type ShapeField =
  | 'int'
  | 'number'
  | 'boolean'
  | RegExp
  | { readonly oneOf: readonly unknown[] }
  | { readonly node: Shape }
  | { readonly list: Shape | ShapeField; readonly count?: number; readonly sorted?: readonly unknown[] };

const STRING = '[0-9A-Za-z().+\\-*/?<>_ ]';
const NAME8: ShapeField = new RegExp(`^${STRING}{1,8}$`);
const NAME6: ShapeField = new RegExp(`^${STRING}{1,6}$`);
const FREEFORM: ShapeField = new RegExp(`^${STRING}+$`);
const VARIABLE: ShapeField = new RegExp(
  `^(?!(?:${CLANG_KEYWORDS.join('|')})$)[abe-oqrt-zA-Z_][A-Za-z0-9_]{0,7}$`,
);
const TEAM: ShapeField = { oneOf: ['our', 'opp'] };
const UNITS: ShapeField = { list: 'unit' };
const REGION: ShapeField = { node: 'region' };
const POINT: ShapeField = { node: 'point' };
const CONDITION: ShapeField = { node: 'condition' };
const DIRECTIVES: ShapeField = { list: 'directive' };
const IDS: ShapeField = { node: 'ids' };

/** The fields of every kind of node; the tree of `ast.ts` as data. */
export const SHAPES: Readonly<Record<Shape, Readonly<Record<string, Readonly<Record<string, ShapeField>>>>>> =
  {
    message: {
      meta: { versions: { list: 'number' } },
      freeform: { text: FREEFORM },
      unsupported: {},
      info: { tokens: { list: 'token' } },
      advice: { tokens: { list: 'token' } },
      define: { definitions: { list: 'definition' } },
      rule: { switches: { list: 'switch' } },
      delete: { ids: IDS },
    },
    token: { timed: { ttl: 'int', condition: CONDITION, directives: DIRECTIVES }, clear: {} },
    definition: {
      definec: { name: NAME8, condition: CONDITION },
      defined: { name: NAME8, directive: { node: 'directive' } },
      definer: { name: NAME8, region: REGION },
      definea: { name: NAME8, action: { node: 'action' } },
      definerule: { name: VARIABLE, purpose: { oneOf: ['model', 'direc'] }, rule: { node: 'rule' } },
    },
    switch: { switch: { on: 'boolean', ids: IDS } },
    ids: { all: {}, ids: { ids: { list: VARIABLE } } },
    rule: {
      simple: { condition: CONDITION, directives: DIRECTIVES },
      nested: { condition: CONDITION, rules: { list: 'rule' } },
      ref: { ids: IDS },
    },
    directive: {
      command: { positive: 'boolean', team: TEAM, units: UNITS, actions: { list: 'action' } },
      named: { name: NAME8 },
    },
    condition: {
      bool: { value: 'boolean' },
      ppos: { team: TEAM, units: UNITS, min: 'int', max: 'int', region: REGION },
      bpos: { region: REGION },
      bowner: { team: TEAM, units: UNITS },
      playm: { mode: { oneOf: PLAY_MODE_WORDS } },
      and: { conditions: { list: 'condition' } },
      or: { conditions: { list: 'condition' } },
      not: { condition: CONDITION },
      compare: {
        quantity: { oneOf: ['time', 'opp_goals', 'our_goals', 'goal_diff'] },
        op: { oneOf: ['<', '<=', '==', '!=', '>=', '>'] },
        value: 'int',
      },
      unum: { variable: { node: 'unitName' }, units: UNITS },
      named: { name: NAME6 },
    },
    action: {
      pos: { region: REGION },
      home: { region: REGION },
      btoRegion: {
        region: REGION,
        moves: { list: { oneOf: ['p', 'd', 'c', 's'] }, sorted: ['p', 'd', 'c', 's'] },
      },
      btoUnits: { units: UNITS },
      mark: { units: UNITS },
      marklUnits: { units: UNITS },
      marklRegion: { region: REGION },
      oline: { region: REGION },
      htype: { value: 'int' },
      passRegion: { region: REGION },
      passUnits: { units: UNITS },
      dribble: { region: REGION },
      clear: { region: REGION },
      shoot: {},
      hold: {},
      intercept: {},
      tackle: { units: UNITS },
      named: { name: NAME8 },
    },
    region: {
      null: {},
      quad: { points: { list: 'point', count: 4 } },
      tri: { points: { list: 'point', count: 3 } },
      rec: { points: { list: 'point', count: 2 } },
      arc: {
        center: POINT,
        innerRadius: 'number',
        outerRadius: 'number',
        startAngle: 'number',
        spanAngle: 'number',
      },
      union: { regions: { list: 'region' } },
      named: { name: NAME8 },
      at: { point: POINT },
    },
    point: {
      abs: { x: 'number', y: 'number' },
      rel: { x: 'number', y: 'number', base: POINT },
      ball: {},
      player: { team: TEAM, unit: { node: 'shortUnit' } },
      arith: { left: POINT, op: { oneOf: ['+', '-', '*', '/'] }, right: POINT },
    },
    unit: { number: { value: 'int' }, variable: { name: VARIABLE }, string: { name: NAME8 } },
    unitName: { variable: { name: VARIABLE }, string: { name: NAME6 } },
    shortUnit: { number: { value: 'int' }, variable: { name: VARIABLE }, string: { name: NAME6 } },
  };
