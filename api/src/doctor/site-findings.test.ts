import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { type FakeHost, openFakeHost } from '../../../tests/support/fake-host.ts';
import { text } from '../../../tests/support/host-faults.ts';
import { listen } from '../../../tests/support/server-address.ts';
import { addCast } from '../../../tests/support/service.ts';
import { readSettings } from '../settings.ts';
import { findingsOfSite } from './site-findings.ts';

const STATUS = { plugin: '1.0.0', authorization: true, signed_in: true };
const finding = (status: string, label: string) => ({ id: 'x', status, label, about: 'Because.', remedy: 'Do this.' });

/** Answers to other calls of the service: an administrator, on a site without registries. */
const OTHERS = [
  ['/wp-json/wp/v2/users/me', { id: 1, username: 'ada', email: 'ada@x.example', roles: [], capabilities: {} }],
  ['/wp-json/wp/v2/registries', []],
] as const;

/** Returns state and first line of each finding. @param status HTTP status of the site's answer */
async function found(
  answer: unknown,
  status = 200,
  authorization: string | null = 'Basic YWRhOng=',
  environment: Record<string, string> = {},
): Promise<string[]> {
  const server = createServer(({ url = '' }, response) => {
    const isAsked = url === '/wp-json/largesse/v1/status';
    const [, other] = OTHERS.find(([path]) => url.startsWith(path)) ?? [];
    const code = isAsked ? status : other === undefined ? 404 : 200;
    response.writeHead(code, { 'content-type': 'application/json', 'x-wp-total': '0' });
    response.end(JSON.stringify(isAsked ? answer : (other ?? {})));
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

describe('reading registries as the service does', () => {
  const said = async (host: FakeHost) => {
    const settings = readSettings({ HOST_URL: host.url });
    const findings = await findingsOfSite(settings, host.users.authorization('admin'));
    return findings.slice(1).map(({ state, text }) => `${state} ${text.split('\n', 1)[0]}`);
  };

  it('finds what another plugin removes from the answers, although the plugin describes all fields', async () => {
    await using host = await openFakeHost();
    addCast(host);
    const complete = { ...finding('good', 'The REST API shows registries completely'), id: 'rest_api' };
    host.facts = { signed_in: true, findings: [complete] };
    const all = ['ok Site: The REST API shows registries completely'];
    assert.deepEqual(await said(host), all, 'no registry');
    const { id } = host.registries.add({ author: 1 });
    assert.deepEqual(await said(host), all);
    const calls = [
      { route: '/wp/v2/registries', body: '[{"id":1,"author":1,"title":{"raw":"A"},"content":{"raw":""}}]' },
      { route: `/wp/v2/registries/${id}`, body: `{"id":${id},"author":1,"title":{"raw":"A"},"content":{"raw":""}}` },
    ];
    for (const { route, body } of calls) {
      host.misbehave(text(body, 200, { 'x-wp-total': '1' }), { method: 'GET', route });
      const [problem = '', ...more] = await said(host);
      assert.match(problem, /^problem Site: the service cannot read registries: /);
      assert.deepEqual(more, [], 'nothing contradicts it');
      host.behave();
    }
  });
});
