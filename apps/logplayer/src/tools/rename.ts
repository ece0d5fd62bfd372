import { CommandLineError, EXIT } from '@rcss/command-line';
import type { FrameTeam } from '@rcss/core';
import type { LogRecord } from '@rcss/logs';
import type { RecordFilter } from './write-log.js';

/** New names of teams. A side without a new name keeps its name. */
export interface NewNames {
  readonly left?: string | undefined;
  readonly right?: string | undefined;
}

/**
 * Checks that a team can have this name in a log.
 *
 * @throws CommandLineError if it cannot.
 */
export function checkName(name: string): void {
  if (!/^[!-~]{1,31}$/.test(name) || /[()"]/.test(name)) {
    throw new CommandLineError(
      `${JSON.stringify(name)} is not a team name. Allowed: 1 to 31 ASCII characters without blanks, double quotes and parentheses`,
      EXIT.usage,
    );
  }
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
