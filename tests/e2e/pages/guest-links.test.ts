// Needs a whole site: headers and redirects of pages depend on WordPress.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { ask } from '../wordpress/guest.ts';
import { type Caller, page } from '../wordpress/requests.ts';
import { openGuestSite, type Shown } from './guest-site.ts';

const AFFILIATE = 'https://partner.example/?id=7&to=pan';
const SHOP = 'https://shop.example/pan?colour=red#big';

describe('the links of a registry', () => {
  const t = openForSuite(() => openGuestSite());
  let open: Shown;
  let secret: Shown;
  before(async () => {
    open = await t.registry({ title: 'Ours', slug: 'ours' }, [
      { name: 'Active', url: SHOP, affiliate_url: AFFILIATE, affiliate_status: 'active' },
      { name: 'Inactive', url: SHOP, affiliate_url: AFFILIATE, affiliate_status: 'inactive' },
      { name: 'Expired', url: SHOP, affiliate_url: AFFILIATE, affiliate_status: 'expired' },
      { name: 'Senseless', url: SHOP, affiliate_url: 'javascript:alert(1)', affiliate_status: 'active' },
      { name: 'No scheme', url: 'shop.example/pan' },
      { name: 'Odd', url: "https://shop.example/it's/$5|{x}/für%202" },
    ]);
    secret = await t.registry(
      {
        title: 'Golden hush',
        slug: 'secret-house',
        status: 'private',
        meta: { registry_invitees: '["invitee","mailinvitee@people.example"]' },
      },
      [{ name: 'Ring', url: SHOP }],
    );
  });
  afterEach(() => {
    t.interference = {};
  });

  const site = () => t.system.site;

  const follow = (who: Caller, path: string) => ask(site(), path, { who });
  async function target(path: string, who: Caller = 'nobody'): Promise<string | null> {
    const response = await follow(who, path);
    assert.equal(response.status, 302, path);
    return response.location;
  }
  const gift = ({ path, items }: Shown, index: number) => `${path}?gift=${items[index]}`;

  describe('to a shop', () => {
    it('go through an active affiliate link, otherwise to the item’s address, and are never cached', async () => {
      // The last address has odd characters; the one before was typed without a scheme.
      const odd = 'https://shop.example/it%27s/%245%7C%7Bx%7D/f%C3%BCr%202';
      for (const [index, expected] of [AFFILIATE, SHOP, SHOP, SHOP, 'https://shop.example/pan', odd].entries())
        assert.equal(await target(gift(open, index)), expected, String(index));
      for (const name of [open.id, 'ours'])
        assert.equal(await target(`/?registry=${name}&gift=${open.items[0]}`), AFFILIATE);
      const { headers } = await follow('nobody', gift(open, 0));
      assert.match(headers.get('cache-control') ?? '', /no-cache|no-store/);
      assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', 'the shop does not learn the previous page');
    });

    it('lead back to the registry if it has no such item, and never elsewhere', async () => {
      for (const odd of ['0', '999999', secret.items[0], '', 'x', `0${open.items[0]}`, 'https://evil.example/'])
        assert.equal(await target(`${open.path}?gift=${odd}`), site().url + open.path, String(odd));
      assert.equal(await target(`${open.path}?gift[]=${open.items[0]}`), site().url + open.path);
      assert.equal(await target(`${open.path}?gift=${open.items[0]}%0d%0aSet-Cookie:x`), site().url + open.path);
    });

    it('ask to try again during an outage of the service, and link back', async () => {
      t.interference = { before: () => false };
      const answer = await follow('nobody', gift(open, 0));
      assert.equal(answer.status, 503);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
      const { html } = answer;
      assert.match(html, /try again/);
      assert.ok(html.includes(`href="${site().url}${open.path}"`) || html.includes(`href='${site().url}${open.path}'`));
      assert.doesNotMatch(html, /service/i, 'only administrators see the reason');
      assert.match((await follow('admin', gift(open, 0))).html, /service/i);
    });

    it('are the only links on a page: no visitor sees an affiliate link', async () => {
      for (const who of ['nobody', 'owner', 'admin'] as const) {
        const { html } = await page(site(), who, open.path);
        assert.match(html, /Active/);
        assert.doesNotMatch(html, /partner\.example|shop\.example|affiliate/i, who);
        assert.match(html, /rel="nofollow sponsored"/);
      }
    });
  });

  describe('to a private registry', () => {
    const asked = [
      '/registry/secret-house/',
      '/?registry=secret-house',
      '/?post_type=registry&p=ID',
      '/?p=ID',
      '/?registry=ID',
    ];
    const path = (pattern: string, id: number, slug: string) =>
      pattern.replace('ID', String(id)).replace('secret-house', slug);

    it('get the same answer as a missing registry', async () => {
      const neutral = (html: string, id: number, slug: string) =>
        html
          .replace(/<(style|script)\b.*?<\/\1>/gs, '')
          .replace(new RegExp(`(=|%3D)${id}(?=["&%#])`, 'g'), '$1ID')
          .replaceAll(slug, 'SLUG')
          .replace(/_wpnonce=\w+/g, '')
          .replace(/\b(wp-(?:elements|container)-[a-z-]*)[0-9a-f]+/g, '$1');
      for (const pattern of asked)
        for (const who of ['stranger', 'nobody'] as const) {
          const there = await page(site(), who, path(pattern, secret.id, 'secret-house'));
          const gone = await page(site(), who, path(pattern, 987654, 'nowhere'));
          assert.equal(there.status, gone.status);
          assert.equal(
            neutral(there.html, secret.id, 'secret-house'),
            neutral(gone.html, 987654, 'nowhere'),
            `${who} ${pattern}`,
          );
        }
    });

    it('show signed-out visitors how to sign in and come back, and explain themselves to strangers', async () => {
      for (const pattern of [
        '/registry/secret-house/',
        '/registry/nowhere/',
        '/?registry=secret-house',
        '/?registry=nowhere',
      ]) {
        const { html, status } = await page(site(), 'nobody', pattern);
        assert.equal(status, 404);
        assert.equal(html.split('Were you invited').length, 2, `${pattern}: once`);
        const login = html.match(/<a class="largesse-hint__link" href="([^"]+)"/)?.[1]?.replaceAll('&#038;', '&');
        assert.ok(login);
        assert.equal(new URL(login).searchParams.get('redirect_to'), site().url + pattern);
      }
      const signedIn = (await page(site(), 'stranger', '/registry/secret-house/')).html;
      assert.match(signedIn, /&#038;reauth=1">Sign in with another account/);
      for (const other of ['/no-such-page/', '/?author=99', '/hello-world/', open.path])
        assert.doesNotMatch((await page(site(), 'nobody', other)).html, /Were you invited/, other);
    });
  });
});
