// What the scenarios of the ball with height (protocol version 20, server::2d_mode=0) share: procedures that are
// called with numbers.

import { end, recordGameLog } from './log-helpers.mjs';
import { presets } from './presets.mjs';

/** Settings that servers need which have the height as an extension; others ignore the module. */
export const EXTENSION = { 'rcss::experimental_height': 1, 'rcss::height_as_measured': 1 };
/** Height is on; every version 20 player receives the exact state. */
export const HEIGHT = {
  ...presets.lab,
  ...EXTENSION,
  'server::2d_mode': 0,
  'server::fullstate_l': 1,
  'server::fullstate_r': 1,
};
/** Height is on, with the referee at work. */
export const HEIGHT_REFEREED = {
  ...presets.refereed,
  ...EXTENSION,
  'server::2d_mode': 0,
  'server::fullstate_l': 1,
  'server::fullstate_r': 1,
};

export const trainer20 = { id: 'T', type: 'trainer', version: 20, only: /^\((error|warning)/ };
export const player = (id, version = 20, extra = {}) => ({
  id,
  type: 'player',
  team: id[0] === 'L' ? 'Alpha' : 'Beta',
  version,
  record: false,
  ...extra,
});
/** L1's exact state and the trainer's view are enough to know the ball. */
const STATE = /^\((fullstate|error|hear \d+ referee)/;

/** Only the ball of an exact state or global view: `((b) x y z vx vy vz)` and `((b) x y vx vy z)`. */
const BALL_ONLY = {
  match: /^\((fullstate|see_global) /,
  from: /^\((fullstate|see_global) (\d+) .*?(\(\(b\) [^)]*\)).*$/,
  to: '($1 $2 $3)',
};

async function silently(t, work) {
  const was = t.recording;
  t.recording = false;
  await work();
  t.recording = was;
}

const rad = (deg) => (deg * Math.PI) / 180;

/** Parking places near the touch line, each team in its own half. */
const parking = (id, n) => (id[0] === 'L' ? [-48 + 3 * n, 32, 0, 0, 0] : [48 - 3 * n, 32, 180, 0, 0]);

/** Everybody to a corner, the ball to rest, two cycles without recording. */
async function clear(t, ids, idle = 2) {
  await silently(t, async () => {
    await t.setPlayMode('before_kick_off');
    await t.command('(recover)');
    let n = 0;
    for (const id of ids) {
      n += 1;
      await t.placePlayer(id, ...parking(id, n));
    }
    await t.placeBall(0, -20, 0, 0);
    await t.setPlayMode('play_on');
    await t.runCycles({}, idle);
  });
}

/**
 * Plays of a kicked ball. A play: {note, ball: [x, y, vx, vy], at: [distance, direction of the player's body (the ball is
 * straight ahead unless `side` says how many degrees beside)], by: id, send: commands, coast, steps: [...]}.
 * After the kick the kicker is taken away to its parking place unless `stay` is true. `steps` is a list of
 *   n                                    n cycles without commands
 *   {place: {id: [dx, dy, body]}}        players are put at the ball's present place + (dx, dy)
 *   {id: command}                        one cycle with these commands
 */
export function flights({
  name,
  about,
  plays,
  options = {},
  clients = [player('L1'), player('R1')],
  refereed = false,
  extra = {},
  ballOnly = true,
}) {
  const ids = clients.map((c) => c.id);
  return {
    name,
    about,
    options: { ...(refereed ? HEIGHT_REFEREED : HEIGHT), ...options },
    clients: [
      { ...trainer20, only: /^\((see_global|error|warning)/ },
      ...clients.map((c, i) => ({
        ...c,
        record: i === 0 ? undefined : c.record,
        only: i === 0 ? STATE : c.only,
      })),
    ],
    compare: { replace: ballOnly ? [BALL_ONLY] : [] },
    async script(t) {
      for (const play of plays) {
        await clear(t, ids, play.idle);
        t.addHeading(play.note);
        const by = play.by ?? 'L1';
        const [distance, body] = play.at ?? [0.6, 0];
        const [x, y] = play.ball;
        const side = play.side ?? 0;
        await silently(t, async () => {
          await t.placeBall(x, y, play.ball[2] ?? 0, play.ball[3] ?? 0);
          await t.placePlayer(
            by,
            x - distance * Math.cos(rad(body + side)),
            y - distance * Math.sin(rad(body + side)),
            body,
            0,
            0,
          );
        });
        if (play.mode) await t.setPlayMode(play.mode);
        await t.runCycles({ [by]: play.send });
        if (play.stay !== true) await t.placePlayer(by, ...parking(by, ids.indexOf(by) + 1));
        await steps(t, play.steps ?? []);
        await t.runCycles({}, play.coast ?? 2);
      }
    },
  };
}

/** The ball's place in the last exact state of L1: [x, y, z, vx, vy, vz]. */
export function ballNow(t, id = 'L1') {
  const m = /\(\(b\) ([^)]*)\)/.exec(t.lastMessage(id, 'fullstate') ?? '');
  return m ? m[1].split(' ').map(Number) : null;
}

export async function steps(t, list) {
  for (const step of list) {
    if (typeof step === 'number') {
      await t.runCycles({}, step);
    } else if (step.place) {
      const [x, y] = ballNow(t);
      for (const [id, [dx, dy, body]] of Object.entries(step.place))
        await t.placePlayer(id, x + dx, y + dy, body, 0, 0);
    } else {
      await t.runCycles(step);
    }
  }
}

/** Loft sweep: the same kick with many lofts. */
export const lofts = (power, dir, list, more = {}) =>
  list.map((loft) => ({
    note: `(kick ${power} ${dir} ${loft})`,
    ball: [0, 0],
    send: `(kick ${power} ${dir} ${loft})`,
    coast: 2,
    ...more,
  }));

/** Seen from several distances, in flight: version 20 beside older versions. The distances avoid 20 to 40 m (chance). */
export function seen({ name, about, distances, kick, wait, versions = [20, 19, 13, 8], options = {} }) {
  return {
    name,
    about,
    options: { ...HEIGHT, ...presets.aligned, 'player::player_types': 1, ...options },
    align: true,
    clients: [trainer20],
    // Of a see only the ball; older versions show it without height.
    compare: {
      replace: [
        { match: /^\(see /, from: /^\(see (\d+) .*?(\(\([bB]\)[^)]*\)).*$/, to: '(see $1 $2)' },
        { match: /^\(see \d+ (?!\(\([bB]\))/, from: /^\(see (\d+) .*$/, to: '(see $1 no ball)' },
      ],
    },
    async script(t) {
      await t.connect({ ...player('R1'), record: false });
      for (const [i, version] of versions.entries())
        await t.connect({ ...player(`L${i + 1}`, version), record: undefined, only: /^\((see|error) / });
      await t.runCycles();
      await t.setPlayMode('play_on');
      while (t.cycles % 3 !== 0) await t.runCycles();
      for (const d of distances) {
        t.addHeading(`from ${d} m`);
        await silently(t, async () => {
          await t.placeBall(0, -20, 0, 0);
          await t.placePlayer('R1', 30, -20, 0, 0, 0);
          for (let i = 0; i < versions.length; i += 1)
            await t.placePlayer(`L${i + 1}`, -d, 1 + i * 1.5, 0, 0, 0);
          await t.runCycles();
          while (t.cycles % 3 !== 0) await t.runCycles();
          await t.placeBall(0, 0, 0, 0);
          await t.placePlayer('R1', -0.6, 0, 0, 0, 0);
          await t.runCycles({ R1: kick });
          await t.placePlayer('R1', 30, -20, 0, 0, 0);
          await t.runCycles({}, wait);
        });
        await t.runCycles({}, 3);
      }
    },
  };
}

/** A short play in the air that a monitor watches (messages on) and that is logged. */
export async function aerialPlay(t, { power, dir, loft, second }) {
  await t.command('(ear on)');
  await t.placePlayer('L1', -0.6, 0, 0, 0, 0);
  await t.placePlayer('R1', 20.5, 10.25, 180, 0, 0);
  await t.placeBall(0, 0, 0, 0);
  await t.setPlayMode('play_on');
  await t.runCycles({ L1: `(kick ${power} ${dir} ${loft})`, R1: '(dash 80)' });
  await t.runCycles({ R1: '(turn 30)' }, 3);
  await t.placePlayer('L1', -0.6, 0, 0, 0, 0);
  await t.placeBall(0, 0.2, 0, 0);
  await t.runCycles({ L1: second });
  await t.runCycles({}, 2);
  await t.runCycles({ L1: '(chest_trap)' });
  await t.placeBall(0.1, 0, 0.3, 0);
  await t.runCycles({ L1: '(chest_trap)' });
  await t.runCycles({}, 2);
}

export const AERIAL = [trainer20, player('L1'), player('R1', 19)];

export function streamed({ name, about, version, numbers, options = {} }) {
  return {
    name,
    about,
    params: ['M'],
    options: { ...HEIGHT, 'server::send_comms': 1, 'player::player_types': 2, ...options },
    clients: [...AERIAL.map((c) => ({ ...c, record: false })), { id: 'M', type: 'monitor', version }],
    compare: { replace: [{ client: 'M', from: /"time":0,"stime":\d+/, to: '"time":0' }] },
    async script(t) {
      await aerialPlay(t, numbers);
    },
  };
}

export function logged({ name, about, version, numbers, options = {} }) {
  return {
    name,
    about,
    options: {
      ...HEIGHT,
      'server::game_logging': 1,
      'server::game_log_version': version,
      'player::player_types': 2,
      ...options,
    },
    clients: AERIAL.map((c) => ({ ...c, record: false })),
    finish: false,
    async script(t) {
      await aerialPlay(t, numbers);
      // The players leave first: a server that still waits for their (done) ends only when it is killed.
      for (const id of ['L1', 'R1']) await t.disconnect(id);
      await end(t);
      await recordGameLog(t);
    },
  };
}
