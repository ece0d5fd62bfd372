import type {
  ClangAction,
  ClangPoint,
  ClangRule,
  Condition,
  Definition,
  Directive,
  Message,
  Region,
  Token,
} from './ast.js';

/**
 * Returns a message with all places turned by 180 degrees about the center of the pitch (spec 08 §10). A coach of the
 * right team, which plans in the frame of the left team, says the turned message to its players. Offsets turn too, and
 * arcs start 180 degrees later. Points of the ball and of players stay. In products and quotients, a constant factor is
 * a scale and stays.
 */
export function flipMessage(message: Message): Message {
  switch (message.kind) {
    case 'info':
    case 'advice':
      return { kind: message.kind, tokens: message.tokens.map(flipToken) };
    case 'define':
      return { kind: 'define', definitions: message.definitions.map(flipDefinition) };
    default:
      return message;
  }
}

function flipToken(token: Token): Token {
  if (token.kind === 'clear') return token;
  const { kind, ttl, condition, directives } = token;
  return { kind, ttl, condition: flipCondition(condition), directives: directives.map(flipDirective) };
}

function flipDefinition(node: Definition): Definition {
  switch (node.kind) {
    case 'definec':
      return { ...node, condition: flipCondition(node.condition) };
    case 'defined':
      return { ...node, directive: flipDirective(node.directive) };
    case 'definer':
      return { ...node, region: flipRegion(node.region) };
    case 'definea':
      return { ...node, action: flipAction(node.action) };
    case 'definerule':
      return { ...node, rule: flipRule(node.rule) };
  }
}

function flipRule(rule: ClangRule): ClangRule {
  switch (rule.kind) {
    case 'simple':
      return {
        ...rule,
        condition: flipCondition(rule.condition),
        directives: rule.directives.map(flipDirective),
      };
    case 'nested':
      return { ...rule, condition: flipCondition(rule.condition), rules: rule.rules.map(flipRule) };
    case 'ref':
      return rule;
  }
}

function flipDirective(directive: Directive): Directive {
  return directive.kind === 'named'
    ? directive
    : { ...directive, actions: directive.actions.map(flipAction) };
}

function flipAction(action: ClangAction): ClangAction {
  return 'region' in action ? { ...action, region: flipRegion(action.region) } : action;
}

function flipCondition(condition: Condition): Condition {
  switch (condition.kind) {
    case 'ppos':
    case 'bpos':
      return { ...condition, region: flipRegion(condition.region) };
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map(flipCondition) };
    case 'not':
      return { ...condition, condition: flipCondition(condition.condition) };
    default:
      return condition;
  }
}

/** Returns a region turned by 180 degrees, as in {@link flipMessage}. */
export function flipRegion(region: Region): Region {
  switch (region.kind) {
    case 'quad': {
      const [a, b, c, d] = region.points;
      return { kind: 'quad', points: [flipPoint(a), flipPoint(b), flipPoint(c), flipPoint(d)] };
    }
    case 'tri': {
      const [a, b, c] = region.points;
      return { kind: 'tri', points: [flipPoint(a), flipPoint(b), flipPoint(c)] };
    }
    case 'rec': {
      const [a, b] = region.points;
      return { kind: 'rec', points: [flipPoint(a), flipPoint(b)] };
    }
    case 'arc':
      return { ...region, center: flipPoint(region.center), startAngle: flipAngle(region.startAngle) };
    case 'union':
      return { kind: 'union', regions: region.regions.map(flipRegion) };
    case 'at':
      return { kind: 'at', point: flipPoint(region.point) };
    default:
      return region;
  }
}

/** Returns the opposite direction, in (-180, 180] degrees. */
function flipAngle(degrees: number): number {
  const turned = (degrees + 180) % 360;
  return turned > 180 ? turned - 360 : turned <= -180 ? turned + 360 : turned;
}

const negate = (value: number): number => (value === 0 ? 0 : -value);

/** Returns a point turned by 180 degrees, as in {@link flipMessage}. */
export function flipPoint(point: ClangPoint): ClangPoint {
  switch (point.kind) {
    case 'abs':
      return { kind: 'abs', x: negate(point.x), y: negate(point.y) };
    case 'rel':
      return { kind: 'rel', x: negate(point.x), y: negate(point.y), base: flipPoint(point.base) };
    case 'ball':
    case 'player':
      return point;
    case 'arith': {
      const { left, op, right } = point;
      if (op === '+' || op === '-')
        return { kind: 'arith', left: flipPoint(left), op, right: flipPoint(right) };
      // One factor changes its sign, the other keeps its value.
      return isConstant(left) && !isConstant(right)
        ? { kind: 'arith', left: keepPoint(left), op, right: flipPoint(right) }
        : { kind: 'arith', left: flipPoint(left), op, right: keepPoint(right) };
    }
  }
}

const TURN: ClangPoint = { kind: 'abs', x: -1, y: -1 };

/** Returns a point whose value in the turned frame equals that of the given point in the original frame. */
function keepPoint(point: ClangPoint): ClangPoint {
  switch (point.kind) {
    case 'abs':
      return point;
    case 'rel':
      return { ...point, base: keepPoint(point.base) };
    case 'ball':
    case 'player':
      return { kind: 'arith', left: point, op: '*', right: TURN };
    case 'arith':
      return { ...point, left: keepPoint(point.left), right: keepPoint(point.right) };
  }
}

function isConstant(point: ClangPoint): boolean {
  switch (point.kind) {
    case 'abs':
      return true;
    case 'rel':
      return isConstant(point.base);
    case 'arith':
      return isConstant(point.left) && isConstant(point.right);
    default:
      return false;
  }
}
