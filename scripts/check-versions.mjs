// Protocol versions are compared in packages/engine/core/src/versions.ts only; everything else asks for a feature by its name.
// Finds comparisons of something called a version with a number or an order, in all sources without tests. Also finds features of
// the table that no source asks for.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { packageFolders } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const table = 'packages/engine/core/src/versions.ts';

/** Files that compare versions of something else than the protocol. */
const ALLOWED_FILES = new Map([
  [table, 'the feature table'],
  ['packages/wire/logs/src/version.ts', 'versions of game log formats'],
  ['packages/wire/clang/src/versions.ts', 'versions of the coach language'],
]);

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (entry.name.endsWith('.ts') && !/\.(test|long|bench)\.ts$/.test(entry.name)) yield path;
  }
}

const files = packageFolders(root)
  .map((folder) => join(root, folder, 'src'))
  .flatMap((folder) => {
    try {
      return [...sources(folder)];
    } catch {
      return []; // a package without sources in TypeScript
    }
  });

const ORDER = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);
const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** Whether an expression is a version: a name that ends with "version", also inside `?.`, `??`, `!`, parentheses and Math. */
function isVersion(node) {
  if (ts.isIdentifier(node)) return /version$/i.test(node.text) && !/^[A-Z_]+$/.test(node.text);
  if (ts.isPropertyAccessExpression(node)) return isVersion(node.name);
  if (ts.isElementAccessExpression(node)) return /version['"]$/i.test(node.argumentExpression.getText());
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) {
    return isVersion(node.expression);
  }
  if (ts.isBinaryExpression(node)) return isVersion(node.left) || isVersion(node.right);
  if (ts.isCallExpression(node)) {
    return /^(Math\.\w+|Number)$/.test(node.expression.getText()) && node.arguments.some(isVersion);
  }
  return false;
}

function isNumber(node) {
  if (ts.isParenthesizedExpression(node)) return isNumber(node.expression);
  return ts.isNumericLiteral(node) || (ts.isPrefixUnaryExpression(node) && isNumber(node.operand));
}

/** Comparisons of versions in a file, as positions. */
function* comparisons(file, node) {
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    const sides = [left, right];
    const ordered = ORDER.has(operatorToken.kind) && sides.some(isVersion);
    const equal = EQUALITY.has(operatorToken.kind) && sides.some(isVersion) && sides.some(isNumber);
    if (ordered || equal) yield node;
  }
  if (ts.isSwitchStatement(node) && isVersion(node.expression)) {
    if (node.caseBlock.clauses.some((clause) => ts.isCaseClause(clause) && isNumber(clause.expression)))
      yield node;
  }
  for (const child of node.getChildren(file)) yield* comparisons(file, child);
}

const problems = [];
const usedFeatures = new Set();
for (const path of files) {
  const name = relative(root, path).replaceAll('\\', '/');
  const text = readFileSync(path, 'utf8');
  if (name !== table) for (const [word] of text.matchAll(/(?<=\.|const \{ |, )\w+/g)) usedFeatures.add(word);
  if (ALLOWED_FILES.has(name) || !/version/i.test(text)) continue;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  for (const node of comparisons(file, file)) {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    problems.push(`${name}:${line + 1}: compares a version: ${node.getText().split('\n')[0]}`);
  }
}

/** Names of the features, read from the table. */
const features = [...readFileSync(join(root, table), 'utf8').matchAll(/^ {2}(\w+): \{ (?:since|until)/gm)];
for (const [, feature] of features) {
  if (!usedFeatures.has(feature)) problems.push(`${table}: no file uses the feature ${feature}`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`Add a feature to ${table} and ask for it by name.`);
  process.exitCode = 1;
} else console.log(`${files.length} files ask for ${features.length} features by name`);
