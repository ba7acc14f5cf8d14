// Needs a whole site: WordPress creates accounts, and sends confirmations.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe } from 'node:test';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { storedGift } from '../plugin/gifts.ts';
import { COUNTED } from '../plugin/mailing-site.ts';
import { addCode } from '../wordpress/add-code.ts';
import { ask as askSite, decoded } from '../wordpress/guest.ts';
import { openPostOffice, type PostOffice } from '../wordpress/post-office.ts';
import { create, logIn, page, rest } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { give } from './gifts.ts';
import { type GuestSite, openGuestSite, type Shown } from './guest-site.ts';

const PASSWORD = 'a-Long.password-for-7-new-people';

/** Opens a site on which everyone can register. The site sends its mails to a test server. */
async function openJoinable(version: (typeof versions)[number]) {
  await using opened = new AsyncDisposableStack();
  const guests = opened.use(await openGuestSite(version, 'largesse'));
  const office = opened.use(await openPostOffice(guests.system.site));
  await guests.system.site.wordpress.run(`update_option( 'users_can_register', 1 );`);
  const all = opened.move();
  return { guests, office, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

for (const version of versions) {
  describe(`creating an account on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const opened = openForSuite(() => openJoinable(version));
    let t: GuestSite;
    let office: PostOffice;
    let shown: Shown;
    let mine: string;
    before(async () => {
      t = opened.guests;
      office = opened.office;
      shown = await t.registry({ title: 'Ada & Lin' }, [
        { name: 'Casserole', quantity_needed: 9 },
        { name: 'Teapot', quantity_needed: 9 },
      ]);
      mine = await run('echo Largesse\\Registries\\Links\\OwnerPage::url();');
    });

    const run = (php: string, input?: unknown) => t.system.site.wordpress.run(php, input);
    const site = () => t.system.site;

    /** Returns the mail to an address, and the link in this mail that opens the form for a new password. */
    const keyLink = (address: string) => {
      const mail = office.collect().find(({ recipients }) => recipients.includes(address));
      const link = mail?.links.find((url) => url.includes('key='));
      assert.ok(mail && link, `a mail for ${address}`);
      return { link, mail };
    };

    /** Creates a user who sets a password during the registration, as some plugins allow. */
    const joinAtOnce = async (name: string, email = `${name}@people.example`) => {
      await using _form = await addCode(
        site(),
        `add_action( 'init', function () {
          if ( isset( $_POST['join_name'] ) ) { echo wp_insert_user( array( 'user_login' => $_POST['join_name'], 'user_email' => $_POST['join_email'], 'user_pass' => '${PASSWORD}', 'role' => 'subscriber' ) ); exit; }
        } );`,
      );
      const body = new URLSearchParams({ join_name: name, join_email: email });
      const answer = await fetchOnce(`${site().url}/`, { method: 'POST', body });
      const id = Number(await answer.text());
      assert.ok(id > 0);
      const password = await run(
        `echo WP_Application_Passwords::create_new_application_password( $input, array( 'name' => 'x' ) )[0];`,
        id,
      );
      const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
      return { id, headers: { authorization } };
    };

    /** Signs in; returns the `Cookie` header. */
    const signIn = async (name: string) => {
      const body = new URLSearchParams({ log: name, pwd: PASSWORD });
      const answer = await fetchOnce(`${site().url}/wp-login.php`, { method: 'POST', redirect: 'manual', body });
      assert.equal(answer.status, 302, name);
      return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    };

    /** Fetches a page, or submits a form to the address of the page. */
    const ask = async (url: string, cookies: (string | undefined)[], form?: Record<string, string>) => {
      const answer = await askSite(site(), url, { cookie: cookies.join('; '), form });
      const { status, location, html } = answer;
      const cookieOf = (line: string) => line.split(';')[0];
      return { status, location: location ?? '', html: decoded(html), cookies: answer.cookies.map(cookieOf) };
    };

    /** Returns the hidden fields of a form on the page My registries. `act` is the action of the form. */
    const fieldsOf = (html: string, act: string) => {
      const nonce = html.match(
        new RegExp(`name="largesse-account" value="${act}">\\s*<input[^>]*name="_wpnonce" value="(\\w+)"`),
      )?.[1];
      assert.ok(nonce, `a form with the action ${act}`);
      return { 'largesse-account': act, _wpnonce: nonce };
    };

    everywhere('returns to the page that offered the account, even after a lost password', async () => {
      const hidden = new URL(`${site().url}/registry/nobody-knows/`).href;
      for (const from of [mine, hidden]) {
        const { html } = await page(site(), 'nobody', from.replace(site().url, ''));
        const url = (found: RegExpMatchArray | null) => found?.[1]?.replaceAll(/&amp;|&#0?38;/g, '&') ?? '';
        const back = (address: string) => new URL(address, site().url).searchParams.get('redirect_to');
        const link = url(html.match(/href="([^"]*largesse-sign-up=1[^"]*)"/));
        assert.equal(back(link), from);
        const form = decoded(await (await fetchOnce(link)).text());
        assert.equal(url(form.match(/name="redirect_to" value="([^"]*)"/)), from);
        const login = url(form.match(/Do you have an account\?\s*<a href="([^"]*)"/));
        assert.equal(back(login), from);
        const signIn = await (await fetchOnce(login)).text();
        assert.equal(back(url(signIn.match(/wp-login-register" href="([^"]*)"/))), from);
        assert.equal(back(back(url(signIn.match(/wp-login-lost-password" href="([^"]*)"/))) ?? ''), from);
      }
      office.collect();
      const step = `wp-login.php?checkemail=confirm&redirect_to=${encodeURIComponent(mine)}`;
      const lost = await ask(`${site().url}/wp-login.php?action=lostpassword`, [], {
        user_login: 'stranger',
        redirect_to: step,
      });
      assert.equal(lost.status, 302);
      const { link } = keyLink(site().users.stranger.email);
      assert.equal(new URL(link).searchParams.get('redirect_to'), mine);
    });

    everywhere('leads nowhere else, whatever the address contains', async () => {
      const evil = 'https://evil.example/';
      const step = `wp-login.php?checkemail=registered&redirect_to=${encodeURIComponent(evil)}`;
      for (const [index, address] of [evil, step].entries()) {
        const email = `visitor${index}@people.example`;
        const body = { user_login: `visitor${index}`, user_email: email, redirect_to: address };
        const answer = await ask(`${site().url}/wp-login.php?action=register`, [], body);
        assert.equal(new URL(answer.location, `${site().url}/`).hostname, new URL(site().url).hostname, address);
        const { link, mail } = keyLink(email);
        assert.doesNotMatch(mail.text, /evil/, address);
        assert.equal(new URL(link).searchParams.has('redirect_to'), false, address);
      }
      const sanitized = await run(
        'echo wp_json_encode( array_map( array( Largesse\\People\\Accounts\\ReturnAddress::class, "sanitize" ), $input ) );',
        [
          `${site().url}/registry/x/?gift-of=a&key=b&page=2&open=c&_wpnonce=d&largesse-confirm=e&no-invitations=f&follower=g&my-share=i&promise=j&my-gifts=k&no-reminders=l`,
          '/my-registries/?registry=3#top',
          `${site().url}/${'x'.repeat(600)}`,
          evil,
        ],
      );
      const own = [`${site().url}/registry/x/?page=2`, `${site().url}/my-registries/?registry=3#top`, '', ''];
      assert.deepEqual(JSON.parse(sanitized), own);
    });

    it('removes keys from a theme’s login and logout links', async () => {
      await using _ = await addCode(
        site(),
        `add_action( 'wp_loaded', fn () => isset( $_GET['links'] ) && exit( wp_login_url( $_GET['links'] ) . "\\n" . str_replace( '&amp;', '&', wp_logout_url( $_GET['links'] ) ) ) );`,
      );
      const leads = async (path: string) => {
        const { html } = await page(site(), 'nobody', `/?links=${encodeURIComponent(site().url + path)}`);
        return html.split('\n').map((url) => new URL(url).searchParams.get('redirect_to')?.replace(site().url, ''));
      };
      const expected = {
        '/registry/x/?gift-of=a&key=b&page=2': '/registry/x/?page=2',
        '/?largesse-confirm=abc': '/',
        '/?promise=abc&my-share=7xabc': '/',
        '/?my-gifts=abc': '/',
        '/?my-gifts=1': '/?my-gifts=1',
        '/?no-reminders=7xabc': '/',
        '/order/?key=b': '/order/?key=b',
        '/my-registries/?confirm-address=c': '/my-registries/?confirm-address=c',
      };
      for (const [path, kept] of Object.entries(expected)) assert.deepEqual(await leads(path), [kept, kept], path);
    });

    everywhere('explains politely if only administrators create accounts, and shows no one’s address', async () => {
      await run(`update_option( 'users_can_register', 0 );`);
      const gift = await give(t.system, shown.id, { item_id: shown.items[1] });
      for (const path of [mine, `${site().url}/registry/nobody-knows/`, gift.url]) {
        const { html } = await page(site(), 'nobody', path.replace(site().url, ''));
        const told = path === gift.url ? 'Do you have an account here' : 'create its accounts';
        assert.ok(html.includes(told), path);
        assert.match(html, /Sign in/);
        assert.doesNotMatch(html, /admin@|largesse-sign-up/, path);
      }
      await run(`update_option( 'users_can_register', 1 );`);
    });

    everywhere('gives an account created with a password no registry until its address is confirmed', async () => {
      const { id, headers } = await joinAtOnce('early');
      for (const status of ['publish', 'private']) {
        const host = await rest(site(), 'nobody', 'POST', '/registries', { title: 'Mine', status }, headers);
        assert.equal(host.status, 403, status);
        const api = await t.system.request(null, 'POST', '/registries', { headers, body: { title: 'Mine', status } });
        assert.equal(api.status, 403, JSON.stringify(api.body));
      }
      const draft = await rest(site(), 'nobody', 'POST', '/registries', { title: 'Mine', status: 'draft' }, headers);
      assert.equal(draft.status, 201);
      const opened = await rest(
        site(),
        'nobody',
        'PATCH',
        `/registries/${draft.body.id}`,
        { status: 'publish' },
        headers,
      );
      assert.equal(opened.status, 403);

      const cookies = await signIn('early');
      const { html } = await ask(mine, cookies);
      assert.match(html, /Please confirm your e-mail address/);
      assert.doesNotMatch(html, /Start a registry/);
      office.collect();
      const said = async (fields: Record<string, string>, who = cookies) => {
        const { status, html } = await ask(mine, who, fields);
        return `${status} ${/role="alert">([^<]*)/.exec(html)?.[1]}`;
      };
      assert.match(await said({ ...fieldsOf(html, 'send'), _wpnonce: 'x' }), /^403 The page was open for too long/);
      assert.deepEqual(office.collect(), []);
      assert.match((await ask(mine, cookies, fieldsOf(html, 'send'))).location, /account-said=send/);
      const [mail] = office.collect();
      assert.deepEqual(mail?.recipients, ['early@people.example']);
      const link = mail?.links.find((url) => url.includes('confirm-address=')) ?? '';
      assert.match(await said(fieldsOf(html, 'send')), /^429 A mail is already on its way/);
      /** Requests a confirmation mail, like a program without a browser. */
      const program = () =>
        rest<{ confirmed?: boolean }>(site(), 'nobody', 'POST', '/wp-json/largesse/v1/confirmation', {}, headers);
      assert.equal((await program()).status, 429, 'these mails have the limits of other mails about accounts');
      const afterTwoMinutes = `${COUNTED} $counted( 'sign-up mails to early@people.example', array( time() - 121 ) );`;
      await run(afterTwoMinutes);
      office.refusals = 1;
      assert.match(await said(fieldsOf(html, 'send')), /^503 The mail could not be sent/);
      await run(
        `Largesse\\Foundation\\Records\\Records::change( 'mail_failures', 'last', fn () => null ); ${afterTwoMinutes}`,
      );
      const next = await program();
      assert.deepEqual([next.status, next.body.confirmed, office.collect().length], [202, false, 1]);

      // A mail scanner cannot confirm the address, even if it opens the link and posts the form. Another account cannot
      // use the link.
      assert.equal((await ask(link, [])).status, 200);
      const key = new URL(link).searchParams.get('confirm-address') ?? '';
      await ask(link, [], { 'largesse-account': 'confirm', 'confirm-address': key, _wpnonce: 'x' });
      const other = await joinAtOnce('other');
      const others = await signIn('other');
      const empty = await ask(link, others);
      assert.match(empty.html, /You have no registry yet\.</, 'users are not told to do what they cannot do yet');
      const theirs = fieldsOf(empty.html, 'confirm');
      assert.match(await said({ ...theirs, 'confirm-address': key }, others), /^403 This link is outdated/);
      const isPending = (user: number) =>
        run(`echo (int) Largesse\\Registries\\Registry\\ConfirmedAddress::is_pending( get_userdata( $input ) );`, user);
      assert.deepEqual([await isPending(id), await isPending(other.id)], ['1', '1']);

      const form = fieldsOf((await ask(link, cookies)).html, 'confirm');
      assert.equal(await isPending(id), '1', 'opening a link changes nothing');
      assert.match(
        (await ask(mine, cookies, { ...form, 'confirm-address': `${key}.` })).location,
        /account-said=confirm/,
      );
      const left = await run(
        `echo wp_json_encode( array_values( preg_grep( '/^_largesse/', array_keys( get_user_meta( $input ) ) ) ) );`,
        id,
      );
      assert.equal(left, '[]', 'not the mark');
      const again = await program();
      assert.deepEqual([again.status, again.body.confirmed], [200, true]);
      const made = await t.system.request(null, 'POST', '/registries', {
        headers,
        body: { title: 'Mine', status: 'publish' },
      });
      assert.equal(made.status, 201);
      await run(`update_user_meta( $input, '_largesse_unconfirmed', 'another key' );`, id);
      assert.match(await said({ ...form, 'confirm-address': key }), /^403 This link is outdated/);
      assert.equal(await isPending(id), '1', 'the earlier link does not confirm the address again');
      const confirmed = await run(
        `use Largesse\\People\\Accounts\\AddressConfirmation;
         $user = get_userdata( $input );
         add_filter( 'pre_wp_mail', function ( $sent, $mail ) use ( &$text ) { $text = $mail['message']; return true; }, 10, 2 );
         $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->prefix}largesse_records WHERE kind = 'limit'" );
         AddressConfirmation::send( $user, home_url( '/' ) );
         preg_match( '/confirm-address=(\\w+)/', $text, $key );
         foreach ( array( 'another@people.example', 'Early@people.example' ) as $email ) {
           wp_update_user( array( 'ID' => $user->ID, 'user_email' => $email ) );
           echo (int) AddressConfirmation::confirm( get_userdata( $user->ID ), $key[1] );
         }`,
        id,
      );
      assert.equal(confirmed, '01', 'the link confirms only the address to which it was sent');
    });

    everywhere('shows no one data for an address that they only claim', async () => {
      const invited = 'granny@people.example';
      const id = await create(site(), 'owner', {
        title: 'For granny',
        meta: { registry_invitees: JSON.stringify([invited]) },
      });
      const gift = await give(t.system, shown.id, { item_id: shown.items[0], giver_email: invited });
      const { id: user, headers } = await joinAtOnce('thief', invited);
      const cookies = await signIn('thief');
      assert.notEqual((await rest(site(), 'nobody', 'GET', `/registries/${id}`, undefined, headers)).status, 200);
      assert.equal((await t.system.request(null, 'GET', `/registries/${id}`, { headers })).status, 403);
      // The user is invited by user name, and may therefore read the registry. The keeper has the address that the user
      // only claims, so the user must not get a keeper's rights.
      const kept = await create(site(), 'owner', {
        meta: { registry_invitees: '["thief"]', registry_keepers: JSON.stringify([invited]) },
      });
      assert.equal((await t.system.request(null, 'GET', `/registries/${kept}`, { headers })).status, 200);
      const released = `/registries/${kept}/purchases/${randomUUID()}`;
      assert.equal((await t.system.request(null, 'DELETE', released, { headers })).status, 403);
      const { html } = await ask(mine, cookies);
      assert.doesNotMatch(html, /For granny|Did you give these/);
      assert.equal((await storedGift(t.system, gift.id)).giver_user_id, null);

      // Granny sets a password with the key from a mail. From now on, only she can use the account.
      office.collect();
      await ask(`${site().url}/wp-login.php?action=lostpassword`, [], { user_login: invited });
      await run(
        `$GLOBALS['wpdb']->get_row( 'SELECT 1' );
         $link = wp_parse_url( $input, PHP_URL_QUERY ); parse_str( $link, $asked );
         $user = check_password_reset_key( $asked['key'], $asked['login'] );
         if ( is_wp_error( $user ) ) throw new RuntimeException( $user->get_error_message() );
         reset_password( $user, 'another password' );`,
        keyLink(invited).link,
      );
      assert.equal((await rest(site(), 'nobody', 'GET', '/users/me', undefined, headers)).status, 401);
      assert.doesNotMatch((await ask(mine, cookies)).html, /For granny/);
      const hers = await run(
        `wp_set_current_user( $input[0] ); echo (int) current_user_can( 'read_post', $input[1] );`,
        [user, id],
      );
      assert.equal(hers, '1');
    });

    it('removes the confirmation of an address that was changed without WordPress’s mail', async () => {
      const { id } = await joinAtOnce('mover');
      await run(`delete_user_meta( $input, '_largesse_unconfirmed' );`, id);
      await using _shop = await addCode(
        site(),
        `add_action( 'wp_loaded', function () {
          if ( isset( $_POST['account_email'] ) ) { wp_update_user( array( 'ID' => get_current_user_id(), 'user_email' => $_POST['account_email'] ) ); exit; }
        } );`,
      );
      const cookies = await signIn('mover');
      const addressOf = (user: number) =>
        run(`echo Largesse\\Registries\\Registry\\ConfirmedAddress::of( get_userdata( $input ) );`, user);
      /** Changes the address, and returns the confirmed address. */
      const become = async (account_email: string, query = '') => {
        await ask(`${site().url}/${query}`, cookies, { account_email });
        assert.equal(await run('echo get_userdata( $input )->user_email;', id), account_email);
        return addressOf(id);
      };
      assert.equal(
        await become('Mover@people.example'),
        'Mover@people.example',
        'the same address, with a capital letter',
      );
      assert.equal(await become('victim@people.example'), '');
      const pending = { hash: 'abc', newemail: 'Asked@people.example' };
      await run(`update_user_meta( $input[0], '_new_email', $input[1] );`, [id, pending]);
      assert.equal(await become('asked@people.example', '?newuseremail=abd'), '');
      assert.equal(await become('unasked@people.example', '?newuseremail=abc'), '', 'the link was for another address');
      assert.equal(await become('asked@people.example', '?newuseremail=abc'), 'asked@people.example');
      await become('victim@people.example');
      await run(`reset_password( get_userdata( $input ), 'another password' );`, id);
      assert.equal(await addressOf(id), '', 'a new password without a key from a mail confirms nothing');
      const asAdmin = (path: string, body: object) => rest<{ id: number }>(site(), 'admin', 'POST', path, body);
      const user = { username: 'added', email: 'added@people.example', password: PASSWORD };
      await using _trusting = await addCode(
        site(),
        `add_filter( 'largesse_account_needs_confirmation', fn ( $needs, $id ) => $needs && 'trusted' !== get_userdata( $id )->user_login, 10, 2 );`,
      );
      assert.equal(
        await addressOf((await joinAtOnce('trusted')).id),
        'trusted@people.example',
        'another plugin decides',
      );
      const added = (await asAdmin('/users', user)).body.id;
      assert.equal(await addressOf(added), 'added@people.example', 'an administrator adds a user');
      await asAdmin(`/users/${added}`, { email: 'moved@people.example' });
      assert.equal(await addressOf(added), 'moved@people.example', 'an administrator changes an address');
    });

    it('adds no gift that has a user, is for the member, or was not offered to them', async () => {
      const byAddress = await give(t.system, shown.id, {
        item_id: shown.items[0],
        giver_email: site().users.stranger.email,
      });
      const taken = await give(t.system, shown.id, {
        item_id: shown.items[0],
        giver_email: site().users.stranger.email,
        giver_user_id: site().users.invitee.id,
      });
      const foreign = await give(t.system, shown.id, { item_id: shown.items[0] });
      const toOwner = await give(t.system, shown.id, {
        item_id: shown.items[0],
        giver_email: site().users.owner.email,
      });
      const { html } = await page(site(), 'stranger', mine.replace(site().url, ''));
      assert.match(html, new RegExp(byAddress.id));
      assert.doesNotMatch(html, new RegExp(`${taken.id}|${foreign.id}`));
      assert.doesNotMatch((await page(site(), 'owner', mine.replace(site().url, ''))).html, new RegExp(toOwner.id));
      const cookies = await logIn(site(), 'stranger');
      const form = fieldsOf(html, 'keep');
      const all = [byAddress, taken, foreign, toOwner];
      const body = new URLSearchParams(form);
      for (const { id } of all) body.append('largesse-gifts[]', id);
      // No form of the plugin sends nested lists, so the site must ignore this field.
      body.append('largesse-gifts[][]', 'x');
      const send = (fields: URLSearchParams) =>
        fetchOnce(mine, { method: 'POST', redirect: 'manual', headers: { cookie: cookies }, body: fields });
      const forged = new URLSearchParams(body);
      forged.set('_wpnonce', '0123456789');
      assert.match(await (await send(forged)).text(), /role="alert">The page was open for too long/);
      assert.equal((await storedGift(t.system, byAddress.id)).giver_user_id, null);
      t.interference = { before: ({ method }) => method !== 'PATCH' };
      assert.match(await (await send(body)).text(), /role="alert">Some gifts could not be added/);
      t.interference = {};
      assert.match((await send(body)).headers.get('location') ?? '', /said=keep/);
      const users = await Promise.all(all.map(async ({ id }) => (await storedGift(t.system, id)).giver_user_id));
      assert.deepEqual(users, [site().users.stranger.id, site().users.invitee.id, null, null]);

      // Once this browser has shown the page of a gift, My registries offers the gift.
      const own = await ask(foreign.url, [cookies]);
      assert.match(own.html, new RegExp(`Keep all your gifts in one place:.*href="${mine}"`));
      assert.match((await ask(mine, [cookies, ...own.cookies])).html, new RegExp(foreign.id));
    });
  });
}
