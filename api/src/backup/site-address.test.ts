import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { FILES } from './manifest.ts';
import { addressChange } from './site-address.ts';

/** Returns the SQL that changes the address in a dump with these tables. */
async function changeOf(...tables: string[]): Promise<string> {
  await using folder = await temporaryFolder();
  const dump = tables.map((table) => `CREATE TABLE \`${table}\` (\n  \`id\` int\n);\n`).join('');
  await writeFile(join(folder.path, FILES.site), gzipSync(dump));
  return await addressChange(folder.path, 'https://new.example');
}

describe('the change of address of a restored site', () => {
  it('affects the options of WordPress, not those of a plugin', async () =>
    assert.match(await changeOf('wp_forms_options', 'wp_options', 'wp_users'), /UPDATE `wp_options` SET/));

  it('rejects a network, several sites and a dump of something else', async () => {
    await assert.rejects(changeOf('wp_blogs', 'wp_options', 'wp_users'), /contains a network/);
    await assert.rejects(changeOf('staging_options', 'staging_users', 'wp_options', 'wp_users'), /\(staging_, wp_\)/);
    await assert.rejects(changeOf('options_of_shop', 'users'), /no tables of WordPress/);
  });
});
