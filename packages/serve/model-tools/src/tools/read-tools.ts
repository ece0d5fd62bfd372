/** Tools that read matches: moments, events, statistics, pictures, documents. */
import { sideName, sideOfName } from '@rcss/core';
import { decodePlayerMessage } from '@rcss/protocol';
import { summarize } from '@rcss/stats';
import type { StatEvent } from '@rcss/stats/analysis';
import {
  describeEvent,
  describeFrame,
  describeMatch,
  describePerception,
  type MatchSituation,
  readSituation,
} from '@rcss/stats/describe';
import { formatStats } from '@rcss/stats/tables';
import { z } from 'zod';
import { explain } from '../documents.js';
import { findShowAt, type OpenMatch } from '../match-store.js';
import { drawHeatMapPicture, drawMomentPicture } from '../picture.js';
import { listTeamFiles, TEAMS_WITHOUT_FILE } from '../team-files.js';
import { ToolError } from '../tool-error.js';
import { CYCLE, findMoment, MATCH, MOMENT_SHAPE, requireRecipe, SIDE, UNUM } from './arguments.js';
import { defineTool } from './tool.js';

const MAX_LISTED = 50;

const list = defineTool({
  name: 'list',
  title: 'List matches and teams',
  description:
    'Lists the matches, snapshots, game logs and teams of the work folder, and the limits of this server.',
  isReadOnly: true,
  shape: {},
  run: (simulator) => {
    const { matches, limits } = simulator;
    const names = matches.names;
    const lines = names.slice(-MAX_LISTED).map((name) => matches.describe(name));
    return [
      [
        names.length === 0 ? 'No matches yet: play one with play_match.' : `Matches (${names.length}):`,
        ...lines,
        ...(matches.moments.length === 0 ? [] : [`Snapshots: ${matches.moments.join(', ')}.`]),
        ...(matches.logs.length === 0 ? [] : [`Game logs: ${matches.logs.slice(0, MAX_LISTED).join(', ')}.`]),
        `Teams: ${Object.entries(TEAMS_WITHOUT_FILE)
          .map(([name, what]) => `${name} (${what})`)
          .join('; ')}.`,
        ...(simulator.programs === undefined
          ? []
          : [
              `Programs, which play against each other, base and chasers: ${simulator.programs.names.join(', ')}.`,
            ]),
        `Team files: ${listTeamFiles(simulator).join(', ') || 'none; write_team makes one'}.`,
        `Limits: ${limits.cycles} cycles per match, ${limits.continuations} continuations, ${limits.comparedMatches} matches per comparison, ${limits.seconds} s per call.`,
      ].join('\n'),
    ];
  },
});

/** Formats the players of a moment as a table. */
function formatPlayers({ players }: MatchSituation): string {
  const rows = players.map(({ side, unum, goalie, x, y, speed, stamina, ballDistance, reach }) =>
    [
      `${sideName(side)} ${unum}${goalie ? ' (goalie)' : ''}`,
      x.toFixed(1),
      y.toFixed(1),
      speed.toFixed(2),
      stamina.toFixed(0),
      ballDistance.toFixed(1),
      reach ?? '-',
    ].join(' | '),
  );
  return ['player | x m | y m | speed m/cycle | stamina | to ball m | reaches ball in cycles', ...rows].join(
    '\n',
  );
}

const describeMoment = defineTool({
  name: 'describe_moment',
  title: 'Describe a moment',
  description:
    'Describes a moment of a match in words: score, ball, who has it, who can reach it first, which passes are open. With table, also every player. Positions: meters, x to the right goal, y downwards, center 0,0.',
  isReadOnly: true,
  shape: { ...MOMENT_SHAPE, table: z.boolean().default(false).describe('also list all players') },
  run: (simulator, { table, ...moment }) => {
    const { match, cycle } = findMoment(simulator, moment);
    const situation = readSituation(match.frames[findShowAt(match, cycle)]!, match.params);
    return [[describeFrame(situation).join(' '), ...(table ? [formatPlayers(situation)] : [])].join('\n\n')];
  },
});

const describeMatchTool = defineTool({
  name: 'describe_match',
  title: 'Describe a match',
  description:
    'Describes a match in at most N sentences: result, goals, cards, best shots, possession, passes.',
  isReadOnly: true,
  shape: { match: MATCH, sentences: z.number().int().min(1).max(40).default(10).describe('most sentences') },
  run: (simulator, { match, sentences }) => [
    describeMatch(simulator.matches.open(match).analysis, sentences).join('\n'),
  ],
});

const KINDS = {
  goal: ['goal'],
  shot: ['shot'],
  foul: ['foul', 'card', 'offside'],
  set_play: ['set_play'],
  pass: ['pass'],
  loss: ['loss', 'interception', 'steal'], // words-ok: term of docs/use/analyst/statistics.md
  any: [],
} as const satisfies Record<string, readonly string[]>;

/** Cycles before an event whose events are described with it. */
const STORY_CYCLES = 100;
const MAX_STORY = 8;

function timeOf(event: StatEvent): number {
  return event.type === 'goal' ? event.endTime : event.time;
}

/** The last event with which the side that conceded lost the ball; null if there is none shortly before. */
function findLoss({ analysis }: OpenMatch, goal: StatEvent): StatEvent | null {
  const losses = analysis.events.filter(
    (event) =>
      event.side !== goal.side &&
      event.endShow <= goal.endShow &&
      ((event.type === 'pass' && !event.success && event.outcome !== 'offside') || event.type === 'loss'),
  );
  return losses.at(-1) ?? null;
}

const findEvent = defineTool({
  name: 'find_event',
  title: 'Go to the next event',
  description:
    'Finds the next goal, shot, foul, set play, pass or loss of the ball after a cycle (or the last one before it) and says what happened before it. For a goal, also who lost the ball.',
  isReadOnly: true,
  shape: {
    match: MATCH,
    kind: z
      .enum(Object.keys(KINDS) as [keyof typeof KINDS, ...(keyof typeof KINDS)[]])
      .describe('kind of event'),
    cycle: CYCLE.default(0).describe('search begins after this cycle'),
    backward: z.boolean().default(false).describe('search the last event before the cycle'),
    side: SIDE.optional().describe('only events of this side'),
  },
  run: (simulator, { match: name, kind, cycle, backward, side }) => {
    const match = simulator.matches.open(name);
    const { events, names } = match.analysis;
    const types: readonly string[] = KINDS[kind];
    const wanted = events
      .filter(
        (event) =>
          (types.length === 0 || types.includes(event.type)) &&
          (side === undefined || event.side === sideOfName(side)),
      )
      .sort((a, b) => timeOf(a) - timeOf(b));
    const found = backward
      ? wanted.filter((event) => timeOf(event) < cycle).at(-1)
      : wanted.find((event) => timeOf(event) > cycle);
    if (found === undefined)
      throw new ToolError(
        `there is no ${kind} ${backward ? 'before' : 'after'} cycle ${cycle} in ${name}. ${wanted.length === 0 ? 'The match has none.' : `Cycles with one: ${wanted.slice(0, 20).map(timeOf).join(', ')}.`}`,
      );
    const time = timeOf(found);
    const story = events
      .filter((event) => event !== found && event.endTime <= time && event.time > time - STORY_CYCLES)
      .map((event) => ({ time: timeOf(event), text: describeEvent(event, names) }))
      .filter(({ text }) => text !== '')
      .slice(-MAX_STORY);
    const lines = [`Cycle ${time}: ${describeEvent(found, names)}`];
    if (story.length > 0) lines.push('Before:', ...story.map((line) => `Cycle ${line.time}: ${line.text}`));
    const loss = found.type === 'goal' ? findLoss(match, found) : null;
    if (loss !== null)
      lines.push(
        `${names[loss.side]} lost the ball for the last time at cycle ${loss.time}: ${describeEvent(loss, names)} Player: ${sideName(loss.side)} ${loss.unum}.`,
      );
    return [lines.join('\n')];
  },
});

const statistics = defineTool({
  name: 'statistics',
  title: 'Statistics',
  description:
    'Returns the statistics of a match, or of its part up to a cycle: possession, passes, shots, expected goals, goals, players.',
  isReadOnly: true,
  shape: {
    match: MATCH,
    until: CYCLE.optional().describe('last cycle that counts; absent: the whole match'),
  },
  run: (simulator, { match: name, until }) => {
    const match = simulator.matches.open(name);
    const stats = summarize(
      match.analysis,
      until === undefined ? undefined : findShowAt(match, until, 'until'),
    );
    return [formatStats(name, stats)];
  },
});

const picture = defineTool({
  name: 'picture',
  title: 'Draw a picture',
  description: 'Draws a moment of a match, or the heat map of the ball or of a player, as PNG.',
  isReadOnly: true,
  shape: {
    ...MOMENT_SHAPE,
    heat_map: z
      .string()
      .regex(/^(ball|(left|right) ([1-9]|1[01]))$/)
      .optional()
      .describe('ball, left 1 … left 11, right 1 … right 11; absent: the moment'),
    width: z.number().int().min(200).max(1600).default(800).describe('pixels'),
  },
  run: async (simulator, { heat_map: object, width, ...moment }) => {
    if (object !== undefined) {
      if (moment.match === undefined) throw new ToolError('match is missing');
      const [side, unum] = object.split(' ');
      const index = side === 'ball' ? 0 : Number(unum) + (side === 'left' ? 0 : 11);
      return [{ png: await drawHeatMapPicture(simulator.matches.open(moment.match), index, width) }];
    }
    const { match, cycle } = findMoment(simulator, moment);
    return [{ png: await drawMomentPicture(match, findShowAt(match, cycle), width) }];
  },
});

const perception = defineTool({
  name: 'perception',
  title: 'What a player perceives',
  description:
    'Describes what a player of a match saw, felt and heard in a cycle, with the errors of its sensors. The match is played again up to that cycle.',
  isReadOnly: true,
  shape: { match: MATCH, cycle: CYCLE, side: SIDE, unum: UNUM },
  run: async (simulator, { match: name, cycle, side, unum }, context) => {
    const match = simulator.matches.open(name);
    findShowAt(match, cycle);
    const recipe = requireRecipe(match);
    const { team, messages } = await simulator.run<'perceive'>(
      { type: 'perceive', recipe, cycle, side: sideOfName(side), unum },
      context,
    );
    const decoded = messages
      .map((text) => decodePlayerMessage(text))
      .flatMap((result) => (result.ok ? [result.value] : []));
    const sentences = describePerception({ team, unum, messages: decoded });
    return [
      sentences.length === 0 ? `${side} ${unum} got no messages in cycle ${cycle}.` : sentences.join(' '),
    ];
  },
});

const explainTool = defineTool({
  name: 'explain',
  title: 'Explain a rule or a parameter',
  description:
    'Explains a parameter (stamina_max, player::player_types) or a rule (offside, back pass) with the text of the specification.',
  isReadOnly: true,
  shape: {
    topic: z.string().min(2).max(200).describe('name of a parameter, or words'),
    sections: z.number().int().min(0).max(5).default(2).describe('most sections that are quoted'),
  },
  run: (_, { topic, sections }) => {
    const { parameter, sections: found, nearest } = explain(topic, sections);
    const parts = [
      ...(parameter === null ? [] : [parameter]),
      ...(nearest === null || parameter !== null
        ? []
        : [`There is no parameter ${topic}. Did you mean ${nearest}?`]),
      ...found.map(({ document, heading, text }) => `[${document}] ${heading}\n${text}`),
    ];
    if (parts.length === 0)
      throw new ToolError(
        `nothing is known about ${JSON.stringify(topic)}. Use other words, such as offside, stamina, kick_rand.`,
      );
    return [parts.join('\n\n')];
  },
});

export const READ_TOOLS = [
  list,
  describeMoment,
  describeMatchTool,
  findEvent,
  statistics,
  picture,
  perception,
  explainTool,
];
