import { existsSync, readFileSync } from 'node:fs';
import { createFrame } from '@rcss/core';
import { MESSAGE_DOCS } from '@rcss/protocol/explain';
import { createMonitorCodec } from '@rcss/protocol/monitor';
import { describe, expect, it } from 'vitest';
import coachMessages from '../../../../packages/engine/protocol/testdata/coach-messages.json' with {
  type: 'json',
};
import logRecords from '../../../../packages/engine/protocol/testdata/log-records.json' with { type: 'json' };
import monitorStreams from '../../../../packages/engine/protocol/testdata/monitor-streams.json' with {
  type: 'json',
};
import playerCommands from '../../../../packages/engine/protocol/testdata/player-commands.json' with {
  type: 'json',
};
import playerMessages from '../../../../packages/engine/protocol/testdata/player-messages.json' with {
  type: 'json',
};
import type { Channel } from './channels.js';
import { WIRE_EXAMPLES } from './examples.js';
import { type ExplainedDatagram, explainText } from './explain.js';

/** Explains a text with one datagram. */
function explainOne(text: string, channel: Channel | null = null): ExplainedDatagram {
  const datagrams = explainText(text, channel);
  expect(datagrams, text).toHaveLength(1);
  return datagrams[0]!;
}

const { slug } = (await import(new URL('../../../../scripts/house/slug.mjs', import.meta.url).href)) as {
  slug: (heading: string) => string;
};
const anchors = new Map<string, ReadonlySet<string>>();

/** Returns the anchors of a page of the specification. */
function readAnchors(page: string): ReadonlySet<string> {
  let found = anchors.get(page);
  if (found === undefined) {
    const file = new URL(`../../../../docs/specification/${page}.md`, import.meta.url);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    found = new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading!)));
    anchors.set(page, found);
  }
  return found;
}

/** Expects links to headings that exist, and a value, unit and meaning for each field. */
function expectComplete({ text, messages, problem }: ExplainedDatagram): void {
  expect(problem, text).toBeNull();
  expect(messages.length, text).toBeGreaterThan(0);
  for (const { head, summary, sections, fields, lists } of messages) {
    expect(summary).toMatch(/\.$/);
    expect(sections.length, `${head} in ${text}`).toBeGreaterThan(0);
    for (const { label, href } of sections) {
      expect(label).toMatch(/^\d+b? §/);
      const [, page = '', anchor = ''] = /^\.\.\/specification\/(.+)\.html#(.+)$/.exec(href) ?? [];
      expect(readAnchors(page).has(anchor), href).toBe(true);
    }
    for (const field of fields) expect(field.meaning, field.name).not.toBe('');
    for (const { columns, rows } of lists)
      for (const row of rows) expect(row, text).toHaveLength(columns.length);
  }
}

/** Returns the values of the fields of the only message. */
function readValues(datagram: ExplainedDatagram): Record<string, string> {
  expect(datagram.messages).toHaveLength(1);
  return Object.fromEntries(datagram.messages[0]!.fields.map(({ name, value }) => [name, value]));
}

describe('recorded messages are recognized, and each field has a meaning and each message a section', () => {
  it('of players, versions 3 to 18', () => {
    for (const { messages } of playerMessages) {
      for (const text of messages) {
        const datagram = explainOne(text);
        expectComplete(datagram);
        expect(datagram.channel, text).toBe('to-player');
      }
    }
  });

  it('of trainers and online coaches', () => {
    for (const { messages } of coachMessages) {
      for (const text of messages) {
        expectComplete(explainOne(text, 'to-coach'));
        const recognized = explainOne(text);
        expectComplete(recognized);
        const labels = [recognized.channelLabel, ...recognized.otherLabels];
        expect(labels, text).toContain('Server to trainer or online coach');
        // A view of the whole field is never shown as a see message of a player.
        if (/^\((see|see_global|ok look) /.test(text)) expect(recognized.channel, text).toBe('to-coach');
      }
    }
  });

  it('of monitors and game logs, as text and JSON', () => {
    const streams = Object.entries(monitorStreams).filter(([version]) => !['1', '2'].includes(version));
    const texts = [
      ...streams.flatMap(([, { shows, messages }]) => [...shows, ...messages]),
      ...[4, 5, 6, 'json'].flatMap((version) => logRecords[String(version) as '4']),
    ];
    expect(texts.length).toBeGreaterThan(60);
    for (const text of texts) {
      const datagram = explainOne(text.trim());
      expectComplete(datagram);
      expect(datagram.channel, text).toBe('to-monitor');
    }
  });

  it('of version 20, with the height of the ball', () => {
    const z = (text: string) => readValues(explainOne(text));
    const seen = explainOne('(see 0 ((b) 4.1 0 1.23 0 2.49334 0.731112))');
    expectComplete(seen);
    expect(JSON.stringify(seen.messages)).toContain('2.49334');
    for (const text of [
      '(see 0 ((b) 44.7 3 2.21082))',
      '(see_global 0 ((b) 1 2 0.3 0.4 1.5))',
      '(chest_trap)',
    ])
      expectComplete(explainOne(text));
    expect(z('(kick 50 10 30)')).toMatchObject({ loft: '30' });
    const frame = createFrame();
    Object.assign(frame, { time: 7, hasHeight: true, ballZ: 2.25 });
    const show = explainOne(Buffer.from(createMonitorCodec(6).encodeShow(frame)).toString('latin1'));
    expectComplete(show);
    expect(readValues(show)).toMatchObject({ 'ball.z': '2.25' });
  });

  it('of monitors of versions 1 and 2, as hexadecimal digits', () => {
    const frame = createFrame();
    Object.assign(frame, { time: 7, playMode: 'play_on', ballX: 12.5 });
    for (const version of [1, 2] as const) {
      const bytes = createMonitorCodec(version).encodeShow(frame);
      const datagram = explainOne(Buffer.from(bytes).toString('hex'));
      expectComplete(datagram);
      expect(readValues(datagram)).toMatchObject({ time: '7', playMode: 'play_on', 'ball.x': '12.5' });
    }
  });

  it('commands of players: those that the server refuses have an error, the others none', () => {
    let refusedCount = 0;
    for (const { text, error } of playerCommands) {
      const [datagram, ...others] = explainText(text, 'from-player');
      // The page separates datagrams at line ends.
      if (datagram === undefined || others.length > 0 || text.trimEnd() !== text) continue;
      // The server refuses these from a connected player; the page explains them as connect requests.
      if (/^\((init|reconnect)\b/.test(text)) continue;
      // A lofted kick of protocol 20 to the page, an error to a server without the ball's height.
      if (/^\(kick \S+ \S+ \S+\)$/.test(text)) continue;
      expect(datagram.problem !== null, text).toBe(error);
      if (!error) expectComplete(datagram);
      else refusedCount += 1;
    }
    expect(refusedCount).toBeGreaterThan(50);
  });
});

describe('an explanation', () => {
  it('has name, value, unit and meaning of each field', () => {
    const { channelLabel, messages } = explainOne('(dash 80 -45)');
    expect(channelLabel).toBe('Player to server');
    expect(messages[0]!.fields).toEqual([
      { name: 'power', value: '80', unit: '', meaning: expect.stringContaining('Power') },
      { name: 'dir', value: '-45', unit: '°', meaning: expect.stringContaining('relative to the body') },
    ]);
    expect(messages[0]!.sections[0]).toEqual({
      label: '05 §10',
      href: '../specification/05-simulation.html#10-dash',
    });
  });

  it('of a see message has a row for each object, with the columns that occur', () => {
    const { messages } = explainOne('(see 12 ((b) 10.5 -3 0.2 1) ((p "Alpha" 7) 20 4) ((f c t) 30 8))');
    const [list] = messages[0]!.lists;
    expect(list!.columns.map(({ name }) => name)).toContain('team');
    expect(list!.columns.map(({ name }) => name)).not.toContain('bodyDir');
    expect(list!.columns.find(({ name }) => name === 'distChange')!.unit).toBe('m/cycle');
    const column = (name: string) => list!.columns.findIndex((item) => item.name === name);
    expect(list!.rows.map((row) => row[column('name')])).toEqual(['b', 'p', 'f c t']);
    expect(list!.rows.map((row) => row[column('team')])).toEqual(['', 'Alpha', '']);
    expect(list!.rows.map((row) => row[column('dist')])).toEqual(['10.5', '20', '30']);
  });

  it('of a datagram with several commands has one message for each', () => {
    const { messages } = explainOne('(turn 10)(turn_neck -20)');
    expect(messages.map(({ head }) => head)).toEqual(['turn', 'turn_neck']);
  });

  it('of parameters has only those that the message contains, with unit and meaning from the table', () => {
    const values = explainOne('(server_param (goal_width 14.02)(ball_decay 0.94))').messages[0]!.fields;
    expect(values.map(({ name }) => name).sort()).toEqual(['ball_decay', 'goal_width']);
    expect(values.find(({ name }) => name === 'goal_width')).toMatchObject({ value: '14.02', unit: 'm' });
  });

  it('of a reply begins with the section about its code', () => {
    const [first] = explainOne('(error no_more_team)').messages[0]!.sections;
    expect(first!.label).toMatch(/^03 §2/);
  });

  it('names the other senders and receivers that a message can have', () => {
    const { channelLabel, otherLabels } = explainOne('(done)');
    expect([channelLabel, ...otherLabels]).toEqual([
      'Player to server',
      'Online coach to server',
      'Trainer to server',
    ]);
    expect(explainOne('(done)', 'from-trainer').channelLabel).toBe('Trainer to server');
  });

  it.each([
    ['(init Alpha (version 13) (goalie))', 'from-player', { team: 'Alpha', version: '13', goalie: 'true' }],
    ['(init Alpha Boss (version 12))', 'from-coach', { team: 'Alpha', name: 'Boss', version: '12' }],
    ['(init (version 19))', 'from-trainer', { version: '19' }],
    ['(dispinit version 4)', 'from-monitor', { version: '4' }],
    ['(init l 3 before_kick_off)', 'to-player', { side: 'l', unum: '3' }],
    ['(init r ok)', 'to-coach', { side: 'r' }],
    ['(move (ball) 10 -5)', 'from-trainer', { 'to.x': '10', 'to.y': '-5' }],
    ['(move -10 5)', 'from-player', { x: '-10', y: '5' }],
    ['(dispfoul 160 -80 1)', 'from-monitor', { x: '160', y: '-80', side: '1' }],
    ['(change_mode play_on)', 'from-trainer', { mode: 'play_on' }],
    ['(say (freeform "go left"))', 'from-coach', {}],
    ['(hear 12 -30 our 4 "pass")', 'to-player', { 'heard.unum': '4', 'heard.message': 'pass' }],
  ] as const)('%s is recognized', (text, channel, values) => {
    const datagram = explainOne(text);
    expectComplete(datagram);
    expect(datagram.channel).toBe(channel);
    expect(readValues(datagram)).toMatchObject(values);
  });
});

describe('an error', () => {
  it.each([
    ['(turns 10)', 2, 'no version defines this message'],
    ['(turn ten)', 1, '(turn MOMENT)'],
    ['(turn 10)(kick 50)', 10, '(kick POWER DIR)'],
    ['(see 12 ((b) 10 x))', 17, 'number'],
    ['(sense_body 1 (stamina 8000 1)', 31, 'not closed'],
    ['(say (rule (onn A)))', 13, ''],
    ['(move (ball) 10)', undefined, ''],
    ['hello', 1, ''],
  ] as const)('in %s is at column %s', (text, column, message) => {
    const { problem } = explainOne(text);
    expect(problem).not.toBeNull();
    expect(problem!.message).toContain(message);
    expect(problem!.place?.line).toBe(1);
    if (column !== undefined) expect(problem!.place!.column).toBe(column);
    const [line, caret] = problem!.excerpt.split('\n');
    expect(line).toBe(text);
    expect(caret).toMatch(/^ *\^$/);
  });

  it('in the second command leaves the first one explained', () => {
    const { messages, problem } = explainOne('(turn 10)(kick 50)');
    expect(messages.map(({ head }) => head)).toEqual(['turn']);
    expect(problem!.message).toContain('illegal_command_form');
  });

  it('of one datagram does not affect the others', () => {
    const datagrams = explainText('(turn 10)\n\n(sense_body 1\n(think)\nnothing\n(dash 5)\n');
    expect(datagrams.map(({ problem }) => problem?.place?.line ?? null)).toEqual([null, 3, null, 5, null]);
  });

  it('in a long line has an excerpt around its place', () => {
    const { problem } = explainOne(`(see 1 ${'((f c) 10 20) '.repeat(40)}((b) x 1))`);
    const [line, caret] = problem!.excerpt.split('\n') as [string, string];
    expect(line.length).toBeLessThan(170);
    expect(line.slice(caret.indexOf('^'))).toMatch(/^x 1\)\)$/);
  });
});

it('a message of several lines is one datagram', () => {
  const [datagram, ...others] = explainText('(say (define\n  (definec "A" (true))))\n(look)');
  expect(datagram!.text).toContain('definec');
  expect(others).toHaveLength(1);
});

it('the examples without errors are explained, and there are some of every sender and receiver', () => {
  const channels = WIRE_EXAMPLES.filter(({ label }) => label !== 'Errors').flatMap(({ text }) =>
    explainText(text).map((datagram) => {
      expectComplete(datagram);
      return datagram.channel;
    }),
  );
  expect(new Set(channels)).toEqual(new Set(Object.keys(MESSAGE_DOCS)));
});
