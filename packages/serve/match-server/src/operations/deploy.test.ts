import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METRIC_NAMES } from '../../test/metric-names.js';

const DEPLOY = new URL('../../../../../deploy/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, DEPLOY), 'utf8');

/** Names of metrics in an expression of Prometheus; label names and values are not among them. */
function findMetrics(expression: string): string[] {
  const text = expression.replace(/\{[^}]*\}/g, '');
  return text.match(/\b(?:rcss|process|nodejs)_\w+/g) ?? [];
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
  readonly templating: { readonly list: readonly { readonly query: string }[] };
}

test('every metric of the Grafana dashboard exists', () => {
  const dashboard = JSON.parse(read('grafana/rcss.json')) as Dashboard;
  expect(dashboard.panels.length).toBeGreaterThan(10);
  for (const { title, targets } of dashboard.panels) {
    for (const { expr } of targets) {
      const metrics = findMetrics(expr);
      expect(metrics, title).not.toEqual([]);
      for (const metric of metrics) expect(METRIC_NAMES, `${title}: ${expr}`).toContain(metric);
    }
  }
  const queries = dashboard.templating.list.flatMap(({ query }) => findMetrics(query));
  expect(queries).not.toEqual([]);
  for (const metric of queries) expect(METRIC_NAMES).toContain(metric);
});

test('every metric of the alerts exists', () => {
  const metrics = findMetrics(read('prometheus/rcss-alerts.yml').replace(/^.*(?:summary|name): .*$/gm, ''));
  expect(metrics.length).toBeGreaterThan(3);
  for (const metric of metrics) expect(METRIC_NAMES).toContain(metric);
});

test('every metric that docs/use/organizer/server.md names exists', () => {
  const page = readFileSync(new URL('../docs/use/organizer/server.md', DEPLOY), 'utf8');
  const metrics = page.match(/`(?:rcss|process|nodejs)_\w+`/g) ?? [];
  expect(metrics.length).toBeGreaterThan(5);
  for (const metric of metrics) {
    const name = metric.slice(1, -1);
    expect(
      METRIC_NAMES.some((known) => known.replace(/_bucket$/, '') === name || known === name),
      name,
    ).toBe(true);
  }
});
