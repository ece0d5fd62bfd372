/** Size and parameters of functions, and variables of modules. */
import ts from 'typescript';
import { KNOWN_FUNCTIONS } from './known-functions.mjs';
import { listSources, parse } from './sources.mjs';

/** Most lines of a function, from its first word to its last brace. */
const MAX_LINES = 60;
/** Most positional parameters; a function with more takes an object with names. */
const MAX_PARAMETERS = 6;

/** Name of a function for people: its own, or that of what holds it. */
function nameOf(node, file) {
  for (let at = node; at !== undefined; at = at.parent)
    if (at.name !== undefined && !ts.isParameter(at)) return at.name.getText(file);
  return 'default';
}

/** What is wrong in a file, by the name of the function or of the variable of the module. */
export function inspectFunctions(file) {
  const found = new Map();
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line;
  const add = (name, problem) => found.set(name, [...(found.get(name) ?? []), problem]);
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const lines = lineOf(node.end) - lineOf(node.getStart(file)) + 1;
      const count = node.parameters.length;
      if (lines > MAX_LINES)
        add(nameOf(node, file), `has ${lines} lines; cut it into parts with names (at most ${MAX_LINES})`);
      if (count > MAX_PARAMETERS)
        add(
          nameOf(node, file),
          `has ${count} parameters; give it one object with names (at most ${MAX_PARAMETERS})`,
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const statement of file.statements)
    if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) === 0)
      for (const { name } of statement.declarationList.declarations)
        add(
          name.getText(file),
          'is a variable of the module; pass it in, or keep it in an object that the caller owns',
        );
  return found;
}

/** Faults of all sources, except those in the list of known ones, which may only become shorter. */
export function findFunctionProblems(known = KNOWN_FUNCTIONS) {
  const problems = [];
  const stale = new Set(
    Object.entries(known).flatMap(([path, names]) => names.map((name) => `${path} ${name}`)),
  );
  for (const path of listSources(false))
    for (const [name, faults] of inspectFunctions(parse(path)))
      if (!stale.delete(`${path} ${name}`))
        problems.push(...faults.map((fault) => `${path}: ${name} ${fault}`));
  const list = 'scripts/house/known-functions.mjs';
  return [...problems, ...[...stale].map((key) => `${key} has no fault any more; remove it from ${list}`)];
}
