import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Success criteria of WCAG 2.2. The report's template still contains 4.1.1, which is obsolete. */
const LEVEL_A = `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3
  2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.1 4.1.2`;
const LEVEL_AA = `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8
  3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`;

const LEVELS = ['supports', 'partially-supports', 'does-not-support', 'not-applicable', 'not-evaluated'];

interface Criterion {
  num: string;
  components: readonly { name: string; adherence: { level: string; notes: string } }[];
}

interface Report {
  catalog: string;
  chapters: Readonly<Record<'success_criteria_level_a' | 'success_criteria_level_aa', { criteria: Criterion[] }>>;
}

const report: Report = parse(read('docs/accessibility/openacr.yaml'));
const { success_criteria_level_a: a, success_criteria_level_aa: aa } = report.chapters;

test('the accessibility report has each criterion of WCAG 2.2, levels A and AA', () => {
  for (const [{ criteria }, wanted] of [
    [a, LEVEL_A],
    [aa, LEVEL_AA],
  ] as const)
    assert.equal(criteria.map(({ num }) => num).join(' '), wanted.replaceAll(/\s+/g, ' '));
  for (const { num, components } of [...a.criteria, ...aa.criteria])
    assert.ok(components.length === 1 && LEVELS.includes(components[0]?.adherence.level ?? ''), num);
});

test('each line of the accessibility report names tests and inspections that exist', () => {
  const walks = read('docs/accessibility.md');
  const faults: string[] = [];
  for (const { num, components } of [...a.criteria, ...aa.criteria]) {
    const { level = '', notes = '' } = components[0]?.adherence ?? {};
    const [, list = ''] = notes.split('Evidence:');
    const evidence = list
      .split('\n')
      .map((line) => line.replace(/^- /, '').trim())
      .filter(Boolean);
    if (evidence.length === 0 && !level.startsWith('not-')) faults.push(`${num}: no evidence`);
    for (const one of evidence) {
      const [where = '', ...name] = one.split(': ');
      const exists =
        where === 'inspection'
          ? walks.includes(`\n### ${name.join(': ')}\n`)
          : existsSync(join(root, where)) && read(where).includes(name.join(': '));
      if (!exists) faults.push(`${num}: ${one}`);
    }
  }
  assert.deepEqual(faults, []);
});
