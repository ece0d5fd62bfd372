// Statistical scenarios about values that are drawn once per server process: they start further servers.

import * as m from './models.mjs';
import { presets } from './presets.mjs';
import { ServerProcess } from './server.mjs';
import { Session } from './session.mjs';

/** Another process may take a port between the search for it and the server's start; then the start is tried again. */
async function startServer(t, options) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ServerProcess.start(t.server.command, options);
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

/**
 * Starts `count` further servers, one after the other, with the first one's options and those of `optionsOf(i)`;
 * `work(session, i, server)` drives each of them.
 */
export async function eachStart(t, count, optionsOf, work) {
  const results = [];
  for (let i = 0; i < count; i += 1) {
    const server = await startServer(t, { ...t.server.options, ...optionsOf(i) });
    const session = new Session(server, { ...t.scenario, params: true });
    try {
      results.push(await work(session, i, server));
    } finally {
      server.child.kill('SIGKILL');
      await server.exit;
      session.closeAll();
      await server.removeFiles();
    }
  }
  return results;
}

/** Connects a player; returns its parameter messages when all `types` player types have come. */
async function readParameters(session, types = 18) {
  await session.openSocket('C');
  session.send('C', '(init Alpha (version 19))');
  const got = () => session.listMessages('C', /^\((server_param|player_param|player_type) /);
  await session.waitFor(() => got().length >= types + 2, 4000, `${types} player types`);
  return got();
}

/** Player types of given seeds, compared exactly. `options` may change the bounds. */
export function typesOfSeeds({ name, about, seeds, types = 18, options = {} }) {
  return {
    name,
    about,
    options: { ...presets.noisy, 'player::player_types': types, ...options },
    clients: [],
    finish: false,
    async script(t) {
      await eachStart(
        t,
        seeds.length,
        (i) => ({ 'player::random_seed': seeds[i] }),
        async (session, i) => {
          t.addHeading(`seed ${seeds[i]}`);
          for (const text of await readParameters(session, types))
            if (text.startsWith('(player_type ')) t.lines.push([`seed ${seeds[i]}`, 0, text]);
        },
      );
    },
  };
}

/** Values of a player_type message by name. */
export const typeValues = (text) =>
  Object.fromEntries([...text.matchAll(/\((\w+) ([^()]+)\)/g)].map((x) => [x[1], Number(x[2])]));

/** Attributes of the types: which are drawn, and how the others follow from them with default parameters. */
const DRAWN = [
  'player_decay',
  'dash_power_rate',
  'kickable_margin',
  'extra_stamina',
  'catchable_area_l_stretch',
];

/** One accepted type with default parameters (spec 05b §1.4). */
function drawType(random, bound = [0.75, 1.05]) {
  for (;;) {
    const type = {
      player_decay: m.uniform(random, 0.3, 0.5),
      dash_power_rate: m.uniform(random, 0.0048, 0.0068),
      kickable_margin: m.uniform(random, 0.6, 0.8),
      extra_stamina: m.uniform(random, 50, 100),
      catchable_area_l_stretch: m.uniform(random, 1, 1.3),
    };
    const speed = reachedSpeed(type);
    if (speed > bound[0] && speed < bound[1]) return type;
  }
}

const SPEED = 'speed that is reached';
const reachedSpeed = (type) =>
  (100 * type.dash_power_rate * (1 - 0.004 * (type.extra_stamina - 50))) / (1 - type.player_decay);

/** Distribution of the types' attributes over many seeds. */
export function typeDistribution({ name, about, seeds, types, options = {} }) {
  const models = {
    [SPEED]: {
      right: (r) => reachedSpeed(drawType(r)),
      wrong: { 'no acceptance test': (r) => reachedSpeed(drawType(r, [0, 9])) },
    },
  };
  const middle = {
    player_decay: 0.4,
    dash_power_rate: 0.0058,
    kickable_margin: 0.7,
    extra_stamina: 75,
    catchable_area_l_stretch: 1.15,
  };
  for (const key of DRAWN) {
    models[key] = {
      right: (r) => drawType(r)[key],
      wrong: { '0.8 times the range': (r) => middle[key] + 0.8 * (drawType(r)[key] - middle[key]) },
    };
  }
  return {
    name,
    about,
    models,
    options: { ...presets.noisy, 'player::player_types': types, ...options },
    clients: [],
    finish: false,
    async script(t) {
      const values = Object.fromEntries([...DRAWN, SPEED].map((k) => [k, []]));
      const firsts = new Set();
      await eachStart(
        t,
        seeds.length,
        (i) => ({ 'player::random_seed': seeds[i] }),
        async (session) => {
          const lines = (await readParameters(session, types))
            .filter((l) => l.startsWith('(player_type '))
            .slice(1);
          firsts.add(lines[0]);
          for (const text of lines) {
            const type = typeValues(text);
            for (const k of DRAWN) values[k].push(type[k]);
            values[SPEED].push(reachedSpeed(type));
          }
        },
      );
      t.recordValue('number of types', values[SPEED].length);
      t.recordValue('different first types', firsts.size);
      for (const [k, list] of Object.entries(values))
        t.recordSample(
          k,
          'ks',
          list.map((v) => Number(v.toPrecision(4))),
        );
    },
  };
}

/** random_seed -1: the seed is the start time, and the types follow from the seed that is reported. */
export function typesOfClock({ name, about, options = {} }) {
  return {
    name,
    about,
    options: { ...presets.noisy, 'player::random_seed': -1, ...options },
    clients: [],
    finish: false,
    async script(t) {
      const before = Math.floor(Date.now() / 1000);
      const read = async (session) => {
        const lines = await readParameters(session);
        return { seed: typeValues(lines[1]).random_seed, types: lines.slice(2).join('') };
      };
      const [clock] = await eachStart(t, 1, () => ({}), read);
      const after = Math.ceil(Date.now() / 1000);
      t.recordValue('the reported seed is the start time', clock.seed >= before && clock.seed <= after);
      const [again] = await eachStart(t, 1, () => ({ 'player::random_seed': clock.seed }), read);
      t.recordValue(
        'the same seed given by option gives the same types',
        again.seed === clock.seed && again.types === clock.types,
      );
    },
  };
}

/** Values drawn once per match: goal and first taker of the shoot-out, its random winner, random wind. */
export function drawnOncePerMatch({ name, about, starts, options = {} }) {
  return {
    name,
    about,
    models: {
      'shoot-out, goal': { ...m.evenly(['l', 'r'], { coarse: true }), group: 'goal' },
      'shoot-out, first taker': { ...m.evenly(['l', 'r'], { coarse: true }), group: 'taker' },
      'shoot-out, goal and first taker': m.evenly(['ll', 'lr', 'rl', 'rr'], {
        coarse: true,
        'taker tied to the goal': { ll: 0.5, rr: 0.5 },
      }),
      'shoot-out, random winner': { ...m.evenly(['l', 'r'], { coarse: true }), group: 'winner' },
    },
    options: {
      ...presets.noisy,
      'server::coach': 0,
      'server::coach_w_referee': 1,
      'server::half_time': 1,
      'server::nr_normal_halfs': 0,
      'server::nr_extra_halfs': 0,
      'server::penalty_shoot_outs': 1,
      'server::pen_setup_wait': 0,
      'server::pen_before_setup_wait': 0,
      'server::pen_ready_wait': 0,
      'server::pen_nr_kicks': 1,
      'server::pen_max_extra_kicks': 0,
      'server::pen_random_winner': 1,
      'server::wind_random': 1,
      ...options,
    },
    clients: [],
    finish: false,
    async script(t) {
      const clients = [
        { id: 'T', type: 'trainer', version: 19 },
        { id: 'L1', type: 'player', team: 'Alpha', version: 17, goalie: true },
        { id: 'L2', type: 'player', team: 'Alpha', version: 17 },
        { id: 'R1', type: 'player', team: 'Beta', version: 17, goalie: true },
        { id: 'R2', type: 'player', team: 'Beta', version: 17 },
      ];
      const draws = await eachStart(
        t,
        starts,
        () => ({}),
        async (session, i, server) => {
          await session.connectAll(clients);
          await session.command('(start)');
          for (let k = 0; k < 40 && !session.listMessages('L1', /referee time_over/).length; k += 1)
            await session.runCycles();
          const said = (pattern) => pattern.exec(session.listMessages('L1', /^\(hear /).join(' '))?.[1];
          const wind = /wind factor: rand: (\S+), vector: \((\S+), (\S+)\)/.exec(server.stdout) ?? [];
          return {
            goal: said(/penalty_onfield_([lr])/),
            taker: said(/penalty_setup_([lr])/),
            winner: said(/penalty_winner_([lr])/),
            wind: wind.slice(1).map(Number),
          };
        },
      );
      const count = (list) => {
        const counts = {};
        for (const name of list) counts[name] = (counts[name] ?? 0) + 1;
        return counts;
      };
      t.recordSample('shoot-out, goal', 'chi2', count(draws.map((d) => d.goal)));
      t.recordSample('shoot-out, first taker', 'chi2', count(draws.map((d) => d.taker)));
      t.recordSample(
        'shoot-out, goal and first taker',
        'chi2',
        count(draws.map((d) => `${d.goal}${d.taker}`)),
      );
      t.recordSample('shoot-out, random winner', 'chi2', count(draws.map((d) => d.winner)));
      // The reference's seed is the start time in seconds: wind is not an independent sample, so only its bounds
      // are checked.
      const winds = draws.map((d) => d.wind);
      t.recordValue(
        'random wind, range from 0 to 0.5',
        winds.every((w) => w[0] >= 0 && w[0] < 0.5),
      );
      t.recordValue(
        'random wind, force from 0 to 100',
        winds.every((w) => Math.hypot(w[1], w[2]) <= 100.000001),
      );
      t.recordValue('random wind differs', new Set(winds.map(String)).size > 3);
    },
  };
}
