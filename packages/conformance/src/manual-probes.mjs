// Steps that many rows of `manuals/` share.

/** From here on the match is in play_on; the trainer keeps it there. */
export const PLAY = { mode: 'play_on' };

/** One more player connects; its parameter messages contain `expected`, and no message contains `absent`. */
export const params = (expected, absent = []) => ({
  connect: { id: 'P', type: 'player', team: 'Alpha', version: 19 },
  expect: { P: expected },
  absent: { P: absent },
});

/** One cycle in which L1 sends the command; it receives `expected`, and no error. */
export const asked = (command, expected) => ({
  commands: { L1: command },
  cycles: 1,
  expect: { L1: expected },
  absent: { L1: /^\(error / },
});

/** L1 sends the command and receives the error about its form. */
export const refused = (command) => ({
  send: { L1: command },
  expect: { L1: '(error illegal_command_form)' },
});

/** A coach says the messages: the server accepts the `good` ones and cannot parse the `bad` ones. */
export const clang = (good, bad) => ({
  others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
  steps: [
    ...good.map((text) => ({ send: { C: `(say ${text})` }, expect: { C: '(ok say)' } })),
    ...bad.map((text) => ({ send: { C: `(say ${text})` }, expect: { C: '(error could_not_parse_say)' } })),
  ],
});
