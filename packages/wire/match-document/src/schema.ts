/** The schema of a match document. */
import type { MatchDocument, MatchTeam } from '@rcss/core/match-document';
import { z } from 'zod';
import { fileField, integerField, objectField, teamNameField, textField, wordField } from './fields.js';
import { parametersField } from './parameter-fields.js';
import { sceneField, stopConditionsField } from './scene-fields.js';

/** The fields of which a team has exactly one. */
const TEAM_KINDS = ['start', 'module', 'remote'] as const;

function createTeamField(side: string): z.ZodType<MatchTeam> {
  return objectField(`The ${side} team: a name, and one of start, module and remote.`, {
    name: teamNameField('Name under which the players connect: 1 to 15 characters.'),
    start: textField(
      'How the team is started: a start script or its folder, which gets HOST PORT OLCOACH_PORT TEAM; a command in which {host}, {port}, {coach_port}, {team} and {players} are replaced, or a program with arguments, to which the four values are appended; demo, chaser; policy:FILE.',
      4096,
    ).optional(),
    environment: z
      .record(z.string(), z.string({ error: 'a text' }), { error: 'an object of names and texts' })
      .meta({ description: 'Additional environment variables of the start command.' })
      .optional(),
    directory: textField('Working directory of the start command.', 4096).optional(),
    players: integerField(
      'Number of its players, 1 to 11, which replaces {players}. Default: 11; for a policy, that of its scenario.',
      { min: 1, max: 11 },
    ).optional(),
    module: textField(
      'Path or package name of a module with agents, which run in the process of the match.',
      1000,
    ).optional(),
    options: z
      .record(z.string(), z.unknown(), { error: 'an object' })
      .meta({ description: 'Options of the module.' })
      .optional(),
    remote: z
      .literal(true, { error: 'true' })
      .meta({ description: 'The clients of the team connect by themselves.' })
      .optional(),
  })
    .meta({ oneOf: TEAM_KINDS.map((kind) => ({ required: [kind] })) })
    .superRefine((team, ctx) => {
      const kinds = TEAM_KINDS.filter((kind) => team[kind] !== undefined);
      if (kinds.length === 0)
        ctx.addIssue({ code: 'custom', message: 'a team with one of start, module and remote' });
      for (const kind of kinds.slice(1))
        ctx.addIssue({ code: 'custom', path: [kind], message: `absent, because the team has ${kinds[0]}` });
      for (const [field, kind] of [
        ['environment', 'start'],
        ['directory', 'start'],
        ['players', 'start'],
        ['options', 'module'],
      ] as const)
        if (team[field] !== undefined && team[kind] === undefined)
          ctx.addIssue({ code: 'custom', path: [field], message: `absent, because the team has no ${kind}` });
    }) as never;
}

const teamsField = objectField('The teams; an absent side is open for any team that connects.', {
  left: createTeamField('left').optional(),
  right: createTeamField('right').optional(),
}).superRefine(({ left, right }, ctx) => {
  if (left && right && left.name === right.name)
    ctx.addIssue({
      code: 'custom',
      path: ['right', 'name'],
      message: 'another name than that of the left team',
    });
});

const documentSchema = objectField(
  'One match: teams, parameters, clock, initial situation, conditions that end it, files.',
  {
    version: z.literal(1, { error: '1' }).meta({ description: 'Version of the form.' }),
    name: textField('Name for people, in lists and reports.', 200).optional(),
    seed: integerField(
      'Seed of all random numbers, as server::random_seed; negative or absent: chosen at the start.',
    ).optional(),
    teams: teamsField.optional(),
    parameters: parametersField.optional(),
    clock: wordField(
      'What makes the next cycle begin: the wall clock, (done) of all clients, or a request of a program. Default: real-time.',
      ['real-time', 'synchronous', 'stepped'],
    ).optional(),
    initial: sceneField.superRefine(checkSlots).optional(),
    stop: stopConditionsField.optional(),
    recording: objectField('Files that are kept. A text is a fixed file name; true takes the usual name.', {
      gameLog: fileField('Game log (.rcg); default: as server::game_logging.').optional(),
      textLog: fileField('Text log (.rcl); default: as server::text_logging.').optional(),
      recording: fileField('Recording for exact replay; default: none.').optional(),
      result: fileField('Result as JSON; default: none.').optional(),
      folder: textField('Folder of the files; default: as server::game_log_dir.', 1000).optional(),
    }).optional(),
  },
);

/** Each slot occurs once, and a team has one goalie. */
function checkSlots(scene: z.infer<typeof sceneField>, ctx: z.RefinementCtx): void {
  const slots = new Set<string>();
  const goalies = new Set<string>();
  for (const [i, { side, unum, goalie }] of (scene.players ?? []).entries()) {
    if (slots.has(`${side} ${unum}`))
      ctx.addIssue({
        code: 'custom',
        path: ['players', i, 'unum'],
        message: `a slot that occurs once (${side} ${unum})`,
      });
    slots.add(`${side} ${unum}`);
    if (!goalie) continue;
    if (goalies.has(side))
      ctx.addIssue({
        code: 'custom',
        path: ['players', i, 'goalie'],
        message: `allowed for one ${side} player`,
      });
    goalies.add(side);
  }
}

/** Schema of a match document, for programs that build on zod. `checkWithSchema` explains problems better than its own errors do. */
export const matchDocumentSchema: z.ZodType<MatchDocument> = documentSchema as never;
