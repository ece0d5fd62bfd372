// When see messages come. Their contents are compared elsewhere.

const CONTENT = { match: /^\(see /, from: /^(\(see \d+).*$/, to: '$1 ...)' };
const VIEWS = ['narrow', 'normal', 'wide'];

function timing({ name, about, versions, options, script }) {
  return ({ presets }) => ({
    name,
    about,
    align: true,
    options: { ...presets.lab, ...presets.aligned, 'player::player_types': 1, ...options },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      ...versions.map((version, i) => ({
        id: `V${version}${'abcdef'[i]}`,
        type: 'player',
        team: 'Alpha',
        version,
      })),
    ],
    compare: {
      replace: [
        CONTENT,
        {
          match: /^\(sense_body /,
          from: /^(\(sense_body \d+ \(view_mode [a-z]+ [a-z]+\)).*$/,
          to: '$1 ...)',
        },
      ],
    },
    async script(t) {
      await t.setPlayMode('play_on');
      await script(
        t,
        versions.map((version, i) => `V${version}${'abcdef'[i]}`),
      );
    },
  });
}

const each = (ids, command) => Object.fromEntries(ids.map((id) => [id, command]));

export default (kit) => [
  timing({
    name: 'see-timing-150',
    about: 'send_step 150: see of versions below 18 by view width and quality; a change in the middle',
    versions: [3, 13, 17],
    options: {},
    async script(t, ids) {
      for (const width of VIEWS) {
        for (const quality of ['high', 'low']) {
          t.addHeading(`${width} ${quality}`);
          await t.runCycles(each(ids, `(change_view ${width} ${quality})`));
          await t.runCycles({}, 11);
        }
      }
      t.addHeading('different views');
      await t.runCycles({
        [ids[0]]: '(change_view narrow)',
        [ids[1]]: '(change_view wide)',
        [ids[2]]: '(change_view normal)',
      });
      await t.runCycles({}, 5);
    },
  })(kit),
  timing({
    name: 'see-timing-synch',
    about: 'synch_see: version 19 from the start, others by command; low quality is refused',
    versions: [19, 13, 17],
    options: {},
    async script(t, ids) {
      await t.runCycles({}, 4);
      await t.runCycles({ [ids[1]]: '(synch_see)' });
      for (const width of VIEWS) {
        t.addHeading(width);
        await t.runCycles(each(ids, `(change_view ${width})`));
        await t.runCycles({}, 7);
      }
      t.addHeading('low');
      await t.runCycles(each(ids, '(change_view narrow low)'));
      await t.runCycles({}, 5);
      await t.runCycles({ [ids[2]]: '(synch_see)' });
      await t.runCycles({}, 5);
    },
  })(kit),
  timing({
    name: 'see-timing-other-steps',
    about: 'other send_step, synch_see_offset and synch_offset',
    versions: [7, 17, 19],
    options: { 'server::send_step': 200, 'server::synch_see_offset': 30, 'server::synch_offset': 80 },
    async script(t, ids) {
      for (const width of VIEWS) {
        t.addHeading(width);
        await t.runCycles(each(ids, `(change_view ${width})`));
        await t.runCycles({}, 11);
      }
    },
  })(kit),
];
