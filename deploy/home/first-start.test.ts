import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as openRequest } from 'node:http';
import { describe, it } from 'node:test';
import { addressOf } from '../../tests/support/server-address.ts';
import { parseAddress, type SiteAddress } from './address.ts';
import { type Account, firstStart } from './first-start.ts';
import { CodeCheck, MAX_WRONG } from './setup-code.ts';

const CODE = 'k7wm-29qx-fdtr';
const HOST = '192.168.1.5:8080';
const ADDRESS = `http://${HOST}`;
const MEMBER = { code: CODE, name: 'Nora Weber', email: 'nora@example.org', password: 'wishes for all' };
const FORM = { ...MEMBER, address: ADDRESS };
const OWN = { origin: ADDRESS };

/** Opens the page of a first start, with a set-up that a test replaces. */
async function openStart(siteUrl: SiteAddress | null = null) {
  const made: { account: Account; address: string }[] = [];
  const logged: string[] = [];
  const start = {
    setUp: async (account: Account, address: SiteAddress) => {
      made.push({ account, address: address.url });
      return { location: `${address.url}/wp-admin/`, cookies: ['a=1; Path=/', 'b=2; Path=/'] };
    },
    time: 0,
  };
  const server = firstStart({
    check: new CodeCheck(CODE, () => start.time),
    siteUrl,
    setUp: (account, address) => start.setUp(account, address),
    log: (text) => void logged.push(text),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: false });
  const send = async (method: string, form: Record<string, string> | string | null, headers = {}) => {
    const request = openRequest(addressOf(server), {
      method,
      agent,
      headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
    request.end(form === null ? undefined : String(new URLSearchParams(form)));
    const [response] = await once(request, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') };
  };
  const problemsOf = (text: string) => [...text.matchAll(/id="(\w+)-problem"/g)].map(([, field]) => field);
  return {
    start,
    made,
    logged,
    show: (headers = {}) => send('GET', null, headers),
    post: (form: Record<string, string> | string, headers: object = OWN) => send('POST', form, headers),
    send,
    problemsOf,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('the first page of a site at home', () => {
  it('asks for the code, says where it is, and shows the address that guests will get', async () => {
    await using t = await openStart();
    const { status, text, headers } = await t.show();
    assert.equal(status, 200);
    const inputs = [...text.matchAll(/<input [^>]*name="(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(inputs, ['code', 'name', 'email', 'password', 'address']);
    assert.match(text, /in the log of the container/);
    assert.match(text, /<strong>http:\/\/192\.168\.1\.5:8080<\/strong>/);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'.*form-action 'self'$/);
    assert.equal(headers['cache-control'], 'no-store');
    for (const [accepted, title] of [
      ['de-AT,de;q=0.9', 'Deine Wunschlisten einrichten'],
      ['fr', 'Préparez vos listes'],
      ['es-MX', 'Prepara tus listas'],
      ['constructor', 'Set up your lists'],
    ])
      assert.ok((await t.show({ 'accept-language': accepted })).text.includes(`<h1>${title}</h1>`), accepted);
    for (const method of ['PUT', 'DELETE', 'PATCH']) assert.equal((await t.send(method, null, OWN)).status, 405);
    assert.equal((await t.send('HEAD', null)).status, 200);
    assert.equal(t.made.length, 0);
  });

  it('sets up the site with what was typed, signs in, and leads everybody else to it', async () => {
    await using t = await openStart();
    const done = await t.post(FORM, { ...OWN, 'accept-language': 'de' });
    assert.deepEqual([done.status, done.headers.location], [303, `${ADDRESS}/wp-admin/`]);
    assert.deepEqual(done.headers['set-cookie'], ['a=1; Path=/', 'b=2; Path=/']);
    const { code: _, ...account } = MEMBER;
    assert.deepEqual(t.made, [{ account: { ...account, language: 'de' }, address: ADDRESS }]);
    for (const answer of [await t.show(), await t.post({ ...FORM, password: 'another one' })]) {
      assert.deepEqual([answer.status, answer.headers.location], [303, `${ADDRESS}/`]);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
    assert.equal(t.made.length, 1);
  });

  it('sets up nothing with a wrong or missing value, names each, and does not repeat the password', async () => {
    await using t = await openStart();
    const wrong: [string, string[]][] = [
      ['code', ['', 'k7wm-29qx-fdts', 'k7wm', '%00']],
      ['name', ['', ' ', 'x'.repeat(61), 'a\nb']],
      [
        'email',
        ['', 'nora', 'nora@', 'nora@example', 'no ra@example.org', `${'n'.repeat(90)}@example.org`, 'a@b@c.de'],
      ],
      ['password', ['', 'short', '        ', ' short   ']],
      ['address', ['', 'http://evil.example', 'https://192.168.1.5:8080', `${ADDRESS}/`]],
    ];
    for (const [field, values] of wrong)
      for (const value of values) {
        t.start.time += 60_000;
        const { status, text } = await t.post({ ...FORM, [field]: value });
        assert.equal(status, 422, `${field}: ${value}`);
        assert.deepEqual(t.problemsOf(text), [field], value);
        assert.ok(!text.includes('wishes for all'));
      }
    t.start.time += 60_000;
    assert.deepEqual(t.problemsOf((await t.post('')).text), ['code', 'name', 'email', 'password', 'address']);
    const { text } = await t.post({ ...FORM, email: '"><script>', name: "<b>'&" });
    assert.ok(text.includes('value="&quot;&gt;&lt;script&gt;"') && text.includes('value="&lt;b&gt;\'&amp;"'), text);
    assert.equal((await t.post({ ...FORM, name: 'x'.repeat(20_000) })).status, 413);
    assert.equal(t.made.length, 0);
  });

  it('limits wrong codes, and tells when to try again', async () => {
    await using t = await openStart();
    for (let wrong = 0; wrong < MAX_WRONG; wrong++) assert.equal((await t.post({ ...FORM, code: 'x' })).status, 422);
    const { status, headers, text } = await t.post({ ...FORM, code: 'x' });
    assert.deepEqual([status, headers['retry-after']], [429, '60']);
    assert.match(text, /Try again in 60 seconds/);
    assert.equal(t.made.length, 0);
    assert.equal((await t.post(FORM)).status, 303, 'the right one');
  });

  it('accepts the form only from itself', async () => {
    await using t = await openStart();
    const refused = [
      {},
      { origin: 'null' },
      { origin: '' },
      { origin: 'http://evil.example' },
      { origin: 'http://192.168.1.5' },
      { origin: 'http://192.168.1.5:8081' },
      { origin: 'http://192.168.1.5:8080.evil.example' },
      { origin: 'http://user@evil.example:8080' },
      { ...OWN, 'sec-fetch-site': 'cross-site' },
      { ...OWN, 'sec-fetch-site': 'same-site' },
      { ...OWN, 'sec-fetch-site': 'none' },
      { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of refused) {
      const { status, text } = await t.post(FORM, headers);
      assert.equal(status, 403, JSON.stringify(headers));
      assert.match(text, /Nothing has happened/);
      assert.ok(!text.includes(CODE));
    }
    assert.equal(t.made.length, 0);
    for (const headers of [OWN, { ...OWN, 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'same-origin' }]) {
      await using other = await openStart();
      assert.equal((await other.post(FORM, headers)).status, 303, JSON.stringify(headers));
    }
  });

  it('takes no address that the visitor has not seen and confirmed', async () => {
    await using t = await openStart();
    // Somebody else’s Host shows somebody else’s address, which the owner has not confirmed.
    const evil = { host: 'evil.example', origin: 'http://evil.example' };
    assert.match((await t.show(evil)).text, /<strong>http:\/\/evil\.example<\/strong>/);
    assert.deepEqual(t.problemsOf((await t.post(FORM, evil)).text), ['address']);
    for (const host of ['a b', 'evil.example/x', 'a@evil.example', '"><b>', 'x:99999999', '[::1'])
      assert.equal((await t.show({ host })).status, 400, host);
    assert.equal(t.made.length, 0);
    const secure = { host: 'family.example', 'x-forwarded-proto': 'https', origin: 'https://family.example' };
    assert.match((await t.show(secure)).text, /value="https:\/\/family\.example"/);
    assert.equal((await t.post({ ...FORM, address: 'https://family.example' }, secure)).status, 303);
    assert.equal(t.made[0]?.address, 'https://family.example');
  });

  it('takes the address of a setting without a question, whatever Host a request has', async () => {
    for (const headers of [
      OWN,
      { host: 'inside:8080', origin: 'http://inside:8080' },
      { host: 'inside:8080', origin: 'https://family.example' },
    ]) {
      await using t = await openStart(parseAddress('https://family.example/lists'));
      const { text, headers: sent } = await t.show(headers);
      assert.ok(!text.includes('name="address"') && text.includes('<strong>https://family.example/lists</strong>'));
      assert.match(String(sent['content-security-policy']), /form-action 'self' https:\/\/family\.example$/);
      assert.equal((await t.post({ ...MEMBER, address: 'http://evil.example' }, headers)).status, 303);
      assert.equal(t.made[0]?.address, 'https://family.example/lists');
    }
  });

  it('goes on with what is typed now after a failure, and does one set-up at a time', async () => {
    await using t = await openStart();
    const { setUp } = t.start;
    t.start.setUp = async () => {
      throw new Error('no room');
    };
    const failed = await t.post(FORM);
    assert.equal(failed.status, 503);
    assert.match(failed.text, /could not be set up/);
    assert.deepEqual(t.logged, ['the site could not be set up: no room']);
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    t.start.setUp = async (account, address) => {
      begun.resolve();
      await goesOn.promise;
      return setUp(account, address);
    };
    const first = t.post({ ...FORM, name: 'First' });
    await begun.promise;
    const second = await t.post({ ...FORM, name: 'Second' });
    assert.deepEqual([second.status, second.headers['retry-after']], [503, '60']);
    goesOn.resolve();
    assert.equal((await first).status, 303);
    assert.deepEqual(
      t.made.map(({ account }) => account.name),
      ['First'],
    );
  });
});
