import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { parse } from 'yaml';
import { readSettings } from '../../api/src/settings.ts';
import { warningsOf } from '../../api/src/warnings.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { parseAddress } from './address.ts';
import { serviceEnvironment } from './service.ts';

it('no setting of the container is a warning of the service, and the service gets no password of the mail provider', async () => {
  await using data = await temporaryFolder();
  await writeFile(join(data.path, 'site-key'), 'k'.repeat(64));
  const { services } = parse(readFileSync(join(import.meta.dirname, 'compose.yaml'), 'utf8'));
  const names: string[] = services.largesse.environment;
  assert.ok(names.includes('TRUSTED_PROXY'));
  const given = Object.fromEntries(names.map((name) => [name, name === 'TZ' ? 'UTC' : 'secret']));
  const environment = serviceEnvironment(data.path, parseAddress('https://family.example'), given);
  assert.deepEqual(warningsOf(readSettings(environment), environment), []);
  assert.ok(!Object.values(environment).includes('secret'));
  assert.equal(environment.TZ, 'UTC');
});
