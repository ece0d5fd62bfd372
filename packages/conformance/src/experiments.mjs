// Makers of statistical scenarios: a procedure that is repeated many times, with the numbers given by the caller.
// Every maker also declares its expected distribution (`models`: sample name -> model, see models.mjs); the
// comparison does not use that, only the power test does (power.mjs). What is compared is the sample recorded from
// the reference server.

import * as m from './models.mjs';
import { sexp } from './parse.mjs';
import { presets } from './presets.mjs';

const trainer = (extra) => ({ id: 'T', type: 'trainer', version: 19, record: false, ...extra });
const player = (id, team, version = 19, extra = {}) => ({
  id,
  type: 'player',
  team,
  version,
  record: false,
  ...extra,
});
const monitor = (extra) => ({ id: 'M', type: 'monitor', version: 3, record: false, ...extra });

/** Eleven left (L1..) and eleven right players (R1..), or fewer. */
function squad(left, right, version = 19) {
  return [
    ...Array.from({ length: left }, (_, i) => player(`L${i + 1}`, 'Alpha', version)),
    ...Array.from({ length: right }, (_, i) => player(`R${i + 1}`, 'Beta', version)),
  ];
}

const roundAll = (list, digits) => list.map((v) => Number(v.toFixed(digits)));

/** Sends trainer commands in one burst and waits for all answers. */
export async function requestAll(t, list) {
  if (list.length === 0) return;
  for (const message of list.slice(0, -1)) t.send(t.trainer, message);
  await t.request(t.trainer, list[list.length - 1], list.length);
}

/** Ball and players of the trainer's last (see_global ...): {ball: [x, y, vx, vy], 'Alpha 1': [...]}. */
export function readGlobalView(t) {
  const text = t.lastMessage(t.trainer, 'see_global') ?? '';
  const out = {};
  const ball = /\(\(b\) (\S+) (\S+) (\S+) ([^)\s]+)\)/.exec(text);
  if (ball) out.ball = ball.slice(1).map(Number);
  for (const p of text.matchAll(/\(\(p "([^"]*)" (\d+)[^()]*\) (\S+) (\S+) (\S+) (\S+) (-?\d+)/g)) {
    out[`${p[1]} ${p[2]}`] = p.slice(3).map(Number);
  }
  return out;
}

/** State bits of the players in a monitor's last (show ...): {'l 1': bits}. */
export function readStateBits(t) {
  const out = {};
  for (const p of (t.lastMessage('M', 'show') ?? '').matchAll(
    /\(\(([lr]) (\d+)\) \d+ (?:0x)?([0-9a-f]+) /g,
  )) {
    out[`${p[1]} ${p[2]}`] = parseInt(p[3], 16);
  }
  return out;
}

/** Commands that place several players in one go: {id: [x, y, angle, vx, vy]}. */
function createMoveCommands(t, poses) {
  return Object.entries(poses).map(([id, [x, y, angle = 0, vx = 0, vy = 0]]) => {
    const { team, unum } = t.findPlayer(id);
    return `(move (player ${team} ${unum}) ${x} ${y} ${angle} ${vx} ${vy})`;
  });
}

// ---------------------------------------------------------------- pushing the ball

/**
 * Noise of kicks and tackles. `pushes`: {name, ball (relative, field axes), velocity, body, kick: [power, dir] or
 * tackle: [dir, foul], count, capped}. Movement noise of the ball is off. A capped push (beyond the ball's limits)
 * is sampled as speed and direction of the ball instead.
 */
export function pushNoise({
  name,
  about,
  pushes,
  options = {},
  kickRand = m.SERVER.kickRand,
  margin,
  type,
  side = 'l',
  version = 19,
}) {
  const who = player('P', side === 'l' ? 'Alpha' : 'Beta', version);
  const clients = [trainer(), ...(side === 'l' ? [] : [player('O', 'Alpha')]), who];
  const models = {};
  const nominal = pushes.map((p) => {
    const rand = p.kickRand ?? kickRand;
    const n = p.kick
      ? m.kick({ ...p, power: p.kick[0], dir: p.kick[1], kickRand: rand, margin })
      : m.tackle({ ...p, dir: p.tackle[0], kickRand: rand, version });
    if (!p.capped) {
      models[`${p.name}: length`] = m.noiseLength(n.bound);
      models[`${p.name}: direction`] = m.noiseDirection();
    }
    if (p.tackle && n.failure > 0.01) models[`${p.name}: success`] = { right: 1 - n.failure, wrong: {} };
    return n;
  });
  return {
    name,
    about,
    models,
    options: { ...presets.noisy, 'server::ball_rand': 0, 'server::tackle_cycles': 1, ...options },
    clients,
    async script(t) {
      await t.setPlayMode('play_on');
      if (type !== undefined)
        await t.command(`(change_player_type ${t.findPlayer('P').team} ${t.findPlayer('P').unum} ${type})`);
      for (const [i, p] of pushes.entries()) {
        const { accel, bound, failure } = nominal[i];
        const at = [-10.5, 4.25];
        const velocity = p.velocity ?? [0, 0];
        await t.placePlayer('P', ...at, p.body ?? 0, 0, 0);
        const requestTrainer = p.kick ? `(kick ${p.kick.join(' ')})` : `(tackle ${p.tackle.join(' ')})`;
        const set = `(move (ball) ${at[0] + p.ball[0]} ${at[1] + p.ball[1]} 0 ${velocity.join(' ')})`;
        const lengths = [];
        const directions = [];
        let hits = 0;
        for (let k = 0; k < p.count; k += 1) {
          await t.command(set);
          await t.runCycles({ P: requestTrainer });
          const { ball } = readGlobalView(t);
          const v = [ball[2] / m.SERVER.ballDecay, ball[3] / m.SERVER.ballDecay];
          const noise = p.capped ? v : [v[0] - velocity[0] - accel[0], v[1] - velocity[1] - accel[1]];
          if (p.tackle && Math.hypot(v[0] - velocity[0], v[1] - velocity[1]) < 1e-9) continue;
          hits += 1;
          lengths.push(m.lengthOf(noise));
          directions.push(m.direction(noise));
        }
        t.recordSample(
          `${p.name}: ${p.capped ? 'speed' : 'length'}`,
          'ks',
          roundAll(lengths, bound > 0.01 ? 5 : 6),
        );
        t.recordSample(`${p.name}: direction`, 'ks', roundAll(directions, p.capped ? 3 : 1));
        if (p.tackle && failure > 0.01) t.recordSample(`${p.name}: success`, 'rate', [hits, p.count]);
      }
    },
  };
}

// ---------------------------------------------------------------- motion

/** Movement noise of the ball: `rolls`: {name, velocity, cycles, times}. `rand` is server::ball_rand. */
export function ballRoll({ name, about, rolls, rand = m.SERVER.ballRand, options = {} }) {
  const models = {};
  for (const r of rolls) {
    models[`${r.name}: length`] = m.noiseLength(1);
    models[`${r.name}: direction`] = m.noiseDirection();
  }
  return {
    name,
    about,
    models,
    options: { ...presets.noisy, 'server::ball_rand': rand, ...options },
    clients: [trainer(), player('P', 'Alpha')],
    async script(t) {
      await t.setPlayMode('play_on');
      for (const roll of rolls) {
        const lengths = [];
        const directions = [];
        for (let i = 0; i < roll.times; i += 1) {
          let velocity = roll.velocity;
          await t.placeBall(-30, 5, ...velocity);
          for (let k = 0; k < roll.cycles; k += 1) {
            await t.runCycles();
            const { ball } = readGlobalView(t);
            const v = [ball[2] / m.SERVER.ballDecay, ball[3] / m.SERVER.ballDecay];
            const noise = [v[0] - velocity[0], v[1] - velocity[1]];
            lengths.push(m.lengthOf(noise) / (rand * m.lengthOf(velocity)));
            directions.push(m.wrapDegrees(m.direction(noise) - m.direction(velocity)));
            velocity = ball.slice(2);
          }
        }
        t.recordSample(`${roll.name}: length`, 'ks', roundAll(lengths, 4));
        t.recordSample(`${roll.name}: direction`, 'ks', roundAll(directions, 1));
      }
    },
  };
}

/**
 * Movement noise of players, 22 at a time. `runs`: {name, command, accel: [along, aside] at body 0, velocity,
 * cycles, times}. `rates`: noise rate of the left and the right team. `decay`, `max` of the players' type.
 */
export function playerRun({
  name,
  about,
  runs,
  rates = [0.1, 0.1],
  options = {},
  type,
  decay = m.SERVER.playerDecay,
  max = m.SERVER.playerSpeedMax,
}) {
  const models = {};
  for (const r of runs) {
    for (const side of rates[0] === rates[1] ? ['both'] : ['left', 'right']) {
      models[`${r.name}, ${side}: length`] = m.noiseLength(1);
      models[`${r.name}, ${side}: direction`] = m.noiseDirection();
    }
  }
  return {
    name,
    about,
    models,
    options: { ...presets.noisy, ...options },
    clients: [trainer(), ...squad(11, 11, 17)],
    async script(t) {
      const ids = t.clients.filter((c) => c.type === 'player').map((c) => c.id);
      await t.setPlayMode('play_on');
      await t.placeBall(0, -60);
      if (type !== undefined)
        await requestAll(
          t,
          ids.map((id) => `(change_player_type ${t.findPlayer(id).team} ${t.findPlayer(id).unum} ${type})`),
        );
      for (const run of runs) {
        const lengths = { left: [], right: [] };
        const directions = { left: [], right: [] };
        for (let i = 0; i < run.times; i += 1) {
          const start = run.velocity ?? [0, 0];
          const poses = Object.fromEntries(ids.map((id, k) => [id, [-30, -33 + 3 * k, 0, ...start]]));
          await requestAll(t, ['(recover)', ...createMoveCommands(t, poses)]);
          const velocities = Object.fromEntries(ids.map((id) => [id, start]));
          for (let k = 0; k < run.cycles; k += 1) {
            await t.runCycles(run.command ? Object.fromEntries(ids.map((id) => [id, run.command])) : {});
            const seen = readGlobalView(t);
            for (const id of ids) {
              const { team, unum } = t.findPlayer(id);
              const now = seen[`${team} ${unum}`];
              let u = [velocities[id][0] + (run.accel?.[0] ?? 0), velocities[id][1] + (run.accel?.[1] ?? 0)];
              if (run.accel && m.lengthOf(u) > max) u = u.map((c) => (c * max) / m.lengthOf(u));
              velocities[id] = now.slice(2, 4);
              if (m.lengthOf(u) < 0.02) continue;
              const side = id[0] === 'L' ? 'left' : 'right';
              const noise = [now[2] / decay - u[0], now[3] / decay - u[1]];
              lengths[side].push(m.lengthOf(noise) / (rates[side === 'left' ? 0 : 1] * m.lengthOf(u)));
              directions[side].push(m.wrapDegrees(m.direction(noise) - m.direction(u)));
            }
          }
        }
        const parts =
          rates[0] === rates[1]
            ? [['both', [...lengths.left, ...lengths.right], [...directions.left, ...directions.right]]]
            : [
                ['left', lengths.left, directions.left],
                ['right', lengths.right, directions.right],
              ];
        for (const [side, l, d] of parts) {
          t.recordSample(`${run.name}, ${side}: length`, 'ks', roundAll(l, 4));
          t.recordSample(`${run.name}, ${side}: direction`, 'ks', roundAll(d, 1));
        }
      }
    },
  };
}

/**
 * Noise of turns and of one-legged dashes. `turns`: {name, command, nominal (degrees, at rest and without noise),
 * velocity, times}. Eleven left players turn; player 1 reads the exact body angles from its fullstate.
 */
export function turnNoise({
  name,
  about,
  turns,
  rate = 0.1,
  options = {},
  type,
  inertia = m.SERVER.inertiaMoment,
}) {
  const models = {};
  for (const x of turns) {
    models[`${x.name}: factor`] = m.factor(rate);
    models[`${x.name}: size of the error`] = m.spread(rate);
  }
  return {
    name,
    about,
    models,
    options: { ...presets.noisy, 'server::fullstate_l': 1, ...options },
    // Versions below 5 get no fullstate.
    clients: [trainer(), player('L1', 'Alpha'), ...squad(11, 0, 4).slice(1)],
    async script(t) {
      const ids = t.clients.filter((c) => c.type === 'player').map((c) => c.id);
      await t.setPlayMode('play_on');
      await t.placeBall(0, -60);
      if (type !== undefined)
        await requestAll(
          t,
          ids.map((_, k) => `(change_player_type Alpha ${k + 1} ${type})`),
        );
      for (const turn of turns) {
        const factors = [];
        const velocity = turn.velocity ?? [0, 0];
        const whole = turn.dash ? turn.nominal : turn.nominal / (1 + inertia * m.lengthOf(velocity));
        for (let i = 0; i < turn.times; i += 1) {
          const angle = turn.body ?? 0;
          const poses = Object.fromEntries(ids.map((id, k) => [id, [-30, -20 + 4 * k, angle, ...velocity]]));
          await requestAll(t, ['(recover)', ...createMoveCommands(t, poses)]);
          await t.runCycles(Object.fromEntries(ids.map((id) => [id, turn.command])));
          for (const p of (t.lastMessage('L1', 'fullstate') ?? '').matchAll(
            /\(\(p l \d+[^()]*\) \S+ \S+ \S+ \S+ (\S+) /g,
          )) {
            factors.push((whole + m.wrapDegrees(Number(p[1]) - angle - whole)) / whole);
          }
        }
        t.recordSample(`${turn.name}: factor`, 'ks', roundAll(factors, 5));
        t.recordSample(
          `${turn.name}: size of the error`,
          'ks',
          roundAll(
            factors.map((f) => Math.abs(f - 1)),
            5,
          ),
        );
      }
    },
  };
}

/** Wind on a rolling ball and on two players of the given weight. Samples: the force per unit of speed, and its random part. */
export function wind({
  name,
  about,
  force,
  dir,
  rand,
  weight = 60,
  velocity = [2, 0],
  times = 100,
  cycles = 25,
  options = {},
}) {
  const mean = m.polar(force, dir);
  const models = {};
  for (const what of ['ball', 'player']) {
    for (const [i, axis] of ['x', 'y'].entries()) {
      models[`${what}, ${axis}`] = m.interval(mean[i] - rand, mean[i] + rand);
      models[`${what}, ${axis}: random part`] = m.spread(rand);
    }
  }
  return {
    name,
    about,
    models,
    options: {
      ...presets.noisy,
      'server::ball_rand': 0,
      'server::player_rand': 0,
      'server::wind_force': force,
      'server::wind_dir': dir,
      'server::wind_rand': rand,
      'server::player_weight': weight,
      ...options,
    },
    clients: [trainer(), ...squad(2, 0)],
    logs: { stdout: /^wind factor/ },
    async script(t) {
      await t.setPlayMode('play_on');
      const samples = { 'ball, x': [], 'ball, y': [], 'player, x': [], 'player, y': [] };
      const put = (what, before, after, decay, mass) => {
        for (const [i, axis] of ['x', 'y'].entries()) {
          samples[`${what}, ${axis}`].push(
            ((after[i] / decay - before[i]) * mass * 10000) / m.lengthOf(before),
          );
        }
      };
      for (let i = 0; i < times; i += 1) {
        let ball = velocity;
        await t.placeBall(-40, 0, ...velocity);
        for (let k = 0; k < cycles; k += 1) {
          // A coasting player soon stands still: it is started anew in every cycle.
          const v = [0.8, 0.3];
          await requestAll(t, createMoveCommands(t, { L1: [10, 20, 0, ...v], L2: [10, -20, 0, ...v] }));
          await t.runCycles();
          const seen = readGlobalView(t);
          put('ball', ball, seen.ball.slice(2), m.SERVER.ballDecay, 0.2);
          ball = seen.ball.slice(2);
          for (const p of ['Alpha 1', 'Alpha 2'])
            put('player', v, seen[p].slice(2, 4), m.SERVER.playerDecay, weight);
        }
      }
      const digits = force > 10 ? 2 : 4;
      for (const [key, list] of Object.entries(samples)) {
        const middle = mean[/x$/.test(key) ? 0 : 1];
        t.recordSample(key, 'ks', roundAll(list, digits));
        t.recordSample(
          `${key}: random part`,
          'ks',
          roundAll(
            list.map((v) => Math.abs(v - middle)),
            digits,
          ),
        );
      }
    },
  };
}

/** Exactly overlapping objects: direction in which a collision separates them. */
export function overlaps({ name, about, times = 2000, mode = 'play_on', options = {} }) {
  const models = {
    'players: direction': m.noiseDirection(),
    'ball and player: direction of the player': m.noiseDirection(),
  };
  if (mode === 'play_on') models['ball and player: direction of the ball'] = m.noiseDirection();
  return {
    name,
    about,
    models,
    options: { ...presets.noisy, ...options },
    clients: [trainer(), ...squad(11, 11, 4)],
    async script(t) {
      await t.setPlayMode('play_on');
      // All players are moved away first, then one of each pair to its spot, then the other onto it.
      const away = { L: {}, R: {} };
      const onto = { L: {}, R: {} };
      for (let k = 0; k < 11; k += 1) {
        away.L[`L${k + 1}`] = [-45 + 9 * k, 25];
        away.R[`R${k + 1}`] = [-45 + 9 * k, -25];
        onto.L[`L${k + 1}`] = [-45 + 9 * k, 12.5];
        onto.R[`R${k + 1}`] = [-45 + 9 * k, 12.5];
      }
      await t.placeBall(0, -60);
      const pairs = [];
      for (let i = 0; i < times / 11; i += 1) {
        await requestAll(t, [
          ...createMoveCommands(t, away.R),
          ...createMoveCommands(t, onto.L),
          ...createMoveCommands(t, onto.R),
        ]);
        await t.runCycles();
        const seen = readGlobalView(t);
        for (let k = 1; k <= 11; k += 1) {
          const a = seen[`Alpha ${k}`];
          const b = seen[`Beta ${k}`];
          pairs.push(m.direction([b[0] - a[0], b[1] - a[1]]));
        }
      }
      t.recordSample('players: direction', 'ks', roundAll(pairs, 1));
      await requestAll(t, createMoveCommands(t, { ...away.L, ...away.R }));
      await t.setPlayMode(mode);
      const ofPlayer = [];
      const ofBall = [];
      const [x, y] = [3.5, 7.25];
      for (let i = 0; i < times; i += 1) {
        await requestAll(t, [
          '(move (ball) 0 -60 0 0 0)',
          ...createMoveCommands(t, { L1: [x, y] }),
          `(move (ball) ${x} ${y} 0 0 0)`,
        ]);
        await t.runCycles();
        const seen = readGlobalView(t);
        const p = seen['Alpha 1'];
        ofPlayer.push(m.direction([p[0] - x, p[1] - y]));
        ofBall.push(m.direction([seen.ball[0] - x, seen.ball[1] - y]));
      }
      t.recordSample('ball and player: direction of the player', 'ks', roundAll(ofPlayer, 1));
      if (mode === 'play_on')
        t.recordSample('ball and player: direction of the ball', 'ks', roundAll(ofBall, 1));
    },
  };
}

/** Players that stand in the wrong half before the kick-off are put at a random point of their own. */
export function wrongHalf({
  name,
  about,
  times = 230,
  from = { left: [30, 10], right: [-20, 0] },
  options = {},
}) {
  return {
    name,
    about,
    models: {
      'left team, x': m.interval(-52.5, 0),
      'right team, x': m.interval(0, 52.5),
      'both teams, y': m.interval(-34, 34),
    },
    options: { ...presets.noisy, 'server::coach': 0, 'server::coach_w_referee': 1, ...options },
    clients: [trainer(), ...squad(11, 11, 4)],
    async script(t) {
      const samples = { 'left team, x': [], 'right team, x': [], 'both teams, y': [] };
      await t.setPlayMode('play_on'); // Before the first cycle of play the server is slow.
      await t.runCycles({}, 2);
      await t.setPlayMode('before_kick_off');
      for (let i = 0; i < times; i += 1) {
        const poses = {};
        for (let k = 0; k < 11; k += 1) {
          poses[`L${k + 1}`] = [from.left[0], from.left[1] - 11 + 2 * k];
          poses[`R${k + 1}`] = [from.right[0], from.right[1] - 11 + 2 * k];
        }
        await requestAll(t, createMoveCommands(t, poses));
        await t.runCycles();
        const seen = readGlobalView(t);
        for (let k = 1; k <= 11; k += 1) {
          samples['left team, x'].push(seen[`Alpha ${k}`][0]);
          samples['right team, x'].push(seen[`Beta ${k}`][0]);
          samples['both teams, y'].push(seen[`Alpha ${k}`][1], seen[`Beta ${k}`][1]);
        }
      }
      for (const [key, list] of Object.entries(samples)) t.recordSample(key, 'ks', roundAll(list, 2));
    },
  };
}

// ---------------------------------------------------------------- tackles, catches and fouls by rate

/**
 * Success of tackles: up to 11 players stand around a resting ball, each with the ball at another relative position,
 * and all tackle in every cycle. Pushes have no strength here, so the ball stays.
 */
export function tackleRates({ name, about, positions, times, foul = false, options = {} }) {
  const label = ([x, y]) => `ball at (${x}, ${y})`;
  const models = Object.fromEntries(positions.map((p) => [label(p), m.tackleSuccess(p, foul)]));
  return {
    name,
    about,
    models,
    options: {
      ...presets.noisy,
      'server::tackle_cycles': 1,
      'server::tackle_power_rate': 0,
      'server::kick_rand': 0,
      'server::foul_cycles': 1,
      'player::kickable_margin_delta_min': 0,
      'player::kickable_margin_delta_max': 0,
      ...options,
    },
    clients: [trainer(), ...squad(positions.length, foul ? 1 : 0, 17), monitor()],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placeBall(0, 0, 0, 0);
      const poses = {};
      const spots = [];
      positions.forEach((p, i) => {
        const around = (360 * i) / positions.length; // direction from the player to the ball
        const [dx, dy] = m.polar(m.lengthOf(p), around);
        spots.push([-dx, -dy]);
        poses[`L${i + 1}`] = [-dx, -dy, Number(m.wrapDegrees(around - m.direction(p)).toFixed(6))];
      });
      if (foul) {
        // The opponent that has the ball is in the widest gap around it.
        let best = null;
        for (let a = 0; a < 360; a += 1) {
          const spot = m.polar(0.6, a);
          const gap = Math.min(...spots.map((s) => Math.hypot(s[0] - spot[0], s[1] - spot[1])));
          if (!best || gap > best.gap) best = { gap, spot };
        }
        poses.R1 = [...best.spot, 0];
        spots.push(best.spot);
      }
      spots.forEach((s, i) =>
        spots.slice(i + 1).forEach((o) => {
          if (Math.hypot(s[0] - o[0], s[1] - o[1]) < 0.61)
            throw new Error(
              'two players of this scenario are less than 0.61 m apart; choose other positions',
            );
        }),
      );
      await requestAll(t, createMoveCommands(t, poses));
      const hits = positions.map(() => 0);
      const command = foul ? '(tackle 0 on)' : '(tackle 0)';
      const all = Object.fromEntries(positions.map((_, i) => [`L${i + 1}`, command]));
      for (let k = 0; k < times; k += 1) {
        await t.runCycles(all);
        const bits = readStateBits(t);
        positions.forEach((_, i) => {
          const state = bits[`l ${i + 1}`];
          if ((state & 0x3000) === 0x1000) hits[i] += 1;
        });
      }
      positions.forEach((p, i) => t.recordSample(label(p), 'rate', [hits[i], times]));
    },
  };
}

/** Success of catches at several distances along the catch direction; `stretch` is the type's. */
export function catchRates({
  name,
  about,
  stretch,
  probability = 1,
  attempts,
  times,
  body = 0,
  dir = 0,
  options = {},
}) {
  const label = ([ahead, aside]) => `ball at (${ahead}, ${aside})`;
  const models = Object.fromEntries(
    attempts.map((a) => [label(a), m.catchSuccess(a[0], stretch, probability)]),
  );
  return {
    name,
    about,
    models,
    options: {
      ...presets.noisy,
      'server::catch_ban_cycle': 0,
      'server::catch_probability': probability,
      'player::catchable_area_l_stretch_min': stretch,
      'player::catchable_area_l_stretch_max': stretch,
      ...options,
    },
    clients: [trainer(), player('G', 'Alpha', 19, { goalie: true })],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.command('(change_player_type Alpha 1 3)');
      for (const attempt of attempts) {
        const [dx, dy] = m.rotate(attempt, body + dir);
        const set = [
          ...createMoveCommands(t, { G: [-44, 1.5, body] }),
          `(move (ball) ${-44 + dx} ${1.5 + dy} 0 0 0)`,
        ];
        let hits = 0;
        for (let k = 0; k < times; k += 1) {
          await requestAll(t, set);
          await t.runCycles({ G: `(catch ${dir})` });
          const [x, y] = readGlobalView(t)['Alpha 1']; // a successful catch takes the goalie to the ball
          if (Math.hypot(x + 44, y - 1.5) > 1e-3) hits += 1;
        }
        t.recordSample(label(attempt), 'rate', [hits, times]);
      }
    },
  };
}

/**
 * Calls of the referee after successful tackles near opponents that have the ball. `cases`: {name, opponents: [[x, y,
 * body], ...] relative to the tackler (body 0, ball at `ball`), dash (the opponents dash in the cycle before), foul,
 * chances: {none, charge, yellow, red}}.
 */
export function foulRates({ name, about, cases, times, ball = [1, 0.1], options = {} }) {
  const models = {};
  for (const c of cases) {
    const call = Object.keys(c.chances).find((k) => k !== 'none');
    models[c.name] = {
      group: c.name,
      right: c.chances,
      wrong: {
        ...(call
          ? { 'never called': { none: 1 }, 'always called': { [call]: 1 } }
          : { 'called all the same': { none: 0.5, charge: 0.5 } }),
        ...(c.single ? { 'one draw for all opponents': c.single } : {}),
      },
    };
  }
  const most = Math.max(...cases.map((c) => c.opponents.length));
  return {
    name,
    about,
    models,
    options: {
      ...presets.noisy,
      'server::coach': 0,
      'server::coach_w_referee': 1,
      'server::tackle_cycles': 1,
      'server::foul_cycles': 1,
      'server::kick_rand': 0,
      'server::use_offside': 0,
      ...options,
    },
    clients: [trainer({ version: 19 }), player('P', 'Alpha', 17), ...squad(0, most, 17)],
    async script(t) {
      const heard = [];
      t.clientById.P.waiters.push((text) => {
        const call = /^\(hear \d+ referee (\w+)\)/.exec(text);
        if (call) heard.push(call[1]);
      });
      await t.command('(change_mode play_on)');
      for (const c of cases) {
        const counts = { none: 0, charge: 0, yellow: 0, red: 0 };
        for (let k = 0; k < times; k += 1) {
          const poses = { P: [-20, 3, 0] };
          c.opponents.forEach(([x, y, body], i) => {
            poses[`R${i + 1}`] = [-20 + x, 3 + y, body];
          });
          for (let i = c.opponents.length; i < most; i += 1) poses[`R${i + 1}`] = [30, 2 * i, 0];
          const set = [
            '(change_mode play_on)',
            '(change_player_type Alpha 1 0)',
            `(move (ball) 20 -20 0 0 0)`,
            ...createMoveCommands(t, poses),
          ];
          await requestAll(t, set);
          // The ball is far away while the opponents dash (with no power, so they stay where they are).
          await t.runCycles(
            c.dash ? Object.fromEntries(c.opponents.map((_, i) => [`R${i + 1}`, '(dash 0)'])) : {},
          );
          await requestAll(t, [
            ...createMoveCommands(t, poses),
            `(move (ball) ${-20 + ball[0]} ${3 + ball[1]} 0 0 0)`,
          ]);
          heard.length = 0;
          await t.runCycles({ P: c.foul ? '(tackle 0 on)' : '(tackle 0)' });
          const red = heard.some((h) => /^red_card_l/.test(h));
          const yellow = heard.some((h) => /^yellow_card_l/.test(h));
          const charge = heard.some((h) => /^foul_charge_l/.test(h));
          counts[red ? 'red' : yellow ? 'yellow' : charge ? 'charge' : 'none'] += 1;
        }
        t.recordSample(c.name, 'chi2', counts);
      }
    },
  };
}

// ---------------------------------------------------------------- seeing

/** Objects of a see message: [[words of the name], numbers and flags]. */
function findObjects(text) {
  return sexp(text)
    .slice(2)
    .map(([name, ...values]) => [[].concat(name), values]);
}

/** Collects every see message of the given clients. */
function watch(t, ids, handle) {
  for (const id of ids) {
    t.clientById[id].waiters.push((text) => {
      if (text.startsWith('(see ')) handle(id, text);
    });
  }
}

/** The distance class that an observer sees: the quantized distance. */
const isBetween = (from, to) =>
  Number(m.quantize(Math.hypot(to[0] - from[0], to[1] - from[1]), 0.1).toFixed(1));

/**
 * Team and number of players against distance, for two client versions. Five observers of each version stand in a
 * row; `distances` are those of the targets from that row. Counts are kept per quantized distance.
 */
export function identities({ name, about, versions = [17, 19], distances, cycles, options = {} }) {
  const poses = {};
  for (let k = 0; k < 5; k += 1) {
    poses[`O${k}`] = [-55, 0.8 * (k - 2), 0];
    poses[`N${k}`] = [-54.2, 0.8 * (k - 2) + 0.4, 0];
  }
  distances.forEach((d, i) => {
    poses[`R${i + 1}`] = [-55 + d, (i % 2 ? 1 : -1) * (3 + (i % 3)), 0];
  });
  const models = {};
  for (const [id, version] of [
    ['O', versions[0]],
    ['N', versions[1]],
  ]) {
    for (let k = 0; k < 5; k += 1) {
      distances.forEach((_, i) => {
        const dist = isBetween(poses[`${id}${k}`], poses[`R${i + 1}`]);
        const team =
          version <= 17
            ? m.reportModel(dist, 40, 60)
            : { right: 1, wrong: { 'as version 17': m.reportProbability(dist, 40, 60) } };
        models[`v${version}, team at ${dist}`] = { ...team, group: `v${version}, team` };
        if (team.right > 0)
          models[`v${version}, number at ${dist}`] = {
            ...m.reportModel(dist, 20, 40),
            group: `v${version}, number`,
          };
      });
    }
  }
  return {
    name,
    about,
    models,
    options: { ...presets.noisy, ...options },
    clients: [
      trainer(),
      ...[0, 1, 2, 3, 4].map((k) => player(`O${k}`, 'Alpha', versions[0])),
      ...[0, 1, 2, 3, 4].map((k) => player(`N${k}`, 'Alpha', versions[1])),
      ...squad(0, distances.length, 4),
    ],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placeBall(0, -60);
      await requestAll(t, createMoveCommands(t, poses));
      const observers = Object.keys(poses).filter((id) => /^[ON]/.test(id));
      for (const id of observers) t.send(id, '(change_view narrow high)');
      await t.runCycles({}, 2);
      const seen = {};
      const count = (key, yes) => {
        seen[key] ??= [0, 0];
        seen[key][1] += 1;
        if (yes) seen[key][0] += 1;
      };
      watch(t, observers, (id, text) => {
        const version = id[0] === 'O' ? versions[0] : versions[1];
        for (const [words, values] of findObjects(text)) {
          const dist = Number(values[0]);
          if (words[0] !== 'p' || words[1] === 'Alpha' || values.length < 2 || dist < 15) continue;
          count(`v${version}, team at ${dist}`, words.length > 1);
          if (words.length > 1) count(`v${version}, number at ${dist}`, words.length > 2);
        }
      });
      await t.runCycles({}, cycles);
      for (const [key, rate] of Object.entries(seen).sort()) t.recordSample(key, 'rate', rate);
    },
  };
}

/**
 * Whether see messages contain the motion of landmarks and of the ball. Three observers of each version stand around
 * `pose`. Landmarks are counted in classes of two meters, the ball per quantized distance.
 */
export function motionReports({
  name,
  about,
  versions = [17, 19],
  ballDistances,
  cycles,
  pose = [0, 0],
  options = {},
}) {
  const poses = {};
  for (let k = 0; k < 3; k += 1) {
    poses[`O${k}`] = [pose[0], pose[1] - 1 + k, m.wrapDegrees(60 * k)];
    poses[`N${k}`] = [pose[0] + 1, pose[1] - 1 + k, m.wrapDegrees(60 * k + 180)];
  }
  const ids = Object.keys(poses);
  const versionOf = (id) => (id[0] === 'O' ? versions[0] : versions[1]);
  const classOf = (version, dist) =>
    `v${version}, landmarks from ${2 * Math.floor(dist / 2)} to ${2 * Math.floor(dist / 2) + 2}`;
  const inRange = (dist) => dist >= 18 && dist < 44;
  const models = Object.fromEntries(
    versions.flatMap((v) =>
      ballDistances.map((d) => {
        const dist = isBetween([0, 0], [d, 0]);
        return [`v${v}, ball at ${dist}`, m.reportModel(dist, 20, 40)];
      }),
    ),
  );
  const chances = {};
  for (const id of ids) {
    const [x, y, angle] = poses[id];
    const half = versionOf(id) <= 17 ? 45 : 30;
    for (const at of Object.values(LANDMARKS)) {
      if (Math.abs(m.wrapDegrees(m.direction([at[0] - x, at[1] - y]) - angle)) >= half) continue;
      const dist = m.quantize(Math.hypot(at[0] - x, at[1] - y), 0.01);
      if (inRange(dist)) (chances[classOf(versionOf(id), dist)] ??= []).push(dist);
    }
  }
  for (const [key, list] of Object.entries(chances)) {
    const mean = (probability) => list.reduce((sum, d) => sum + probability(d), 0) / list.length;
    models[key] = {
      right: mean((d) => m.reportProbability(d, 20, 40)),
      wrong: {
        'limits a tenth nearer': mean((d) => m.reportProbability(d, 18, 36)),
        'reported up to the middle, then not': mean((d) => (d < 30 ? 1 : 0)),
      },
    };
  }
  return {
    name,
    about,
    models,
    options: { ...presets.noisy, ...options },
    clients: [trainer(), ...ids.map((id) => player(id, 'Alpha', versionOf(id)))],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placeBall(0, -60);
      await requestAll(t, createMoveCommands(t, poses));
      for (const id of ids) t.send(id, id[0] === 'N' ? '(change_view narrow)' : '(change_view normal high)');
      await t.runCycles({}, 2);
      const seen = {};
      const count = (key, yes) => {
        seen[key] ??= [0, 0];
        seen[key][1] += 1;
        if (yes) seen[key][0] += 1;
      };
      watch(t, ids, (id, text) => {
        for (const [words, values] of findObjects(text)) {
          if (values.length < 2) continue;
          const dist = Number(values[0]);
          if (words[0] === 'b') count(`v${versionOf(id)}, ball at ${dist}`, values.length >= 4);
          else if (/^[fg]$/.test(words[0]) && inRange(dist))
            count(classOf(versionOf(id), dist), values.length >= 4);
        }
      });
      for (const d of ballDistances) {
        // On the line of sight of O0, then of N0, which looks the other way.
        await t.placeBall(pose[0] + d, pose[1] - 1, 0, 0);
        await t.runCycles({}, cycles);
        await t.placeBall(pose[0] + 1 - d, pose[1] - 1, 0, 0);
        await t.runCycles({}, cycles);
      }
      for (const [key, rate] of Object.entries(seen).sort()) t.recordSample(key, 'rate', rate);
    },
  };
}

/**
 * Distances of the Gaussian model. `views`: {name, version, focus: [distance, direction] or none}; all observers
 * stand in a row and look along the pitch. Samples are standardized errors, at most `most` of them.
 */
export function gaussianSee({
  name,
  about,
  views,
  cycles,
  most = 10000,
  rates = [0.0125, 0.0125, 0.00125, 0.00125],
  standing = -40,
  targets,
  options = {},
}) {
  const models = {};
  for (const v of views) {
    for (const what of ['players and ball', 'landmarks']) {
      models[`${v.name}: ${what}`] = m.gaussian();
      models[`${v.name}: ${what}, size`] = m.gaussianSize();
    }
  }
  const keys = [
    'dist_noise_rate',
    'focus_dist_noise_rate',
    'land_dist_noise_rate',
    'land_focus_dist_noise_rate',
  ];
  return {
    name,
    about,
    models,
    options: {
      ...presets.noisy,
      ...Object.fromEntries(keys.map((k, i) => [`server::${k}`, rates[i]])),
      ...options,
    },
    clients: [
      trainer(),
      ...views.map((v, k) => player(`O${k}`, 'Alpha', v.version)),
      ...squad(0, targets.length, 4),
    ],
    async script(t) {
      await t.setPlayMode('play_on');
      const ball = [standing + 17, 2];
      await t.placeBall(...ball, 0, 0);
      const poses = {};
      views.forEach((v, k) => {
        poses[`O${k}`] = [standing, 3 * k - 4, 0];
      });
      targets.forEach((p, i) => {
        poses[`R${i + 1}`] = [...p, 0];
      });
      await requestAll(t, createMoveCommands(t, poses));
      views.forEach((v, k) => {
        t.send(`O${k}`, '(gaussian_see)');
        t.send(`O${k}`, '(change_view narrow high)');
        if (v.focus) t.send(`O${k}`, `(change_focus ${v.focus.join(' ')})`);
      });
      await t.runCycles({}, 2);
      const errors = {};
      watch(
        t,
        views.map((_, k) => `O${k}`),
        (id, text) => {
          const k = Number(id.slice(1));
          const view = views[k];
          const from = poses[id];
          const focus =
            view.version >= 18 && view.focus
              ? [from[0] + m.polar(...view.focus)[0], from[1] + m.polar(...view.focus)[1]]
              : from;
          for (const [words, values] of findObjects(text)) {
            let at;
            let kind = 'players and ball';
            if (words[0] === 'b') at = ball;
            else if (words[0] === 'p' && words[1] === 'Beta' && words.length > 2)
              at = targets[Number(words[2]) - 1];
            else if (/^[fg]$/.test(words[0])) {
              at = LANDMARKS[words.join(' ')];
              kind = 'landmarks';
            }
            if (!at || values.length < 2) continue;
            const d = Math.hypot(at[0] - from[0], at[1] - from[1]);
            const f = Math.hypot(at[0] - focus[0], at[1] - focus[1]);
            const [own, other] = kind === 'landmarks' ? rates.slice(2) : rates.slice(0, 2);
            (errors[`${view.name}: ${kind}`] ??= []).push((Number(values[0]) - d) / (d * own + f * other));
          }
        },
      );
      await t.runCycles({}, cycles);
      for (const [key, list] of Object.entries(errors).sort()) {
        const some = list.slice(0, most);
        t.recordSample(key, 'ks', roundAll(some, 2));
        t.recordSample(`${key}, size`, 'ks', roundAll(some.map(Math.abs), 2));
      }
    },
  };
}

/** Landmarks by name. */
const LANDMARKS = (() => {
  const out = {
    'f c': [0, 0],
    'f c t': [0, -34],
    'f c b': [0, 34],
    'g l': [-52.5, 0],
    'g r': [52.5, 0],
    'f t 0': [0, -39],
    'f b 0': [0, 39],
    'f l 0': [-57.5, 0],
    'f r 0': [57.5, 0],
  };
  for (const [side, s] of [
    ['l', -1],
    ['r', 1],
  ]) {
    for (const [edge, e] of [
      ['t', -1],
      ['b', 1],
    ]) {
      out[`f ${side} ${edge}`] = [52.5 * s, 34 * e];
      out[`f g ${side} ${edge}`] = [52.5 * s, 7.01 * e];
      out[`f p ${side} ${edge}`] = [36 * s, 20.16 * e];
      for (const n of [10, 20, 30, 40, 50]) out[`f ${edge} ${side} ${n}`] = [n * s, 39 * e];
      for (const n of [10, 20, 30]) out[`f ${side} ${edge} ${n}`] = [57.5 * s, n * e];
    }
    out[`f p ${side} c`] = [36 * s, 0];
  }
  return out;
})();

/**
 * Directions in which pointing players are seen to point; `distances` from the observer. Far ones are identified by
 * their distance (their number is not visible), so distances have to differ by more than a tenth.
 */
export function pointingNoise({ name, about, version = 19, distances, cycles, options = {} }) {
  const target = [-25, 60];
  const poses = { O: [-55, 0, 0] };
  const nominal = distances.map((d, i) => {
    const y = (i % 2 ? 1 : -1) * Math.min(0.2 * d, 3);
    const p = [-55 + Math.sqrt(d * d - y * y), y, 0];
    poses[`L${i + 2}`] = p;
    const to = [target[0] - p[0], target[1] - p[1]];
    return { d, to, dir: m.direction(to) };
  });
  return {
    name,
    about,
    models: Object.fromEntries(nominal.map(({ d, dir }) => [`at ${d} m`, m.pointing(d, dir)])),
    options: { ...presets.noisy, 'server::point_to_duration': 1000000, ...options },
    clients: [
      trainer(),
      player('O', 'Alpha', version),
      ...distances.map((_, i) => player(`L${i + 2}`, 'Alpha', 17)),
    ],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placeBall(0, -60);
      await requestAll(t, createMoveCommands(t, poses));
      t.send('O', '(change_view narrow)');
      await t.runCycles(
        Object.fromEntries(
          nominal.map(({ to, dir }, i) => [`L${i + 2}`, `(pointto ${m.lengthOf(to)} ${dir})`]),
        ),
      );
      await t.runCycles({}, 2);
      const errors = {};
      watch(t, ['O'], (id, text) => {
        for (const [words, values] of findObjects(text)) {
          if (words[0] !== 'p' || words[1] !== 'Alpha') continue;
          // Numbers: distance, direction, two of motion, body, head, pointing; without uniform number 1, 2 and the last.
          const numbers = values.map(Number).filter((v) => !Number.isNaN(v));
          const full = words.length > 2;
          if (numbers.length !== (full ? 7 : 3)) continue;
          const off = ({ d }) => Math.abs(Math.log(d / numbers[0]));
          const who = full
            ? nominal[Number(words[2]) - 2]
            : nominal.reduce((best, n) => (off(n) < off(best) ? n : best));
          (errors[`at ${who.d} m`] ??= []).push(numbers.at(-1));
        }
      });
      await t.runCycles({}, cycles);
      for (const [key, list] of Object.entries(errors)) t.recordSample(key, 'ks-discrete', list);
    },
  };
}

// ---------------------------------------------------------------- hearing

/**
 * Which of several speakers is heard. `listeners`: {name, version, attention, ear}; speakers: `ours` team mates and
 * `theirs` opponents of the listeners speak in every cycle.
 */
export function simultaneousSpeakers({ name, about, listeners, ours, theirs, cycles, options = {} }) {
  const models = {};
  const speakersOurs = Array.from({ length: ours }, (_, i) => String(listeners.length + 1 + i));
  const speakersTheirs = Array.from({ length: theirs }, (_, i) => String(i + 1));
  for (const l of listeners) {
    const target = /our (\d+)/.exec(l.attention ?? '')?.[1];
    const attended = target !== undefined && speakersOurs.includes(target);
    models[`${l.name}: team mate`] = attended
      ? { right: { [target]: 1 }, wrong: m.evenly(speakersOurs).wrong }
      : {
          ...m.evenly(speakersOurs, { 'always the last': { [speakersOurs.at(-1)]: 1 } }),
          group: `${l.name}, team mate`,
        };
    const rival = /opp (\d+)/.exec(l.attention ?? '')?.[1];
    if (theirs > 0) {
      models[`${l.name}: opponent`] =
        rival !== undefined && speakersTheirs.includes(rival)
          ? { right: { [rival]: 1 }, wrong: m.evenly(speakersTheirs).wrong }
          : m.evenly(speakersTheirs);
      if (l.version >= 8) {
        const share = ours / (ours + theirs);
        const first = attended ? 1 : rival !== undefined && speakersTheirs.includes(rival) ? 0 : share;
        models[`${l.name}: team mate before opponent`] = {
          right: first,
          wrong: first === share ? { 'own team always first': 1, 'fair coin': 0.5 } : { 'by chance': share },
        };
      }
    }
  }
  return {
    name,
    about,
    models,
    options: { ...presets.noisy, ...options },
    clients: [
      trainer(),
      ...listeners.map((l, i) => player(`E${i}`, 'Alpha', l.version)),
      ...speakersOurs.map((n) => player(`L${n}`, 'Alpha', 12)),
      ...speakersTheirs.map((n) => player(`R${n}`, 'Beta', 12)),
    ],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placeBall(0, -60);
      const poses = {};
      listeners.forEach((_, i) => {
        poses[`E${i}`] = [2 * i, 3, 0];
      });
      speakersOurs.forEach((n, i) => {
        poses[`L${n}`] = [-15 + 3 * i, 12, 0];
      });
      speakersTheirs.forEach((n, i) => {
        poses[`R${n}`] = [-15 + 3 * i, -12, 0];
      });
      await requestAll(t, createMoveCommands(t, poses));
      listeners.forEach((l, i) => {
        if (l.attention) t.send(`E${i}`, `(attentionto ${l.attention})`);
        if (l.ear) t.send(`E${i}`, `(ear ${l.ear})`);
      });
      await t.runCycles({}, 2);
      const say = Object.fromEntries([
        ...speakersOurs.map((n) => [`L${n}`, `(say our${n})`]),
        ...speakersTheirs.map((n) => [`R${n}`, `(say opp${n})`]),
      ]);
      const result = listeners.map(() => ({ ours: {}, theirs: {}, first: [0, 0], numbers: {} }));
      let heard = listeners.map(() => []);
      listeners.forEach((_, i) =>
        t.clientById[`E${i}`].waiters.push((text) => {
          const whole = /^\(hear \d+ .*?"?(our|opp)(\d+)"?\)$/.exec(text);
          if (whole) heard[i].push([whole[1], whole[2]]);
        }),
      );
      for (let k = 0; k < cycles; k += 1) {
        heard = heard.map(() => []);
        await t.runCycles(say);
        listeners.forEach((l, i) => {
          const r = result[i];
          const mate = heard[i].find((h) => h[0] === 'our');
          const foe = heard[i].find((h) => h[0] === 'opp');
          const number = heard[i].length;
          r.numbers[number] = (r.numbers[number] ?? 0) + 1;
          if (mate) r.ours[mate[1]] = (r.ours[mate[1]] ?? 0) + 1;
          if (foe) r.theirs[foe[1]] = (r.theirs[foe[1]] ?? 0) + 1;
          if (mate && foe) {
            r.first[1] += 1;
            if (heard[i][0][0] === 'our') r.first[0] += 1;
          }
        });
      }
      listeners.forEach((l, i) => {
        const r = result[i];
        t.recordSample(`${l.name}: team mate`, 'chi2', r.ours);
        if (theirs > 0) {
          t.recordSample(`${l.name}: opponent`, 'chi2', r.theirs);
          if (l.version >= 8) t.recordSample(`${l.name}: team mate before opponent`, 'rate', r.first);
        }
        t.recordValue(`${l.name}: messages heard in full per cycle`, r.numbers);
      });
    },
  };
}

// ---------------------------------------------------------------- order of handling

/** A client of a real-time server, which sends no (think). */
async function connectRaw(t, id, message, port = 'player') {
  await t.openSocket(id, { port, record: false });
  await t.request(id, message, 1, { match: /^\(init/ });
}

/** A trainer command in real time. */
const command = (t, message) => t.request('T', message, 1, { match: /^\((ok|error|warning)\b/ });

const REAL_TIME = {
  ...presets.noLogs,
  'server::simulator_step': 20,
  'server::sense_body_step': 20,
  'server::send_step': 100,
  'server::send_vi_step': 20,
  'server::recv_step': 10,
};

/**
 * Real time: several players send in the same moment; the sample is the order in which the server handles them. Old
 * clients (version 7) receive `say` in the order in which it is handled. Classes are orders of arrival relative to the
 * order of sending, which changes from one trial to the next.
 */
export function handlingOrder({ name, about, trials, options = {} }) {
  const key = (order) => order.join('');
  const orderings = m.permutations([1, 2, 3]).map(key);
  return {
    name,
    about,
    models: {
      'order of three speakers, by number': {
        ...m.evenly(orderings, { coarse: true }),
        group: 'order by number',
      },
      'order of three speakers, by time of sending': {
        ...m.evenly(orderings, { coarse: true }),
        group: 'order by time',
      },
    },
    options: { ...REAL_TIME, 'server::coach': 1, 'server::hear_max': 9, 'server::hear_inc': 9, ...options },
    settle: false,
    async script(t) {
      await connectRaw(t, 'T', '(init (version 19))', 'trainer');
      await connectRaw(t, 'E', '(init Alpha (version 7))');
      for (const n of [1, 2, 3])
        await connectRaw(t, `S${n}`, `(init ${n === 2 ? 'Beta' : 'Alpha'} (version 7))`);
      await command(t, '(change_mode play_on)');
      await command(t, '(move (ball) 0 -60)');
      const byNumber = {};
      const byTime = {};
      let heard = [];
      t.clientById.E.waiters.push((text) => {
        const word = /^\(hear \d+ -?\d+ "?x(\d)y(\d+)"?\)/.exec(text);
        if (word) heard.push([Number(word[1]), Number(word[2])]);
      });
      const sendOrders = m.permutations([1, 2, 3]);
      for (let k = 0; k < trials; k += 1) {
        heard = [];
        const order = sendOrders[k % 6];
        for (const n of order) t.send(`S${n}`, `(say x${n}y${k})`);
        await t.waitFor(() => heard.filter((h) => h[1] === k).length >= 3, 2000, 'three messages');
        const got = heard.filter((h) => h[1] === k).map((h) => h[0]);
        byNumber[key(got)] = (byNumber[key(got)] ?? 0) + 1;
        const relative = key(got.map((n) => order.indexOf(n) + 1));
        byTime[relative] = (byTime[relative] ?? 0) + 1;
      }
      t.recordSample('order of three speakers, by number', 'chi2', byNumber);
      t.recordSample('order of three speakers, by time of sending', 'chi2', byTime);
    },
  };
}

/**
 * Real time: two opponents kick the ball out in the same moment; the side of the kick-in shows which one was
 * handled last.
 */
export function kickOrder({ name, about, trials, options = {} }) {
  return {
    name,
    about,
    models: {
      'kick-in for the left team': {
        right: 0.5,
        wrong: { 'left player always handled first': 1, 'right player always handled first': 0 },
      },
    },
    options: {
      ...REAL_TIME,
      'server::coach_w_referee': 1,
      'server::kick_rand': 0,
      'server::ball_rand': 0,
      ...options,
    },
    settle: false,
    async script(t) {
      await connectRaw(t, 'T', '(init (version 19))', 'trainer');
      await connectRaw(t, 'L', '(init Alpha (version 17))');
      await connectRaw(t, 'R', '(init Beta (version 17))');
      let mode = '';
      t.clientById.L.waiters.push((text) => {
        const word = /^\(hear \d+ referee (\w+)\)/.exec(text);
        if (word) mode = word[1];
      });
      const count = [0, 0];
      for (let k = 0; k < trials; k += 1) {
        // The ball is moved back before play continues; otherwise it is out again at once.
        for (const order of [
          '(move (ball) -4.5 0 0 0 0)',
          '(change_mode play_on)',
          '(move (player Alpha 1) -5 33 0)',
          '(move (player Beta 1) -4 33 180)',
          '(move (ball) -4.5 33 0 0 0)',
        ])
          await command(t, order);
        mode = '';
        for (const id of k % 2 ? ['L', 'R'] : ['R', 'L'])
          t.send(id, id === 'L' ? '(kick 60 90)' : '(kick 60 -90)');
        await t.waitFor(() => /^kick_in_[lr]/.test(mode), 3000, 'a kick-in');
        count[1] += 1;
        if (mode === 'kick_in_l') count[0] += 1;
      }
      t.recordSample('kick-in for the left team', 'rate', count);
    },
  };
}

/** Keepaway: where the field reset puts players after each episode. */
export function keepawayReset({ name, about, trials, keepers = 3, takers = 2, size = 20, options = {} }) {
  const h = size / 2;
  const corner = [
    [-1, -1],
    [1, -1],
    [1, 1],
  ];
  const models = {
    'place of the first keeper': m.evenly(
      Array.from({ length: keepers }, (_, i) => String(i)),
      { coarse: true },
    ),
  };
  for (const key of ['keepers in corners, inwards', 'takers, inwards']) models[key] = m.interval(0, 3);
  if (keepers > 3) models['keepers in the middle'] = m.interval(-1, 1);
  return {
    name,
    about,
    models,
    options: {
      ...presets.noisy,
      'server::coach': 0,
      'server::coach_w_referee': 1,
      'server::keepaway': 1,
      'server::keepaway_length': size,
      'server::keepaway_width': size,
      'server::half_time': -1,
      ...options,
    },
    clients: [trainer(), ...squad(keepers, takers, 4)],
    async script(t) {
      await t.command('(start)');
      await t.runCycles({}, 2);
      const first = {};
      const inwards = [];
      const middle = [];
      const taker = [];
      for (let k = 0; k < trials; k += 1) {
        await t.placeBall(h + 1, 0);
        await t.runCycles();
        const seen = readGlobalView(t);
        for (let i = 1; i <= keepers; i += 1) {
          const [x, y] = seen[`Alpha ${i}`];
          const spot =
            Math.abs(x) < 2 && Math.abs(y) < 2
              ? -1
              : corner.findIndex(([sx, sy]) => sx * x > 0 && sy * y > 0);
          if (spot < 0) middle.push(x, y);
          else inwards.push(h - Math.abs(x), h - Math.abs(y));
          if (i === 1) first[spot < 0 ? 3 : spot] = (first[spot < 0 ? 3 : spot] ?? 0) + 1;
        }
        for (let i = 1; i <= takers; i += 1) {
          const [x, y] = seen[`Beta ${i}`];
          taker.push(x + h, h - y);
        }
      }
      t.recordSample('place of the first keeper', 'chi2', first);
      t.recordSample('keepers in corners, inwards', 'ks', roundAll(inwards, 3));
      if (keepers > 3) t.recordSample('keepers in the middle', 'ks', roundAll(middle, 3));
      t.recordSample('takers, inwards', 'ks', roundAll(taker, 3));
    },
  };
}
