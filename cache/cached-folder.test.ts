import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { cacheFolders } from './cached-folder.ts';

test('what is fetched once is kept in the cache of the user', () => {
  assert.equal(cacheFolders({ XDG_CACHE_HOME: '/caches' })[0], join('/caches', 'largesse'));
  assert.equal(cacheFolders({ XDG_CACHE_HOME: 'relative' })[0], join(homedir(), '.cache', 'largesse'));
  assert.equal(cacheFolders({})[0], join(homedir(), '.cache', 'largesse'));
});
