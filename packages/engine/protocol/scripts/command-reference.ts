import {
  COMMAND_FIELD_DOCS,
  COMMAND_FIELDS,
  COMMANDS,
  type CommandField,
  type CommandFieldName,
  type CommandRole,
  type CommandRow,
  describeCommandForm,
} from '@rcss/core/commands';
import { coachFeatures, NEWEST_VERSION, playerFeatures } from '@rcss/core/versions';

const HEAD = `# Commands

<!-- Written from packages/engine/core/src/command-table.ts by \`npm run generate\`; edit that. -->

All commands that clients can send. *text* is what a datagram contains. *object* is what \`client.send\`, teams in process and the simulator
take: \`type\`, then the fields. Fields in brackets can be absent in the text and in the object: they are then 0, false or null.
[index-of-messages.md](../specification/index-of-messages.md) lists every place of the specification about a command, and the connect requests.

*takes*: a player has a body, two legs and a neck in each cycle; a command that needs what is taken is ignored. *counts*: the count of
sense_body, monitors and logs that the command increases when it is executed.
`;

const TITLES: Readonly<Record<CommandRole, string>> = {
  player: 'Players',
  trainer: 'Trainers',
  coach: 'Online coaches',
  monitor: 'Monitors',
};

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
const fieldsOf = ({ fields }: CommandRow): string => Object.keys(fields).map(code).join(' ');

function describeSlot({ slot }: CommandRow): string {
  return slot === undefined
    ? ''
    : slot === 'leg'
      ? 'body, that leg'
      : slot === 'body+legs'
        ? 'body, legs'
        : slot;
}

/** Says since which version the command means something else; empty if it means the same in all. */
function describeFeature({ feature }: CommandRow): string {
  if (feature === undefined) return '';
  for (let version = 1; version <= NEWEST_VERSION; version++) {
    const features: Readonly<Record<string, boolean>> = {
      ...coachFeatures(version),
      ...playerFeatures(version),
    };
    if (features[feature]) return ` Its meaning changed in version ${version}.`;
  }
  throw new Error(`feature ${feature}: no version has it`);
}

function formatTable(role: CommandRole): string {
  const isPlayer = role === 'player';
  const columns = ['text', 'object', ...(isPlayer ? ['takes', 'counts'] : []), 'does', 'described'];
  const rows = Object.entries(COMMANDS[role]).map(([type, row]) => [
    code(describeCommandForm(row)),
    [code(type), fieldsOf(row)].filter((text) => text !== '').join(' '),
    ...(isPlayer ? [describeSlot(row), row.counter === undefined ? '' : code(row.counter)] : []),
    row.doc +
      describeFeature(row) +
      (row.monitorHead === undefined ? '' : ' Monitors can send it in the coach modes.'),
    `spec ${row.spec}`,
  ]);
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the meanings of the fields, each with the commands that have it. */
function formatFields(): string {
  const uses = new Map<CommandFieldName, Map<string, Set<string>>>();
  for (const rows of Object.values(COMMANDS))
    for (const [type, { fields }] of Object.entries(rows))
      for (const [name, meaning] of Object.entries(fields)) {
        const byName = uses.get(meaning) ?? new Map<string, Set<string>>();
        uses.set(meaning, byName.set(name, (byName.get(name) ?? new Set<string>()).add(type)));
      }
  const rows = [...uses].flatMap(([meaning, byName]) =>
    [...byName].map(([name, types]) => {
      const { kind, values }: CommandField = COMMAND_FIELDS[meaning];
      const { unit, doc } = COMMAND_FIELD_DOCS[meaning];
      const allowed = values?.map((value) => code(String(value))).join(' ') ?? kind;
      return `| ${code(name)} of ${[...types].map(code).join(' ')} | ${allowed} | ${unit} | ${doc} |`;
    }),
  );
  return ['| field | values | unit | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Text of docs/reference/commands.md. */
export function formatCommandReference(): string {
  const roles = Object.keys(TITLES) as CommandRole[];
  const tables = roles.map((role) => `## ${TITLES[role]}\n\n${formatTable(role)}\n`);
  return [HEAD, ...tables, `## Fields\n\n${formatFields()}\n`].join('\n');
}
