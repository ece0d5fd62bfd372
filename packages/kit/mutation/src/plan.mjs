// Which tests can notice a mutant, in the order in which they are tried.

const folderOf = (path) => path.slice(0, path.lastIndexOf('/') + 1);
const packageOf = (path) => path.split('/').slice(0, 2).join('/');

/** 0: the test beside the source, 1: other tests of the package, 2: tests of packages that use it. */
function distance(source, testFile) {
  const stem = source.slice(0, -'.ts'.length);
  if (testFile.startsWith(stem) && folderOf(testFile) === folderOf(source)) return 0;
  return packageOf(testFile) === packageOf(source) ? 1 : 2;
}

/**
 * @param {{ file: string, id: number }} mutant
 * @param {Map<string, { always: number[], tests: { name: string, ms: number, failed: boolean, reached: number[] }[] }>} baselines by test file
 * @returns {{ testFile: string, tests: string[], ms: number }[]} `ms`: time of the tests without mutants
 */
export function planTests(mutant, baselines) {
  const plan = [];
  for (const [testFile, { always, tests }] of baselines) {
    const all = always.includes(mutant.id);
    const useful = tests.filter(({ failed, reached }) => !failed && (all || reached.includes(mutant.id)));
    if (useful.length === 0) continue;
    const ms = useful.reduce((sum, test) => sum + test.ms, 0);
    plan.push({ testFile, tests: useful.map(({ name }) => name), ms });
  }
  return plan.sort(
    (a, b) => distance(mutant.file, a.testFile) - distance(mutant.file, b.testFile) || a.ms - b.ms,
  );
}
