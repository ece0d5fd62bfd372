import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Camera } from './camera.js';
import { parseTile } from './draw/banner.js';
import { formatPlayMode } from './format-play-mode.js';
import { chooseKits, chooseShirt, computeColorDifference, computeContrast, isClash } from './kits.js';
import { DEFAULT_OPTIONS, loadOptions, parseViewOptions, saveOptions } from './options.js';
import { pageHtml } from './page/html.js';

describe('kits', () => {
  const name = fc.stringMatching(/^[-_+a-zA-Z0-9]{1,15}$/);

  it('gives any two teams and their goalkeepers distinct colors, with readable figures', () => {
    fc.assert(
      fc.property(name, name, (left, right) => {
        const kits = chooseKits('team', left, right);
        expect(isClash(kits.left.shirt, kits.right.shirt)).toBe(false);
        for (const kit of [kits.leftGoalie, kits.rightGoalie]) {
          expect(computeColorDifference(kit.shirt, kits.left.shirt)).toBeGreaterThan(0.1);
          expect(computeColorDifference(kit.shirt, kits.right.shirt)).toBeGreaterThan(0.1);
        }
        for (const kit of Object.values(kits))
          expect(computeContrast(kit.shirt, kit.numberColor)).toBeGreaterThanOrEqual(3.2);
      }),
    );
  });

  it('gives a team its own shirt on the left against any opponent', () => {
    fc.assert(
      fc.property(name, name, (left, right) => {
        expect(chooseKits('team', left, right).left.shirt).toBe(chooseShirt(left));
      }),
    );
  });

  it('gives a team whose name has a color a shirt of that color, and one of the organizer before it', () => {
    expect(chooseKits('team', 'Reds', 'Blues')).toMatchObject({
      left: { shirt: '#ff4540' },
      right: { shirt: '#2f6fed' },
    });
    expect(chooseShirt('TeamYellow')).toBe('#ffd21f');
    expect(chooseShirt('black_cats')).toBe('#22262e');
    expect(chooseShirt('constructor')).toMatch(/^#[0-9a-f]{6}$/);
    expect(chooseShirt('Redwood')).not.toBe(chooseShirt('Reds'));
    const colors = { Reds: '#00aaff', Blues: 'blue' };
    const { left, right } = chooseKits('team', 'Reds', 'Blues', undefined, colors);
    expect([left.shirt, right.shirt === '#00aaff', isClash(left.shirt, right.shirt)]).toEqual([
      '#00aaff',
      false,
      false,
    ]);
  });

  it('keeps the set color of the right team: the left one, whose color follows from its name, changes', () => {
    const { left, right } = chooseKits('team', 'Reds', 'Cats', undefined, { Cats: '#ff4540' });
    expect([right.shirt, isClash(left.shirt, right.shirt)]).toEqual(['#ff4540', false]);
  });

  it('gives a team whose set color is not visible on the grass a similar shirt, on both sides', () => {
    for (const [set, shirt] of [
      ['#1864ab', '#2f6fed'],
      ['#288c3c', '#33e07a'],
      ['#8b4513', '#ff4540'],
    ] as const) {
      const colors = { Herons: set };
      expect(chooseKits('team', 'Herons', 'Silver', undefined, colors).left.shirt).toBe(shirt);
      expect(chooseKits('team', 'Silver', 'Herons', undefined, colors).right.shirt).toBe(shirt);
    }
  });

  it('allows the colors of the known monitors and custom colors (spec 11 §3.2)', () => {
    const classic = chooseKits('classic', 'A', 'B');
    expect([classic.left.shirt, classic.right.shirt]).toEqual(['#ffd700', '#00bfff']);
    const own = chooseKits('custom', 'A', 'B', { left: '#112233', right: '#445566' });
    expect([own.left.shirt, own.right.shirt]).toEqual(['#112233', '#445566']);
  });

  it('treats red and green as similar for color-blind viewers', () => {
    expect(computeColorDifference('#b04030', '#5a7a30')).toBeLessThan(
      computeColorDifference('#b04030', '#3050b0'),
    );
  });
});

describe('Camera', () => {
  it('maps every pixel to the field and back for any turn, zoom and position', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 }),
        fc.double({ min: 0.5, max: 20, noNaN: true }),
        fc.double({ min: -50, max: 50, noNaN: true }),
        fc.double({ min: -30, max: 30, noNaN: true }),
        (turns, zoom, x, y) => {
          const camera = new Camera();
          camera.insets.right = 100;
          camera.resize(900, 700);
          camera.setTurns(turns);
          camera.zoomAt(zoom, 300, 200);
          const [sx, sy] = [camera.toScreenX(x, y), camera.toScreenY(x, y)];
          expect(camera.toFieldX(sx, sy)).toBeCloseTo(x, 6);
          expect(camera.toFieldY(sx, sy)).toBeCloseTo(y, 6);
        },
      ),
    );
  });

  it('shows 116 by 78 m without zoom; a half turn swaps the sides (spec 11 §3.11)', () => {
    const camera = new Camera();
    camera.resize(1160, 1000);
    expect(camera.scale).toBeCloseTo(10);
    expect(camera.toScreenX(-52.5, 0)).toBeLessThan(camera.toScreenX(52.5, 0));
    camera.setTurns(2);
    expect(camera.toScreenX(-52.5, 0)).toBeGreaterThan(camera.toScreenX(52.5, 0));
    camera.setTurns(3);
    expect(camera.toScreenY(-52.5, 0)).toBeGreaterThan(camera.toScreenY(52.5, 0));
    expect(camera.scale).toBeCloseTo(1000 / 116);
  });

  it('keeps the point under the pointer when zooming', () => {
    const camera = new Camera();
    camera.resize(1160, 780);
    const x = camera.toFieldX(400, 300);
    camera.zoomAt(3, 400, 300);
    expect(camera.toFieldX(400, 300)).toBeCloseTo(x);
  });
});

describe('options', () => {
  it('are stored', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    saveOptions({ ...DEFAULT_OPTIONS, showFlag: true, gridStep: 5, leftColor: '#123456' }, storage);
    expect(loadOptions(storage)).toEqual({
      ...DEFAULT_OPTIONS,
      showFlag: true,
      gridStep: 5,
      leftColor: '#123456',
    });
  });

  it('keep their defaults for invalid stored values', () => {
    for (const text of [
      '',
      '[',
      '1',
      'null',
      '{"gridStep":-1,"kits":"x","showFlag":1,"leftColor":"red;","new":1}',
    ]) {
      expect(parseViewOptions(text)).toEqual(DEFAULT_OPTIONS);
    }
    fc.assert(
      fc.property(
        fc.json(),
        (text) => Object.keys(parseViewOptions(text)).length === Object.keys(DEFAULT_OPTIONS).length,
      ),
    );
  });
});

describe('helpers', () => {
  it('every play mode has a label (spec 06 §2)', () => {
    expect(formatPlayMode('free_kick_l')).toBe('Free kick');
    expect(formatPlayMode('back_pass_r')).toBe('Back pass');
  });

  it('reads the colors of a tile (spec 10 §9)', () => {
    const row = ' .+ .+ .';
    const tile = parseTile([
      '8 8 3 1',
      '  c None',
      '. c #FF0000',
      '+ c #00FF00',
      ...Array<string>(8).fill(row),
    ]);
    expect([...(tile?.colors ?? [])]).toEqual([
      [' ', null],
      ['.', '#FF0000'],
      ['+', '#00FF00'],
    ]);
    expect(parseTile(['9 8 1 1', '. c red'])).toBeNull();
    expect(parseTile([])).toBeNull();
  });

  it('escapes a configuration so that it cannot inject script into the page', () => {
    const html = pageHtml({ log: '</script><script>alert(1)</script>' }, '<b>"');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('<title>&lt;b&gt;&quot;</title>');
  });
});
