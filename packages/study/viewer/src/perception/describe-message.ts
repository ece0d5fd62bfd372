import type { DebugMessage } from '@rcss/core/debug-channel';
import { decodePlayerMessage, type PlayerMessage } from '@rcss/protocol';
import { describeSeeMessage } from './seen-objects.js';

/** Returns what a message contains in one line, for a list of messages. */
export function describeDebugMessage({ direction, text }: DebugMessage, ownTeam: string): string {
  if (direction === 'sent') return `sent ${text}`;
  const decoded = decodePlayerMessage(text);
  if (!decoded.ok) return `unreadable message: ${decoded.error.message}`;
  return describeReceived(decoded.value, ownTeam) || shorten(text);
}

function describeReceived(message: PlayerMessage, ownTeam: string): string {
  switch (message.type) {
    case 'see':
      return `see: ${describeSeeMessage(message, ownTeam) || 'nothing'}`;
    case 'sense_body': {
      const parts = [
        `stamina ${Math.round(message.stamina)}`,
        `speed ${message.speed}`,
        `view ${message.width}`,
        message.headAngle !== null && `neck ${message.headAngle}°`,
      ];
      return `sense_body: ${parts.filter((part) => part !== false).join(', ')}`;
    }
    case 'hear': {
      const { heard } = message;
      const from =
        heard.kind === 'complete'
          ? `${heard.own === null ? 'player' : heard.own ? 'teammate' : 'opponent'}${heard.unum === null ? '' : ` ${heard.unum}`}`
          : heard.kind.replace('_', ' ');
      return `hear: ${from}${'message' in heard ? `: ${heard.message}` : ''}`;
    }
    case 'think':
      return 'think';
    default:
      return '';
  }
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
