import { InvalidArgumentError } from 'commander';

/**
 * Creates a parser of an option value that is a whole number.
 *
 * @param min Smallest allowed value.
 * @param max Largest allowed value.
 * @example program.option('--seed <n>', 'random seed', createIntegerParser(0, 2 ** 31 - 1))
 */
export function createIntegerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^[-+]?\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`Allowed: a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/** Parses a UDP or TCP port; 0 lets the system choose a free one. */
export const parsePort: (text: string) => number = createIntegerParser(0, 65535);

/** Parses a team name by the rule of the player protocol: 1 to 15 of the characters A–Z a–z 0–9 - _ +. */
export function parseTeamName(text: string): string {
  if (!/^[-_+a-zA-Z0-9]{1,15}$/.test(text)) {
    throw new InvalidArgumentError('Allowed: 1 to 15 of the characters A-Z a-z 0-9 - _ +.');
  }
  return text;
}
