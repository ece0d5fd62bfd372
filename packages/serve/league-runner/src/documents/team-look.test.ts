import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveDocument } from './load-document.js';
import { loadLook } from './team-look.js';

const CREST =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="url(#a)" d="M0 0h8v8z"/></svg>';

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BOMB = `<g id="a0"/>${Array.from({ length: 9 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`).join('')}`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss crest é-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function load(content: string | Uint8Array) {
  writeFileSync(join(folder, 'crest'), content);
  return loadLook('Reds', { crest: 'crest' }, folder).crest!;
}

describe('the crest of a team', () => {
  const IMAGE = `data:image/png;base64,${PNG.toString('base64')}`;
  const START = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">';
  test.each([
    [CREST, CREST.replace('/>', '></path>')],
    [
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n${CREST}`,
      CREST.replace('/>', '></path>'),
    ],
    [
      `<v:svg xmlns:v="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink" viewBox="0 0 8 8"><v:image l:href="${IMAGE}"/></v:svg>`,
      `${START}<image href="${IMAGE}"></image></svg>`,
    ],
    [
      `${START}<metadata><x/></metadata><e:view xmlns:e="urn:editor"><script/></e:view><title>A &amp; B</title><g data-a="b" style="fill:#fff;-inkscape-x:1"/></svg>`,
      `${START}<title>A &amp; B</title><g style="fill:#fff"></g></svg>`,
    ],
    [
      `${START}<style><![CDATA[/* a */.a,.b{fill:url(#g);stroke:none}]]></style><radialGradient id="g"/><g transform="translate(1,2) rotate(3)" id="é"/><use href="#g"/></svg>`,
      `${START}<style>.a,.b{fill:url(#g);stroke:none}</style><radialGradient id="g"></radialGradient><g transform="translate(1,2) rotate(3)" id="é"></g><use href="#g"></use></svg>`,
    ],
  ])('can be an SVG picture, which is written anew: %s', (text, expected) => {
    expect(load(text)).toEqual({ type: 'image/svg+xml', data: Buffer.from(expected) });
  });

  test('can be a PNG file', () => {
    expect(load(PNG).type).toBe('image/png');
    const large = Buffer.from(PNG);
    large.writeUInt32BE(100_000, 16);
    expect(() => load(large)).toThrow('has 100000 × 1 pixels; at most 4096 × 4096');
    expect(() => load(PNG.subarray(0, 9))).toThrow('is not a complete PNG file');
    const image = `<image href="data:image/png;base64,${large.toString('base64')}"/>`;
    expect(() => load(CREST.replace('<path', `${image}<path`))).toThrow('has 100000 × 1 pixels');
  });

  test.each([
    ['<script>alert(1)</script>', 'the element script'],
    ['<x-y:script xmlns:x-y="http://www.w3.org/2000/svg">alert(1)</x-y:script>', 'the element script'],
    ['<é:script xmlns:é="http://www.w3.org/2000/svg">alert(1)</é:script>', 'the element script'],
    ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>', 'the element script of HTML'],
    ['<b xmlns="http://www.w3.org/1999/xhtml"/>', 'the element b of HTML'],
    ['<a href="javascript:alert(1)"/>', 'the element a'],
    ['<animate attributeName="href" values="javascript:alert(1)"/>', 'the element animate'],
    ['<set attributeName="onclick" to="alert(1)"/>', 'the element set'],
    ['<handler>alert(1)</handler>', 'the element handler'],
    ['<filter/>', 'the element filter'],
    ['<g onload="alert(1)"/>', 'a handler of an event'],
    ['<foreignObject><b/></foreignObject>', 'the element foreignObject'],
    ['<image href="https://example.org/x.png"/>', 'an address outside of the file'],
    ['<image href="data:image/svg+xml,&lt;svg/>"/>', 'an address outside of the file'],
    [
      '<use xmlns:q="http://www.w3.org/1999/xlink" q:href = "other.svg#a"/>',
      'an address outside of the file',
    ],
    ['<g fill="ur&#108;(//example.org)"/>', 'an address outside of the file'],
    ['<g xml:base="https://example.org/"/>', 'the attribute xml:base'],
    ['<g style="fill: u\\72l(//example.org)"/>', 'the value'],
    ['<style>g { fill: url( "//example.org") }</style>', 'an address outside of the file'],
    ['<style>@import "x.css";</style>', 'the rule'],
    ['<style>@font-face { src: url(x) }</style>', 'the rule'],
    ['<style>g { clip-path: url(#a) }</style>', 'a clip-path or mask in a style sheet'],
    ['<g id="a"/><g id="a"/>', 'the id "a" twice'],
    ['<g>'.repeat(200), 'more than 100 elements in each other'],
  ])('is refused with %s', (part, what) => {
    expect(() => load(CREST.replace('<path', `${part}<path`))).toThrow(
      new RegExp(
        `^team Reds: the crest .*crest has ${what}.* \\(line 1\\)\\. Allowed: a PNG file, or an SVG file`,
      ),
    );
  });

  test.each([
    [`<!DOCTYPE svg [<!ENTITY a "b">]>${CREST}`, 'an entity'],
    ['<html><svg></svg></html>', 'is neither PNG nor SVG'],
    ['<svg><script>alert(1)</script></svg>', 'is neither PNG nor SVG'],
    [`${CREST}<!-- `, 'is neither PNG nor SVG'],
    [CREST.replace('<path', '&xxe;<path'), 'is neither PNG nor SVG'],
    [`<?xml version="1.0" encoding="UTF-7"?>${CREST}`, 'the encoding UTF-7'],
    [Buffer.from(`\ufeff${CREST}`, 'utf16le'), 'is neither PNG nor SVG in UTF-8'],
    [`${CREST}${' '.repeat(100_000)}`, 'bytes'],
    [CREST.replace('<path', `${BOMB}<path`), 'draws more than 20000 elements'],
    [CREST.replace('<path', '<g id="a"><use href="#a"/></g><path'), 'refers to itself'],
    [CREST.replace('<path', '<g id="a" clip-path="url(#a)"/><path'), 'refers to itself'],
  ])('is refused if it is something else: %.40s', (text, problem) => {
    expect(() => load(text)).toThrow(problem);
  });

  test('and the color are of the document or of the team file, and do not change the run', () => {
    writeFileSync(join(folder, 'own.svg'), CREST);
    writeFileSync(join(folder, 'reds.yaml'), 'name: Reds\nstart: demo\ncolor: "#d02030"\ncrest: own.svg\n');
    const base = { version: 1, format: { type: 'series', matches: 1 } } as const;
    const blues = { name: 'Blues', start: 'demo' };
    const loaded = resolveDocument(
      { ...base, teams: [{ file: 'reds.yaml' }, { ...blues, color: '#2040d0' }] } as never,
      folder,
    );
    expect(loaded.looks.get('reds')).toMatchObject({ color: '#d02030', crest: { type: 'image/svg+xml' } });
    expect(loaded.looks.get('Blues')).toEqual({ color: '#2040d0' });
    expect(loaded.teams.get('Blues')!.team).not.toHaveProperty('color');
    const plain = resolveDocument({ ...base, teams: [{ name: 'reds', start: 'demo' }, blues] }, folder);
    expect(plain.hash).toBe(loaded.hash);
    expect(() => loadLook('Reds', { crest: 'missing.svg' }, folder)).toThrow('cannot be read');
  });
});
