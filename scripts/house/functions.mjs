/** Size and parameters of functions, and variables of modules. */
import ts from 'typescript';
import { listFiles, read } from './sources.mjs';

/** Most lines of a function, from its first word to its last brace. */
const MAX_LINES = 60;
/** Most positional parameters; a function with more takes an object with names. */
const MAX_PARAMETERS = 6;

const SOURCE = /^(packages|apps)\/.*\/src\/(?!.*(\.(test|e2e|long|bench)|\.generated)\.ts$).*\.ts$/;

/** Name of a function for people: its own, or that of what holds it. */
function nameOf(node, file) {
  for (let at = node; at !== undefined; at = at.parent)
    if (at.name !== undefined && !ts.isParameter(at)) return at.name.getText(file);
  return 'default';
}

/**
 * Keys of the functions of a file that are too long or have too many parameters, and of the variables of the module, each with what is wrong.
 *
 * @returns {[key: string, problem: string][]}
 */
export function inspectFunctions(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const lines = lineOf(node.end) - lineOf(node.getStart(file)) + 1;
      const count = node.parameters.length;
      const key = `${path} ${nameOf(node, file)}`;
      if (lines > MAX_LINES)
        found.push([key, `has ${lines} lines; cut it into parts with names (at most ${MAX_LINES})`]);
      if (count > MAX_PARAMETERS)
        found.push([
          key,
          `has ${count} parameters; give it one object with names (at most ${MAX_PARAMETERS})`,
        ]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const statement of file.statements)
    if (ts.isVariableStatement(statement) && !(statement.declarationList.flags & ts.NodeFlags.Const))
      for (const { name } of statement.declarationList.declarations)
        found.push([
          `${path} ${name.getText(file)}`,
          'is a variable of the module; pass it in, or keep it in an object that the caller owns',
        ]);
  return found;
}

/** Faults of all sources. `known` has the accepted ones, which may only become fewer, each with the reason or an empty text for those to be cut. */
export function findFunctionProblems(known) {
  const found = new Map(
    listFiles()
      .filter((path) => SOURCE.test(path))
      .flatMap((path) => inspectFunctions(path, read(path))),
  );
  return [
    ...[...found].filter(([key]) => !(key in known)).map(([key, problem]) => `${key} ${problem}`),
    ...Object.keys(known)
      .filter((key) => !found.has(key))
      .map((key) => `${key}: is not too large any more; remove it from KNOWN_FUNCTIONS`),
  ];
}
