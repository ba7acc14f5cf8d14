import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../settings.ts';
import { LazyPreviews } from './lazy-previews.ts';
import { openPreviews } from './open.ts';

test('a failed start of the previews is repeated by the next caller, and a successful one is shared', async () => {
  const failures = [new Error('EMFILE: too many open files')];
  let opened = 0;
  const previews = new LazyPreviews(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    opened++;
    return openPreviews(readSettings({ HOST_URL: 'https://registry.example' }), () => performance.now(), null);
  });
  await assert.rejects(previews.get(), /EMFILE/);
  assert.equal(await previews.get(), await previews.get());
  assert.equal(opened, 1);
  await previews.close();
});
