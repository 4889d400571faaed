// The alert rules and the dashboard use only metrics and labels that /metrics exports, and every alert has a runbook.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { prometheusMeter } from '../../src/adapters/meter.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const alerts = readFileSync(join(docs, 'monitoring/alerts.yaml'), 'utf8');
const dashboard = readFileSync(join(docs, 'monitoring/grafana-dashboard.json'), 'utf8');
const runbooks = readFileSync(join(docs, 'operators/runbooks.md'), 'utf8');
const monitoring = readFileSync(join(docs, 'operators/monitoring.md'), 'utf8');

/** The metrics, with their labels, of a process in which every event has happened once. */
async function exported(): Promise<Map<string, Set<string>>> {
  const meter = prometheusMeter();
  meter.requestServed({ method: 'GET', route: '/x', generation: 'x', status: 200, seconds: 1 });
  meter.limitHit('x');
  meter.authenticationFailed('x');
  meter.queryTook('sqlite', 1);
  meter.sharedStateLost(true);
  meter.listAnswered('replica');
  meter.replicaSeen({ isUsed: false, behindBytes: 1 });
  meter.mailTried('sent');
  meter.attentionCounted({ x: 1 });
  meter.rateFilesRefused(1);
  meter.carrierPolled({ carrier: 'x', outcome: 'failed' });
  meter.carrierAsked({ carrier: 'x', operation: 'quote', outcome: 'timeout', seconds: 1 });
  const samples = new Map<string, Set<string>>();
  for (const line of (await meter.registry.metrics()).split('\n')) {
    const [, name, labels = ''] = /^(linehaul_\w+)(\{.*\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const known = samples.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/[{,](\w+)=/g)) known.add(label);
    samples.set(name, known);
  }
  // These metrics exist only after a garbage collection.
  for (const end of ['_sum', '_count', '_bucket'])
    samples.set(`linehaul_nodejs_gc_duration_seconds${end}`, new Set(['kind', 'le']));
  return samples;
}

type Query = { where: string; text: string };

function queries(): Query[] {
  const ofAlerts = [...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, text = '']) => text);
  const board = JSON.parse(dashboard) as {
    panels: { title: string; targets?: { expr: string }[] }[];
    annotations: { list: { expr: string }[] };
  };
  return [
    ...ofAlerts.map((text) => ({ where: 'alerts.yaml', text })),
    ...board.annotations.list.map(({ expr: text }) => ({ where: 'annotations', text })),
    ...board.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr: text }) => ({ where: title, text })),
    ),
  ];
}

test('every metric that an alert or the dashboard names is exported, with these labels', async () => {
  const samples = await exported();
  const added = ['instance', 'job'];
  const wrong: string[] = [];
  for (const { where, text } of queries()) {
    const used = [...text.matchAll(/(linehaul_\w+)(?:\{([^}]*)\})?/g)];
    const grouped = [...text.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    );
    for (const [, name = '', selector = ''] of used) {
      const labels = samples.get(name);
      if (labels === undefined) wrong.push(`${where}: ${name} is not exported`);
      const selected = [...selector.matchAll(/(\w+)(?==|!=|=~|!~)/g)].map(
        ([, label = '']) => label,
      );
      for (const label of [...selected, ...grouped]) {
        if (labels?.has(label) === false && !added.includes(label))
          wrong.push(`${where}: ${name} has no label ${label}`);
      }
    }
    if (used.length === 0 && !text.includes('up{job="linehaul"}'))
      wrong.push(`${where}: "${text}" asks for nothing of ours`);
  }
  assert.deepEqual(wrong, []);
  assert.ok(queries().length > 40);
});

/** All samples of a histogram count as one metric. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/linehaul_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));

test('the dashboard shows every metric that an alert uses', () => {
  const all = queries();
  const shown = new Set(
    all.filter(({ where }) => where !== 'alerts.yaml').flatMap(({ text }) => metricsIn(text)),
  );
  const missing = all
    .filter(({ where }) => where === 'alerts.yaml')
    .flatMap(({ text }) => metricsIn(text))
    .filter((name) => !shown.has(name));
  assert.deepEqual(missing, []);
});

test('panels of the dashboard do not overlap', () => {
  const { panels } = JSON.parse(dashboard) as {
    panels: {
      id: number;
      title: string;
      gridPos: { h: number; w: number; x: number; y: number };
    }[];
  };
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const taken = new Map<string, string>();
  for (const { title, gridPos } of panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.equal(taken.get(`${x},${y}`), undefined, title);
        taken.set(`${x},${y}`, title);
      }
  }
});

test('every query has balanced brackets', () => {
  for (const { where, text } of queries()) {
    for (const [open, close] of ['()', '{}', '[]'].map((pair) => pair.split('')))
      assert.equal(text.split(open ?? '').length, text.split(close ?? '').length, where + text);
  }
});

test('every alert has a severity, a summary and a runbook, and every runbook an alert', () => {
  const rules = alerts.split(/^ +- alert: /m).slice(1);
  const names = rules.map((rule) => rule.split('\n')[0]?.trim() ?? '');
  assert.ok(names.length > 10);
  assert.equal(new Set(names).size, names.length);
  for (const [n, rule] of rules.entries()) {
    const name = names[n] ?? '';
    assert.match(rule, /labels: \{ severity: (page|ticket) \}/, name);
    assert.match(rule, /summary: "[^"]+\."/, name);
    assert.ok(
      rule.includes(`runbook_url: "docs/operators/runbooks.md#${name.toLowerCase()}"`),
      name,
    );
  }
  const sections = [...runbooks.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  assert.deepEqual(sections.toSorted(), names.toSorted());
  for (const section of runbooks.split(/^## /m).slice(1))
    assert.match(section, /^\w+\n\n.+\n(.*\n)*?\n1\. /, section.slice(0, 40));
});

test('monitoring.md explains every metric of Linehaul', async () => {
  const ownMetrics = [...(await exported()).keys()]
    .filter((name) => !/^linehaul_(nodejs|process)_/.test(name))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  for (const name of new Set(ownMetrics)) assert.ok(monitoring.includes(`\`${name}\``), name);
});
