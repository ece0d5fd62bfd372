import type { Side } from '@rcss/core';

/** Returns the team name of a side, or the side if the name is missing. */
export type GetTeamName = (side: Side) => string;

/** Returns the answer to a referee command in words; other text is returned unchanged (spec 10 §11). */
export function describeReply(text: string): string {
  const found = /^\((ok|error|warning) (.*)\)$/s.exec(text);
  if (found === null) return text;
  const words = found[2]!.replace(/_/g, ' ');
  if (found[1] === 'ok') return `The server executed the command: ${words}`;
  return found[1] === 'error'
    ? `The server refused the command: ${words}`
    : `Warning of the server: ${words}`;
}

/** Returns the meaning of a server message in words; text of unknown form is returned unchanged (spec 10 §8). */
export function describeServerMessage(text: string, getTeamName: GetTeamName): string {
  const change = /^\(change_player_type ([lr]) (\d+) (\w+)\)$/.exec(text);
  if (change !== null) {
    const who = `${getTeamName(change[1] as Side)} ${change[2]}`;
    return change[3] === 'goalie' ? `${who} is goalkeeper now` : `${who} has player type ${change[3]}`;
  }
  const result = /^\(result (\d{4})(\d\d)(\d\d)(\d\d)(\d\d)\d* (\S+)\)$/.exec(text);
  if (result !== null) {
    const [, year, month, day, hour, minute, teams] = result;
    // The names can contain `_`, and coaches and penalties can follow them: only the plain form is taken apart.
    const plain = /^(\S+)_(\d+)-vs-(\S+)_(\d+)$/.exec(teams!);
    const score =
      plain === null ? teams!.replace('-vs-', ' – ') : `${plain[1]} ${plain[2]} : ${plain[4]} ${plain[3]}`;
    return `Result: ${score}, ${year}-${month}-${day} ${hour}:${minute}`;
  }
  const said = /^\(\(player (\S+) (\d+)\) (.*)\)$/s.exec(text);
  if (said !== null) return `${said[1]} ${said[2]}: ${said[3]}`;
  const coach = /^\(online_coach_(left|right) (.*)\)$/s.exec(text);
  if (coach !== null) return `Coach of ${getTeamName(coach[1] === 'left' ? 'l' : 'r')}: ${coach[2]}`;
  const call = /^\(referee (.*)\)$/s.exec(text)?.[1];
  if (call !== undefined) {
    const side = /_([lr])(?:_(\d+))?$/.exec(call);
    const stem = (side === null ? call : call.slice(0, side.index)).replace(/_/g, ' ');
    return `Referee: ${stem}${side === null ? '' : `, ${getTeamName(side[1] as Side)}${side[2] === undefined ? '' : ` ${side[2]}`}`}`;
  }
  return text;
}
