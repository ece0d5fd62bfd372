/**
 * The abstract syntax of a coach-language message (spec 08 §3 and §5).
 *
 * Everything is plain, readonly data. The tree has the parts in the order in which the coach wrote them. The printer, see
 * `printHeard`, makes the changes of the text that players receive (reversed unit sets, merged regions in unions, ...).
 * The parser makes three changes: it turns comparisons so that the quantity stands first, removes redundant parentheses
 * around points, and makes move letters a set in the order p, d, c, s.
 *
 * Coordinates are meters in the frame of the speaker; the server does not change them (spec 08 §10).
 */
import type { PLAY_MODE_WORDS } from './tokens.js';

/** The side of a player: the coach's own team or the opponents. */
export type ClangTeam = 'our' | 'opp';

/** A player number or a name that stands for one. Numbers are any signed 32-bit value; 0 means "all". */
export type Unit =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'string'; readonly name: string };

/** A unit other than a number: written bare (`variable`) or in quotes (`string`). */
export type UnitName = Extract<Unit, { readonly kind: 'variable' | 'string' }>;

/** An arithmetic operator between points; works component by component. */
export type PointOperator = '+' | '-' | '*' | '/';

/** A point of the pitch. `x` and `y` are meters in the frame of the speaker. In `rel`, they are added to the point `base`. */
export type ClangPoint =
  | { readonly kind: 'abs'; readonly x: number; readonly y: number }
  | { readonly kind: 'rel'; readonly x: number; readonly y: number; readonly base: ClangPoint }
  | { readonly kind: 'ball' }
  | { readonly kind: 'player'; readonly team: ClangTeam; readonly unit: Unit }
  | {
      readonly kind: 'arith';
      readonly left: ClangPoint;
      readonly op: PointOperator;
      readonly right: ClangPoint;
    };

/** A set of points. `union` is `(reg ...)`, `at` a single point. Angles of `arc` are degrees. */
export type Region =
  | { readonly kind: 'null' }
  | { readonly kind: 'quad'; readonly points: readonly [ClangPoint, ClangPoint, ClangPoint, ClangPoint] }
  | { readonly kind: 'tri'; readonly points: readonly [ClangPoint, ClangPoint, ClangPoint] }
  | { readonly kind: 'rec'; readonly points: readonly [ClangPoint, ClangPoint] }
  | {
      readonly kind: 'arc';
      readonly center: ClangPoint;
      readonly innerRadius: number;
      readonly outerRadius: number;
      readonly startAngle: number;
      readonly spanAngle: number;
    }
  | { readonly kind: 'union'; readonly regions: readonly Region[] }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'at'; readonly point: ClangPoint };

/** A play mode word of the language. */
export type PlayModeWord = (typeof PLAY_MODE_WORDS)[number];

/** Left side of a comparison. */
export type Quantity = 'time' | 'opp_goals' | 'our_goals' | 'goal_diff';

/** A comparison between a quantity (left) and a number (right). */
export type CompareOperator = '<' | '<=' | '==' | '!=' | '>=' | '>';

/** A condition. Integers are signed 32-bit. */
export type Condition =
  | { readonly kind: 'bool'; readonly value: boolean }
  | {
      readonly kind: 'ppos';
      readonly team: ClangTeam;
      readonly units: readonly Unit[];
      readonly min: number;
      readonly max: number;
      readonly region: Region;
    }
  | { readonly kind: 'bpos'; readonly region: Region }
  | { readonly kind: 'bowner'; readonly team: ClangTeam; readonly units: readonly Unit[] }
  | { readonly kind: 'playm'; readonly mode: PlayModeWord }
  | { readonly kind: 'and'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }
  | {
      readonly kind: 'compare';
      readonly quantity: Quantity;
      readonly op: CompareOperator;
      readonly value: number;
    }
  | { readonly kind: 'unum'; readonly variable: UnitName; readonly units: readonly Unit[] }
  | { readonly kind: 'named'; readonly name: string };

/** A way to move the ball: `p` pass, `d` dribble, `c` clear, `s` score. */
export type Move = 'p' | 'd' | 'c' | 's';

/** An action. `htype` has the player type; -1 means "forget what was known". */
export type ClangAction =
  | { readonly kind: 'pos'; readonly region: Region }
  | { readonly kind: 'home'; readonly region: Region }
  | { readonly kind: 'btoRegion'; readonly region: Region; readonly moves: readonly Move[] }
  | { readonly kind: 'btoUnits'; readonly units: readonly Unit[] }
  | { readonly kind: 'mark'; readonly units: readonly Unit[] }
  | { readonly kind: 'marklUnits'; readonly units: readonly Unit[] }
  | { readonly kind: 'marklRegion'; readonly region: Region }
  | { readonly kind: 'oline'; readonly region: Region }
  | { readonly kind: 'htype'; readonly value: number }
  | { readonly kind: 'passRegion'; readonly region: Region }
  | { readonly kind: 'passUnits'; readonly units: readonly Unit[] }
  | { readonly kind: 'dribble'; readonly region: Region }
  | { readonly kind: 'clear'; readonly region: Region }
  | { readonly kind: 'shoot' }
  | { readonly kind: 'hold' }
  | { readonly kind: 'intercept' }
  | { readonly kind: 'tackle'; readonly units: readonly Unit[] }
  | { readonly kind: 'named'; readonly name: string };

/** Actions that some players should do (`positive`) or avoid, or the name of such a directive. */
export type Directive =
  | {
      readonly kind: 'command';
      readonly positive: boolean;
      readonly team: ClangTeam;
      readonly units: readonly Unit[];
      readonly actions: readonly ClangAction[];
    }
  | { readonly kind: 'named'; readonly name: string };

/** Names of rules, or all of them. */
export type RuleIds = { readonly kind: 'all' } | { readonly kind: 'ids'; readonly ids: readonly string[] };

/** A rule: directives under a condition, rules under a condition, or a reference to other rules. */
export type ClangRule =
  | { readonly kind: 'simple'; readonly condition: Condition; readonly directives: readonly Directive[] }
  | { readonly kind: 'nested'; readonly condition: Condition; readonly rules: readonly ClangRule[] }
  | { readonly kind: 'ref'; readonly ids: RuleIds };

/** A definition. Rule names are identifiers, all other names are strings of at most 8 characters. */
export type Definition =
  | { readonly kind: 'definec'; readonly name: string; readonly condition: Condition }
  | { readonly kind: 'defined'; readonly name: string; readonly directive: Directive }
  | { readonly kind: 'definer'; readonly name: string; readonly region: Region }
  | { readonly kind: 'definea'; readonly name: string; readonly action: ClangAction }
  | {
      readonly kind: 'definerule';
      readonly name: string;
      readonly purpose: 'model' | 'direc';
      readonly rule: ClangRule;
    };

/** One part of an info or advice message. `ttl` is its time to live: the number of cycles for which it is valid. */
export type Token =
  | {
      readonly kind: 'timed';
      readonly ttl: number;
      readonly condition: Condition;
      readonly directives: readonly Directive[];
    }
  | { readonly kind: 'clear' };

/** Switches rules on or off. */
export interface Switch {
  readonly kind: 'switch';
  readonly on: boolean;
  readonly ids: RuleIds;
}

/** A whole message. `unsupported` is the pseudo message `(unsupported_clang)`. */
export type Message =
  | { readonly kind: 'meta'; readonly versions: readonly number[] }
  | { readonly kind: 'freeform'; readonly text: string }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'info'; readonly tokens: readonly Token[] }
  | { readonly kind: 'advice'; readonly tokens: readonly Token[] }
  | { readonly kind: 'define'; readonly definitions: readonly Definition[] }
  | { readonly kind: 'rule'; readonly switches: readonly Switch[] }
  | { readonly kind: 'delete'; readonly ids: RuleIds };

/** The type of a message, as counted by the server (spec 07 §10.2). */
export type MessageKind = Message['kind'];
