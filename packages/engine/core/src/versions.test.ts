import { describe, expect, it } from 'vitest';
import {
  coachFeatures,
  EXPERIMENTAL_MONITOR_VERSIONS,
  EXPERIMENTAL_VERSION,
  isCoachVersion,
  isMonitorVersion,
  isPlayerVersion,
  isSentTo,
  isTooOldForCoach,
  isTooOldForTrainer,
  isTrainerVersion,
  monitorFeatures,
  type PlayerFeatureName,
  playerFeatures,
} from './versions.js';

/** Features that change at each version, from the matrix of spec 03 §11. */
const CHANGES: Record<number, { on?: PlayerFeatureName[]; off?: PlayerFeatureName[] }> = {
  3: { on: ['seesObjects'] },
  4: { on: ['seesOuterFlags', 'bodyDir'] },
  5: { on: ['headAngle', 'turnNeckCount', 'headDir', 'fullstate', 'quantizedFullstate'] },
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
    on: ['nulWarning', 'initPortClosed', 'armFocusTackle', 'armAndTackle', 'hearSides', 'hearOncePerCycle'],
    off: ['positionalParams', 'hearRounded', 'quantizedFullstate'],
  },
  12: { on: ['tackleDirection', 'collision'] },
  13: { on: ['capacity', 'kickFlag', 'fullstateFlags'] },
  14: { on: ['foul', 'fullstateFouls'] },
  16: { on: ['changeGoalie'] },
  18: { on: ['synchSeeDefault', 'changeFocusCount', 'focusPoint', 'typeVisibility'] },
  20: { on: ['ballHeight'] },
};

describe('features of players', () => {
  const names = Object.keys(playerFeatures(1)) as PlayerFeatureName[];

  it('every version differs from the one before in exactly these features (spec 03 §11)', () => {
    for (let version = 2; version <= EXPERIMENTAL_VERSION; version++) {
      const before = playerFeatures(version - 1);
      const now = playerFeatures(version);
      const on = names.filter((name) => now[name] && !before[name]);
      const off = names.filter((name) => !now[name] && before[name]);
      expect({ version, on: on.sort(), off: off.sort() }).toEqual({
        version,
        on: [...(CHANGES[version]?.on ?? [])].sort(),
        off: [...(CHANGES[version]?.off ?? [])].sort(),
      });
    }
  });

  it('only the integer part of a version is used', () => {
    expect(playerFeatures(7.9)).toBe(playerFeatures(7));
    expect([2.5, 2.999, 3].map((v) => playerFeatures(v).seesObjects)).toEqual([false, false, true]);
    expect([3, 3.9, 4].map((v) => playerFeatures(v).seesOuterFlags)).toEqual([false, false, true]);
  });

  it('versions out of range have the features of the nearest version', () => {
    expect(playerFeatures(99)).toBe(playerFeatures(EXPERIMENTAL_VERSION));
    expect(playerFeatures(Number.POSITIVE_INFINITY)).toBe(playerFeatures(EXPERIMENTAL_VERSION));
    expect(playerFeatures(-1)).toBe(playerFeatures(0));
    expect(playerFeatures(Number.NaN)).toBe(playerFeatures(0));
    expect(playerFeatures(0)).toEqual(playerFeatures(1));
  });
});

describe('features of coaches', () => {
  it('exist from the versions of the matrix on (spec 07 §16)', () => {
    const since: Record<string, number> = {};
    for (let version = 20; version >= 1; version--) {
      for (const [name, has] of Object.entries(coachFeatures(version))) if (has) since[name] = version;
    }
    expect(since).toEqual({
      initSide: 6,
      shortNames: 7,
      hearQuoted: 7,
      sayLanguage: 7,
      changePlayerType: 7,
      nulWarning: 8,
      initPortClosed: 8,
      periodicActions: 8,
      clangVersions: 8,
      includeMessage: 11,
      lookActions: 13,
      kickFlag: 13,
      foulAndCardFlags: 14,
      changeGoalie: 16,
      ballHeight: 20,
    });
    expect(coachFeatures(6.99)).toBe(coachFeatures(6));
  });
});

describe('features of monitors', () => {
  it('are added with each version; JSON has those of the newest (spec 10 §1)', () => {
    const present = EXPERIMENTAL_MONITOR_VERSIONS.map((version) => {
      const { version: own, encoding, ...features } = monitorFeatures(version)!;
      expect(own).toBe(version);
      return [encoding, Object.values(features).filter(Boolean).length];
    });
    expect(present).toEqual([
      ['json', 8],
      ['binary', 0],
      ['binary', 4],
      ['text', 5],
      ['text', 6],
      ['text', 7],
      ['text', 8],
    ]);
  });

  it('only the integer part of a version is used; other versions do not exist', () => {
    expect(monitorFeatures(2.9)).toBe(monitorFeatures(2));
    for (const version of [0, 7, -2, Number.NaN]) expect(monitorFeatures(version)).toBeUndefined();
  });
});

describe('accepted versions', () => {
  it('players and trainers may have an integer part of 1 to 19 (spec 03 §2.3, §13.10, §13.45, spec 07 §3)', () => {
    for (const accepts of [isPlayerVersion, isTrainerVersion]) {
      for (const good of [1, 1.5, 3, 7, 9, 16, 19, 19.9]) expect(accepts(good)).toBe(true);
      for (const bad of [0, 0.999, -3, 20, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(accepts(bad)).toBe(false);
      }
    }
    expect([0.9, 1, Number.NaN].map(isTooOldForTrainer)).toEqual([true, false, false]);
  });

  it('online coaches may have versions 5 and later (spec 07 §4)', () => {
    expect([4.9, 5, 19.9, 20, Number.NaN].map((version) => isCoachVersion(version))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    expect([4.9, 5, Number.NaN].map(isTooOldForCoach)).toEqual([true, false, false]);
  });

  it('version 20 and monitor version 6 exist only as experiment (spec 12 §1)', () => {
    const versions = [5, 19.99, 20, 20.999, 21, Number.NaN];
    for (const accepts of [isPlayerVersion, isTrainerVersion, isCoachVersion]) {
      expect(versions.map((version) => accepts(version))).toEqual([true, true, false, false, false, false]);
      expect(versions.map((version) => accepts(version, true))).toEqual([
        true,
        true,
        true,
        true,
        false,
        false,
      ]);
    }
    const monitors = [-1, 1, 5.9, 6, 6.5, 7, 0];
    expect(monitors.map((version) => isMonitorVersion(version))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(monitors.map((version) => isMonitorVersion(version, true))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('values with a first version are sent from that version on', () => {
    expect([isSentTo(8, 7.9), isSentTo(8, 8), isSentTo(undefined, 19)]).toEqual([false, true, false]);
  });
});
