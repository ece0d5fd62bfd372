import type { ServerMessage } from '@rcss/core/team-module';

/** Whether a message begins with an ASCII text. */
export function beginsWith(message: ServerMessage, text: string): boolean {
  if (typeof message === 'string') return message.startsWith(text);
  if (message.length < text.length) return false;
  for (let i = 0; i < text.length; i++) if (message[i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Returns a message as text, without its NUL. */
export function readMessageText(message: ServerMessage): string {
  const text = typeof message === 'string' ? message : new TextDecoder('latin1').decode(message);
  return text.endsWith('\0') ? text.slice(0, -1) : text;
}
