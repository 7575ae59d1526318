import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listMetrics } from '../../scripts/write-metrics-reference.ts';

const operations = join(import.meta.dirname, '../../docs/operations');
let rules = '';
let dashboard = '';
let expressions: string[] = [];
beforeAll(async () => {
  rules = await readFile(join(operations, 'prometheus/alerts.yml'), 'utf8');
  dashboard = await readFile(join(operations, 'grafana/ferryman.json'), 'utf8');
  const panels = (JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }).panels;
  expressions = [
    ...[...rules.matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr),
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
});

const metrics = new Map(
  listMetrics().flatMap((metric) =>
    metric.type === 'histogram'
      ? ['bucket', 'count', 'sum'].map((part) => [`${metric.name}_${part}`, metric] as const)
      : [[metric.name, metric] as const],
  ),
);

describe('alert rules and dashboard', () => {
  it('name metrics that exist, with labels that these have', () => {
    expect(expressions.length).toBeGreaterThan(50);
    for (const expression of expressions) {
      const named = [
        ...expression.matchAll(/\b((?:ferryman|process|nodejs)_\w+)(?:\{([^}]*)\})?/g),
      ];
      expect(named.length, expression).toBeGreaterThan(0);
      for (const [, name = '', selector = ''] of named) {
        const metric = metrics.get(name);
        expect(metric, `${name} in ${expression}`).toBeDefined();
        const labels = [...(metric?.labels ?? []), 'instance', 'job', 'le'];
        for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=|!)/g))
          expect(labels, expression).toContain(label);
        for (const [, list = ''] of expression.matchAll(/by \(([^)]*)\)/g))
          for (const label of list.split(/, */)) expect(labels, expression).toContain(label);
      }
    }
  });

  it('have a runbook each that exists', async () => {
    const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);
    const runbooks = [...rules.matchAll(/^ +runbook_url: (.*)$/gm)].map(([, url = '']) => url);
    expect(alerts.length).toBeGreaterThan(10);
    expect(runbooks.length).toBe(alerts.length);
    for (const runbook of runbooks) {
      const [page = '', anchor] = runbook.split('#');
      const text = await readFile(join(operations, '../..', page), 'utf8');
      if (anchor === undefined) continue;
      const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(headings, runbook).toContain(anchor);
    }
  });
});
