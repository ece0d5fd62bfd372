import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findReferences,
  findSection,
  moveReferencesToEnd,
  processFile,
  readHeadings,
} from './references.mjs';
import { slug } from './slug.mjs';

const chapter = (text, file) => ({ file, ...readHeadings(text) });
const specification = new Map([
  [
    '01',
    chapter(
      '# 01 - Parameters\n## 6. Configuration\n### 6.11 Messages and exit status\n',
      '01-parameters.md',
    ),
  ],
  [
    '05',
    chapter(
      '# 05 - Simulation\n## 4. State\n## 7. Collisions\n### 7.2 Ball: last touch\n## 17. Others\n### 17.4 pointto (arm)\n## 24. Checklist\n\n1. First.\n2. Second.\n',
      '05-simulation.md',
    ),
  ],
  ['05b', chapter('# 05b - Types\n## 3. Assignment\n', '05b-types.md')],
]);
const rewrite = (path, text) => processFile(path, text, specification).text;
const rewriteComment = (text) =>
  rewrite('a.ts', `/*${text}*/\nexport const a = 1;\n`).slice(2, -'*/\nexport const a = 1;\n'.length);

describe('readHeadings', () => {
  it('maps numbers of headings to the anchors of GitHub', () => {
    expect(specification.get('05').sections.get('7.2')).toBe('72-ball-last-touch');
    expect(slug('7.9 `(ear on)` / `(ear off)`')).toBe('79-ear-on--ear-off');
  });

  it('does not take lines of code blocks for headings', () => {
    expect([...readHeadings('## 1. A\n```\n## 2. B\n```\n').sections.keys()]).toEqual(['1']);
  });

  it('numbers equal anchors', () => {
    expect([...readHeadings('## Say\n## Say\n').anchors]).toEqual(['say', 'say-1']);
  });
});

describe('findSection', () => {
  it('finds headings, and items of the list in a section', () => {
    expect(findSection(specification, '05', '17.4')).toBe('174-pointto-arm');
    expect(findSection(specification, '05', '24.2')).toBe('24-checklist');
    expect(findSection(specification, '05', null)).toBe('');
  });

  it('returns null for sections that do not exist', () => {
    expect(findSection(specification, '05', '17.5')).toBeNull();
    expect(findSection(specification, '05', '24.3')).toBeNull();
    expect(findSection(specification, '99', '1')).toBeNull();
  });
});

describe('findReferences', () => {
  it.each([
    ['(05 §17.4)', ['05 17.4']],
    ['spec 05 §17.4', ['05 17.4']],
    ['(01 §6.11; 05b §3)', ['01 6.11', '05b 3']],
    ['05 §4, §7 to §17.4', ['05 4', '05 7', '05 17.4']],
    ['(05 §4, 7)', ['05 4', '05 7']],
    ['(spec 05, section 17.4)', ['05 17.4']],
    ['(spec 05, sections 4 and 7)', ['05 4', '05 7']],
    ['(spec 05, section\n * 17.4)', ['05 17.4']],
    ['spec 05 and others', ['05 null']],
    ['chapter 05 and others', ['05 null']],
    ['(05, 01 §6)', ['05 null', '01 6']],
    ['of version 7, 05 words, 10 §', []],
    ['the point (10, 10, 180)', []],
    ['a §7.2', ['null 7.2']],
  ])('%j', (text, expected) => {
    const exists = (c, s) => findSection(specification, c, s) !== null;
    expect(findReferences(text, null, exists).map((r) => `${r.chapter} ${r.section}`)).toEqual(expected);
  });

  it('takes the chapter of a § alone from the reference before it', () => {
    expect(findReferences('§7.2', '05')[0].chapter).toBe('05');
  });
});

describe('rewriting', () => {
  it.each([
    ['(05 §17.4)', '(spec 05 §17.4)'],
    ['(01 §6.11; 05b §3)', '(spec 01 §6.11; spec 05b §3)'],
    ['(05 §4, 05 §7.2)', '(spec 05 §4, §7.2)'],
    ['(spec 05, sections 4 and 7)', '(spec 05 §4 and §7)'],
    ['(05 §4, 7)', '(spec 05 §4, §7)'],
    ['(spec 05-simulation, sections 4 and 7; 05b, section 3)', '(spec 05 §4 and §7; spec 05b §3)'],
    ['(spec 05-simulation.md)', '(spec 05)'],
    ['the folder 05-simulation', 'the folder 05-simulation'],
    ['(spec 05, section\n * 17.4)', '(spec 05\n * §17.4)'],
    ['lines of 05 §4, §7', 'lines of spec 05 §4, §7'],
  ])('turns %j into %j', (before, after) => {
    expect(rewriteComment(before)).toBe(after);
    expect(rewriteComment(after)).toBe(after);
  });

  it('moves references of test titles to the end and names the chapter of the suite', () => {
    const before =
      "describe('05 §7: the pass', () => {\n  it('§7.2, 01 §6.11: one touch', () => {});\n  it.each([1])('V3, 05 §4: %d', () => {});\n});\n";
    const after =
      "describe('the pass (spec 05 §7)', () => {\n  it('one touch (spec 05 §7.2, spec 01 §6.11)', () => {});\n  it.each([1])('%d (V3, spec 05 §4)', () => {});\n});\n";
    expect(rewrite('a.test.ts', before)).toBe(after);
    expect(rewrite('a.test.ts', after)).toBe(after);
  });

  it('takes the chapter from the suite, not from the test before it', () => {
    const before =
      "describe('05 §7', () => {\n  it('§7.2, 01 §6: a', () => {});\n  it('§17.4: b', () => {});\n});\n";
    expect(rewrite('a.test.ts', before)).toContain("it('b (spec 05 §17.4)'");
  });

  it('does not change strings that are data', () => {
    const text = "export const say = ['05 §4', `05 §7`];\n";
    expect(rewrite('a.ts', text)).toBe(text);
  });

  it('rewrites doc texts of tables', () => {
    expect(rewrite('a.ts', "const row = { doc: 'See 05 §4.' };\n")).toBe(
      "const row = { doc: 'See spec 05 §4.' };\n",
    );
  });

  it('finds comments of one line, before closing brackets and at the end of the file', () => {
    expect(rewrite('a.ts', 'function f() {\n  g(); // 05 §4\n  // 05 §7\n}\n// 01 §6\n')).toBe(
      'function f() {\n  g(); // spec 05 §4\n  // spec 05 §7\n}\n// spec 01 §6\n',
    );
  });

  it('links references of docs, and corrects the target of such links', () => {
    expect(rewrite('docs/a.md', 'See 05 §7.2, §4.\n')).toBe(
      'See [spec 05 §7.2](specification/05-simulation.md#72-ball-last-touch), [§4](specification/05-simulation.md#4-state).\n',
    );
    expect(rewrite('docs/a.md', '[spec 05 §4](specification/05-simulation.md#old)\n')).toBe(
      '[spec 05 §4](specification/05-simulation.md#4-state)\n',
    );
  });

  it('links references inside the specification without the word spec', () => {
    expect(rewrite('docs/specification/05-simulation.md', 'See §4 and 01 §6.\n')).toBe(
      'See [§4](#4-state) and [01 §6](01-parameters.md#6-configuration).\n',
    );
  });

  it('names the chapter of every item of a list that is not in the own chapter', () => {
    const once = rewrite('docs/specification/05-simulation.md', 'See 01 §6 and §6.11.\n');
    expect(once).toBe(
      'See [01 §6](01-parameters.md#6-configuration) and [01 §6.11](01-parameters.md#611-messages-and-exit-status).\n',
    );
    expect(rewrite('docs/specification/05-simulation.md', once)).toBe(once);
  });

  it('links chapters that docs name', () => {
    expect(rewrite('docs/a.md', 'See chapter 05.\n')).toBe(
      'See [chapter 05](specification/05-simulation.md).\n',
    );
  });

  it('does not change code in docs and generated pages', () => {
    expect(rewrite('docs/a.md', '`05 §4`\n\n```\n05 §4\n```\n')).toBe('`05 §4`\n\n```\n05 §4\n```\n');
    expect(rewrite('docs/a.md', '<!-- Written from x -->\n05 §4\n')).toBe('<!-- Written from x -->\n05 §4\n');
  });

  it('changes nothing in a second run', () => {
    const part = fc.constantFrom(
      '05 §7',
      'spec 05 §4',
      '§7.2',
      ', ',
      '; ',
      ' to ',
      ' and ',
      '(',
      ')',
      ' text ',
      '4',
      'section ',
      '\n * ',
      '01 §6.11',
      '05b §3',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const once = rewriteComment(parts.join(''));
        expect(rewriteComment(once)).toBe(once);
      }),
    );
  });
});

describe('moveReferencesToEnd', () => {
  it('does not change titles that are only references, or begin with something else', () => {
    expect(moveReferencesToEnd('spec 05 §7')).toBe('spec 05 §7');
    expect(moveReferencesToEnd('the pass, spec 05 §7: all')).toBe('the pass, spec 05 §7: all');
  });
});

describe('checking', () => {
  it('reports the line and the reason', () => {
    const { problems } = processFile('a.ts', 'const a = 1;\n// see 05 §99, 77 §1\n', specification);
    expect(problems).toEqual([
      {
        line: 2,
        message:
          'reference "05 §99" (05 §99) does not resolve: docs/specification/05-simulation.md has no such section',
      },
      { line: 2, message: 'reference "77 §1" (77 §1) does not resolve: there is no such chapter' },
    ]);
  });

  it('reports a § for which no chapter is named', () => {
    expect(processFile('a.ts', '// §7\n', specification).problems[0].message).toContain(
      'no chapter is named before it',
    );
  });

  it('checks strings that are data too', () => {
    expect(processFile('a.ts', "const a = 'see 05 §99';\n", specification).problems).toHaveLength(1);
  });

  it('reports links to files and headings that do not exist', () => {
    const { problems } = processFile(
      'docs/a.md',
      '[a](no-such-file.md) [b](#no-such-heading) [c](#here)\n# Here\n',
      specification,
    );
    expect(problems.map((p) => p.message)).toEqual([
      'link to no-such-file.md: there is no file docs/no-such-file.md',
      'link to #no-such-heading: docs/a.md has no heading with the anchor "no-such-heading"',
    ]);
  });
});
