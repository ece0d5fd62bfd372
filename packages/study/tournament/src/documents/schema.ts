import { matchDocumentSchema } from '@rcss/match-document';
import { z } from 'zod';
import { TIE_BREAKS } from '../rules.js';

/** Description and unit of a field, for the JSON Schema. */
const describe = (description: string) => ({ description });

const text = (description: string, maxLength = 1000) =>
  z
    .string({ error: `a text of 1 to ${maxLength} characters` })
    .min(1, { error: `a text of 1 to ${maxLength} characters` })
    .max(maxLength, { error: `a text of 1 to ${maxLength} characters` })
    .meta(describe(description));

const count = (description: string, min = 1, max = 1_000_000) =>
  z
    .int({ error: `a whole number from ${min} to ${max}` })
    .min(min, { error: `a whole number from ${min} to ${max}` })
    .max(max, { error: `a whole number from ${min} to ${max}` })
    .meta(describe(description));

const number = (description: string, min: number, max: number) =>
  z
    .number({ error: `a number from ${min} to ${max}` })
    .min(min, { error: `a number from ${min} to ${max}` })
    .max(max, { error: `a number from ${min} to ${max}` })
    .meta(describe(description));

const flag = (description: string) => z.boolean({ error: 'true or false' }).meta(describe(description));

const word = <const Words extends readonly [string, ...string[]]>(description: string, words: Words) =>
  z.enum(words, { error: `one of ${words.join(', ')}` }).meta(describe(description));

const teamName = (description: string) => text(description, 15);

/** The match document is an object; its fields are reused, so that a match of a tournament has the same form as a match alone. */
const matchShape = (matchDocumentSchema as unknown as z.ZodObject<Record<string, z.ZodType>>).shape;

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? unwrap(schema.unwrap() as z.ZodType) : schema;
}

const matchTeams = unwrap(matchShape['teams']!) as z.ZodObject<Record<string, z.ZodType>>;
const matchTeam = unwrap(matchTeams.shape['left']!) as z.ZodObject<Record<string, z.ZodType>>;

const limits = z
  .strictObject(
    {
      memoryMb: count('Largest memory of all processes of the team, in megabytes.', 1).optional(),
      cpus: number('Largest number of processors.', 0.1, 1024).optional(),
      processes: count('Largest number of processes of the team.', 1, 100_000).optional(),
      threads: count(
        'Largest number of threads of all processes of the team. Default: 2048, without isolation no limit.',
        1,
        1_000_000,
      ).optional(),
      startTimeout: number(
        'Time until all players are connected, in seconds. Default: 60.',
        1,
        3600,
      ).optional(),
      coachTimeout: count(
        'Time that the clock waits for the online coach after all players are there, in seconds. Default: 2.',
        0,
        3600,
      ).optional(),
      missedDone: count(
        'Cycles that one player may leave without (done) in synchronous mode. Default: 40.',
        0,
      ).optional(),
    },
    { error: 'an object' },
  )
  .meta(describe('Limits of the processes of the team.'));

const diskMb = count('Size of each folder that a team can write, in megabytes. Default: 256.', 1).optional();

const imageName = (description: string) =>
  z
    .string({ error: 'the name of an image' })
    .regex(/^[a-zA-Z0-9][-\w./:@]{0,254}$/, { error: 'the name of an image, such as registry/team:1' })
    .meta(describe(description));

const image = imageName(
  'Image in whose containers the team runs, with the level container. `start` is a command in it, with placeholders.',
).optional();

const look = {
  color: z
    .string({ error: 'a color #rrggbb' })
    .regex(/^#[0-9a-fA-F]{6}$/, { error: 'a color #rrggbb, such as #d02030' })
    .meta(
      describe(
        'Color of the shirts in pages and viewers, #rrggbb. Default: a color in the name, or one that follows from the name.',
      ),
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
      z.strictObject({ level: z.literal('none') }, { error: 'an object' }),
      z.strictObject(
        {
          level: z.literal('user'),
          users: z
            .array(text('Name of a user of this machine.', 32), { error: 'a list of names of users' })
            .min(2, { error: 'at least two names of users' })
            .max(2048, { error: 'at most 2048 names of users' })
            .meta(describe('Users under which the teams run: two for each match at a time.')),
        },
        { error: 'an object' },
      ),
      z.strictObject(
        {
          level: z.literal('sandbox'),
          readable: z
            .array(text('Absolute path.'), { error: 'a list of paths' })
            .meta(describe('Further files and folders that the teams may read.'))
            .optional(),
          diskMb,
        },
        { error: 'an object' },
      ),
      z.strictObject(
        {
          level: z.literal('container'),
          engine: word('Program that runs containers. Default: docker.', ['docker', 'podman']).optional(),
          gateImage: imageName('Image with Node.js for the gate of a team. Default: rcss.').optional(),
          diskMb,
        },
        { error: 'an object' },
      ),
    ],
    isolationError,
  )
  .meta(
    describe('How programs of the teams are separated from the machine and from each other. Default: none.'),
  );

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
] as const;

/** Returns the fields that a match document also has. */
export function takeMatchFields<Team extends object>(
  team: Team,
): Omit<Team, (typeof TOURNAMENT_FIELDS)[number]> {
  const fields = { ...team } as Record<string, unknown>;
  for (const name of TOURNAMENT_FIELDS) delete fields[name];
  return fields as Team;
}

const options = {
  templates: z
    .array(text('Path of a file of the team.'), { error: 'a list of paths' })
    .min(1, { error: 'at least one path' })
    .max(100, { error: 'at most 100 paths' })
    .meta(
      describe(
        'Files with {NAME} for options, such as player.conf: each match gets a copy with their values, in the folder RCSS_FILES.',
      ),
    )
    .optional(),
  repeatable: word(
    'box: in synchronous matches, the programs of a start command get the same clock and the same random numbers again (Linux).',
    ['box'],
  ).optional(),
  options: matchTeam.shape['options']!.meta(
    describe(
      'Options of the team: a module gets them as an object, a start command as JSON in RCSS_OPTIONS.',
    ),
  ),
  optionsFile: text(
    'File in JSON or YAML with options of the team, relative to the document; those of `options` replace its values.',
  ).optional(),
};

/** Checks the fields of a match document. Here, a start command may have options too. */
function checkMatchFields(team: Record<string, unknown>, ctx: z.RefinementCtx): void {
  const { file: _file, ...fields } = takeMatchFields(team);
  const rest = { ...fields };
  if (rest['start'] !== undefined) delete rest['options'];
  for (const issue of matchTeam.safeParse(rest).error?.issues ?? [])
    ctx.addIssue({ code: 'custom', path: issue.path, message: issue.message });
  for (const field of ['repeatable', 'templates'])
    if (team[field] !== undefined && team['start'] === undefined)
      ctx.addIssue({
        code: 'custom',
        path: [field],
        message: 'absent, because it is for teams with a start command',
      });
  if (team['optionsFile'] !== undefined && team['remote'] !== undefined)
    ctx.addIssue({
      code: 'custom',
      path: ['optionsFile'],
      message: 'absent, because the team connects by itself',
    });
}

/** Schema of a team file: the fields of a team in a match document, and those of a tournament. */
export const teamFileSchema: z.ZodType = z
  .strictObject(
    {
      ...matchTeam.shape,
      name: nameOfTeam,
      version: text('Version, for the identity of matches. Default: the hash of the files.').optional(),
      limits: limits.optional(),
      image,
      ...options,
      ...look,
    },
    { error: 'an object' },
  )
  .meta(describe('A team.'))
  .superRefine((value, ctx) => {
    checkMatchFields(value as Record<string, unknown>, ctx);
  });

/** A team: in a file of its own, or with the fields of a team in a match document. */
const team = z
  .strictObject(
    {
      file: text('File with the team; its fields are those of a team here, without `file`.').optional(),
      ...matchTeam.shape,
      name: nameOfTeam.optional(),
      version: text(
        'Version, for the identity of matches. Default: decided by the program, for example from the files.',
      ).optional(),
      limits: limits.optional(),
      image,
      ...options,
      ...look,
    },
    { error: 'an object' },
  )
  .meta(describe('A team.'))
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
  parameters: matchShape['parameters']!.meta(
    describe(
      'Parameters of the matches of the knockout in addition to those of match, for example nr_extra_halfs, golden_goal and penalty_shoot_outs.',
    ),
  ),
};

const FORMAT_NAMES = ['round-robin', 'series', 'gauntlet', 'paired', 'knockout', 'groups', 'swiss'] as const;

const format = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({
        type: z.literal('round-robin'),
        matches: matchesPerPair(
          'Count of matches of each pair; the sides alternate. 2 is a double round robin. Default: 1.',
        ),
      }),
      z.strictObject({
        type: z.literal('series'),
        matches: count('Count of matches of the two teams; the sides alternate.', 1, 1_000_000),
      }),
      z.strictObject({
        type: z.literal('gauntlet'),
        challengers: z
          .array(teamName('Name of a team.'))
          .min(1)
          .meta(describe('Teams that play against all others.')),
        matches: matchesPerPair('Count of matches of each pair. Default: 2.'),
      }),
      z.strictObject({
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
      z.strictObject({ type: z.literal('knockout'), ...knockoutFields }),
      z.strictObject({
        type: z.literal('groups'),
        groups: z
          .union([count('Count of groups.', 1, 1000), z.array(z.array(teamName('Name of a team.')))])
          .meta(describe('Count of groups, or the names of the teams of each group.')),
        advance: count('Count of teams of each group that advance to the knockout.', 1, 1000),
        matches: matchesPerPair('Count of matches of each pair in a group. Default: 1.'),
        knockout: z.strictObject(knockoutFields).meta(describe('The knockout.')).optional(),
      }),
      z.strictObject({
        type: z.literal('swiss'),
        rounds: count('Count of rounds.', 1, 1000),
        matches: matchesPerPair('Count of matches of each pair of a round. Default: 1.'),
        byePoints: number('Points for a bye. Default: those of a win.', 0, 1000).optional(),
      }),
    ],
    {
      error: ({ code }) =>
        `${code === 'invalid_union' ? 'one of' : 'an object with a type:'} ${FORMAT_NAMES.join(', ')}`,
    },
  )
  .meta(describe('Which matches are played.'));

const points = z
  .strictObject({
    win: number('Points for a win.', -1000, 1000),
    draw: number('Points for a draw.', -1000, 1000),
    loss: number('Points for a defeat.', -1000, 1000),
    shootoutWin: number('Points for a win by a penalty shootout. Default: as a win.', -1000, 1000).optional(),
    shootoutLoss: number(
      'Points for a defeat by a penalty shootout. Default: as a defeat.',
      -1000,
      1000,
    ).optional(),
  })
  .meta(describe('Points for the outcomes of a match. Default: 3, 1, 0.'));

const walkover = z
  .strictObject({
    goals: count('Goals of the team that did not forfeit.', 0, 100),
    keepBetterScore: flag(
      'Whether the score at the end stays if it is better for the team that did not forfeit.',
    ),
  })
  .meta(
    describe('How a match counts that a team does not start or finish. Default: 3 goals, better score kept.'),
  );

const test = z
  .strictObject({
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
  })
  .meta(describe('Sequential test that ends a paired comparison early.'));

const sharedMatch = z
  .strictObject(
    {
      parameters: matchShape['parameters']!,
      clock: matchShape['clock']!,
      initial: matchShape['initial']!,
      stop: matchShape['stop']!,
      recording: matchShape['recording']!,
    },
    { error: 'an object' },
  )
  .meta(describe('Fields of the match document that all matches share.'));

/** Schema of a tournament document. */
export const documentSchema: z.ZodType = z
  .strictObject(
    {
      version: z.literal(1, { error: '1' }).meta(describe('Version of the form.')),
      name: text('Name for people, in lists and reports.', 200).optional(),
      teams: z
        .array(team, { error: 'a list of teams' })
        .min(2, { error: 'a list of at least two teams' })
        .max(1000, { error: 'a list of at most 1000 teams' })
        .meta(describe('Teams, the strongest first.')),
      format,
      match: sharedMatch.optional(),
      seeds: z
        .union([z.int(), z.array(z.int()).min(1)], { error: 'a whole number, or a list of whole numbers' })
        .meta(
          describe(
            'Seed of the first block of matches, from which the seeds count up, or the seed of every block.',
          ),
        )
        .optional(),
      sharedSeeds: flag(
        'Whether matches of a pair with swapped sides share a seed. Default: true.',
      ).optional(),
      lotSeed: z
        .int({ error: 'a whole number' })
        .meta(describe('Seed of lots between teams that are equal in all criteria. Default: 0.'))
        .optional(),
      points: points.optional(),
      tieBreaks: z
        .array(word('Criterion.', TIE_BREAKS), { error: 'a list of criteria' })
        .min(1, { error: 'a list of at least one criterion' })
        .meta(
          describe(
            'Criteria of the table in the order of their use. Default: those of the league, or of a Swiss tournament.',
          ),
        )
        .optional(),
      walkover: walkover.optional(),
      test: test.optional(),
      isolation: isolation.optional(),
      parallel: count(
        'Count of matches that are played at the same time. Default: decided by the program.',
        1,
        100_000,
      ).optional(),
      audit: number(
        'Share of the matches between modules that are played twice; both must give the same match. Default: 0.',
        0,
        1,
      ).optional(),
    },
    { error: 'an object' },
  )
  .meta(describe('A series or a tournament: teams, format, what all matches share, rules of the table.'));

const parameterName = z
  .string({ error: 'a name of letters, digits and _' })
  .regex(/^(?=.{1,64}$)[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/, {
    error: 'a name of letters, digits and _, for an option in a group with dots',
  })
  .meta(
    describe(
      'Name of the option, of the environment variable and of the placeholder {NAME}. An option in a group has a name such as defense.line.',
    ),
  );

const anyNumber = (description: string) => z.number({ error: 'a number' }).meta(describe(description));

/** Schema of a tuning document. */
export const tuningSchema: z.ZodType = z
  .strictObject(
    {
      version: z.literal(1, { error: '1' }).meta(describe('Version of the form.')),
      name: text('Name for people, in lists and reports.', 200).optional(),
      team: team.meta(describe('The team of which parameters are tuned.')),
      opponents: z
        .array(team, { error: 'a list of teams' })
        .max(100, { error: 'a list of at most 100 teams' })
        .meta(
          describe(
            'Teams against which both settings of a step play. Default: the settings play against each other.',
          ),
        )
        .optional(),
      parameters: z
        .array(
          z.strictObject(
            {
              name: parameterName,
              start: anyNumber('Value at the start.'),
              min: anyNumber('Smallest value.'),
              max: anyNumber('Largest value.'),
              perturbation: anyNumber(
                'Change of the value in the first step, large enough that it can be seen in results.',
              ),
            },
            { error: 'an object' },
          ),
          { error: 'a list of parameters' },
        )
        .min(1, { error: 'a list of at least one parameter' })
        .max(200, { error: 'a list of at most 200 parameters' })
        .meta(describe('Parameters that are tuned.')),
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
        .meta(describe('Seed of the directions of the steps and of the matches. Default: 1.'))
        .optional(),
      match: sharedMatch.optional(),
      walkover: walkover.optional(),
      parallel: count(
        'Count of matches that are played at the same time. Default: decided by the program.',
        1,
        100_000,
      ).optional(),
    },
    { error: 'an object' },
  )
  .meta(describe('A tuning: the team, its parameters, how often they are changed.'));
