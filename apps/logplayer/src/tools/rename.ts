import { CommandLineError, EXIT } from '@rcss/command-line';
import type { FrameTeam } from '@rcss/core';
import type { LogRecord } from '@rcss/logs';
import type { RecordFilter } from './write-log.js';

/** New names; a side without one keeps its name. */
export interface NewNames {
  readonly left?: string | undefined;
  readonly right?: string | undefined;
}

/** Refuses names that no team can have in a log. */
export function checkName(name: string): void {
  if (!/^[!-~]{1,31}$/.test(name) || /[()"]/.test(name)) {
    throw new CommandLineError(
      `${JSON.stringify(name)} is not a team name. Allowed: 1 to 31 characters without blanks, quotes and parentheses`,
      EXIT.usage,
    );
  }
}

function renamed(team: Readonly<FrameTeam>, name: string | undefined): FrameTeam {
  return { ...team, name: name === undefined || team.name === '' ? team.name : name };
}

/**
 * Gives teams new names in the team records, and in the shows where those have names (spec 11 §6.6). Messages keep the old names, the
 * result message too. A side without a team stays without one.
 */
export function renameTeams({ left, right }: NewNames): RecordFilter {
  return (record: LogRecord) => {
    if (record.type === 'team') {
      return { ...record, left: renamed(record.left, left), right: renamed(record.right, right) };
    }
    if (record.type === 'show') {
      const { frame } = record;
      return {
        ...record,
        frame: { ...frame, left: renamed(frame.left, left), right: renamed(frame.right, right) },
      };
    }
    return record;
  };
}
