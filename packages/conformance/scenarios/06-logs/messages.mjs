// record_messages: what clients send and say, and what the referee calls, is in the game log as well.

const chat = async (t) => {
  await t.request('C', '(say (freeform "go left"))');
  await t.request('C', '(say (advice (6 (true) (do our {2} (hold)))))', 1, {
    match: /^\((ok|error|warning)/,
  });
  await t.command(
    '(say look here)',
    '(ear off)',
    '(change_player_type Alpha 2 1)',
    '(change_player_type Beta 1 3)',
  );
  await t.placePlayer('L1', -50, 0, 0, 0, 0);
  await t.placePlayer('L2', -0.65, 0.1, 0, 0, 0);
  await t.placePlayer('L3', -12, 7.5, 30, 0, 0);
  await t.placePlayer('R1', 49.5, 1.25, 180, 0, 0);
  await t.placePlayer('R2', 14.5, -8.125, -170, 0, 0);
  await t.command('(start)');
  await t.runCycles({}, 2);
  await t.runCycles({ L2: '(kick 55 20)' });
  await t.runCycles({ L3: '(say hello)', R2: '(turn 12)' });
  await t.runCycles({ L3: '(dash 80)', R1: '(say "quoted text")' });
  await t.runCycles({ L2: '(nonsense)', R2: '(say a b)' });
  await t.runCycles({}, 52);
  await t.request('C', '(change_player_type 2 2)');
  await t.request('C', '(say (freeform "second one"))', 1, { match: /^\((ok|error|warning)/ });
  await t.placeBall(-52, 2, -1.5, 0);
  await t.runCycles({ L3: '(dash 50)' });
  await t.disconnect('L2');
  await t.runCycles({}, 2);
};

export default ({ logs, presets }) =>
  [
    ['v6', 6],
    ['v2', 2],
    ['json', -1],
  ].map(([label, version]) => ({
    name: `messages-${label}`,
    about: `record_messages in game log version ${version}: referee, says, coaches, received commands, substitutions`,
    options: {
      ...logs.LOGGED,
      'server::game_log_version': version,
      'server::record_messages': 1,
      'server::half_time': 30,
      'server::freeform_wait_period': 20,
      'server::freeform_send_period': 30,
    },
    clients: logs.CLIENTS,
    finish: false,
    async script(t) {
      await chat(t);
      await logs.end(t);
      await logs.recordGameLog(t);
    },
  }));
