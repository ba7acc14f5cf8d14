import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as fc from '../../../contract/testing/properties.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { readSettings } from '../settings.ts';
import { describeInstallation, installedSettings, ownDatabase } from './settings.ts';

/** Ways to set the database: not at all, as a value, or as a file with the value. */
const way = fc.constantFrom('none', 'value', 'file', 'beside');

describe('the settings of a command for operators', () => {
  it('are those of the service, unless the environment overrides them, in whatever form both are set', async () => {
    await fc.assert(
      fc.asyncProperty(way, fc.constantFrom('none', 'value', 'file', 'empty'), async (inFile, inEnvironment) => {
        await using folder = await temporaryFolder();
        const at = (name: string) => join(folder.path, name);
        const lines = ['HOST_URL=https://site.example'];
        if (inFile === 'value') lines.push('DATABASE_URL=sqlite:/service.db');
        if (inFile === 'file') lines.push(`DATABASE_URL_FILE=${at('secret')}`);
        await writeFile(at('secret'), 'sqlite:/service.db\n');
        if (inFile === 'beside') await writeFile(at('database-url'), 'sqlite:/service.db\n');
        await writeFile(at('own'), 'sqlite:/own.db\n');
        await writeFile(at('api.env'), lines.join('\n'));
        const environment = {
          none: {},
          empty: { DATABASE_URL: '', DATABASE_URL_FILE: ' ' },
          value: { DATABASE_URL: 'sqlite:/own.db' },
          file: { DATABASE_URL_FILE: at('own') },
        }[inEnvironment];
        const isOwn = inEnvironment === 'value' || inEnvironment === 'file';
        if (inFile === 'none' && !isOwn)
          return assert.throws(
            () => installedSettings(at('api.env'), environment),
            /^SettingError: DATABASE_URL: .*api\.env names no database: add .*\/database-url$/,
          );
        const installed = installedSettings(at('api.env'), environment);
        const { database, host } = readSettings(installed.environment);
        assert.equal(host.url, 'https://site.example');
        assert.deepEqual(database, { kind: 'sqlite', path: isOwn ? '/own.db' : '/service.db' });
        const own = inFile === 'none' ? null : { kind: 'sqlite', path: '/service.db' };
        assert.deepEqual(ownDatabase(installed), own);
        assert.equal(installed.overridden.length > 0, isOwn && inFile !== 'none');
      }),
    );
  });

  it('come from the environment without a file, and are described without passwords', () => {
    const environment = { DATABASE_URL: 'postgres://me:secret@db.example:5432/items?sslmode=require' };
    const installed = installedSettings(null, environment);
    assert.equal(
      describeInstallation(installed),
      'Settings: the environment\nDatabase: PostgreSQL db.example:5432/items\nSite: HOST_URL is not set',
    );
    assert.equal(ownDatabase(installed), null);
  });
});
