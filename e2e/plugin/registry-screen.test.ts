import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, afterEach, before, describe } from 'node:test';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { fetchOnce, send as sendRequest } from '../../api/testing/http-client.ts';
import type { WordPressVersion } from '../../demo/wordpress/packages.ts';
import { openChromium } from '../browser/chromium.ts';
import { type Caller, create, logIn, read } from '../wordpress/requests.ts';
import type { Person } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { type Admin, openAdmin } from './admin.ts';
import { activeItems, addItem } from './connected.ts';
import { barrier, type Counted, openCounted } from './counting-api.ts';

/** No connection is used twice: PHP runs in this process and may keep it from noticing that one was closed. */
const agent = new Agent();

const HOSTILE = ['<script>alert(1)</script>', `"double" 'single' &amp; <b>`, 'مقلاة "كبيرة"', '\\ back \\n'];
const BOXES = '#largesse-owner, #largesse-occasion, #largesse-invitees, #largesse-items';

/** What the block editor says in every console: of blocks of the theme, and of what members may not read. */
const SAID_BY_BLOCK_EDITOR = /Updated Block: |Block successfully updated|console\.groupEnd|status of 403/;
const CLOSED_TO_MEMBERS =
  /\/wp\/v2\/(blocks|taxonomies|templates|settings|users|types|themes|navigation|global-styles)\b/;

for (const version of versions) describe(`the screen of a registry on WordPress ${version}`, () => screenOn(version));

function screenOn(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  let t: Counted;
  before(async () => {
    t = await openCounted(version);
    // The greeting of the block editor would cover the screen.
    await site().wordpress.run(
      `foreach ( get_users() as $user ) {
         update_user_meta( $user->ID, $GLOBALS['wpdb']->get_blog_prefix() . 'persisted_preferences', array(
           'core/edit-post' => array( 'welcomeGuide' => false ), 'core' => array( 'welcomeGuide' => false ), '_modified' => gmdate( 'c' ),
         ) );
       }`,
    );
  });
  after(async () => {
    const log = await site().wordpress.log();
    await t.close();
    assert.equal(log, '', 'WordPress has nothing to complain of');
  });
  afterEach(() => {
    t.interference = {};
  });

  const site = () => t.whole.site;
  const screenOf = (id: number) => `${site().url}/wp-admin/post.php?post=${id}&action=edit`;
  const meta = async (id: number) => (await read(site(), 'owner', id, '?context=edit')).body.meta;
  const invitees = async (id: number): Promise<string[]> => JSON.parse((await meta(id)).registry_invitees);
  const names = async (id: number) => (await activeItems(t.whole, id)).map(({ name }) => name);

  /** The screen as HTML. */
  async function html(who: Person, id: number): Promise<string> {
    const response = await fetchOnce(screenOf(id), { headers: { cookie: await logIn(site(), who) } });
    assert.equal(response.status, 200);
    return response.text();
  }
  const nonces = new Map<string, Promise<string>>();
  /** A nonce for a registry, as WordPress makes it for somebody who is logged in; asked for once, for it stays good. */
  function nonce(who: Person, id: number): Promise<string> {
    const known = nonces.get(`${who} ${id}`) ?? makeNonce(who, id);
    nonces.set(`${who} ${id}`, known);
    return known;
  }
  async function makeNonce(who: Person, id: number): Promise<string> {
    return site().wordpress.run(
      `foreach ( explode( '; ', $input['cookie'] ) as $cookie ) {
         list( $name, $value ) = explode( '=', $cookie, 2 );
         $_COOKIE[ $name ] = urldecode( $value );
       }
       wp_set_current_user( $input['user'] );
       echo wp_create_nonce( $input['action'] );`,
      { cookie: await logIn(site(), who), user: site().users[who].id, action: `largesse_registry_${id}` },
    );
  }
  /** Sends the form of a box, as a browser would. */
  async function send(
    who: Caller,
    id: number,
    box: string,
    fields: Record<string, string>,
    key?: string,
  ): Promise<number> {
    const _wpnonce = key ?? (who === 'nobody' ? 'none' : await nonce(who, id));
    const response = await sendRequest(agent, site().url, 'POST', '/wp-admin/admin-post.php', {
      rawBody: String(
        new URLSearchParams({ action: 'largesse_registry', registry: String(id), box, _wpnonce, ...fields }),
      ),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: who === 'nobody' ? undefined : await logIn(site(), who),
      },
    });
    if (response.status === 302) assert.equal(response.headers.location, screenOf(id));
    return response.status;
  }

  describe('in a browser', () => {
    // A browser each: the small Chromium mixes up the cookies of two people.
    const browsers = new Map<Person, { browser: Browser; admin: Admin }>();
    after(() => Promise.all([...browsers.values()].map(({ browser }) => browser.close())));
    async function adminOf(who: Person): Promise<Admin> {
      const known = browsers.get(who);
      if (known) return known.admin;
      const browser = await openChromium();
      const admin = await openAdmin(site(), browser, who);
      browsers.set(who, { browser, admin });
      return admin;
    }

    /** Opens the screen for somebody, lets them act, and sees that nothing complains. */
    async function onScreen(
      who: Person,
      id: number,
      act: (page: Page, isSound: () => Promise<void>) => Promise<void>,
    ): Promise<void> {
      const admin = await adminOf(who);
      const { page } = admin;
      const refused: string[] = [];
      const dialogs: string[] = [];
      page.removeAllListeners('response').on('response', (response) => {
        if (response.status() >= 400 && !CLOSED_TO_MEMBERS.test(response.url())) refused.push(response.url());
      });
      page.removeAllListeners('dialog').on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        return dialog.dismiss();
      });
      await page.goto(screenOf(id));
      await page.getByRole('button', { name: 'Invite', exact: true }).waitFor();
      const isSound = async () => {
        assert.equal(await page.locator(BOXES).count(), 4);
        assert.deepEqual(await admin.axe(BOXES), []);
      };
      await act(page, isSound);
      await isSound();
      assert.deepEqual(
        admin.complaints().filter((complaint) => !SAID_BY_BLOCK_EDITOR.test(complaint)),
        [],
      );
      assert.deepEqual(refused, []);
      assert.deepEqual(dialogs, []);
    }
    /** Waits until the screen has come with a notice, and with the boxes, which the block editor shows later. */
    async function says(page: Page, text: string): Promise<void> {
      await page.locator('.components-notice').getByText(text).waitFor();
      await page.getByRole('button', { name: 'Invite', exact: true }).waitFor();
    }
    const items = (page: Page) => page.locator('#largesse-items').getByRole('rowheader').allInnerTexts();
    const invited = (page: Page) =>
      page.locator('#largesse-invitees').getByRole('listitem').locator('bdi').allInnerTexts();

    /**
     * Presses a button and gives the screen that answers, as HTML. The browser stays where it is: the block editor
     * takes long to load, so that only some answers are looked at in it.
     */
    async function answerTo(page: Page, name: string, box: Page | Locator = page): Promise<string> {
      const answer = Promise.withResolvers<string>();
      const sendForm = async (route: Route) => {
        // On a connection of its own, as all requests here.
        const headers = { ...route.request().headers(), connection: 'close' };
        answer.resolve(route.fetch({ headers }).then((response) => response.text()));
        await answer.promise.catch(() => {});
        await route.fulfill({ status: 204 });
      };
      await page.route('**/wp-admin/admin-post.php', sendForm, { times: 1 });
      await box.getByRole('button', { name, exact: true }).click();
      return answer.promise;
    }
    const saysIn = (html: string, text: string) =>
      assert.ok(html.includes(`createNotice( "success", "${text}" )`), `not said: ${text}`);

    everywhere(
      'an owner changes what every box holds, and reads there what was done and what was refused',
      async () => {
        const id = await create(site(), 'owner', { title: 'Wedding', meta: { registry_invitees: '["Invitee"]' } });
        for (const name of ['Kettle', 'Pot', 'Pan'])
          await addItem(t.whole, id, name, { price: 1234.5, quantity_needed: 3 });
        await onScreen('owner', id, async (page, isSound) => {
          await page.getByText('You are the owner.').waitFor();
          assert.deepEqual(await items(page), ['Kettle', 'Pot', 'Pan']);
          const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Pan' }) });
          assert.deepEqual((await row.getByRole('cell').allInnerTexts()).slice(0, 3), ['1,234.50', '3', '0']);
          assert.equal(await page.getByRole('columnheader', { name: 'Affiliate link' }).count(), 0);

          await page.getByLabel('What the registry is for').fill('Mum & Dad’s <3 day');
          await page.getByLabel('Date of the occasion').fill('2027-05-01');
          saysIn(await answerTo(page, 'Save the occasion'), 'The occasion is saved.');
          assert.partialDeepStrictEqual(await meta(id), {
            registry_event_type: 'Mum & Dad’s <3 day',
            registry_event_date: '2027-05-01',
          });
          saysIn(await answerTo(page, 'Move Pan up'), 'The item is moved.');
          saysIn(await answerTo(page, 'Remove Kettle'), 'The item is removed.');
          assert.deepEqual(await names(id), ['Pot', 'Pan']);

          await page
            .getByLabel('Invite people')
            .fill('granny@family.test\ninvitee\n<b>"Tom\'s"</b>\nGRANNY@family.test');
          await page.getByRole('button', { name: 'Invite', exact: true }).click();
          await says(page, '2 people are invited now.');
          assert.deepEqual(await invited(page), ['Invitee', 'granny@family.test', `<b>"Tom's"</b>`]);
          assert.equal(await page.getByLabel('Invite people').inputValue(), '');
          assert.deepEqual(await items(page), ['Pan', 'Pot']);
          assert.equal(await page.getByLabel('What the registry is for').inputValue(), 'Mum & Dad’s <3 day');
          assert.equal(await page.getByLabel('Date of the occasion').inputValue(), '2027-05-01');
          await isSound();

          saysIn(await answerTo(page, 'Remove granny@family.test'), 'The invitation is taken back.');
          t.interference = { before: () => false };
          await page.getByLabel('Invite people').fill(`granny\n${'x'.repeat(101)}`);
          await page.getByRole('button', { name: 'Invite', exact: true }).click();
          await says(page, 'Nobody was invited. An invitee has 1 to 100 characters.');
          assert.match(await page.getByLabel('Invite people').inputValue(), /^granny\s+x{101}$/);
          assert.deepEqual(await invited(page), ['Invitee', `<b>"Tom's"</b>`]);
          await page.getByText('The items cannot be shown now. The registry service did not answer.').waitFor();
        });
        assert.deepEqual(await invitees(id), ['Invitee', `<b>"Tom's"</b>`]);
        const again = await html('owner', id);
        assert.match(again, /form="largesse-invitees-form"/);
        assert.doesNotMatch(again, /Nobody was invited|x{101}/, 'it is said once');
      },
    );

    it('an administrator sees whose it is, and affiliate links; hostile text is only text', async () => {
      const id = await create(site(), 'owner', {
        title: HOSTILE[0] ?? '',
        meta: { registry_invitees: JSON.stringify(HOSTILE), registry_event_type: HOSTILE[1] },
      });
      for (const name of HOSTILE) await addItem(t.whole, id, name, { affiliate_status: 'expired' });
      await onScreen('admin', id, async (page) => {
        assert.deepEqual(await items(page), HOSTILE);
        assert.deepEqual(await invited(page), HOSTILE);
        assert.equal(await page.getByLabel('What the registry is for').inputValue(), HOSTILE[1]);
        assert.equal(await page.getByRole('cell', { name: 'Expired' }).count(), HOSTILE.length);
        const owner = page.locator('#largesse-owner').getByRole('link', { name: 'owner' });
        assert.match((await owner.getAttribute('href')) ?? '', new RegExp(`user_id=${site().users.owner.id}`));
        const box = page.locator('#largesse-invitees');
        saysIn(await answerTo(page, `Remove ${HOSTILE[1]}`, box), 'The invitation is taken back.');
      });
      assert.deepEqual(await invitees(id), HOSTILE.toSpliced(1, 1));
    });
  });

  it('refuses a date that is no day of the calendar, and stores neither field', async () => {
    const id = await create(site(), 'owner', {
      meta: { registry_event_type: 'Wedding', registry_event_date: '2027-05-01' },
    });
    for (const date of ['2027-02-30', 'tomorrow', '1.5.2027', '2027-05-01x', '<script>']) {
      assert.equal(await send('owner', id, 'occasion', { event_type: 'Party', event_date: date }), 302);
      assert.match(await html('owner', id), /Nothing was saved: the date is no day of the calendar/);
    }
    assert.equal(await send('owner', id, 'occasion', { event_type: 'x'.repeat(101), event_date: '' }), 302);
    assert.match(await html('owner', id), /Nothing was saved: the occasion may have at most 100 characters/);
    assert.partialDeepStrictEqual(await meta(id), {
      registry_event_type: 'Wedding',
      registry_event_date: '2027-05-01',
    });
  });

  it('clears the occasion', async () => {
    const id = await create(site(), 'owner', {
      meta: { registry_event_type: 'Wedding', registry_event_date: '2027-05-01' },
    });
    assert.equal(await send('owner', id, 'occasion', { event_type: ' ', event_date: '' }), 302);
    assert.partialDeepStrictEqual(await meta(id), { registry_event_type: '', registry_event_date: '' });
  });

  it('keeps text exactly as it was typed, without characters that no text holds', async () => {
    const id = await create(site(), 'owner', {});
    const text = ['\\', ...HOSTILE, '1<2>0', 'a\u0000b'].join(' ');
    assert.equal(await send('owner', id, 'occasion', { event_type: text }), 302);
    assert.equal((await meta(id)).registry_event_type, text.replace('\u0000', ''));
    const entries = HOSTILE.map((text) => text.replace(';', ''));
    assert.equal(await send('owner', id, 'invitees', { invite: entries.join('\r\n') }), 302);
    assert.deepEqual(await invitees(id), entries);
  });

  it('holds to the limit of a thousand invitees', async () => {
    const full = Array.from({ length: 999 }, (_, n) => `guest${n}`);
    const id = await create(site(), 'owner', { meta: { registry_invitees: JSON.stringify(full) } });
    await send('owner', id, 'invitees', { invite: 'one\ntwo' });
    assert.match(await html('owner', id), /A registry has at most 1000 invitees/);
    assert.deepEqual(await invitees(id), full);
    await send('owner', id, 'invitees', { invite: 'one, GUEST7; guest8' });
    assert.deepEqual(await invitees(id), [...full, 'one']);
  });

  it('loses nobody where several people invite and remove at the same moment', async () => {
    const id = await create(site(), 'owner', { meta: { registry_invitees: '["gone","stays"]' } });
    const meet = barrier(4);
    const change = async (who: Person, fields: Record<string, string>) => {
      const key = await nonce(who, id);
      await meet();
      assert.equal(await send(who, id, 'invitees', fields, key), 302);
    };
    await Promise.all([
      change('owner', { invite: 'a' }),
      change('admin', { invite: 'b' }),
      change('owner', { remove: 'GONE' }),
      change('admin', { invite: 'c\nd' }),
    ]);
    assert.deepEqual((await invitees(id)).toSorted(), ['a', 'b', 'c', 'd', 'stays']);
  });

  it('lets nobody but owner and administrators change anything', async () => {
    const id = await create(site(), 'owner', {
      status: 'publish',
      meta: { registry_invitees: '["invitee"]', registry_event_type: 'Wedding' },
    });
    const item = await addItem(t.whole, id, 'Kettle');
    await addItem(t.whole, id, 'Pot');
    const before = { meta: await meta(id), items: await names(id) };
    const actions: [string, Record<string, string>][] = [
      ['occasion', { event_type: 'Stolen', event_date: '2028-01-01' }],
      ['invitees', { invite: 'stranger' }],
      ['invitees', { remove: 'invitee' }],
      ['items', { remove: String(item) }],
      ['items', { down: String(item) }],
    ];
    for (const [box, fields] of actions) {
      for (const who of ['stranger', 'invitee'] as const)
        assert.equal(await send(who, id, box, fields), 403, `${who} ${box}`);
      assert.equal(await send('owner', id, box, fields, 'wrong'), 403, `a wrong nonce, ${box}`);
      assert.equal(
        await send('owner', id, box, fields, await nonce('owner', id + 1)),
        403,
        'a nonce of another registry',
      );
      assert.equal(await send('owner', id, box, fields, await nonce('admin', id)), 403, 'a nonce of somebody else');
      assert.ok((await send('nobody', id, box, fields)) >= 300);
    }
    assert.deepEqual({ meta: await meta(id), items: await names(id) }, before);
  });

  it('changes nothing but registries that were saved, and items that are theirs', async () => {
    const id = await create(site(), 'owner', {});
    const other = await create(site(), 'owner', {});
    const item = await addItem(t.whole, other, 'Kettle');
    assert.equal(await send('owner', id, 'items', { remove: String(item) }), 302);
    assert.match(await html('owner', id), /The item was gone already/);
    assert.equal(await send('owner', id, 'items', { up: String(item) }), 302);
    assert.match(await html('owner', id), /The item was not moved. It is gone/);
    assert.deepEqual(await names(other), ['Kettle']);
    assert.equal(await send('owner', id, 'no-such-box', {}), 302);
    const post = Number(
      await site().wordpress.run(
        `echo wp_insert_post( array( 'post_title' => 'Post', 'post_author' => $input ) );`,
        site().users.owner.id,
      ),
    );
    await site().wordpress.run('wp_trash_post( $input );', id);
    for (const which of [post, id, 0, 999999])
      assert.equal(await send('owner', which, 'occasion', { event_type: 'x' }), 403, String(which));
  });

  everywhere('asks to save a new registry first', async () => {
    const response = await fetchOnce(`${site().url}/wp-admin/post-new.php?post_type=registry`, {
      headers: { cookie: await logIn(site(), 'owner') },
    });
    const page = await response.text();
    assert.match(page, /Save the registry and open it again/);
    assert.ok(!page.includes('largesse-items-form'));
  });

  everywhere('works in the classic editor as well', async () => {
    const id = await create(site(), 'owner', {});
    await site().wordpress.run(
      `is_dir( WPMU_PLUGIN_DIR ) || mkdir( WPMU_PLUGIN_DIR ); file_put_contents( WPMU_PLUGIN_DIR . '/classic.php', '<?php add_filter( "use_block_editor_for_post_type", "__return_false" );' );`,
    );
    try {
      await send('owner', id, 'occasion', { event_date: 'never' });
      const page = await html('owner', id);
      assert.match(page, /<div class="notice notice-error[^>]*><p>Nothing was saved/);
      assert.match(page, /form="largesse-invitees-form"/);
      assert.match(page, /Nobody is invited yet\./);
      assert.match(page, /<form id="largesse-invitees-form"/);
      await send('owner', id, 'invitees', { invite: 'granny' });
      assert.match(await html('owner', id), /1 person is invited now/);
    } finally {
      await site().wordpress.run(`unlink( WPMU_PLUGIN_DIR . '/classic.php' );`);
    }
  });

  it('does not tell one user what another one did', async () => {
    const id = await create(site(), 'owner', {});
    await send('owner', id, 'invitees', { invite: 'granny' });
    assert.doesNotMatch(await html('admin', id), /is invited now/);
    assert.match(await html('owner', id), /is invited now/);
  });
}
