// The random models of the simulation, as plain functions: the distribution of a single observation of a correct
// server (spec 05, 04-sensors), and of one with a typical mistake. The statistical scenarios (experiments.mjs) use
// them for nominal values; the power test (power.mjs) draws from them.
//
// A model of a sample is {right, wrong: {mistake: ...}}. For 'ks' samples both are functions of a random source
// (a function that returns uniform numbers in [0, 1)) that return one observation; for 'rate' samples they are
// probabilities; for 'chi2' samples they are {class: probability}.

export const RAD = Math.PI / 180;
export const SERVER = {
  ballDecay: 0.94,
  ballSpeedMax: 3,
  ballAccelMax: 2.7,
  ballSize: 0.085,
  playerSize: 0.3,
  playerDecay: 0.4,
  kickableMargin: 0.7,
  kickPowerRate: 0.027,
  kickRand: 0.1,
  maxPower: 100,
  dashPowerRate: 0.006,
  inertiaMoment: 5,
  playerRand: 0.1,
  ballRand: 0.05,
  playerSpeedMax: 1.05,
  tackleDist: 2,
  tackleBackDist: 0,
  tackleWidth: 1.25,
  tackleExponent: 6,
  foulExponent: 10,
  tacklePowerRate: 0.027,
  maxTacklePower: 100,
  maxBackTacklePower: 0,
  tackleRandFactor: 2,
  catchableAreaL: 1.2,
  catchableAreaW: 1,
};

export const polar = (r, degrees) => [r * Math.cos(degrees * RAD), r * Math.sin(degrees * RAD)];
export const lengthOf = ([x, y]) => Math.hypot(x, y);
export const direction = ([x, y]) => (x === 0 && y === 0 ? 0 : Math.atan2(y, x) / RAD);
export const wrapDegrees = (degrees) => {
  const a = ((degrees % 360) + 360) % 360;
  return a > 180 ? a - 360 : a;
};
export const rotate = ([x, y], degrees) => {
  const c = Math.cos(degrees * RAD);
  const s = Math.sin(degrees * RAD);
  return [x * c - y * s, x * s + y * c];
};
export const clamp = (value, low, high) => Math.min(Math.max(low, value), high);

// ---------------------------------------------------------------- random sources

/** A small generator of uniform numbers (mulberry32): always the same for one seed. */
export function randomSource(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

export const uniform = (random, low, high) => low + (high - low) * random();

export function normal(random, mean, sigma) {
  const u = 1 - random();
  return mean + sigma * Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * random());
}

// ---------------------------------------------------------------- noise vectors

/** Length of a noise vector whose length is uniform in [0, bound] (kick, tackle, movement). */
export const noiseLength = (bound) => ({
  right: (r) => uniform(r, 0, bound),
  wrong: {
    'each axis uniform in [-bound, bound]': (r) =>
      Math.hypot(uniform(r, -bound, bound), uniform(r, -bound, bound)),
    'uniform over the disc': (r) => bound * Math.sqrt(r()),
    '0.9 times the noise': (r) => uniform(r, 0, 0.9 * bound),
    '1.1 times the noise': (r) => uniform(r, 0, 1.1 * bound),
    'each axis normal with the same mean length': (r) =>
      Math.hypot(normal(r, 0, 0.4 * bound), normal(r, 0, 0.4 * bound)),
  },
});

/** Direction of that vector in degrees. */
export const noiseDirection = () => ({
  right: (r) => uniform(r, -180, 180),
  wrong: {
    'only along the motion': (r) => (r() < 0.5 ? 0 : 180),
    'half circle only': (r) => uniform(r, -90, 90),
  },
});

/** A factor that is uniform in [1 - rate, 1 + rate] (turns); its sign and symmetry show in this sample. */
export const factor = (rate) => ({
  right: (r) => uniform(r, 1 - rate, 1 + rate),
  wrong: {
    'only more, never less': (r) => uniform(r, 1, 1 + rate),
    'mean shifted by a quarter of the rate': (r) => uniform(r, 1 - 0.75 * rate, 1 + 1.25 * rate),
    'no noise': () => 1,
  },
});

/** Distance from the middle of something that is uniform in [middle - reach, middle + reach]; its scale shows here. */
export const spread = (reach) => ({
  right: (r) => uniform(r, 0, reach),
  wrong: {
    '0.9 times the noise': (r) => uniform(r, 0, 0.9 * reach),
    'normal with half of it as deviation': (r) => Math.abs(normal(r, 0, reach / 2)),
  },
});

/** Uniform in [low, high]. */
export const interval = (low, high) => ({
  right: (r) => uniform(r, low, high),
  wrong: {
    '0.8 times the width': (r) => uniform(r, low + 0.1 * (high - low), high - 0.1 * (high - low)),
    'upper half only': (r) => uniform(r, (low + high) / 2, high),
    'mean of two draws': (r) => (uniform(r, low, high) + uniform(r, low, high)) / 2,
  },
});

// ---------------------------------------------------------------- kick and tackle

/** Kick: nominal acceleration and bound of the noise. `ball` is relative to the player in field axes. */
export function kick({
  ball,
  velocity = [0, 0],
  body = 0,
  power,
  dir = 0,
  kickRand = SERVER.kickRand,
  margin = SERVER.kickableMargin,
  rate = SERVER.kickPowerRate,
}) {
  const theta = Math.abs(wrapDegrees(direction(ball) - body)) / 180;
  const gap = (lengthOf(ball) - SERVER.playerSize - SERVER.ballSize) / margin;
  const strength = power * rate * (1 - 0.25 * theta - 0.25 * gap);
  const position = 0.5 + 0.25 * (theta + gap);
  const speed = 0.5 + (0.5 * lengthOf(velocity)) / (SERVER.ballSpeedMax * SERVER.ballDecay);
  return {
    accel: polar(strength, dir + body),
    bound: Math.abs(kickRand * (power / SERVER.maxPower) * (position + speed)),
  };
}

/** Probability that a tackle fails; `ball` is in the tackler's frame (body angle taken off). */
export function tackleFailure(
  ball,
  exponent = SERVER.tackleExponent,
  width = SERVER.tackleWidth,
  dist = SERVER.tackleDist,
  back = SERVER.tackleBackDist,
) {
  const reach = ball[0] > 0 ? dist : back;
  if (Math.abs(reach) <= 1e-5) return 1;
  return Math.min(1, (Math.abs(ball[0]) / reach) ** exponent + (Math.abs(ball[1]) / width) ** exponent);
}

/** Tackle; `dir` is the argument: a direction for clients of version 12 and later, a power for older ones. */
export function tackle({
  ball,
  velocity = [0, 0],
  body = 0,
  dir = 0,
  kickRand = SERVER.kickRand,
  exponent,
  version = 19,
}) {
  const own = rotate(ball, -body);
  const failure = tackleFailure(own, exponent);
  const old = version < 12;
  const power = old
    ? clamp(dir, -SERVER.maxBackTacklePower, SERVER.maxTacklePower)
    : SERVER.maxBackTacklePower +
      (SERVER.maxTacklePower - SERVER.maxBackTacklePower) * (1 - Math.abs(dir) / 180);
  const strength = power * SERVER.tacklePowerRate * (1 - (0.5 * Math.abs(direction(own))) / 180);
  const speed = 0.5 + (0.5 * lengthOf(velocity)) / (SERVER.ballSpeedMax * SERVER.ballDecay);
  return {
    failure,
    accel: polar(strength, (old ? 0 : dir) + body),
    bound:
      kickRand *
      SERVER.tackleRandFactor *
      (old ? power / SERVER.maxTacklePower : 1) *
      (0.5 + 0.5 * (1 - failure) + speed),
  };
}

/** Success of a tackle at a relative position. */
export function tackleSuccess(ball, foul) {
  const [exponent, other, off] = foul
    ? [SERVER.foulExponent, SERVER.tackleExponent, 2]
    : [SERVER.tackleExponent, SERVER.foulExponent, 1];
  const right = 1 - tackleFailure(ball, exponent);
  return {
    right,
    wrong: {
      'the other exponent': 1 - tackleFailure(ball, other),
      [`exponent too small by ${off}`]: 1 - tackleFailure(ball, exponent - off),
      'width 1': 1 - tackleFailure(ball, exponent, 1),
      'success with the probability of failure': 1 - right,
    },
  };
}

/** Success of a catch; `ahead` is the ball's distance along the catch direction. */
export function catchSuccess(ahead, stretch, probability = 1) {
  const length = SERVER.catchableAreaL;
  const delta = length * (stretch - 1);
  const far = length + delta;
  const near = length - delta;
  const right =
    ahead > far
      ? 0
      : ahead <= near
        ? probability
        : clamp(probability * (1 - (ahead - near) / (far - near)), 0, 1);
  return {
    right,
    wrong: {
      'certain up to the plain length':
        ahead <= length ? probability : clamp(probability * (1 - (ahead - length) / delta), 0, 1),
      'certain in the whole area': ahead <= far ? probability : 0,
      'no stretch': ahead <= length ? probability : 0,
    },
  };
}

// ---------------------------------------------------------------- seeing

/** Distance as the quantization model prints it for an observer without focus point. */
export function quantize(d, step) {
  const rint = (v) => {
    const f = Math.floor(v);
    const h = v - f;
    return h > 0.5 || (h === 0.5 && f % 2 !== 0) ? f + 1 : f;
  };
  return rint(Math.exp(rint(Math.log(d + 1e-10) / step) * step) / 0.1) * 0.1;
}

/** Probability that a property is reported at this distance. */
export const reportProbability = (dist, far, tooFar) => 1 - clamp((dist - far) / (tooFar - far), 0, 1);

export const reportModel = (dist, far, tooFar) => ({
  right: reportProbability(dist, far, tooFar),
  wrong: {
    'limits a tenth nearer': reportProbability(dist, 0.9 * far, 0.9 * tooFar),
    'reported up to the middle, then not': dist < (far + tooFar) / 2 ? 1 : 0,
    'quadratic fall': reportProbability(dist, far, tooFar) ** 2,
  },
});

/** Standardized error of a Gaussian distance, as printed in the sample. */
export const gaussian = () => ({
  right: (r) => Math.round(100 * normal(r, 0, 1)) / 100,
  wrong: {
    'uniform with the same deviation': (r) => uniform(r, -Math.sqrt(3), Math.sqrt(3)),
    'shifted by 0.15 of the deviation': (r) => normal(r, 0.15, 1),
    'focus part left out': (r) => normal(r, 0, 0.5),
  },
});

/** Its absolute value. */
export const gaussianSize = () => ({
  right: (r) => Math.abs(Math.round(100 * normal(r, 0, 1)) / 100),
  wrong: {
    '0.85 times the deviation': (r) => Math.abs(normal(r, 0, 0.85)),
    '1.15 times the deviation': (r) => Math.abs(normal(r, 0, 1.15)),
  },
});

export const pointingSigma = (distance, length = Math.hypot(105, 68)) =>
  1.25 + (180 - 1.25) * (distance / length) ** 4;

/** Directions as seen, in whole degrees. */
export function pointing(distance, dir) {
  const sigma = pointingSigma(distance);
  const seen = (v) => Math.round(wrapDegrees(dir + v));
  return {
    right: (r) => seen(normal(r, 0, sigma)),
    wrong: {
      'twice the deviation': (r) => seen(normal(r, 0, 2 * sigma)),
      'half the deviation': (r) => seen(normal(r, 0, sigma / 2)),
      'no noise': () => seen(0),
    },
  };
}

// ---------------------------------------------------------------- classes

/** One of the classes with equal probabilities; `coarse`: the sample is too small for fine differences. */
export function evenly(classes, { coarse = false, ...mistakes } = {}) {
  const right = Object.fromEntries(classes.map((c) => [c, 1 / classes.length]));
  const often = Object.fromEntries(classes.map((c, i) => [c, (i === 0 ? 1.7 : 1) / (classes.length + 0.7)]));
  return {
    right,
    wrong: {
      'always the first': { [classes[0]]: 1 },
      ...(coarse ? {} : { 'the first 1.7 times as often': often }),
      ...mistakes,
    },
  };
}

/** All orders of a list. */
export function permutations(list) {
  if (list.length <= 1) return [list];
  return list.flatMap((x, i) =>
    permutations([...list.slice(0, i), ...list.slice(i + 1)]).map((p) => [x, ...p]),
  );
}
