// Helpers of the monitor scenarios. Known defect of the reference: monitors of different text versions connected at the
// same time get each other's shows. So all monitors of one run have the same version.

import { CLIENTS, createTile, LOGGED, play } from './log-helpers.mjs';
import { presets } from './presets.mjs';
import { squad, waitForPlayerPorts } from './referee-helpers.mjs';

/** The time in before_kick_off before the first client connects varies; JSON shows it. */
export const STOPPAGE = [{ client: 'M*', from: /"time":0,"stime":\d+/, to: '"time":0' }];

const NO_LOGS = presets.noLogs;

const versionLabel = (version) => (version < 0 ? 'json' : `v${version}`);
export const describeVersion = (version) => (version < 0 ? 'JSON' : `version ${version}`);

/** A monitor watches the short match of the log scenarios from the beginning; messages are on. */
export function stream({ version, name = `stream-${versionLabel(version)}`, with: how = {}, options = {} }) {
  return {
    name,
    about: `everything that a monitor of ${describeVersion(version)} gets during a short match, with messages`,
    options: { ...LOGGED, ...NO_LOGS, 'server::send_comms': 1, ...options },
    clients: [...CLIENTS, { id: 'M', type: 'monitor', version }],
    compare: { replace: STOPPAGE },
    async script(t) {
      await play(t, how);
    },
  };
}

/** Sends a monitor command and waits until the server has handled it; what it answers is recorded. */
export async function sendCommand(t, id, message, options) {
  t.addHeading(`${typeof message === 'string' ? message : message.raw}${message.raw ? ' without NUL' : ''}`);
  if (message.raw) t.send(id, message.raw, { ...options, raw: true });
  else t.send(id, message, options);
  await waitForPlayerPorts(t);
}

/**
 * A list of monitor commands; after each, `cycles` cycles (default 1). `trainer`: a trainer is allowed and
 * connected; without it only the players make the cycles run.
 */
export function commands({ name, about, version, trainer = true, list, options = {}, shows = true }) {
  const only = shows
    ? undefined
    : version < 0
      ? /^\{"(msg|error)|^\(/
      : /^\((msg|error|warning)|^(msg|text) /;
  return {
    name,
    about,
    options: {
      ...(trainer ? presets.refereed : { ...presets.synch, ...presets.noNoise, ...NO_LOGS }),
      'server::send_comms': 1,
      'player::player_types': 2,
      ...options,
    },
    clients: [
      ...(trainer ? [{ id: 'T', type: 'trainer', version: 19, record: false }] : []),
      ...squad(['L1', 'L2', 'R1', 'R2'], { L2: { record: true, only: /^\((hear|error|warning)/ } }),
      { id: 'M', type: 'monitor', version, only },
    ],
    compare: { replace: STOPPAGE },
    async script(t) {
      await sendCommand(t, 'M', '(dispplayer 1 1 -640 0 0)');
      await sendCommand(t, 'M', '(dispplayer 1 2 -160 -80 30)');
      await sendCommand(t, 'M', '(dispplayer -1 1 640 0 180)');
      await sendCommand(t, 'M', '(dispplayer -1 2 160 80 -150)');
      await t.runCycles();
      for (const entry of list) {
        if (typeof entry === 'function') {
          await entry(t);
        } else {
          await sendCommand(t, 'M', entry);
          await t.runCycles();
        }
      }
      await t.runCycles({}, 2);
    },
  };
}

const ALWAYS = [
  '(dispstart)',
  '(dispstart) ',
  ' (dispstart)',
  '(dispfoul 160 -80 0)',
  '(dispfoul 1600 -80 -1)',
  '(dispfoul -320 4000 1)',
  '(dispfoul 1 2)',
  '(dispfoul a b c)',
  '(dispfoul)',
  '(dispfoul 5.7 3 1)',
  '( dispfoul 5 3 1 )',
  '(dispfoul  16   -16   0  ) and more',
  '(dispplayer 1 1 160 -160 90)',
  '(dispplayer -1 2 -80 -160 -45)',
  '(dispplayer 1 2 160 -165 400)',
  '(dispplayer 1 12 0 0 0)',
  '(dispplayer 1 5 320 320 10)',
  '(dispplayer 0 1 0 0 0)',
  '(dispplayer 1 1)',
  '(dispcard 1 2 yellow)',
  '(dispcard -1 1 blue)',
  '(dispcard 1 2)',
  '(dispcard 1 9 yellow)',
  '(foo)',
  '',
  '(',
  '(compression 10)',
  '(compression)',
  '(compression x)',
];

const COACHES = [
  '(start)',
  '(change_mode play_on)',
  '(change_mode nonsense)',
  '(change_mode)',
  '(change_mode drop_ball) more',
  '(move (ball) 10 -5)',
  '(move (ball) 3.5 2.25 0 0.5 -0.25)',
  '(move (ball) 1 2 3)',
  '(move (ball) 1 2 3 4)',
  '(move (ball) 1)',
  '(move (ball) nan 1)',
  '(move (ball) 70 60)',
  '(move (player Alpha 2) -7 8)',
  '(move (player Alpha 2) -6 7 45)',
  '(move (player Beta 1) 30 3 -90 0.5 0.1)',
  '(move (player Beta 1) 30 3 -90 0.5)',
  '(move (player Gamma 1) 0 0)',
  '(move (player Alpha 12) 0 0)',
  '(move (player Alpha 7) 0 0)',
  '(move (goal l) 0 0)',
  '(move)',
  '(recover)',
  '(recoverxyz)',
  '(check_ball)',
  '(check_ballxyz)',
  '(change_player_type Alpha 2 1)',
  '(look)',
  '(ear on)',
];

export const WORDS = { ALWAYS, COACHES };

/** Two coaches send tiles before the kick-off; monitors connect before, between and after them. */
export function graphics({ name, about, version, left, right, late, options = {} }) {
  return {
    name,
    about,
    options: { ...presets.refereed, ...options },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      ...squad(['L1', 'R1']),
      { id: 'C', type: 'coach', team: 'Alpha', version: 19 },
      { id: 'D', type: 'coach', team: 'Beta', version: 11 },
      { id: 'M1', type: 'monitor', version },
    ].map((c) => (c.id === 'C' || c.id === 'D' ? { ...c, only: /^\((ok|error|warning)/ } : c)),
    compare: { replace: [...STOPPAGE, ...shorter(version)] },
    async script(t) {
      await t.runCycles();
      const send = async (id, tiles) => {
        for (const tile of tiles) await t.request(id, typeof tile === 'string' ? tile : createTile(...tile));
      };
      await send('C', left.slice(0, 2));
      await t.runCycles();
      await send('C', left.slice(2));
      await send('D', right);
      await t.runCycles({}, 3);
      t.addHeading('a monitor comes before the kick-off');
      await t.connect({ id: 'M2', type: 'monitor', version });
      await t.runCycles({}, 3);
      await t.command('(start)');
      await t.runCycles({}, 2);
      t.addHeading('a monitor comes late');
      await t.connect({ id: 'M3', type: 'monitor', version });
      await t.runCycles({}, late);
      t.addHeading('a tile in play');
      await send('C', [[0, 0, '#00FF00']]);
      await t.runCycles({}, 2);
    },
  };
}

/** Shows are not compared here: only their time is kept. */
function shorter(version) {
  if (version < 0)
    return [{ client: 'M*', match: /^\{"show"/, from: /^(\{"show":\{"time":\d+).*/s, to: '$1' }];
  if (version < 3) return [{ client: 'M*', match: /^show time=/, from: /^(show time=\d+).*/s, to: '$1' }];
  return [{ client: 'M*', match: /^\(show /, from: /^(\(show \d+).*/s, to: '$1' }];
}
