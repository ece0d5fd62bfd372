// Scenario makers: one procedure, many numbers. The scenario modules call them with their own values.

import { presets } from './presets.mjs';
import { randomSee } from './rules.mjs';

const padTwo = (n) => String(n).padStart(2, '0');

/** A player of one protocol version connects. */
export function playerVersion(version, pose = [-11.3, 4.7, 17.3]) {
  return {
    name: `player-v${padTwo(version)}`,
    about: `init of a version ${version} player: answer, parameters, first sense_body, see, fullstate and hear`,
    params: ['L1'],
    align: true,
    options: { ...presets.lab, ...presets.aligned, 'player::player_types': 3, 'server::fullstate_l': 1 },
    clients: [{ id: 'T', type: 'trainer', version: 19, only: /^\((ok|error)/ }],
    compare: { replace: [randomSee()] },
    async script(t) {
      await t.connect({ id: 'L1', type: 'player', team: 'Alpha', version });
      await t.placePlayer('L1', ...pose);
      await t.runCycles({}, 3);
      await t.setPlayMode('play_on');
      await t.runCycles({ L1: '(dash 60)' });
      await t.runCycles({}, 4);
    },
  };
}

/** An online coach of one protocol version connects to the left team. */
export function coachVersion(version, name) {
  return {
    name: `coach-v${padTwo(version)}`,
    about: `init of a version ${version} online coach: answer, parameters, eye, look, team names, hear`,
    params: ['C'],
    options: { ...presets.lab, 'player::player_types': 3 },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, goalie: true, record: false },
      { id: 'R1', type: 'player', team: 'Beta', version: 8, record: false },
    ],
    async script(t) {
      await t.placePlayer('L1', -20.25, 3.5, 33.7);
      await t.placePlayer('R1', 7.125, -11.25, -160.6);
      await t.connect({ id: 'C', type: 'coach', team: 'Alpha', version, name });
      await t.runCycles();
      await t.request('C', '(team_names)');
      await t.request('C', '(look)', 1, { match: /^\(ok look/ });
      await t.request('C', '(check_ball)');
      await t.request('C', '(eye on)');
      await t.runCycles();
      await t.setPlayMode('play_on');
      await t.runCycles({
        L1: ['(dash 80)', '(turn_neck 30.6)', '(pointto 5 20)'],
        R1: ['(say hello)', '(turn 20)'],
      });
      await t.runCycles({ R1: '(tackle 30)' });
      await t.runCycles({}, 2);
      await t.request('C', '(eye off)');
      await t.runCycles({}, 2);
    },
  };
}

/** A trainer of one protocol version connects. */
export function trainerVersion(version) {
  return {
    name: `trainer-v${padTwo(version)}`,
    about: `init of a version ${version} trainer: answer, parameters, see_global, look, hear`,
    params: ['T'],
    options: { ...presets.lab, 'player::player_types': 2 },
    clients: [{ id: 'T', type: 'trainer', version }],
    async script(t) {
      await t.connect({ id: 'L1', type: 'player', team: 'Alpha', version: 19, goalie: true, record: false });
      await t.connect({ id: 'R1', type: 'player', team: 'Beta', version: 8, record: false });
      await t.placePlayer('L1', -20.25, 3.5, 33.7);
      await t.placePlayer('R1', 7.125, -11.25, -160.6);
      await t.placeBall(3.25, 1.5, 0.5, -0.25);
      await t.command('(ear on)');
      await t.runCycles();
      await t.request('T', '(look)', 1, { match: /^\(ok look/ });
      await t.request('T', '(team_names)');
      await t.setPlayMode('play_on');
      await t.runCycles({
        L1: ['(dash 80)', '(turn_neck 30.6)', '(pointto 5 20)'],
        R1: ['(say hello)', '(turn 20)'],
      });
      await t.runCycles({ R1: '(tackle 30)' });
      await t.runCycles({}, 2);
    },
  };
}

/** A monitor of one protocol version watches a short play. `version` may be -1 (JSON). */
export function monitorVersion(version) {
  return {
    name: version < 0 ? 'monitor-json' : `monitor-v${version}`,
    about: `dispinit of ${version < 0 ? 'a JSON' : `a version ${version}`} monitor: parameters and first frames`,
    params: ['M'],
    options: { ...presets.lab, 'player::player_types': 2, 'server::send_comms': 1 },
    clients: [{ id: 'T', type: 'trainer', version: 19, record: false }],
    async script(t) {
      await t.connect({ id: 'L1', type: 'player', team: 'Alpha', version: 19, goalie: true, record: false });
      await t.connect({ id: 'R1', type: 'player', team: 'Beta', version: 11, record: false });
      await t.connect({ id: 'M', type: 'monitor', version });
      await t.placePlayer('L1', -20.25, 3.5, 33.7);
      await t.placePlayer('R1', 7.125, -11.25, -160.6);
      await t.placeBall(3.25, 1.5, 0.5, -0.25);
      await t.runCycles({}, 2);
      await t.setPlayMode('play_on');
      await t.runCycles({
        L1: ['(dash 80)', '(turn_neck 30.6)', '(pointto 5 20)'],
        R1: ['(say hello)', '(turn 20)'],
      });
      await t.runCycles({ L1: '(attentionto opp 1)', R1: '(tackle 30)' });
      await t.runCycles({ L1: '(change_view narrow)' });
      await t.runCycles({}, 2);
    },
  };
}

/**
 * Sends command datagrams to a player, one per cycle, and records the answers and the following sense_body.
 * `forms` is a list of [heading, [commands]]; {raw: text} is sent without an ending NUL, a list is sent as several
 * datagrams in one cycle.
 */
export function commandForms({
  name,
  about,
  version,
  goalie = false,
  forms,
  options = {},
  before,
  compare = {},
}) {
  return {
    name,
    about,
    options: { ...presets.lab, ...options },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      { id: 'L1', type: 'player', team: 'Alpha', version, goalie },
      { id: 'L2', type: 'player', team: 'Alpha', version: 19, record: false },
      { id: 'R1', type: 'player', team: 'Beta', version: 19, record: false },
    ],
    compare: { ...compare, ignore: [{ match: /^\(see / }, ...(compare.ignore ?? [])] },
    async script(t) {
      await t.placePlayer('L1', -10.5, 3.25, 12.3);
      await t.placePlayer('L2', -20.5, 13.25, 0);
      await t.placePlayer('R1', 20.5, -13.25, 180);
      if (before) await before(t);
      else await t.setPlayMode('play_on');
      await t.runCycles({}, 2);
      for (const [heading, commands] of forms) {
        for (const command of commands) {
          t.addHeading(`${heading}: ${JSON.stringify(command)}`);
          await t.runCycles({ L1: command });
        }
      }
      t.addHeading('after');
      await t.runCycles({}, 2);
    },
  };
}

/**
 * Physics: places objects and runs commands; records sense_body of the players and the exact state.
 * `plays` is a list of {note, ball, players: {id: [x, y, angle, vx, vy]}, cycles: [{id: command}, ...], coast, mode}.
 */
export function physics({
  name,
  about,
  plays,
  options = {},
  clients,
  preset = presets.lab,
  compare = {},
  mode = 'play_on',
  types = {},
}) {
  const players = clients ?? [
    { id: 'L1', type: 'player', team: 'Alpha', version: 19 },
    { id: 'R1', type: 'player', team: 'Beta', version: 19 },
  ];
  return {
    name,
    about,
    options: { ...preset, 'server::fullstate_l': 1, ...options },
    clients: [
      { id: 'T', type: 'trainer', version: 19, only: /^\((see_global|error)/ },
      ...players.map((p) => ({
        ...p,
        only: p.id === players[0].id ? /^\((sense_body|fullstate|error|hear)/ : /^\((sense_body|error)/,
      })),
    ],
    compare,
    async script(t) {
      for (const [id, type] of Object.entries(types)) {
        const { team, unum } = t.findPlayer(id);
        await t.command(`(change_player_type ${team} ${unum} ${type})`);
      }
      for (const play of plays) {
        t.addHeading(play.note);
        await t.setPlayMode(play.mode ?? mode);
        if (play.recover !== false) await t.command('(recover)');
        // All objects are moved away first, so that nothing collides while they are placed.
        let far = 0;
        for (const p of players) {
          await t.placePlayer(p.id, -40 + 3 * far, 31, 0, 0, 0);
          far += 1;
        }
        await t.placeBall(...(play.ball ?? [0, -30]));
        for (const [id, pose] of Object.entries(play.players ?? {}))
          await t.placePlayer(id, ...(pose.length === 3 ? [...pose, 0, 0] : pose));
        for (const commands of play.cycles ?? []) await t.runCycles(commands);
        await t.runCycles({}, play.coast ?? 2);
      }
    },
  };
}

/**
 * What players see from several poses. `observers` are player specs; `poses` is a list of {note, ball, at: {id: [x, y,
 * body, vx, vy]}, send: {id: commands}, cycles}. Every pose lasts `cycles` (default 3) cycles, the length of the
 * 300 ms pattern, so that every observer gets the same number of see messages.
 */
export function seePoses({
  name,
  about,
  observers,
  poses,
  options = {},
  view,
  compare = {},
  only = /^\((see|error|ok)/,
  preset = presets.lab,
  before,
}) {
  return {
    name,
    about,
    align: true,
    options: { ...preset, ...presets.aligned, 'player::player_types': 1, ...options },
    clients: [
      { id: 'T', type: 'trainer', version: 19, only: /^\(error/ },
      ...observers.map((o) => ({ type: 'player', team: o.id[0] === 'L' ? 'Alpha' : 'Beta', only, ...o })),
    ],
    compare: { ...compare, replace: [randomSee(), ...(compare.replace ?? [])] },
    async script(t) {
      await t.setPlayMode('play_on');
      if (view) await t.runCycles(Object.fromEntries(observers.map((o) => [o.id, view])));
      if (before) await before(t);
      // Back to a fixed place in the pattern of 300 ms.
      while (t.cycles % 3 !== 0) await t.runCycles();
      for (const pose of poses) {
        t.addHeading(pose.note);
        if (pose.mode) await t.setPlayMode(pose.mode);
        let far = 0;
        for (const o of observers) {
          if (!pose.at?.[o.id]) await t.placePlayer(o.id, -40 + 3 * far, 33.3, 0, 0, 0);
          far += 1;
        }
        await t.placeBall(...(pose.ball ?? [0, -33.3]));
        for (const [id, place] of Object.entries(pose.at ?? {}))
          await t.placePlayer(id, ...(place.length === 3 ? [...place, 0, 0] : place));
        await t.runCycles(pose.send ?? {});
        await t.runCycles({}, (pose.cycles ?? 3) - 1);
      }
    },
  };
}

/** Init messages on the player port, each from a socket of its own. */
export function playerInitForms(name, about, forms) {
  return {
    name,
    about,
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [{ id: 'T', type: 'trainer', version: 19, only: /^\((ok team|see_global)/ }],
    async script(t) {
      for (const [i, form] of forms.entries()) {
        t.addHeading(form);
        await t.openSocket(`X${i}`, { only: /^\((init|error|warning|ok|reconnect)/ });
        await t.sendAndWait(`X${i}`, form);
      }
      t.addHeading('after');
      await t.request('T', '(team_names)');
      await t.runCycles({}, 2);
    },
  };
}

/** Trainer commands, each followed by (look); players of three versions listen. */
export function trainerDialog(name, about, forms, options = {}, version = 19) {
  return {
    name,
    about,
    options: { ...presets.lab, 'player::player_types': 5, ...options },
    clients: [
      { id: 'T', type: 'trainer', version },
      {
        id: 'L1',
        type: 'player',
        team: 'Alpha',
        version: 19,
        goalie: true,
        only: /^\((hear|change_player_type)/,
      },
      { id: 'L2', type: 'player', team: 'Alpha', version: 8, only: /^\((hear|change_player_type)/ },
      { id: 'R1', type: 'player', team: 'Beta', version: 3, only: /^\((hear|change_player_type)/ },
    ],
    compare: { ignore: [{ client: 'T', match: /^\((see_global|see) / }] },
    async script(t) {
      await t.command('(ear on)');
      await t.placePlayer('L1', -40.5, 3.25, 12.3);
      await t.placePlayer('L2', -20.5, 13.25, 0);
      await t.placePlayer('R1', 20.5, -13.25, 180);
      for (const form of forms) {
        t.addHeading(JSON.stringify(form));
        await t.sendAndWait('T', form);
        await t.sendAndWait('T', '(look)');
      }
      await t.runCycles({}, 2);
    },
  };
}
