import type { FrameTeam } from '@rcss/core';
import type { LogRecord } from '../record.js';
import type { RecordFilter } from './record-filter.js';

/** New names of teams. A side without a new name keeps its name. */
export interface NewNames {
  readonly left?: string | undefined;
  readonly right?: string | undefined;
}

/** Whether a team can have this name in a log: 1 to 31 ASCII characters without blanks, double quotes and parentheses. */
export function isTeamName(name: string): boolean {
  return /^[!-~]{1,31}$/.test(name) && !/[()"]/.test(name);
}

function renameTeam(team: Readonly<FrameTeam>, name: string | undefined): FrameTeam {
  return { ...team, name: name === undefined || team.name === '' ? team.name : name };
}

/**
 * Creates a filter that gives teams new names in team records and shows (spec 11 §6.6). Messages keep the old names, also the
 * result message. A side without a team gets no name.
 */
export function renameTeams({ left, right }: NewNames): RecordFilter {
  return (record: LogRecord) => {
    if (record.type === 'team') {
      return { ...record, left: renameTeam(record.left, left), right: renameTeam(record.right, right) };
    }
    if (record.type === 'show') {
      const { frame } = record;
      return {
        ...record,
        frame: { ...frame, left: renameTeam(frame.left, left), right: renameTeam(frame.right, right) },
      };
    }
    return record;
  };
}
