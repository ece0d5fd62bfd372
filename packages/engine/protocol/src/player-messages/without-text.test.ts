import type { AudioMessage } from '@rcss/core';
import { LANDMARKS } from '@rcss/core/landmarks';
import {
  createSeeObservation,
  createSenseBodyObservation,
  type SeenObject,
  type SeeObservation,
  type SenseBodyObservation,
} from '@rcss/core/observation';
import { EXPERIMENTAL_VERSION } from '@rcss/core/versions';
import { ByteWriter } from '@rcss/sexp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createHearMessage,
  createPlayerEncoding,
  createSeeMessage,
  createSenseBodyMessage,
  encodeHear,
  encodeSee,
  encodeSenseBody,
  setTeamNames,
} from '../entries/player.js';
import { decodePlayerMessage, type PlayerMessage } from '../index.js';

const VERSIONS = Array.from({ length: EXPERIMENTAL_VERSION }, (_, i) => i + 1);

/** Values as the sensors compute them, not yet rounded by the printer, and special ones. */
const real = fc.oneof(
  fc.integer({ min: -2000, max: 2000 }).map((n) => n * 0.1),
  fc.double({ min: -200, max: 200, noNaN: true }),
  fc.double({ min: -1e-3, max: 1e-3, noNaN: true }),
  fc.double({ min: -1e8, max: 1e8, noNaN: true }),
  fc.constantFrom(0, -0, 0.30000000000000004, 130600, 1e-5, 999999.5),
);
const degrees = fc.oneof(fc.integer({ min: -180, max: 180 }), fc.constantFrom(-0, -0.4, 179.6));
const count = fc.integer({ min: 0, max: 70_000 });

const seenObject: fc.Arbitrary<SeenObject> = fc
  .record({
    kind: fc.constantFrom('landmark' as const, 'ball' as const, 'player' as const, 'line' as const),
    place: fc.nat({ max: LANDMARKS.length - 1 }),
    detail: fc.constantFrom('close' as const, 'named' as const),
    playerDetail: fc.constantFrom('close' as const, 'player' as const, 'team' as const, 'full' as const),
    values: fc.record({
      dist: real,
      dir: degrees,
      hasMotion: fc.boolean(),
      distChange: real,
      dirChange: real,
      z: real,
      vz: real,
      bodyDir: degrees,
      headDir: degrees,
      hasPointDir: fc.boolean(),
      pointDir: degrees,
      flag: fc.constantFrom('' as const, 't' as const, 'k' as const),
      goalie: fc.boolean(),
    }),
  })
  .map(({ kind, place, detail, playerDetail, values }) => ({
    kind,
    index: kind === 'line' ? place % 4 : kind === 'player' ? place % 22 : kind === 'ball' ? 0 : place,
    // The sensors show lines only by name.
    detail: kind === 'player' ? playerDetail : kind === 'line' ? 'named' : detail,
    ...values,
  }));

const seeObservation: fc.Arbitrary<SeeObservation> = fc
  .record({
    time: count,
    quality: fc.constantFrom('high' as const, 'high' as const, 'low' as const),
    objects: fc.array(seenObject, { maxLength: 8 }),
  })
  .map(({ time, quality, objects }) => {
    const see = createSeeObservation();
    objects.forEach((thing, i) => {
      Object.assign(see.objects[i]!, thing);
    });
    return Object.assign(see, { time, quality, count: objects.length });
  });

/** A value for each field of the observation, of the same type as in an empty one. */
const senseBodyObservation: fc.Arbitrary<SenseBodyObservation> = fc.record({
  ...(Object.fromEntries(
    Object.entries(createSenseBodyObservation()).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? fc.boolean() : count,
    ]),
  ) as unknown as { [Name in keyof SenseBodyObservation]: fc.Arbitrary<SenseBodyObservation[Name]> }),
  quality: fc.constantFrom('high', 'low'),
  width: fc.constantFrom('narrow', 'normal', 'wide'),
  card: fc.constantFrom('none', 'yellow', 'red'),
  focusSide: fc.constantFrom('', 'l', 'r'),
  stamina: real,
  effort: real,
  capacity: real,
  speed: real,
  speedDir: degrees,
  headAngle: degrees,
  armTargetDist: real,
  armTargetDir: degrees,
  focusPointDist: real,
  focusPointDir: real,
});

const message = fc.stringMatching(/^[0-9A-Za-z().+\-*/?<>_ ]{1,12}$/);
const unum = fc.integer({ min: 1, max: 11 });
const audioMessage: fc.Arbitrary<AudioMessage> = fc.oneof(
  fc.record({ kind: fc.constant('self' as const), message }),
  fc.record({ kind: fc.constant('complete' as const), own: fc.boolean(), unum, dir: degrees, message }),
  fc.record({ kind: fc.constant('partial' as const), own: fc.boolean(), unum }),
  fc.record({ kind: fc.constant('trainer' as const), message }),
  fc.record({
    kind: fc.constantFrom('coach_text' as const, 'coach_language' as const),
    side: fc.constantFrom('l' as const, 'r' as const),
    message,
  }),
);

function decode(write: (w: ByteWriter) => unknown): PlayerMessage {
  const w = new ByteWriter();
  write(w);
  const decoded = decodePlayerMessage(w.view());
  if (!decoded.ok) throw new Error(`${decoded.error.code} in ${w.toString()}`);
  return decoded.value;
}

describe('messages that are created without text are those that a client decodes (spec 03 §10)', () => {
  for (const version of VERSIONS) {
    it(`version ${version}`, () => {
      const encoding = createPlayerEncoding(version, 'l', { left: 'Left', right: '' });
      setTeamNames(encoding, { left: 'Left', right: 'Right_2', fixedRight: 'guests' });
      const runs = { numRuns: 150 };
      fc.assert(
        fc.property(seeObservation, (see) => {
          expect(createSeeMessage(see, encoding)).toStrictEqual(decode((w) => encodeSee(w, see, encoding)));
        }),
        runs,
      );
      fc.assert(
        fc.property(senseBodyObservation, (body) => {
          expect(createSenseBodyMessage(body, encoding)).toStrictEqual(
            decode((w) => encodeSenseBody(w, body, encoding)),
          );
        }),
        runs,
      );
      fc.assert(
        fc.property(count, audioMessage, (time, heard) => {
          const created = createHearMessage(time, heard, encoding);
          const isSpeech = heard.kind === 'self' || heard.kind === 'complete' || heard.kind === 'partial';
          expect(created !== null).toBe(
            isSpeech && encoding.features.hearQuoted && encoding.features.hearSides,
          );
          if (created !== null)
            expect(created).toStrictEqual(decode((w) => encodeHear(w, time, heard, encoding)));
        }),
        runs,
      );
    });
  }
});
