import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenedLater } from './on-demand.ts';

test('a failed opening is repeated by the next caller, and a successful one is shared', async () => {
  const failures = [new Error('EMFILE: too many open files')];
  let opened = 0;
  const resource = new OpenedLater(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return { number: ++opened };
  });
  await assert.rejects(resource.get(), /EMFILE/);
  assert.equal(resource.opened, null);
  assert.equal(await resource.get(), await resource.get());
  assert.deepEqual(resource.opened, { number: 1 });
});
