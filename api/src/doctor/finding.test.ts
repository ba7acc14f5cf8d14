import assert from 'node:assert/strict';
import { it } from 'node:test';
import { latentProblem, nextStep, ok, problem, skipped } from './finding.ts';

it('the next step: fixes the first problem, or else enables the first check that was skipped', () => {
  const findings = [ok('A'), skipped('B'), skipped('C', 'Do C.'), problem('D', 'Do D.'), problem('E', 'Do E.')];
  assert.equal(nextStep(findings), 'Next step: D. Do D.');
  assert.equal(nextStep(findings.slice(0, 3)), 'Next step: Do C.');
  assert.equal(nextStep(findings.slice(0, 2)), 'Everything is set up.');
});

it('the next step: an outage comes before an old backup, whatever is checked first', () => {
  const findings = [skipped('A', 'Do A.'), latentProblem('Backup', 'Do B.'), problem('Outage', 'Do C.')];
  for (const all of [findings, findings.toReversed()]) assert.equal(nextStep(all), 'Next step: Outage. Do C.');
  assert.equal(nextStep(findings.slice(0, 2)), 'Next step: Backup. Do B.');
});
