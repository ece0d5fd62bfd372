/** Schemas of what players say to each other, and of what a coach has learned of the opponents. */
import { z } from 'zod';
import { count, finite, named, object, text, unum, whole } from './fields.js';

export const place = { x: finite('Meters.'), y: finite('Meters.') };

/** Own kinds of messages of a team; `checkMessageKinds` checks that they fit in a message. */
export const messageKinds = z.record(
  text(40, 'Name of the kind.'),
  z.record(
    text(40, 'Name of the field.'),
    object({
      min: finite('Least value.'),
      max: finite('Greatest value.'),
      bits: whole(1, 16, 'The value is said in 2^bits steps.'),
    }),
    { error: 'an object with the fields of the kind' },
  ),
  { error: 'an object with kinds of messages' },
);

/** Something that a player says; places are in the team frame. */
export const part = z
  .discriminatedUnion(
    'kind',
    [
      object({ kind: z.literal('pass'), receiver: unum() }).describe(
        'The speaker passes to this teammate now.',
      ),
      object({
        kind: z.literal('ball'),
        ...place,
        vx: finite('Meters per cycle.'),
        vy: finite('Meters per cycle.'),
      }).describe('Where the ball is.'),
      object({ kind: z.literal('self'), ...place }).describe('Where the speaker is.'),
      object({ kind: z.literal('offside_line'), x: finite('Meters.') }).describe(
        'x beyond which own players are offside.',
      ),
      object({
        kind: z.literal('player'),
        own: whole(0, 1, '1: a teammate; 0: an opponent.'),
        unum: unum(),
        ...place,
      }).describe('Where another player is.'),
      object({ kind: z.literal('stamina'), value: finite('0 to `stamina_max`.') }).describe(
        'Stamina of the speaker.',
      ),
      object({ kind: z.literal('request'), ...place }).describe('The speaker asks for a pass to this place.'),
      object({
        kind: z.literal('intercept'),
        unum: unum(),
        cycles: whole(0, 63, 'Cycles from now.'),
      }).describe('When a player of the own team gets the ball.'),
      object({ kind: z.literal('goalie'), ...place }).describe("Where the opponents' goalie is."),
      object({
        kind: z.literal('own'),
        name: text(40, 'Name of a kind of the team.'),
        values: z.record(z.string(), finite('Value of a field.'), { error: 'an object with the values' }),
      }).describe('A message of a kind that the team has defined.'),
    ],
    {
      error:
        'a part of the kind pass, ball, self, offside_line, player, stamina, request, intercept, goalie or own',
    },
  )
  .meta({ id: 'Part' });

/** A part that a player has received. It has the numbers that were said, which need not be possible ones. */
export const heardPart = named('HeardPart', 'A part of a message of a teammate.', {
  unum: unum('Number of the speaker.'),
  part: z.looseObject({ kind: z.string().describe('Kind of the part, as in the message `action`.') }),
});

const counts = (doc: string) => z.array(z.int()).describe(`${doc}, by number; entry 0 is not used.`);

const opponentPlace = named(
  'OpponentPlace',
  'Where an opponent stands in the formation of the opponents while the ball is where it is now.',
  {
    unum: unum(),
    line: z.string().describe('`goalie`, `defense`, `midfield` or `attack`.'),
    ...place,
  },
);
const opponentHabits = named('OpponentHabits', 'What one opponent did.', {
  unum: unum(),
  kicks: count('Cycles in which it kicked the ball.'),
  passesTo: counts('Its passes that arrived'),
  lost: count('Times that an own player touched the ball next after it.'),
  shots: count('Kicks towards the own goal from at most 35 m.'),
  setPlays: z.record(z.string(), z.int()).describe('Set plays that it has taken, by play mode without side.'),
  marks: counts('Cycles within 5 m of each own player while the own team had the ball'),
});

/** What a coach has learned of the opponents. */
export const opponentModel = named(
  'OpponentModel',
  'What the coach has seen of the opponents since the start.',
  {
    cycles: count('Cycles of open play that were seen.'),
    shape: z
      .string()
      .nullable()
      .describe('Numbers of field players from back to front, for example `4-3-3`; null before 100 cycles.'),
    lineWithBall: z
      .number()
      .nullable()
      .describe('Mean x of the second-last opponent while they have the ball, meters; null: not seen.'),
    lineWithoutBall: z
      .number()
      .nullable()
      .describe(
        'Mean x of the second-last opponent while they do not have the ball, meters; null: not seen.',
      ),
    places: z
      .array(opponentPlace)
      .describe('Places of their formation for the present place of the ball; none before 100 cycles.'),
    players: z.array(opponentHabits).describe('Habits of the opponents 1 to 11.'),
  },
);
