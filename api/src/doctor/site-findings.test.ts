import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { listen } from '../../../tests/support/server-address.ts';
import { readSettings } from '../settings.ts';
import { findingsOfSite } from './site-findings.ts';

const STATUS = { plugin: '1.0.0', authorization: true, signed_in: true };
const finding = (status: string, label: string) => ({ id: 'x', status, label, about: 'Because.', remedy: 'Do this.' });

/** Returns state and first line of each finding. @param status HTTP status of the site's answer */
async function found(
  answer: unknown,
  status = 200,
  authorization: string | null = 'Basic YWRhOng=',
  environment: Record<string, string> = {},
): Promise<string[]> {
  const server = createServer((request, response) => {
    const isAsked = request.url === '/wp-json/largesse/v1/status';
    response.writeHead(isAsked ? status : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAsked ? answer : {}));
  });
  await using site = await listen(server);
  const findings = await findingsOfSite(readSettings({ HOST_URL: site.url, ...environment }), authorization);
  return findings.map(({ state, text }) => `${state} ${text.replace(site.url, '').split('\n', 1)[0]}`);
}

describe('the findings of the plugin', () => {
  const answers = 'ok Site: /wp-json answers, plugin 1.0.0';

  it('are those of the site: critical ones are problems, recommendations are only named', async () => {
    const findings = [finding('good', 'A'), finding('recommended', 'B'), finding('critical', 'C')];
    assert.deepEqual(await found({ ...STATUS, findings }), [
      answers,
      'ok Site: A',
      'skipped Site: B. Because.',
      'problem Site: C. Because.',
    ]);
  });

  it('lack the age of backups if the command itself knows their folder', async () => {
    const findings = [{ ...finding('good', 'A'), id: 'backup' }, finding('good', 'B')];
    assert.deepEqual(await found({ ...STATUS, findings }), [answers, 'ok Site: A', 'ok Site: B']);
    assert.deepEqual(await found({ ...STATUS, findings }, 200, 'Basic YWRhOng=', { BACKUP_FOLDER: '/backups' }), [
      answers,
      'ok Site: B',
    ]);
  });

  it('are missing for a reason, which is named', async () => {
    assert.match((await found(STATUS, 200, null))[1] ?? '', /^skipped Site: not checked; set REGISTRY_API_USERNAME/);
    assert.match((await found({ ...STATUS, authorization: false }))[1] ?? '', /^problem Site: the web server does not/);
    assert.match((await found(STATUS))[1] ?? '', /^problem Site: the user may not see the findings/);
    const rejected = await found({ ...STATUS, signed_in: false });
    assert.deepEqual(rejected.slice(1), ['problem Site: WordPress rejects the credentials']);
    for (const [answer, status] of [
      [{ code: 'rest_no_route' }, 404],
      [{ plugin: 1 }, 200],
      ['Hello', 200],
      [{}, 503],
      [{ code: 'x' }, 401],
    ] as const) {
      const [first = '', ...more] = await found(answer, status);
      assert.match(first, /^problem Site: the plugin does not answer at /);
      assert.deepEqual(more, []);
    }
  });
});
