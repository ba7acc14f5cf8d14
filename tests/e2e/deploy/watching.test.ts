// Needs Prometheus's programs: only they can check rules and dashboards.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addItem, addRegistry, give, ITEM } from '../../../api/conformance/world.ts';
import { silence, status } from '../../support/host-faults.ts';
import { type MetricsReading, readMetrics } from '../../support/metrics.ts';
import { openTestService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { valuesOf } from '../../support/values-of.ts';

/*
 * Compares dashboard, alerts and runbook with the metrics that a service exports. Otherwise, a renamed metric would
 * leave a panel empty or an alert silent, and no one would notice.
 */

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const alertFile = read('../../../deploy/prometheus/alerts.yml');
const alertTests = read('../../../deploy/prometheus/alerts.test.yml');
const runbook = read('../../../docs/runbook.md');

interface Dashboard {
  panels: { type: string; targets?: { expr: string }[] }[];
  annotations: { list: { expr: string }[] };
}

const dashboard: Dashboard = JSON.parse(read('../../../deploy/grafana/largesse.json'));
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

/** Name and text of each alert rule. */
const alerts = alertFile
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }));

const expressions = [
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.annotations.list.map(({ expr }) => expr),
  ...alerts.map(({ text }) => /expr: \|\n((?: {10}.*\n)+)/.exec(text)?.[1] ?? ''),
];

/** Returns the names of the metrics in a text. Ignores Prometheus's own metric `up`. */
const metricsIn = (text: string) => text.match(/\b(?:largesse|nodejs|process)_\w+/g) ?? [];

/**
 * Returns the metric, the label and the value of each label matcher in an expression. Ignores the label `job`. Splits
 * `a|b` into two values.
 */
const labelsIn = (expression: string) =>
  Array.from(expression.matchAll(/\b((?:largesse)_\w+)\{([^}]*)\}/g)).flatMap(([, metric = '', matchers = '']) =>
    Array.from(matchers.matchAll(/(\w+)(=~|=|!=)"([^"]*)"/g))
      .filter(([, label]) => label !== 'job')
      .flatMap(([, label = '', , values = '']) => values.split('|').map((value) => ({ metric, label, value }))),
  );

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const promtool = { skip: hasPromtool ? false : 'promtool is not installed' };
const run = (...args: string[]) =>
  execFileSync('promtool', args, {
    cwd: fileURLToPath(new URL('../../../deploy/prometheus/', import.meta.url)),
    encoding: 'utf8',
  });

/** Triggers every metric of a service at least once, and reads the metrics. */
async function exercise(): Promise<MetricsReading> {
  await using t = await openTestService({ env: { OPS_PORT: '0', HOST_TIMEOUT: '1', BACKUP_FOLDER: '/var/backups' } });
  const registry = addRegistry(t, { invitees: ['guest'] });
  const item = await addItem(t, registry.id, { quantity_needed: 2 });
  await give(t, item);
  await t.request('GET', `/items/${item.id}`, { as: 'owner' });
  await t.request('GET', '/items/search?q=kettle', { as: 'admin' });
  await t.request('GET', '/items?skip=5000', { as: 'owner' });
  for (const fault of [status(500), status(503)]) {
    t.host.misbehave(fault);
    await t.request('POST', `/registries/${registry.id}/items`, { as: 'owner', body: ITEM });
    await t.request('GET', `/registries/${registry.id}`, { as: 'owner' });
  }
  t.host.misbehave(silence());
  await t.request('GET', `/registries/${registry.id}`, { as: 'owner' });
  return await readMetrics(t.opsUrl);
}

describe('dashboard, alerts and runbook', () => {
  let exported: MetricsReading;
  before(async () => {
    exported = await exercise();
  });

  for (const [what, text] of [
    ['dashboard', expressions.slice(0, -alerts.length).join('\n')],
    ['alerts', alertFile],
    ['tests of the alerts', alertTests],
    ['runbook', runbook],
  ] as const)
    it(`the ${what}names only metrics that the service exports`, () => {
      const named = new Set(metricsIn(text).filter((name) => name !== 'largesse_'));
      assert.ok(named.size > 1);
      // The service exports histograms with suffixes such as `_count`, but texts can name a histogram without a suffix.
      const isThere = (name: string) => exported.names.has(name) || exported.names.has(`${name}_count`);
      assert.deepEqual(
        [...named].filter((name) => !isThere(name)),
        [],
      );
    });

  it('expressions match labels that the metrics have, and values that their HELP lines list', () => {
    for (const { metric, label, value } of expressions.flatMap(labelsIn)) {
      const ofMetric = exported.series.filter((one) => one.startsWith(`${metric}{`));
      assert.ok(
        ofMetric.some((one) => one.includes(`${label}="`)),
        `${metric} has no label ${label}`,
      );
      const base = metric.replace(/_(bucket|sum|count)$/, '');
      const help = exported.text.split('\n').find((line) => line.startsWith(`# HELP ${base} `)) ?? '';
      const isKnown =
        /^\d/.test(value) ||
        help.split(/[\s,;:()]+/).includes(value) ||
        ofMetric.some((one) => one.includes(`${label}="${value}"`));
      assert.ok(isKnown, `${metric} never has ${label}="${value}"`);
    }
  });

  it('the runbook has an entry for each alert in the same order: its meaning, what to check, and what to do', () => {
    const entries = runbook
      .split(/^## /m)
      .slice(1)
      .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }));
    assert.deepEqual(
      valuesOf(entries, 'name'),
      alerts.map(({ name }) => name),
    );
    for (const { name, text } of entries) {
      assert.match(text, /\*\*Meaning\.\*\*/, name);
      assert.match(text, /\*\*Check\b/, name);
      assert.match(text, /\bdo\.\*\*/i, name);
    }
    for (const { name, text } of alerts)
      assert.ok(text.includes(`runbook: docs/runbook.md#${name.toLowerCase()}\n`), name);
  });

  it('each alert has a test in which it is silent and one in which it fires', () => {
    for (const { name } of alerts) {
      const [, test = ''] = alertTests.split(`  - name: ${name}\n`);
      const own = test.split(/^ {2}- name: /m)[0] ?? '';
      assert.match(own, /exp_alerts: \[\]/, name);
      assert.match(own, /exp_alerts:\n {10}- exp_labels:/, name);
    }
  });

  it('promtool accepts rules and settings', promtool, () => {
    assert.match(run('check', 'rules', 'alerts.yml'), new RegExp(`SUCCESS: ${alerts.length} rules found`));
    assert.match(run('check', 'config', 'prometheus.yml'), /SUCCESS: prometheus\.yml is valid/);
  });

  it('promtool finds that every alert fires when it should, and only then', promtool, () =>
    assert.match(run('test', 'rules', 'alerts.test.yml'), /SUCCESS/),
  );

  it('promtool finds no fault in the exported metrics', promtool, () => {
    const {
      status: code,
      stderr,
      stdout,
    } = spawnSync('promtool', ['check', 'metrics'], {
      input: exported.text,
      encoding: 'utf8',
    });
    const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('largesse_'));
    assert.deepEqual(ours, []);
    // promtool exits with 3 if it has advice about names. That advice concerns Node's own metrics.
    assert.ok(code === 0 || code === 3, stderr);
  });

  it('promtool can parse every expression of the dashboard', promtool, async () => {
    await using folder = await temporaryFolder();
    const records = panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }, index) => ({ record: `panel_${index}`, expr }));
    const file = join(folder.path, 'panels.yml');
    const text = JSON.stringify({ groups: [{ name: 'panels', rules: records }] });
    await writeFile(file, text.replaceAll('$__rate_interval', '1m'));
    assert.match(run('check', 'rules', file), new RegExp(`SUCCESS: ${records.length} rules found`));
  });
});
