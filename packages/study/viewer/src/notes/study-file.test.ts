import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packText, unpackText } from '../packed-text.js';
import { formatStudy, MAX_STUDY_BYTES, parseStudy, type Study } from './study-file.js';

const STUDY: Study = {
  format: 'rcss-study',
  version: 1,
  title: 'Wing play',
  teams: ['Foxes', 'Herons'],
  chapters: [
    {
      cycle: 120,
      length: 40,
      title: 'The pass',
      text: 'Ball to 9 – ä ☃',
      shapes: [
        { kind: 'arrow', x1: 0, y1: 1.5, x2: 20, y2: -3, color: '#ffd21f' },
        { kind: 'circle', x: 20, y: -3, radius: 3, color: '#ff4540' },
        { kind: 'label', x: 0, y: 0, text: 'here', color: '#ffffff' },
      ],
    },
    { cycle: 300 },
  ],
};

describe('studies', () => {
  it('are the same after a file and after a link', async () => {
    expect(parseStudy(formatStudy(STUDY))).toEqual(STUDY);
    const link = await packText(formatStudy(STUDY));
    expect(link).toMatch(/^1[\w-]+$/);
    expect(parseStudy(await unpackText(link, MAX_STUDY_BYTES))).toEqual(STUDY);
  });

  it('have their chapters in the order of the cycles', () => {
    const [first, second] = STUDY.chapters;
    const text = formatStudy({ ...STUDY, chapters: [second!, first!] });
    expect(parseStudy(text).chapters.map(({ cycle }) => cycle)).toEqual([120, 300]);
  });

  it.each([
    [{ ...STUDY, version: 2 }, 'version: must be 1'],
    [{ ...STUDY, format: 'x' }, 'format: must be "rcss-study"'],
    [{ ...STUDY, more: 1 }, 'study: has the unknown field more'],
    [{ ...STUDY, chapters: [{ cycle: -1 }] }, 'chapters.0.cycle: must be at least 0'],
    [{ ...STUDY, chapters: [{ cycle: 1.5 }] }, 'chapters.0.cycle: must be int'],
    [{ ...STUDY, chapters: [{ cycle: 1, title: 'x'.repeat(201) }] }, 'chapters.0.title: must be at most 200'],
    [
      { ...STUDY, chapters: [{ cycle: 1, shapes: [{ kind: 'star' }] }] },
      'chapters.0.shapes.0.kind: kind must be "arrow", "circle" or "label"',
    ],
    [
      {
        ...STUDY,
        chapters: [{ cycle: 1, shapes: [{ kind: 'label', x: 0, y: 0, text: '', color: 'url(x)' }] }],
      },
      'chapters.0.shapes.0.color: a color is # and six hexadecimal digits',
    ],
    [[], 'study: must be object'],
    [
      { ...STUDY, chapters: Array.from({ length: 201 }, () => ({ cycle: 1 })) },
      'chapters: must be at most 200',
    ],
  ])('%# that are wrong are refused with the place and what is allowed', (value, message) => {
    expect(() => parseStudy(JSON.stringify(value))).toThrow(message);
  });

  it('of hostile texts are refused or read, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => parseStudy(text)).toThrow(/^(not JSON|study|format|version|chapters)/);
      }),
    );
    expect(() => parseStudy(`"${'a'.repeat(MAX_STUDY_BYTES)}"`)).toThrow(`at most ${MAX_STUDY_BYTES} bytes`);
    expect(parseStudy(formatStudy({ ...STUDY, chapters: [] })).chapters).toEqual([]);
    expect(() => parseStudy('{"__proto__":{"format":"rcss-study"}}')).toThrow('format: must be "rcss-study"');
  });

  it('in links that are damaged, too long or of another version are refused', async () => {
    const link = await packText('a'.repeat(1000));
    await expect(unpackText(link, 999)).rejects.toThrow('it has more than 999 bytes');
    await expect(unpackText(link.slice(0, -3), 2000)).rejects.toThrow('the link is damaged');
    await expect(unpackText(`2${link.slice(1)}`, 2000)).rejects.toThrow('begin with "1"');
  });
});
