/** Formats logs as XML (spec 11 §6.11). */
import type { Frame, FramePlayer, FrameTeam, Side } from '@rcss/core';
import { PLAYER_PARAM_ROWS, PLAYER_TYPE_FIELDS, serverParamRows } from '@rcss/params/tables';
import { formatG6 } from '@rcss/sexp/numbers';
import type { LogRecord } from '../record.js';
import { formatLogVersion, logFeatures } from '../version.js';

/** Schema of the original program. */
const SCHEMA =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xsi:noNamespaceSchemaLocation="http://sserver.sf.net/xml-schema/rcg/rcg-0.1.xsd"';

/** Replaces the characters that XML does not allow in texts. Characters beyond ASCII become references: they are right in every encoding. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ' ')
    .replace(/[^\u0000-\u007e]/gu, (character) => `&#${character.codePointAt(0)};`);
}

function valueText(value: unknown): string {
  if (typeof value === 'number') return formatG6(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return escapeXml(String(value));
}

function params(element: string, names: Iterable<string>, values: object): string {
  let text = `<${element}>\n`;
  for (const name of names) {
    const value = (values as Record<string, unknown>)[name];
    if (value !== undefined) text += `<Param name="${name}">${valueText(value)}</Param>\n`;
  }
  return `${text}</${element.split(' ')[0]}>\n`;
}

function team(side: Side, { name, score }: Readonly<FrameTeam>): string {
  const goals = score > 0 ? `<Score>${score}</Score>` : '';
  return `<Team side="${side}"><Name>${escapeXml(name)}</Name>${goals}</Team>\n`;
}

function place(x: number, y: number, vx: number, vy: number): string {
  return (
    `<X>${formatG6(x)}</X><Y>${formatG6(y)}</Y>\n` +
    `<VelX>${formatG6(vx)}</VelX><VelY>${formatG6(vy)}</VelY>\n`
  );
}

function player(p: FramePlayer): string {
  const mode = p.state === 1 ? '' : ` mode="${p.state}"`;
  return (
    `<Player side="${p.side}" unum="${p.unum}" type="${p.typeId}"${mode}>\n` +
    place(p.x, p.y, p.vx, p.vy) +
    `<BodyAng>${formatG6(p.body)}</BodyAng>\n<HeadAng>${formatG6(p.neck)}</HeadAng>\n` +
    `<ViewWidth>${formatG6(p.viewWidth)}</ViewWidth>\n<ViewQual>${p.viewQuality === 'l' ? 'low' : 'high'}</ViewQual>\n` +
    `<Stamina>${formatG6(p.stamina)}</Stamina>\n<Effort>${formatG6(p.effort)}</Effort>\n` +
    `<Recovery>${formatG6(p.recovery)}</Recovery>\n` +
    `<Count>\n<Kick>${p.kickCount}</Kick>\n<Dash>${p.dashCount}</Dash>\n<Turn>${p.turnCount}</Turn>\n` +
    `<Say>${p.sayCount}</Say>\n<TurnNeck>${p.turnNeckCount}</TurnNeck>\n<Catch>${p.catchCount}</Catch>\n` +
    `<Move>${p.moveCount}</Move>\n<ChgView>${p.changeViewCount}</ChgView>\n</Count>\n</Player>\n`
  );
}

function show(frame: Frame): string {
  let text = `<ShowInfo time="${frame.time}">\n<Ball>\n${place(frame.ballX, frame.ballY, frame.ballVx, frame.ballVy)}</Ball>\n`;
  for (const p of frame.players) if (p.state !== 0) text += player(p);
  return `${text}</ShowInfo>\n`;
}

/** Yields the document in pieces. Logs without records for play mode and teams get elements where these change. */
export async function* formatXml(records: AsyncIterable<LogRecord>): AsyncGenerator<string, void, undefined> {
  const playerNames = PLAYER_PARAM_ROWS.map(({ name }) => name).sort();
  const typeNames = PLAYER_TYPE_FIELDS.map(({ name }) => name);
  let own = false;
  let mode = '';
  let teams = '';
  for await (const record of records) {
    switch (record.type) {
      case 'header':
        own = !logFeatures(record.version).parameters;
        yield `<?xml version="1.0"?>\n<RCG ${SCHEMA} version="${formatLogVersion(record.version)}">\n`;
        break;
      case 'server_param':
        yield params(
          'ServerParam',
          serverParamRows(record.params)
            .map(({ name }) => name)
            .sort(),
          record.params,
        );
        break;
      case 'player_param':
        yield params('PlayerParam', playerNames, record.params);
        break;
      case 'player_type':
        yield params(`PlayerType id="${record.playerType.id}"`, typeNames, record.playerType);
        break;
      case 'playmode':
        yield `<PlayMode>${record.mode ?? ''}</PlayMode>\n`;
        break;
      case 'team':
        yield team('l', record.left) + team('r', record.right);
        break;
      case 'show': {
        const { frame } = record;
        if (own && frame.playMode !== mode) {
          mode = frame.playMode;
          yield `<PlayMode>${mode}</PlayMode>\n`;
        }
        const now = own ? team('l', frame.left) + team('r', frame.right) : teams;
        if (now !== teams) {
          teams = now;
          yield teams;
        }
        yield show(frame);
        break;
      }
      case 'msg':
        yield `<MsgInfo${record.board === 1 ? '' : ` board="${record.board}"`}>${escapeXml(record.text)}</MsgInfo>\n`;
        break;
      case 'team_graphic':
        if (record.text !== null) yield `<MsgInfo>${escapeXml(record.text)}</MsgInfo>\n`;
        break;
      case 'end':
        yield '</RCG>\n';
        break;
      default:
    }
  }
}
