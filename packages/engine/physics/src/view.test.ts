import { deg } from '@rcss/core/math';
import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, formatVector } from '../test/field.js';
import { changeFocus, changeView, switchToSynchSee } from './view.js';

function createScene(version = 19) {
  const field = createTestField();
  const player = addPlayer(field, 'l', 1, { version });
  return { params: field.params, player };
}

describe('change_view (spec 05 §17.1)', () => {
  it('sets the angle; low is possible in asynchronous view only (spec 04 §9.5, spec 03 §13.29)', () => {
    const { params, player } = createScene(17);
    expect([player.synchSee, deg(player.viewAngle)]).toEqual([false, 90]);
    changeView(params, player, 'narrow', 'low');
    expect([deg(player.viewAngle), player.viewQuality, player.changeViewCount]).toEqual([45, 'low', 1]);
    changeView(params, player, 'wide', null);
    expect([deg(player.viewAngle), player.viewQuality, player.changeViewCount]).toEqual([180, 'high', 2]);
    switchToSynchSee(params, player);
    changeView(params, player, 'narrow', 'low');
    expect([deg(player.viewAngle), player.viewWidth, player.changeViewCount]).toEqual([180, 'wide', 2]);
    changeView(params, player, 'narrow', 'high');
    expect([formatVector(deg(player.viewAngle)), player.changeViewCount]).toEqual(['60', 3]);
  });

  it('version 18 and later start in synchronous view (spec 04 §9.4, §9.5)', () => {
    const { player } = createScene(18);
    expect([player.synchSee, formatVector(deg(player.viewAngle))]).toEqual([true, '120']);
  });

  it('only the one-argument form limits the focus direction again (spec 04 §9.19, quirk Q16)', () => {
    const { params, player } = createScene();
    changeFocus(player, 10, 60);
    changeView(params, player, 'narrow', 'high');
    expect(formatVector(deg(player.focusDir))).toBe('60');
    changeView(params, player, 'narrow', null);
    expect(formatVector(deg(player.focusDir))).toBe('30');
  });
});

describe('change_focus (spec 05 §17.2, §24.49, spec 04 §3.13, §9.19)', () => {
  it('follows the recorded sequence', () => {
    const { params, player } = createScene();
    const focus = () => formatVector(player.focusDist, deg(player.focusDir));
    const seen: string[] = [];
    const steps = [
      () => changeFocus(player, 20.5, -30),
      () => changeFocus(player, 100, -300),
      () => {
        changeView(params, player, 'wide', null);
        changeFocus(player, 0, 170);
      },
      () => changeView(params, player, 'narrow', 'high'),
      () => changeView(params, player, 'narrow', null),
      () => changeFocus(player, -50, 0),
    ];
    for (const act of steps) {
      act();
      seen.push(focus());
    }
    expect(seen).toEqual(['20.5 -30', '40 30', '40 -90', '40 -90', '40 -30', '0 -30']);
    expect(player.changeFocusCount).toBe(4);
  });

  it('limits infinite changes (spec 05 §9.6)', () => {
    for (const sign of [1, -1]) {
      const { player } = createScene();
      changeFocus(player, Number.POSITIVE_INFINITY, 0);
      expect(player.focusDist).toBe(40);
      changeFocus(player, 0, sign * Number.POSITIVE_INFINITY);
      expect(formatVector(deg(player.focusDir))).toBe('-60');
    }
  });
});
