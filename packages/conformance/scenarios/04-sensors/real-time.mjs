// The real-time server (no synch_mode): message rates.

export default ({ presets }) => ({
  name: 'real-time-rates',
  about: 'simulator_step 50: cycles, sense_body and see messages in about 1.5 s of real time',
  options: {
    ...presets.noNoise,
    ...presets.noLogs,
    'server::coach': 1,
    'server::simulator_step': 50,
    'server::sense_body_step': 50,
    'server::send_step': 75,
    'server::send_vi_step': 50,
    'player::player_types': 1,
  },
  settle: false,
  async script(t) {
    // Nobody gets (think) here.
    await t.openSocket('T', { port: 'trainer', record: false });
    await t.sendAndWait('T', '(init (version 19))');
    await t.openSocket('L1', { record: false });
    await t.sendAndWait('L1', '(init Alpha (version 13))');
    await t.openSocket('L2', { record: false });
    await t.sendAndWait('L2', '(init Alpha (version 19))');
    t.excludeFromCycle('L1', 'L2');
    await t.sendAndWait('T', '(change_mode play_on)');
    await t.waitFor(() => (t.clientById.L1.time ?? 0) >= 2, 3000, 'two cycles');
    const count = { L1: {}, L2: {} };
    for (const id of ['L1', 'L2'])
      t.clientById[id].waiters.push((text) => {
        const kind = /^\((\w+)/.exec(text)?.[1];
        count[id][kind] = (count[id][kind] ?? 0) + 1;
      });
    const start = Date.now();
    const first = t.clientById.L1.time;
    await t.wait(1500);
    const cycles = t.clientById.L1.time - first;
    const seconds = (Date.now() - start) / 1000;
    t.recordValue('cycles per second', cycles / seconds, { rel: 0.25 });
    t.recordValue('sense_body per cycle', count.L1.sense_body / cycles, { rel: 0.12 });
    t.recordValue('see per cycle, version 13, normal view', count.L1.see / cycles, { rel: 0.15 });
    t.recordValue('see per cycle, version 19, normal view', count.L2.see / cycles, { rel: 0.15 });
  },
});
