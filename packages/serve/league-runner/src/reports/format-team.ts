import { escapeHtml } from '@rcss/tournament/reports';
import type { TeamLook } from '../documents/team-look.js';

/** Picture of a team on the server of a run. */
export function crestPath(team: string): string {
  return `/crests/${encodeURIComponent(team)}`;
}

/** How the pages show the teams, by name. */
export type TeamLooks = ReadonlyMap<string, TeamLook>;

/**
 * Returns the name of a team as HTML, after its crest; without a crest, after a mark in its color.
 *
 * @param address Returns the address of a crest. Default: that on the server of a run.
 */
export function formatTeam(
  name: string,
  looks: TeamLooks,
  address: (team: string) => string = crestPath,
): string {
  const look = looks.get(name);
  // The name beside the picture says what it is.
  const mark =
    look?.crest !== undefined
      ? `<img class="crest" src="${escapeHtml(address(name))}" alt="" width="24" height="24">`
      : look?.color !== undefined
        ? `<i class="shirt" style="background:${escapeHtml(look.color)}"></i>`
        : '';
  // A long name breaks after an underscore.
  const text = escapeHtml(name).replaceAll('_', '_<wbr>');
  return mark === '' ? text : `<span class="team">${mark}<span>${text}</span></span>`;
}

/** Returns the names of both teams of a match as HTML. */
export function formatTeams(left: string, right: string, looks: TeamLooks): string {
  return `${formatTeam(left, looks)} – ${formatTeam(right, looks)}`;
}
