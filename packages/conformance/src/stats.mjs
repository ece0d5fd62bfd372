// Two-sample tests for random outcomes.

/** Survival function of the Kolmogorov distribution. */
export function kolmogorovQ(lambda) {
  if (lambda < 0.18) return 1;
  if (lambda < 1.18) {
    const y = Math.exp(-(Math.PI ** 2) / (8 * lambda * lambda));
    return 1 - (Math.sqrt(2 * Math.PI) / lambda) * (y + y ** 9 + y ** 25 + y ** 49);
  }
  const x = Math.exp(-2 * lambda * lambda);
  return 2 * (x - x ** 4 + x ** 9);
}

/** Two-sample Kolmogorov-Smirnov test: {d, p}. Ties are allowed (the test is then conservative). */
export function ksTest(first, second) {
  const a = [...first].sort((x, y) => x - y);
  const b = [...second].sort((x, y) => x - y);
  let i = 0;
  let j = 0;
  let d = 0;
  while (i < a.length && j < b.length) {
    const x = Math.min(a[i], b[j]);
    while (i < a.length && a[i] <= x) i += 1;
    while (j < b.length && b[j] <= x) j += 1;
    d = Math.max(d, Math.abs(i / a.length - j / b.length));
  }
  const n = Math.sqrt((a.length * b.length) / (a.length + b.length));
  return { d, p: Math.min(1, Math.max(0, kolmogorovQ((n + 0.12 + 0.11 / n) * d))) };
}

function logGamma(x) {
  const c = [
    76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
    -0.5395239384953e-5,
  ];
  let y = x;
  const t = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
  let sum = 1.000000000190015;
  for (const k of c) {
    y += 1;
    sum += k / y;
  }
  return -t + Math.log((2.5066282746310005 * sum) / x);
}

/** Upper regularized incomplete gamma function Q(a, x). */
export function gammaQ(a, x) {
  if (x <= 0) return 1;
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 1000; n += 1) {
      term *= x / (a + n);
      sum += term;
      if (term < sum * 1e-15) break;
    }
    return 1 - sum * Math.exp(-x + a * Math.log(x) - logGamma(a));
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let i = 1; i < 1000; i += 1) {
    const an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (Math.abs(d) < 1e-300) d = 1e-300;
    c = b + an / c;
    if (Math.abs(c) < 1e-300) c = 1e-300;
    d = 1 / d;
    const step = d * c;
    h *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return Math.exp(-x + a * Math.log(x) - logGamma(a)) * h;
}

/** Chi-square test that two tables of counts (objects or arrays) come from one distribution: {chi2, df, p}. */
export function chiSquareTest(first, second) {
  const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  let cells = keys.map((k) => [Number(first[k] ?? 0), Number(second[k] ?? 0)]).filter(([a, b]) => a + b > 0);
  // Rare classes are merged, so that the approximation is valid.
  const rare = cells.filter(([a, b]) => a + b < 10);
  cells = cells.filter(([a, b]) => a + b >= 10);
  if (rare.length) cells.push([rare.reduce((s, c) => s + c[0], 0), rare.reduce((s, c) => s + c[1], 0)]);
  const na = cells.reduce((s, c) => s + c[0], 0);
  const nb = cells.reduce((s, c) => s + c[1], 0);
  if (na === 0 || nb === 0) return { chi2: na === nb ? 0 : Infinity, df: 0, p: na === nb ? 1 : 0 };
  let chi2 = 0;
  for (const [a, b] of cells) {
    const share = (a + b) / (na + nb);
    chi2 += (a - na * share) ** 2 / (na * share) + (b - nb * share) ** 2 / (nb * share);
  }
  const df = cells.length - 1;
  return { chi2, df, p: df === 0 ? 1 : gammaQ(df / 2, chi2 / 2) };
}

function logChoose(n, k) {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

/** Fisher's exact test for two rates [successes, trials]: {p}. */
export function rateTest([s1, n1], [s2, n2]) {
  const total = s1 + s2;
  const norm = logChoose(n1 + n2, total);
  const prob = (k) => Math.exp(logChoose(n1, k) + logChoose(n2, total - k) - norm);
  const seen = prob(s1);
  let p = 0;
  for (let k = Math.max(0, total - n2); k <= Math.min(n1, total); k += 1) {
    const q = prob(k);
    if (q <= seen * (1 + 1e-7)) p += q;
  }
  return { p: Math.min(1, p), rates: [s1 / n1, s2 / n2] };
}

export function mean(list) {
  return list.reduce((s, v) => s + v, 0) / list.length;
}

export function standardDeviation(list) {
  const m = mean(list);
  return Math.sqrt(list.reduce((s, v) => s + (v - m) ** 2, 0) / (list.length - 1));
}

export const DEFAULT_ALPHA = 1e-6;

/** Compares a sample with the reference's: {ok, text}. */
export function compareSamples(kind, expected, got, alpha) {
  const limit = alpha ?? DEFAULT_ALPHA;
  const num = (v) => (Number.isFinite(v) ? Number(v.toPrecision(4)) : v);
  if (kind.startsWith('ks')) {
    if (!got.length) return { ok: false, text: 'the sample is empty' };
    const { d, p } = ksTest(expected, got);
    return {
      ok: p >= limit,
      text:
        `KS D=${num(d)} p=${num(p)} (limit ${limit}); expected n=${expected.length} mean=${num(mean(expected))} ` +
        `sd=${num(standardDeviation(expected))}, got n=${got.length} mean=${num(mean(got))} sd=${num(standardDeviation(got))}`,
    };
  }
  if (kind === 'chi2') {
    const { chi2, df, p } = chiSquareTest(expected, got);
    return {
      ok: p >= limit,
      text: `chi2=${num(chi2)} df=${df} p=${num(p)} (limit ${limit}); expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`,
    };
  }
  if (kind === 'rate') {
    const { p, rates } = rateTest(expected, got);
    return {
      ok: p >= limit,
      text: `rate p=${num(p)} (limit ${limit}); expected ${expected.join('/')}=${num(rates[0])}, got ${got.join('/')}=${num(rates[1])}`,
    };
  }
  return { ok: false, text: `unknown kind of sample: ${kind}` };
}
