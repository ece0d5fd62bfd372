import { findNearestName } from '@rcss/params/tables';

/** The name that may be meant instead of an unknown one, as the end of a sentence; empty if none is near. */
export function suggestName(name: string, names: readonly string[]): string {
  const nearest = findNearestName(name, names);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/**
 * Checks that options are an object with known names.
 *
 * @param path Name of the options in messages, for example `observation`; empty for the options of a batch.
 * @throws RangeError if they are not an object, or if a name is unknown
 */
export function checkNames(path: string, options: unknown, names: readonly string[]): void {
  checkObject(path, options, `{ ${names.map((name) => `${name}: …`).join(', ')} }`);
  for (const name of Object.keys(options as object))
    if (!names.includes(name))
      throw new RangeError(
        `${path === '' ? '' : `${path}: `}${JSON.stringify(name)} is not an option; the options are ${names.join(', ')}${suggestName(name, names)}`,
      );
}

/**
 * Checks that a value is an object, not a list.
 *
 * @param form What is expected, for the message.
 * @throws RangeError if it is not
 */
export function checkObject(path: string, value: unknown, form: string): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new RangeError(
    `${path === '' ? 'options' : path}: ${showValue(value)} is not an object such as ${form}`,
  );
}

/** The beginning of a value as JSON. */
function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/**
 * Returns whether a layout has fields for the height of the ball: as requested, otherwise as in the scenario.
 *
 * @param path Name of the options in messages.
 * @param types Types that can have them.
 * @throws RangeError if `height` is not true or false, or if it is true for another type
 */
export function resolveHeight(
  path: string,
  height: boolean | undefined,
  isInScenario: boolean,
  types: readonly string[],
  type: string,
): boolean {
  if (height !== undefined && typeof height !== 'boolean')
    throw new RangeError(`${path}.height: ${showValue(height)} is not true or false`);
  const isPossible = types.includes(type);
  if (height === true && !isPossible)
    throw new RangeError(`${path}.height: type ${type} has no height; only ${types.join(', ')} have it`);
  return isPossible && (height ?? isInScenario);
}
