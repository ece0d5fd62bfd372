import { matchDocumentSchema } from '@rcss/match-document';
import { z } from 'zod';
import { TIE_BREAKS } from '../rules.js';

const text = (description: string, maxLength = 1000) => {
  const error = `a text of 1 to ${maxLength} characters`;
  return z.string({ error }).min(1, { error }).max(maxLength, { error }).describe(description);
};

const count = (description: string, min = 1, max = 1_000_000) => {
  const error = `a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error }).describe(description);
};

const number = (description: string, min: number, max: number) => {
  const error = `a number from ${min} to ${max}`;
  return z.number({ error }).min(min, { error }).max(max, { error }).describe(description);
};

const object = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, { error: 'an object' });

/** A list of at least `min` and at most `max` items, which are called `items` in messages. */
const list = <Item extends z.ZodType>(item: Item, items: string, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  z
    .array(item, { error: `a list of ${items}` })
    .min(min, { error: `a list of at least ${min} ${items}` })
    .max(max, { error: `a list of at most ${max} ${items}` });

const flag = (description: string) => z.boolean({ error: 'true or false' }).describe(description);

const word = <const Words extends readonly [string, ...string[]]>(description: string, words: Words) =>
  z.enum(words, { error: `one of ${words.join(', ')}` }).describe(description);

const teamName = (description: string) => text(description, 15);

/** The match document is an object; its fields are reused, so that a match of a tournament has the same form as a match alone. */
const matchShape = (matchDocumentSchema as unknown as z.ZodObject<Record<string, z.ZodType>>).shape;

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? unwrap(schema.unwrap() as z.ZodType) : schema;
}

const matchTeams = unwrap(matchShape['teams']!) as z.ZodObject<Record<string, z.ZodType>>;
const matchTeam = unwrap(matchTeams.shape['left']!) as z.ZodObject<Record<string, z.ZodType>>;

const limits = object({
  memoryMb: count('Largest memory of all processes of the team, in megabytes.', 1).optional(),
  cpus: number('Largest number of processors.', 0.1, 1024).optional(),
  processes: count('Largest number of processes of the team.', 1, 100_000).optional(),
  threads: count(
    'Largest number of threads of all processes of the team. Default: 2048, without isolation no limit.',
    1,
    1_000_000,
  ).optional(),
  startTimeout: number('Time until all players are connected, in seconds. Default: 60.', 1, 3600).optional(),
  coachTimeout: count(
    'Time that the clock waits for the online coach after all players are there, in seconds. Default: 2.',
    0,
    3600,
  ).optional(),
  missedDone: count(
    'Cycles that one player may leave without (done) in synchronous mode. Default: 40.',
    0,
  ).optional(),
}).describe('Limits of the processes of the team.');

const diskMb = count('Size of each folder that a team can write, in megabytes. Default: 256.', 1).optional();

const imageName = (description: string) =>
  z
    .string({ error: 'the name of an image' })
    .regex(/^[a-zA-Z0-9][-\w./:@]{0,254}$/, { error: 'the name of an image, such as registry/team:1' })
    .describe(description);

const image = imageName(
  'Image in whose containers the team runs, with the level container. `start` is a command in it, with placeholders.',
).optional();

const look = {
  color: z
    .string({ error: 'a color #rrggbb' })
    .regex(/^#[0-9a-fA-F]{6}$/, { error: 'a color #rrggbb, such as #d02030' })
    .describe(
      'Color of the shirts in pages and viewers, #rrggbb. Default: a color in the name, or one that follows from the name.',
    )
    .optional(),
  crest: text(
    'Crest of the team in pages and viewers: path of an SVG or PNG file of at most 100 kB.',
  ).optional(),
};

const isolationError = { error: 'an object with the level none, user, sandbox or container' };
const isolation = z
  .discriminatedUnion(
    'level',
    [
      object({ level: z.literal('none') }),
      object({
        level: z.literal('user'),
        users: list(text('Name of a user of this machine.', 32), 'names of users', 2, 2048).describe(
          'Users under which the teams run: two for each match at a time.',
        ),
      }),
      object({
        level: z.literal('sandbox'),
        readable: list(text('Absolute path.'), 'paths')
          .describe('Further files and folders that the teams may read.')
          .optional(),
        diskMb,
      }),
      object({
        level: z.literal('container'),
        engine: word('Program that runs containers. Default: docker.', ['docker', 'podman']).optional(),
        gateImage: imageName('Image with Node.js for the gate of a team. Default: rcss.').optional(),
        diskMb,
      }),
    ],
    isolationError,
  )
  .describe('How programs of the teams are separated from the machine and from each other. Default: none.');

const nameOfTeam = teamName(
  'Name under which the players connect: 1 to 15 characters. With a file, it replaces the name in the file.',
);

/** Fields of a team that only a tournament has. */
const TOURNAMENT_FIELDS = [
  'version',
  'limits',
  'image',
  'color',
  'crest',
  'optionsFile',
  'repeatable',
  'templates',
  'anchor',
] as const;

const options = {
  templates: list(text('Path of a file of the team.'), 'paths', 1, 100)
    .describe(
      'Files with {NAME} for options, such as player.conf: each match gets a copy with their values, in the folder RCSS_FILES.',
    )
    .optional(),
  repeatable: word(
    'box: in synchronous matches, the programs of a start command get the same clock and the same random numbers again (Linux).',
    ['box'],
  ).optional(),
  options: matchTeam.shape['options']!.describe(
    'Options of the team: a module gets them as an object, a start command as JSON in RCSS_OPTIONS.',
  ),
  optionsFile: text(
    'File in JSON or YAML with options of the team, relative to the document; those of `options` replace its values.',
  ).optional(),
};

/** Checks the fields of a match document. Here, a start command may have options too. */
function checkMatchFields(team: Record<string, unknown>, ctx: z.RefinementCtx): void {
  const rest = { ...team };
  for (const name of ['file', ...TOURNAMENT_FIELDS]) delete rest[name];
  if (rest['start'] !== undefined) delete rest['options'];
  const report = (path: PropertyKey[], message: string): void =>
    ctx.addIssue({ code: 'custom', path, message });
  for (const { path, message } of matchTeam.safeParse(rest).error?.issues ?? []) report(path, message);
  for (const field of ['repeatable', 'templates'])
    if (team[field] !== undefined && team['start'] === undefined)
      report([field], 'absent, because it is for teams with a start command');
  if (team['optionsFile'] !== undefined && team['remote'] !== undefined)
    report(['optionsFile'], 'absent, because the team connects by itself');
}

const teamFields = {
  ...matchTeam.shape,
  anchor: number(
    'Strength in Elo points that stays in a ladder, so that ratings of seasons can be compared.',
    -5000,
    5000,
  ).optional(),
  name: nameOfTeam,
  version: text('Version, for the identity of matches. Default: the hash of the files.').optional(),
  limits: limits.optional(),
  image,
  ...options,
  ...look,
};

/** Schema of a team file: the fields of a team in a match document, and those of a tournament. */
export const teamFileSchema: z.ZodType = object(teamFields).describe('A team.').superRefine(checkMatchFields);

/** A team: in a file of its own, or with the fields of a team in a match document. */
const team = object({
  file: text('File with the team; its fields are those of a team here, without `file`.').optional(),
  ...teamFields,
  name: nameOfTeam.optional(),
})
  .describe('A team.')
  .superRefine((value, ctx) => {
    const rest = value as Record<string, unknown>;
    if (rest['file'] !== undefined) {
      for (const kind of ['start', 'module', 'remote']) {
        if (rest[kind] === undefined) continue;
        ctx.addIssue({ code: 'custom', path: [kind], message: 'absent, because the team has a file' });
      }
      return;
    }
    checkMatchFields(rest, ctx);
  });

const matchesPerPair = (description: string) => count(description, 1, 100_000).optional();

const knockoutFields = {
  matches: matchesPerPair('Count of matches of each pair. Default: 1.'),
  placement: word('Places that are decided by matches. Default: third.', [
    'final',
    'third',
    'all',
  ]).optional(),
  replays: count(
    'How often a drawn pair plays again before a lot decides (lotSeed). Default: 1.',
    0,
    100,
  ).optional(),
  parameters: matchShape['parameters']!.describe(
    'Parameters of the matches of the knockout in addition to those of match, for example nr_extra_halfs, golden_goal and penalty_shoot_outs.',
  ),
};

const FORMATS = [
  object({
    type: z.literal('round-robin'),
    matches: matchesPerPair(
      'Count of matches of each pair; the sides alternate. 2 is a double round robin. Default: 1.',
    ),
  }),
  object({
    type: z.literal('series'),
    matches: count('Count of matches of the two teams; the sides alternate.', 1, 1_000_000),
  }),
  object({
    type: z.literal('gauntlet'),
    challengers: list(teamName('Name of a team.'), 'teams', 1).describe(
      'Teams that play against all others.',
    ),
    matches: matchesPerPair('Count of matches of each pair. Default: 2.'),
  }),
  object({
    type: z.literal('paired'),
    candidate: teamName('Version that is tested.'),
    base: teamName('Version that it is compared with.'),
    blocks: count(
      'Largest count of blocks of matches with one seed; against opponents, for each opponent.',
      1,
      1_000_000,
    ),
    pool: flag(
      'Whether both versions play against the other teams. Default: if there are other teams.',
    ).optional(),
  }),
  object({ type: z.literal('knockout'), ...knockoutFields }),
  object({
    type: z.literal('groups'),
    groups: z
      .union([count('Count of groups.', 1, 1000), z.array(z.array(teamName('Name of a team.')))])
      .describe('Count of groups, or the names of the teams of each group.'),
    advance: count('Count of teams of each group that advance to the knockout.', 1, 1000),
    matches: matchesPerPair('Count of matches of each pair in a group. Default: 1.'),
    knockout: object(knockoutFields).describe('The knockout.').optional(),
  }),
  object({
    type: z.literal('ladder'),
    season: object({
      matches: count('Count of matches after which the season is over.').optional(),
      until: z.iso
        .datetime({ offset: true, error: 'a time such as 2026-12-01T18:00:00Z' })
        .describe('Time after which no match begins.')
        .optional(),
    })
      .describe('When the ladder ends. Default: when the organizer freezes it.')
      .optional(),
  }),
  object({
    type: z.literal('swiss'),
    rounds: count('Count of rounds.', 1, 1000),
    matches: matchesPerPair('Count of matches of each pair of a round. Default: 1.'),
    byePoints: number('Points for a bye. Default: those of a win.', 0, 1000).optional(),
  }),
] as const;

const FORMAT_NAMES = FORMATS.map(({ shape }) => shape.type.value).join(', ');

const format = z
  .discriminatedUnion('type', FORMATS, {
    error: ({ code }) => `${code === 'invalid_union' ? 'one of' : 'an object with a type:'} ${FORMAT_NAMES}`,
  })
  .describe('Which matches are played.');

const points = object({
  win: number('Points for a win.', -1000, 1000),
  draw: number('Points for a draw.', -1000, 1000),
  loss: number('Points for a defeat.', -1000, 1000),
  shootoutWin: number('Points for a win by a penalty shootout. Default: as a win.', -1000, 1000).optional(),
  shootoutLoss: number(
    'Points for a defeat by a penalty shootout. Default: as a defeat.',
    -1000,
    1000,
  ).optional(),
}).describe('Points for the outcomes of a match. Default: 3, 1, 0.');

const walkover = object({
  goals: count('Goals of the team that did not forfeit.', 0, 100),
  keepBetterScore: flag(
    'Whether the score at the end stays if it is better for the team that did not forfeit.',
  ),
}).describe('How a match counts that a team does not start or finish. Default: 3 goals, better score kept.');

const test = object({
  statistic: word('Goal difference or points of the blocks.', ['goals', 'points']),
  h0: number('Difference under the first hypothesis: goals per match, or Elo for points.', -1000, 1000),
  h1: number('Difference under the second hypothesis, above h0.', -1000, 1000),
  alpha: number('Probability to accept h1 although h0 is true. Default: 0.05.', 1e-9, 0.5).optional(),
  beta: number('Probability to accept h0 although h1 is true. Default: 0.05.', 1e-9, 0.5).optional(),
  clip: number(
    'Goal differences beyond ± this value count as this value. Default: 10.',
    0.1,
    1000,
  ).optional(),
  minBlocks: count('Blocks before which the test does not end. Default: 30.').optional(),
}).describe('Sequential test that ends a paired comparison early.');

const sharedMatch = object({
  parameters: matchShape['parameters']!,
  clock: matchShape['clock']!,
  initial: matchShape['initial']!,
  stop: matchShape['stop']!,
  recording: matchShape['recording']!,
}).describe('Fields of the match document that all matches share.');

/** Fields of all documents. */
const documentFields = {
  version: z.literal(1, { error: '1' }).describe('Version of the form.'),
  name: text('Name for people, in lists and reports.', 200).optional(),
  match: sharedMatch.optional(),
  walkover: walkover.optional(),
  parallel: count(
    'Count of matches that are played at the same time. Default: decided by the program.',
    1,
    100_000,
  ).optional(),
};

/** Schema of a tournament document. */
export const documentSchema: z.ZodType = object({
  ...documentFields,
  teams: list(team, 'teams', 2, 1000).describe('Teams, the strongest first.'),
  format,
  seeds: z
    .union([z.int(), z.array(z.int()).min(1)], { error: 'a whole number, or a list of whole numbers' })
    .describe(
      'Seed of the first block of matches, from which the seeds count up, or the seed of every block.',
    )
    .optional(),
  sharedSeeds: flag('Whether matches of a pair with swapped sides share a seed. Default: true.').optional(),
  lotSeed: z
    .int({ error: 'a whole number' })
    .describe('Seed of lots between teams that are equal in all criteria. Default: 0.')
    .optional(),
  points: points.optional(),
  tieBreaks: list(word('Criterion.', TIE_BREAKS), 'criteria', 1)
    .describe(
      'Criteria of the table in the order of their use. Default: those of the league, or of a Swiss tournament.',
    )
    .optional(),
  test: test.optional(),
  isolation: isolation.optional(),
  audit: number(
    'Share of the matches between modules that are played twice; both must give the same match. Default: 0.',
    0,
    1,
  ).optional(),
}).describe('A series or a tournament: teams, format, what all matches share, rules of the table.');

const parameterName = z
  .string({ error: 'a name of letters, digits and _' })
  .regex(/^(?=.{1,64}$)[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/, {
    error: 'a name of letters, digits and _, for an option in a group with dots',
  })
  .describe(
    'Name of the option, of the environment variable and of the placeholder {NAME}. An option in a group has a name such as defense.line.',
  );

const anyNumber = (description: string) => z.number({ error: 'a number' }).describe(description);

/** Schema of a tuning document. */
export const tuningSchema: z.ZodType = object({
  ...documentFields,
  team: team.describe('The team of which parameters are tuned.'),
  opponents: list(team, 'teams', 0, 100)
    .describe(
      'Teams against which both settings of a step play. Default: the settings play against each other.',
    )
    .optional(),
  parameters: list(
    object({
      name: parameterName,
      start: anyNumber('Value at the start.'),
      min: anyNumber('Smallest value.'),
      max: anyNumber('Largest value.'),
      perturbation: anyNumber(
        'Change of the value in the first step, large enough that it can be seen in results.',
      ),
      integer: flag('The team gets whole numbers. Default: false.').optional(),
    }),
    'parameters',
    1,
    200,
  ).describe('Parameters that are tuned.'),
  steps: count('Count of steps.', 1, 1_000_000),
  pairs: count(
    'Count of pairs of matches with swapped sides of each step; against opponents, for each opponent. Default: 2.',
    1,
    10_000,
  ).optional(),
  gain: number(
    'By how much of its perturbation a parameter moves in the first step if the settings differ by one goal per match. Default: 0.5.',
    1e-6,
    1000,
  ).optional(),
  seed: z
    .int({ error: 'a whole number' })
    .describe('Seed of the directions of the steps and of the matches. Default: 1.')
    .optional(),
}).describe('A tuning: the team, its parameters, how often they are changed.');
