import { describe, expect, it } from 'vitest';
import { type FeatureName, featuresOf, isPlayerVersion } from './features.js';

/** Features that change at each version, as the matrix of 03 §11 has them. */
const CHANGES: Record<number, { on?: FeatureName[]; off?: FeatureName[] }> = {
  3: { on: ['seesObjects'] },
  4: { on: ['seesOuterFlags', 'bodyDir'] },
  5: { on: ['headAngle', 'turnNeckCount', 'headDir', 'fullstate', 'fullstateOld'] },
  6: { on: ['speedDir', 'quotedTeam', 'goalieMark'], off: ['longNames'] },
  7: {
    on: [
      'paramMessages',
      'positionalParams',
      'changePlayerType',
      'catchMoveViewCounts',
      'hearQuoted',
      'hearTrainerAsCoach',
      'hearRounded',
    ],
    off: ['truncatedAngles'],
  },
  8: {
    on: [
      'namedParams',
      'nulWarning',
      'initPortClosed',
      'earAndAttention',
      'armFocusTackle',
      'pointDir',
      'tackleFlag',
      'hearSides',
      'heardOnce',
    ],
    off: ['positionalParams', 'hearRounded', 'fullstateOld'],
  },
  12: { on: ['tackleDirection', 'collision'] },
  13: { on: ['capacity', 'kickFlag', 'fullstateFlags'] },
  14: { on: ['foul', 'fullstateFouls', 'fullstateGoalieType'] },
  16: { on: ['changeGoalie'] },
  18: { on: ['synchSeeDefault', 'changeFocusCount', 'focusPoint', 'typeVisibility'] },
};

describe('03 §11: version matrix', () => {
  const names = Object.keys(featuresOf(1)).filter(
    (name) => name !== 'version' && name !== 'formatVersion',
  ) as FeatureName[];

  it('every version differs from the one before in exactly these features', () => {
    for (let version = 2; version <= 19; version++) {
      const before = featuresOf(version - 1);
      const now = featuresOf(version);
      const on = names.filter((name) => now[name] && !before[name]);
      const off = names.filter((name) => !now[name] && before[name]);
      expect({ version, on: on.sort(), off: off.sort() }).toEqual({
        version,
        on: [...(CHANGES[version]?.on ?? [])].sort(),
        off: [...(CHANGES[version]?.off ?? [])].sort(),
      });
    }
  });

  it('the integer part selects formats', () => {
    const { version, formatVersion, ...rest } = featuresOf(7.9);
    expect([version, formatVersion]).toEqual([7.9, 7]);
    expect(rest).toEqual({ ...featuresOf(7), version: undefined, formatVersion: undefined });
  });

  it('03 §10.2: the exact version decides what is seen', () => {
    expect([2.5, 2.999, 3].map((v) => featuresOf(v).seesObjects)).toEqual([false, false, true]);
    expect([3, 3.9, 4].map((v) => featuresOf(v).seesOuterFlags)).toEqual([false, false, true]);
  });

  it('03 §2.3, §13.10, §13.45: versions of players', () => {
    for (const good of [1, 1.5, 3, 7, 9, 16, 19, 19.9]) expect(isPlayerVersion(good)).toBe(true);
    for (const bad of [0, 0.999, -3, 20, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(isPlayerVersion(bad)).toBe(false);
    }
  });
});
