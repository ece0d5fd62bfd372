// Finds the mutants of a TypeScript source: small changes that a test has to notice. Each is a replacement of one range of the text.
import ts from 'typescript';

/**
 * A change of one place of a source.
 * `start`/`end`: the replaced range; `coverStart`/`coverEnd`: the expression or statement whose execution reaches the change.
 * @typedef {{ operator: string, line: number, column: number, start: number, end: number, replacement: string, original: string,
 *   coverStart: number, coverEnd: number, statement: boolean }} Mutant
 */

const { SyntaxKind } = ts;

/**
 * Operators and their replacements. A comparison by order changes only at its limit; the mutant that negates the
 * condition covers the rest.
 */
const OPERATORS = new Map([
  [SyntaxKind.LessThanToken, ['comparison', '<=']],
  [SyntaxKind.LessThanEqualsToken, ['comparison', '<']],
  [SyntaxKind.GreaterThanToken, ['comparison', '>=']],
  [SyntaxKind.GreaterThanEqualsToken, ['comparison', '>']],
  [SyntaxKind.EqualsEqualsEqualsToken, ['comparison', '!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['comparison', '===']],
  [SyntaxKind.PlusToken, ['arithmetic', '-']],
  [SyntaxKind.MinusToken, ['arithmetic', '+']],
  [SyntaxKind.AsteriskToken, ['arithmetic', '/']],
  [SyntaxKind.SlashToken, ['arithmetic', '*']],
  [SyntaxKind.PercentToken, ['arithmetic', '*']],
  [SyntaxKind.AmpersandToken, ['arithmetic', '|']],
  [SyntaxKind.BarToken, ['arithmetic', '&']],
  [SyntaxKind.LessThanLessThanToken, ['arithmetic', '>>']],
  [SyntaxKind.GreaterThanGreaterThanToken, ['arithmetic', '<<']],
  [SyntaxKind.GreaterThanGreaterThanGreaterThanToken, ['arithmetic', '<<']],
  [SyntaxKind.PlusEqualsToken, ['arithmetic', '-=']],
  [SyntaxKind.MinusEqualsToken, ['arithmetic', '+=']],
  [SyntaxKind.AsteriskEqualsToken, ['arithmetic', '/=']],
  [SyntaxKind.SlashEqualsToken, ['arithmetic', '*=']],
  [SyntaxKind.AmpersandAmpersandToken, ['logic', '||']],
  [SyntaxKind.BarBarToken, ['logic', '&&']],
]);

const SWAPPED_METHODS = new Map([
  ['Math.min', 'max'],
  ['Math.max', 'min'],
  ['.some', 'every'],
  ['.every', 'some'],
]);

/** Functions that never return or only make a message; nothing in their arguments is a mutant. */
const MESSAGE_FUNCTIONS =
  /^(assertNever|unreachable|fail|failure|err|error|warn|Error|TypeError|RangeError)$/;

const isEquality = (node) =>
  ts.isBinaryExpression(node) &&
  (node.operatorToken.kind === SyntaxKind.EqualsEqualsEqualsToken ||
    node.operatorToken.kind === SyntaxKind.ExclamationEqualsEqualsToken);

const isLiteral = (node) =>
  ts.isNumericLiteral(node) ||
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  node.kind === SyntaxKind.TrueKeyword ||
  node.kind === SyntaxKind.FalseKeyword ||
  node.kind === SyntaxKind.NullKeyword ||
  (ts.isIdentifier(node) && node.text === 'undefined');

const isText = (node) =>
  ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);

const isTextSum = (node) =>
  isText(node) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === SyntaxKind.PlusToken &&
    (isTextSum(node.left) || isTextSum(node.right)));

/** Nodes without behavior, and messages of errors. */
function isExcluded(node) {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return true;
  if (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isThrowStatement(node)
  )
    return true;
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const callee = node.expression;
    const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    return ts.isIdentifier(name) && MESSAGE_FUNCTIONS.test(name.text);
  }
  return ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'message';
}

/** Replacements of a number: the neighbors of an integer, a slightly larger fraction, zero. */
function otherNumbers(text) {
  const value = Number(text.replaceAll('_', ''));
  if (value === 0) return ['1'];
  if (value === 1) return ['0', '2'];
  if (Number.isInteger(value)) return [String(value + 1), String(value - 1)];
  return [String(value * 1.001), '0'];
}

/** True for short texts that are compared, sent or looked up; false for sentences and names of imports. */
function isSignificantText(node) {
  const { parent, text } = node;
  if (text === '' || text.length > 24 || /\S\s+\S/.test(text)) return false;
  if (isEquality(parent) || ts.isLiteralTypeNode(parent)) return false;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === SyntaxKind.InKeyword) return false;
  if (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) return parent.name !== node;
  return ts.isCallExpression(parent)
    ? parent.expression.kind !== SyntaxKind.ImportKeyword
    : ts.isReturnStatement(parent) ||
        ts.isVariableDeclaration(parent) ||
        ts.isConditionalExpression(parent) ||
        ts.isArrowFunction(parent) ||
        ts.isArrayLiteralExpression(parent) ||
        ts.isCaseClause(parent) ||
        ts.isBinaryExpression(parent);
}

/**
 * All mutants of a source, in the order of their places.
 * @param {string} path for messages of the parser only
 * @param {string} text
 * @returns {Mutant[]}
 */
export function findMutants(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  /** @type {Mutant[]} */
  const found = [];

  const add = (operator, node, replacement, cover = node) => {
    const start = node.getStart(source);
    const { line, character } = source.getLineAndCharacterOfPosition(start);
    found.push({
      operator,
      line: line + 1,
      column: character + 1,
      start,
      end: node.end,
      original: text.slice(start, node.end),
      replacement,
      coverStart: cover.getStart(source),
      coverEnd: cover.end,
      statement: ts.isExpressionStatement(cover),
    });
  };
  const textOf = (node) => text.slice(node.getStart(source), node.end);
  const negate = (condition) => {
    if (!isEquality(condition) && !isLiteral(condition))
      add('condition', condition, `!(${textOf(condition)})`);
  };
  const returned = (expression) => {
    if (!isLiteral(expression)) add('returned value', expression, 'undefined');
  };

  const visit = (node) => {
    if (isExcluded(node)) return;
    if (ts.isBinaryExpression(node)) {
      const rule = OPERATORS.get(node.operatorToken.kind);
      if (rule && !isTextSum(node)) {
        const [operator, replacement] = rule;
        const { left, right } = node;
        const assigned = replacement.endsWith('=') && operator === 'arithmetic';
        const other = `${textOf(left)} ${replacement} ${textOf(right)}`;
        add(operator, node, assigned ? other : `(${other})`);
      }
    } else if (ts.isIfStatement(node) && !ts.isThrowStatement(node.thenStatement)) {
      negate(node.expression);
    } else if (ts.isConditionalExpression(node)) {
      negate(node.condition);
    } else if (ts.isNumericLiteral(node)) {
      if (!ts.isPropertyAssignment(node.parent) || node.parent.name !== node)
        for (const other of otherNumbers(node.getText(source))) add('number', node, other);
    } else if (node.kind === SyntaxKind.TrueKeyword) {
      add('boolean', node, 'false');
    } else if (node.kind === SyntaxKind.FalseKeyword) {
      add('boolean', node, 'true');
    } else if (ts.isStringLiteral(node)) {
      if (isSignificantText(node)) add('text', node, "''");
    } else if (ts.isExpressionStatement(node)) {
      const { expression } = node;
      const isSuper =
        ts.isCallExpression(expression) && expression.expression.kind === SyntaxKind.SuperKeyword;
      if (!isSuper && !isText(expression) && !isExcluded(expression)) add('removed statement', node, ';');
    } else if (ts.isReturnStatement(node) && node.expression) {
      returned(node.expression);
    } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      returned(node.body);
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      const other =
        SWAPPED_METHODS.get(`${textOf(expression)}.${name.text}`) ?? SWAPPED_METHODS.get(`.${name.text}`);
      if (other) add('function', name, other, node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}
