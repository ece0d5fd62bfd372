import ts from 'typescript';

const { SyntaxKind } = ts;
const SHORT_CIRCUITS = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
]);

/**
 * TypeScript with a counter `__hits[n]` at each place that may run or not: bodies of functions, branches, loops, right sides of `&&`, `||`
 * and `??`. `next()` gives the number of the next counter; `addWord` gets each string and number that the source compares or names.
 */
export function instrument(text, file, next, addWord) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  /** @type {{ at: number, put: string, rank: number }[]} */
  const inserts = [];
  const count = () => `__hits[${next()}]++`;
  const wrap = (node, open, close, depth) => {
    inserts.push({ at: node.getStart(source), put: open, rank: depth });
    inserts.push({ at: node.end, put: close, rank: -depth });
  };
  const statement = (node, depth) => {
    if (!node) return;
    if (ts.isBlock(node)) inserts.push({ at: node.getStart(source) + 1, put: `${count()};`, rank: depth });
    else wrap(node, `{${count()};`, '}', depth);
  };
  const expression = (node, depth) => wrap(node, `(${count()},`, ')', depth);

  const visit = (node, depth) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isFunctionLike(node) && node.body) {
      if (ts.isBlock(node.body)) statement(node.body, depth);
      else expression(node.body, depth);
    } else if (ts.isIfStatement(node)) {
      statement(node.thenStatement, depth);
      if (node.elseStatement) statement(node.elseStatement, depth);
      // What follows a condition that does not hold is a place, too.
      else inserts.push({ at: node.end, put: ` else{${count()};}`, rank: 0.5 - depth });
    } else if (ts.isIterationStatement(node, false)) statement(node.statement, depth);
    else if (ts.isCatchClause(node)) statement(node.block, depth);
    else if (ts.isCaseOrDefaultClause(node))
      inserts.push({
        at: text.indexOf(':', (node.expression ?? node.getChildAt(0, source)).end) + 1,
        put: `${count()};`,
        rank: 0,
      });
    else if (ts.isConditionalExpression(node)) {
      expression(node.whenTrue, depth);
      expression(node.whenFalse, depth);
    } else if (ts.isBinaryExpression(node) && SHORT_CIRCUITS.has(node.operatorToken.kind))
      expression(node.right, depth);
    else if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) addWord(node.text);
    ts.forEachChild(node, (child) => visit(child, depth + 1));
  };
  visit(source, 1);

  // At one place: what ends inner nodes, what ends outer ones, what begins outer nodes, what begins inner ones.
  inserts.sort((a, b) => a.at - b.at || a.rank - b.rank);
  let result = '';
  let from = 0;
  for (const { at, put } of inserts) {
    result += text.slice(from, at) + put;
    from = at;
  }
  return result + text.slice(from);
}
