/** The commands of monitors (spec 10 §10). */
import { type Failure, type MonitorCommand, ok, type Result, type TrainerCommand } from '@rcss/core';
import { type CommandRow, MONITOR_COMMANDS, readCommandForm, TRAINER_COMMANDS } from '@rcss/core/commands';
import { createArgumentReaders } from './command-scan.js';
import { refuseForm } from './command-scanner.js';
import { createCommandEncoder } from './command-text.js';
import { scanCompression, TRAINER_ARGUMENTS } from './trainer-commands.js';

/** A command of a monitor, or a trainer command that monitors may send. */
export type DecodedMonitorCommand =
  | { readonly kind: 'monitor'; readonly command: MonitorCommand }
  | { readonly kind: 'trainer'; readonly command: TrainerCommand };

/** A command recognized by its first characters; `read` reads the text after them. */
interface HeadedCommand {
  readonly head: string;
  /** The datagram must be this text and nothing else. */
  readonly isWhole: boolean;
  /** Allowed only in the coach modes. */
  readonly coachMode: boolean;
  readonly read: (text: string, pos: number) => Result<DecodedMonitorCommand, Failure>;
}

const ARGUMENTS = /* @__PURE__ */ createArgumentReaders<MonitorCommand>(MONITOR_COMMANDS, {
  compression: scanCompression,
});

const COMMANDS: readonly HeadedCommand[] = /* @__PURE__ */ createHeadedCommands();

function createHeadedCommands(): HeadedCommand[] {
  return [
    ...Object.values<CommandRow>(MONITOR_COMMANDS).map((row): HeadedCommand => {
      const { word, parts } = readCommandForm(row);
      const isWhole = parts.length === 0;
      const read = ARGUMENTS.get(word)!;
      return {
        head: isWhole ? row.form : `(${word}`,
        isWhole,
        coachMode: false,
        read: (text, pos) => {
          const command = read(text, pos, 1);
          return command.ok ? ok({ kind: 'monitor', command: command.value }) : command;
        },
      };
    }),
    ...Object.values<CommandRow>(TRAINER_COMMANDS).flatMap((row): HeadedCommand[] => {
      const { monitorHead: head } = row;
      const read = TRAINER_ARGUMENTS.get(readCommandForm(row).word)!;
      if (head === undefined) return [];
      return [
        {
          head,
          isWhole: false,
          coachMode: true,
          read: (text, pos) => {
            const command = read(text, pos, 1);
            return command.ok ? ok({ kind: 'trainer', command: command.value }) : command;
          },
        },
      ];
    }),
  ];
}

/**
 * Decodes a command of a monitor. `coachMode` is true if the server runs with `server::coach` or
 * `server::coach_w_referee`; otherwise trainer commands are refused (spec 10 §10.3). The `code` of a failure is
 * the text after `error` in the reply. A command must begin at the first byte of the text. Text after a command is
 * ignored, except for two commands.
 */
export function decodeMonitorCommand(
  text: string,
  coachMode: boolean,
): Result<DecodedMonitorCommand, Failure> {
  for (const command of COMMANDS) {
    const { head, isWhole } = command;
    if (command.coachMode && !coachMode) continue;
    if (isWhole ? text === head : text.startsWith(head)) return command.read(text, head.length);
  }
  return refuseForm('expected a command of monitors', 0);
}

/**
 * Encodes a command of a monitor, without the final NUL (spec 10 §10). Of the trainer commands, the server accepts
 * only those of spec 10 §10.3.
 */
export const encodeMonitorCommand: (command: MonitorCommand | TrainerCommand) => string =
  /* @__PURE__ */ createCommandEncoder<MonitorCommand | TrainerCommand>({
    ...TRAINER_COMMANDS,
    ...MONITOR_COMMANDS,
  });
