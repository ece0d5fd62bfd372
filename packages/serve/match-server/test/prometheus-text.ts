/** A sample of the text format of Prometheus. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What {@link parsePrometheusText} found. */
export interface PrometheusText {
  readonly samples: readonly Sample[];
  /** Type by name of the metric. */
  readonly types: ReadonlyMap<string, string>;
  /** Help text by name of the metric. */
  readonly helps: ReadonlyMap<string, string>;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = `([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\[\\\\n"])*)"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{((?:${LABEL},?)*)\\})? (\\S+)$`);

/**
 * Parses the text format of Prometheus, version 0.0.4, strictly.
 *
 * @throws {Error} for a line that is not allowed, a series that occurs twice, or a sample without a type.
 */
export function parsePrometheusText(text: string): PrometheusText {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const samples: Sample[] = [];
  const types = new Map<string, string>();
  const helps = new Map<string, string>();
  const series = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, keyword, name, rest] = new RegExp(`^# (HELP|TYPE) (${NAME}) (.*)$`).exec(line) ?? [];
    if (keyword !== undefined) {
      const table = keyword === 'HELP' ? helps : types;
      if (table.has(name!)) throw new Error(`${keyword} of ${name} occurs twice`);
      table.set(name!, rest!);
      continue;
    }
    const sample = SAMPLE.exec(line);
    if (sample === null) throw new Error(`not a sample: ${line}`);
    const labels: Record<string, string> = {};
    for (const [, label, value] of (sample[2] ?? '').matchAll(new RegExp(LABEL, 'g'))) {
      if (label! in labels) throw new Error(`label ${label} occurs twice: ${line}`);
      labels[label!] = value!.replace(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c));
    }
    const value = sample[5]! === '+Inf' ? Number.POSITIVE_INFINITY : Number(sample[5]);
    if (Number.isNaN(value)) throw new Error(`not a number: ${line}`);
    const key = JSON.stringify([sample[1], Object.entries(labels).sort()]);
    if (series.has(key)) throw new Error(`the series occurs twice: ${line}`);
    series.add(key);
    const base = sample[1]!.replace(/_(?:bucket|sum|count)$/, '');
    if (!types.has(sample[1]!) && types.get(base) !== 'histogram') throw new Error(`no type: ${line}`);
    samples.push({ name: sample[1]!, labels, value });
  }
  return { samples, types, helps };
}
