import { createRandomStream } from '@rcss/core/random';

/** Parameter of a team that is tuned. */
export interface TunedParameter {
  /** Name, for example of an environment variable. */
  readonly name: string;
  /** Value at the start. */
  readonly start: number;
  /** Smallest and largest value. */
  readonly min: number;
  readonly max: number;
  /** Change of the value for the first comparison, in the unit of the value; large enough that it can be seen in results. */
  readonly perturbation: number;
  /** Whether the team gets whole numbers: a program that reads such a value refuses 20.34 or ignores it. Default: false. */
  readonly integer?: boolean;
}

/** What is tuned and how. */
export interface SpsaPlan {
  readonly parameters: readonly TunedParameter[];
  /** Count of steps that are planned. It sets the stability constant to a tenth of it (Spall 1998). */
  readonly steps: number;
  /** First gain: by how much of its perturbation a parameter moves if the values of a comparison differ by 1. Default: 0.5. */
  readonly gain?: number;
  /** Exponent of the decrease of the gain. Default: 0.602, the smallest value with proven convergence in practice (Spall 1998). */
  readonly gainDecay?: number;
  /** Exponent of the decrease of the perturbation. Default: 0.101. */
  readonly perturbationDecay?: number;
  /** Seed of the directions. Default: 0. */
  readonly seed?: number | string;
}

/** State between two steps: plain data, which JSON keeps. */
export interface SpsaState {
  readonly plan: SpsaPlan;
  /** Index of the next step, from 0. */
  readonly step: number;
  /** Values of the parameters in their order, not rounded. */
  readonly values: readonly number[];
}

/** Two settings to compare in a step. */
export interface SpsaTrial {
  readonly step: number;
  /** Values of the parameters in their order. */
  readonly plus: readonly number[];
  readonly minus: readonly number[];
  /** Sign of the change of each parameter in `plus`. */
  readonly signs: readonly (1 | -1)[];
}

function clamp(value: number, { min, max }: TunedParameter): number {
  return Math.min(Math.max(value, min), max);
}

/**
 * Creates the state of a tuning by simultaneous perturbation stochastic approximation (Spall, "Multivariate stochastic approximation using
 * a simultaneous perturbation gradient approximation", IEEE Transactions on Automatic Control 37, 1992). Each step compares two settings,
 * however many parameters there are.
 *
 * @throws RangeError if a parameter or the number of steps is not possible; the message names it.
 * @example
 * ```ts
 * let state = createSpsa({ parameters: [{ name: 'RISK', start: 0.5, min: 0, max: 1, perturbation: 0.1 }], steps: 200 });
 * const trial = nextTrial(state); // play `plus` against `minus` from both sides
 * state = recordTrial(state, goalDifference); // mean goal difference of `plus`
 * ```
 */
export function createSpsa(plan: SpsaPlan): SpsaState {
  if (!(Number.isInteger(plan.steps) && plan.steps >= 1))
    throw new RangeError(`steps ${plan.steps} is not a whole number from 1`);
  if (plan.parameters.length === 0) throw new RangeError('there are no parameters to tune');
  for (const { name, start, min, max, perturbation, integer = false } of plan.parameters) {
    if (!(min < max && start >= min && start <= max))
      throw new RangeError(`${name}: start ${start} must be in min–max, ${min}–${max}, and min below max`);
    if (!(perturbation > 0 && perturbation <= max - min))
      throw new RangeError(`${name}: perturbation ${perturbation} must be above 0 and at most max − min`);
    // With a smaller change both settings of a step can be the same.
    if (integer && !(perturbation >= 1 && [start, min, max].every(Number.isInteger)))
      throw new RangeError(
        `${name}: integer needs whole numbers as start, min and max and a perturbation from 1, not ${start}, ${min}, ${max} and ${perturbation}`,
      );
  }
  return { plan, step: 0, values: plan.parameters.map(({ start }) => start) };
}

/** Size of the perturbations of a step, as a share of that of the first one. */
function perturbationScale({ perturbationDecay = 0.101 }: SpsaPlan, step: number): number {
  return (step + 1) ** -perturbationDecay;
}

/** Gain of a step: a / (A + k + 1)^α with A a tenth of the steps, scaled such that the first gain is `gain`. */
export function spsaGain({ steps, gain = 0.5, gainDecay = 0.602 }: SpsaPlan, step: number): number {
  const stability = steps / 10;
  return gain * ((stability + 1) / (stability + step + 1)) ** gainDecay;
}

/** Returns the two settings of the next step. The same state always gives the same settings. */
export function nextTrial({ plan, step, values }: SpsaState): SpsaTrial {
  const rng = createRandomStream(plan.seed ?? 0, `spsa ${step}`);
  const scale = perturbationScale(plan, step);
  const signs = plan.parameters.map((): 1 | -1 => (rng.next() < 0.5 ? 1 : -1));
  const move = (direction: 1 | -1): number[] =>
    plan.parameters.map((parameter, i) =>
      clamp(values[i]! + direction * signs[i]! * scale * parameter.perturbation, parameter),
    );
  return { step, plus: move(1), minus: move(-1), signs };
}

/**
 * Returns the state after the comparison of the trial of {@link nextTrial}. `difference` is the value of `plus` less that of `minus`, for
 * example the mean goal difference of their matches; larger is better.
 *
 * @throws RangeError if the difference is not finite.
 */
export function recordTrial(state: SpsaState, difference: number): SpsaState {
  if (!Number.isFinite(difference)) throw new RangeError(`difference ${difference} is not a finite number`);
  const { plan, step, values } = state;
  const { signs } = nextTrial(state);
  // Gradient in units of the perturbation: the difference over twice the size of the change.
  const slope = difference / (2 * perturbationScale(plan, step));
  const gain = spsaGain(plan, step);
  return {
    plan,
    step: step + 1,
    values: plan.parameters.map((parameter, i) =>
      clamp(values[i]! + gain * parameter.perturbation * signs[i]! * slope, parameter),
    ),
  };
}

/** Whether all planned steps are done. */
export function isTuned({ plan, step }: SpsaState): boolean {
  return step >= plan.steps;
}
