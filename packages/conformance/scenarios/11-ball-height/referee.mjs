// Plays with the referee: chest_trap counts as a touch. Recorded are the calls that L1 hears and the trainer's view.
export default ({ height: { HEIGHT_REFEREED, player, trainer20, ballNow } }) => ({
  name: 'touch-by-chest-trap',
  about:
    'chest_trap and offside, back pass, restarts, the last touch before a kick-in; a ball in the air when the mode changes',
  options: HEIGHT_REFEREED,
  clients: [
    { ...trainer20, only: /^\((see_global|error)/ },
    player('L1', 20, { goalie: true, record: undefined, only: /^\((hear \d+ referee|error)/ }),
    player('L2'),
    player('L3'),
    player('R1', 20, { goalie: true }),
    player('R2'),
  ],
  async script(t) {
    const stage = async (note, ball, places) => {
      t.addHeading(note);
      t.recording = false;
      await t.setPlayMode('before_kick_off');
      const parked = {
        L1: [-50, 0, 0],
        L2: [-10, 5, 0],
        L3: [-10, 10, 0],
        R1: [50, 0, 180],
        R2: [10, 20, 180],
      };
      for (const [id, pose] of Object.entries({ ...parked, ...places }))
        await t.placePlayer(id, ...pose, 0, 0);
      await t.placeBall(...ball, 0, 0);
      await t.setPlayMode('play_on');
      await t.runCycles();
      t.recording = true;
    };
    const beside = async (id, dx, dy, body) => {
      const [x, y] = ballNow(t);
      await t.placePlayer(id, x + dx, y + dy, body, 0, 0);
    };
    for (const command of ['(chest_trap)', '(kick 10 90)', '(turn 5)']) {
      await stage(`offside ${command}`, [5.6, 0], { L2: [5, 0, 0], L3: [20, 12, 0] });
      await t.runCycles({ L2: '(kick 80 0)' });
      await t.runCycles({}, 3);
      const [x, y, , vx] = ballNow(t);
      await t.placePlayer('L3', x + vx, y + 0.6, 0, 0, 0);
      await t.runCycles();
      await t.runCycles({ L3: command });
      await t.runCycles({}, 3);
    }
    for (const command of ['(chest_trap)', '(kick 5 180)', '(turn 1)']) {
      await stage(`back pass ${command}`, [-44.8, 0.6], { L2: [-44, 1, 180], L1: [-45.6, 0.2, 0] });
      await t.runCycles({ L2: command });
      await t.runCycles();
      await t.placePlayer('L2', -20, 20, 0, 0, 0);
      await t.runCycles({ L1: '(catch 0)' });
      await t.runCycles({}, 3);
    }
    for (const [mode, x] of [
      ['free_kick_l', 0],
      ['kick_off_l', 0],
      ['free_kick_r', 0],
      ['goal_kick_l', -47],
    ]) {
      await stage(`${mode} taken by chest_trap`, [x, 0], { L2: [x - 0.6, 0, 0] });
      await t.setPlayMode(mode);
      await t.placeBall(x, 0, 0, 0);
      await t.placePlayer('L2', x - 0.6, 0, 0, 0, 0);
      await t.runCycles({ L2: '(chest_trap)' });
      await t.runCycles({}, 2);
    }
    for (const command of ['(turn 1)', '(chest_trap)']) {
      await stage(`last touch ${command}`, [0.3, 32.5], { R2: [0.9, 32.5, 180] });
      await t.runCycles({ R2: '(kick 5 0)' });
      await t.placePlayer('R2', 20, -20, 0, 0, 0);
      await beside('L2', -0.8, 0, 90);
      await t.runCycles({ L2: command });
      const [x] = ballNow(t);
      await t.placePlayer('L2', 10, 10, 0, 0, 0);
      await t.placeBall(x, 33.5, 0, 1.5);
      await t.runCycles({}, 3);
    }
    for (const mode of ['free_kick_r', 'time_over', 'drop_ball', 'pause']) {
      await stage(`${mode} while the ball is in the air`, [0, 0], { L2: [-0.6, 0, 0] });
      await t.runCycles({ L2: '(kick 60 0 80)' });
      await t.runCycles({}, 2);
      await t.setPlayMode(mode);
      await t.runCycles({}, 3);
    }
  },
});
