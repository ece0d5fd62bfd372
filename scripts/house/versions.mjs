import ts from 'typescript';
import { listSources, parse, read } from './sources.mjs';

/** The table of the features of all protocol versions. */
const TABLE = 'packages/engine/core/src/versions.ts';

/** Files that compare versions: of the protocol, of game logs, of the coach language. */
const ALLOWED = new Set([
  TABLE,
  'packages/wire/logs/src/version.ts',
  'packages/engine/clang/src/versions.ts',
]);

const { SyntaxKind: Kind } = ts;
const ORDER = new Set([
  Kind.LessThanToken,
  Kind.LessThanEqualsToken,
  Kind.GreaterThanToken,
  Kind.GreaterThanEqualsToken,
]);
const EQUALITY = new Set([
  Kind.EqualsEqualsEqualsToken,
  Kind.ExclamationEqualsEqualsToken,
  Kind.EqualsEqualsToken,
  Kind.ExclamationEqualsToken,
]);

/** Whether an expression is a version: a name that ends with "version", also inside `?.`, `??`, `!`, parentheses and Math. */
function isVersion(node) {
  if (ts.isIdentifier(node)) return /version$/i.test(node.text) && !/^[A-Z_]+$/.test(node.text);
  if (ts.isPropertyAccessExpression(node)) return isVersion(node.name);
  if (ts.isElementAccessExpression(node)) return /version['"]$/i.test(node.argumentExpression.getText());
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node))
    return isVersion(node.expression);
  if (ts.isBinaryExpression(node)) return isVersion(node.left) || isVersion(node.right);
  if (ts.isCallExpression(node))
    return /^(Math\.\w+|Number)$/.test(node.expression.getText()) && node.arguments.some(isVersion);
  return false;
}

function isNumber(node) {
  if (ts.isParenthesizedExpression(node)) return isNumber(node.expression);
  return ts.isNumericLiteral(node) || (ts.isPrefixUnaryExpression(node) && isNumber(node.operand));
}

/** Comparisons of versions below a node. */
function* comparisons(node) {
  if (ts.isBinaryExpression(node)) {
    const sides = [node.left, node.right];
    const { kind } = node.operatorToken;
    if (sides.some(isVersion) && (ORDER.has(kind) || (EQUALITY.has(kind) && sides.some(isNumber))))
      yield node;
  }
  if (ts.isSwitchStatement(node) && isVersion(node.expression)) {
    const hasNumber = ({ expression }) => expression !== undefined && isNumber(expression);
    if (node.caseBlock.clauses.some(hasNumber)) yield node;
  }
  for (const child of node.getChildren()) yield* comparisons(child);
}

/** Comparisons of protocol versions outside of the table, and features of the table that no source asks for. */
export function findVersionProblems() {
  const problems = [];
  const used = new Set();
  for (const path of listSources(false)) {
    const text = read(path);
    if (path !== TABLE) for (const [word] of text.matchAll(/(?<=\.|const \{ |, )\w+/g)) used.add(word);
    if (ALLOWED.has(path) || !/version/i.test(text)) continue;
    const file = parse(path);
    for (const node of comparisons(file)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      const [code] = node.getText().split('\n');
      problems.push(
        `${path}:${line + 1}: compares a version: ${code}; add a feature to ${TABLE} and ask for it by name`,
      );
    }
  }
  for (const [, feature] of read(TABLE).matchAll(/^ {2}(\w+): \{ (?:since|until)/gm))
    if (!used.has(feature)) problems.push(`${TABLE}: no file uses the feature ${feature}`);
  return problems;
}
