import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveDocument } from './load-document.js';
import { loadLook } from './team-look.js';

const CREST =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="url(#a)" d="M0 0h8v8z"/></svg>';

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
  test.each([
    CREST,
    `<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n${CREST}`,
    CREST.replace('<path', '<use href="#a"/><image href="data:image/png;base64,AA=="/><path'),
  ])('can be an SVG picture: %s', (text) => {
    expect(load(text)).toEqual({ type: 'image/svg+xml', data: Buffer.from(text) });
  });

  test('can be a PNG file', () => {
    expect(load(Buffer.from('89504e470d0a1a0a00', 'hex')).type).toBe('image/png');
  });

  test.each([
    ['<script>alert(1)</script>', 'a script'],
    ['<svg:script>alert(1)</svg:script>', 'a script'],
    ['<a href="javascript:alert(1)"/>', 'a script'],
    ['<g onload="alert(1)"/>', 'a handler of an event'],
    ['<g/onclick=alert(1)/>', 'a handler of an event'],
    ['<foreignObject><b/></foreignObject>', 'an element of HTML'],
    ['<image href="https://example.org/x.png"/>', 'an address outside of the file'],
    ['<use xlink:href = "other.svg#a"/>', 'an address outside of the file'],
    ['<style>g { fill: url( "//example.org") }</style>', 'an address outside of the file'],
    ['<style>@import "x.css";</style>', 'an address outside of the file'],
  ])('is refused with %s', (part, what) => {
    expect(() => load(CREST.replace('<path', `${part}<path`))).toThrow(
      `team Reds: the crest ${join(folder, 'crest')} has ${what}. Allowed: a PNG file, or an SVG file`,
    );
  });

  test.each([
    [`<!DOCTYPE svg [<!ENTITY a "b">]>${CREST}`, 'is neither PNG nor SVG'],
    ['<html><svg></svg></html>', 'is neither PNG nor SVG'],
    [`${CREST}${' '.repeat(100_000)}`, 'bytes'],
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
