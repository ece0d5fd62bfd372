import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findFolderCycles } from './folder-cycles.cjs';

let root;

afterEach(() => rmSync(root, { recursive: true }));

/** Finds the cycles of a package with these sources. */
function find(sources) {
  root = mkdtempSync(join(tmpdir(), 'rcss-folders-'));
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, 'p/src', path)), { recursive: true });
    writeFileSync(join(root, 'p/src', path), text);
  }
  return findFolderCycles(root, 'p/src').map((pair) => pair.map((path) => path.slice('p/src/'.length)));
}

describe('cycles between folders', () => {
  it('two folders that import each other through different files are a cycle', () => {
    expect(
      find({
        'a/one.ts': "import { two } from '../b/two.js';",
        'a/type.ts': 'export interface Type {}',
        'b/two.ts': "import type { Type } from '../a/type.js';",
      }),
    ).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ]);
  });

  it('a cycle can go through a file of src, a dynamic import and a subfolder', () => {
    expect(
      find({
        'a/one.ts': "const two = await import('../state.js');",
        'state.ts': "export { three } from './b/c/three.js';",
        'b/c/three.ts': "import {\n  four,\n} from '../../a/four.js';",
        'a/four.ts': '',
        'index.ts': "export { one } from './a/one.js';",
      }),
    ).toEqual([
      ['a', 'state.ts'],
      ['b/c', 'a'],
      ['state.ts', 'b/c'],
    ]);
  });

  it('files of src are nodes of their own, and tests do not count', () => {
    expect(
      find({
        'index.ts': "export { one } from './a/one.js';",
        'a/one.ts': "import { two } from '../two.js';",
        'two.ts': '',
        'two.test.ts': "import { one } from './a/one.js';",
        'b/three.ts': "import { one } from '../a/one.js';",
        'a/one.test.ts': "import { three } from '../b/three.js';",
      }),
    ).toEqual([]);
  });
});
