import { describe, expect, it } from 'vitest';
import { checkFile, findReferences, findSection, readHeadings } from './references.mjs';
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
const check = (path, text) => checkFile(path, text, specification).map(({ message }) => message);

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
    ['(spec 01 §6.11; spec 05b §3)', ['01 6.11', '05b 3']],
    ['spec 05 §4, §7 to §17.4', ['05 4', '05 7', '05 17.4']],
    ['(spec 05\n * §17.4)', ['05 17.4']],
    ['spec 05 and others', ['05 null']],
    ['chapter 05 and others', ['05 null']],
    ['of version 7, 05 words, 10 §', []],
    ['the point (10, 10, 180)', []],
    ['a §7.2', ['null 7.2']],
  ])('%j', (text, expected) => {
    expect(findReferences(text).map((r) => `${r.chapter} ${r.section}`)).toEqual(expected);
  });

  it('takes the chapter of a § alone from the reference before it, in a chapter always that chapter', () => {
    expect(findReferences('§7.2', '05')[0].chapter).toBe('05');
    expect(findReferences('01 §6, §7.2', '05').at(-1).chapter).toBe('01');
    expect(findReferences('01 §6, §7.2', '05', true).at(-1).chapter).toBe('05');
  });
});

describe('checkFile', () => {
  it('reports the line and the reason of a reference that does not resolve', () => {
    expect(checkFile('a.ts', 'const a = 1;\n// see spec 05 §99, spec 77 §1\n', specification)).toEqual([
      {
        line: 2,
        message:
          'reference "spec 05 §99" (05 §99) does not resolve: docs/specification/05-simulation.md has no such section',
      },
      { line: 2, message: 'reference "spec 77 §1" (77 §1) does not resolve: there is no such chapter' },
    ]);
    expect(check('a.ts', '// §7\n')).toEqual([expect.stringContaining('no chapter is named before it')]);
    expect(check('a.ts', "const a = '05 §99';\n")).toHaveLength(1);
  });

  it.each([
    '// 05 §4\n',
    '/* (spec 05, sections 4 and 7) */',
    '/* (spec 05-simulation, section 4) */',
    '/* (spec 05 §4, 7) */',
    "it('05 §7: the pass', () => {});",
    "it.each([1])('spec 05 §4: %d', () => {});",
  ])('refuses another form: %s', (text) => {
    expect(check('a.test.ts', text)).toHaveLength(1);
  });

  it.each([
    '/* (spec 05 §4, §7.2; spec 05b §3) */',
    "const row = { spec: '05 §4' };",
    "it('the pass (spec 05 §7)', () => {});",
  ])('accepts: %s', (text) => {
    expect(check('a.test.ts', text)).toEqual([]);
  });

  it('in docs each reference is a link to its section', () => {
    expect(check('docs/specification/05-simulation.md', '## 4. State\nSee [§4](#4-state).\n')).toEqual([]);
    expect(check('docs/a.md', 'See spec 05 §4.\n')).toEqual([
      'reference "spec 05 §4": make it a link to specification/05-simulation.md#4-state',
    ]);
    expect(check('docs/specification/05-simulation.md', '## 4. State\nSee §4 and chapter 05.\n')).toEqual([
      'reference "§4": make it a link to #4-state',
    ]);
    expect(check('docs/specification/05-simulation.md', '## 4. State\nSee [§4](#other).\n')).toEqual([
      'reference "§4": link to #4-state instead of #other',
      'link to #other: docs/specification/05-simulation.md has no heading with the anchor "other"',
    ]);
  });

  it('reads no code in docs, and does not ask for links in generated pages', () => {
    expect(check('docs/a.md', '`05 §99`\n\n```\n05 §99\n```\n')).toEqual([]);
    expect(check('docs/a.md', '<!-- Generated from x -->\n05 §4\n')).toEqual([]);
  });

  it('reports links to files and headings that do not exist', () => {
    expect(check('docs/a.md', '[a](no-such-file.md) [b](#no-such-heading) [c](#here)\n# Here\n')).toEqual([
      'link to no-such-file.md: there is no file docs/no-such-file.md',
      'link to #no-such-heading: docs/a.md has no heading with the anchor "no-such-heading"',
    ]);
  });
});
