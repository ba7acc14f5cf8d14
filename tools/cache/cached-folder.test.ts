import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { cacheFolders } from './cached-folder.ts';

test('downloads are cached in the cache folder of the user', () => {
  assert.equal(cacheFolders({ XDG_CACHE_HOME: '/caches' })[0], join('/caches', 'largesse'));
  assert.equal(cacheFolders({ XDG_CACHE_HOME: 'relative' })[0], join(homedir(), '.cache', 'largesse'));
  assert.equal(cacheFolders({})[0], join(homedir(), '.cache', 'largesse'));
});
