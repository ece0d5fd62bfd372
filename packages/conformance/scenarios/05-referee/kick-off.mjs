export default ({ referee, presets }) => ({
  name: 'kick-off',
  about:
    'the kick-off: sides, halves, circle, start away from a half boundary, not taken, players drawn back',
  options: {
    ...presets.refereed,
    'server::drop_ball_time': 25,
    'server::half_time': 4,
    'server::penalty_shoot_outs': 0,
  },
  clients: [
    { id: 'T', type: 'trainer', version: 19, only: /^\((see_global|hear|error|warning|ok start)/ },
    ...referee.squad(referee.EIGHT, { L2: { record: true, only: /^\((hear|error|warning)/ } }),
  ],
  async script(t) {
    await t.command('(ear on)');
    const line = async (spots) => {
      for (const [id, pose] of Object.entries(spots)) await t.placePlayer(id, ...pose, 0, 0, 0);
    };
    t.addHeading('before the kick-off: everybody in his own half');
    await line({
      L1: [-50, 0],
      L2: [-0.5, 0],
      L3: [-3, 2],
      L4: [-12, 6],
      R1: [50, 0],
      R2: [5, 1],
      R3: [9, 3],
      R4: [0.2, -5],
    });
    await t.runCycles({ L2: '(move -0.4 0.1)' }, 2);
    t.addHeading('who stands in the other half is put anywhere in his own');
    t.recording = false;
    await line({ L4: [10, 6] });
    await t.runCycles();
    const [, x, y] = /\(\(p "Alpha" 4\) (\S+) (\S+)/.exec(t.lastMessage('T', 'see_global'));
    t.recordValue('left 4 is back in his half', x >= -52.5 && x <= 0 && Math.abs(y) <= 34);
    await line({ L4: [-12, 6] });
    await t.runCycles();
    t.recording = true;
    t.addHeading('kick_off_l');
    await t.command('(start)');
    await t.runCycles({}, 2);
    await t.runCycles({ L4: '(dash 100)', R3: '(dash 100)', R4: '(dash 100 90)' });
    await line({ L4: [2, 20], R4: [-3, -20], L3: [20, 0] });
    await t.runCycles({}, 2);
    t.addHeading('taken');
    await t.runCycles({ L2: '(kick 20 0)' });
    await t.runCycles({}, 3);
    t.addHeading('started in the middle of a half: nothing');
    await t.command('(start)');
    await t.runCycles({}, 2);
    t.addHeading('kick_off_r by the trainer');
    await t.placeBall(0, 0);
    await t.setPlayMode('kick_off_r');
    await t.runCycles({}, 2);
    t.addHeading('not taken');
    t.clientById.T.spec.only = /^\((hear|error|warning)/;
    await t.runCycles({}, 21);
    t.clientById.T.spec.only = /^\((see_global|hear|error|warning|ok start)/;
    await t.runCycles({}, 6);
  },
});
