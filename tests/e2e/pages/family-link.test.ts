// Needs a whole site: access depends on cookies, accounts and headers of several requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { ask as askSite, formIn, type Sent } from '../wordpress/guest.ts';
import { dispatch } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { openGuestSite, type Shown } from './guest-site.ts';
import { keyIn, linksOn } from './links.ts';
import { addressOf } from './owner-page.ts';

const GRANNY = 'granny@family.example';

for (const version of versions) describe(`a link to a registry on WordPress ${version}`, () => linkRules(version));

function linkRules(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const t = openForSuite(() => openGuestSite(version));
  let home: Shown;
  before(async () => {
    home = await closed('Golden hush', 'golden-hush');
  });

  const site = () => t.system.site;
  const links = () => linksOn(site());
  const run = (code: string, input: unknown = null) => site().wordpress.run(code, input);
  const closed = (title: string, slug: string, more: object = {}) =>
    t.registry(
      { title, slug, status: 'private', meta: { registry_invitees: JSON.stringify([GRANNY, 'invitee']) }, ...more },
      [{ name: 'Ring', url: 'https://shop.example/ring', quantity_needed: 9 }],
    );

  const ask = (address: string, sent?: Sent) => askSite(site(), address, sent);
  /** Opens a link, as the button "Continue" does. Returns the cookies that the site sets. */
  async function enter(link: string, sent: Sent = {}): Promise<string> {
    const { origin, pathname } = new URL(link);
    const answer = await ask(origin + pathname, { ...sent, form: { open: keyIn(link) } });
    assert.equal(answer.status, 303);
    return answer.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  }
  /** Checks whether a registry's page opens for a visitor with these cookies. */
  const isOpen = async (cookie: string, { id }: Shown = home) =>
    (await ask(`/?registry=${id}`, { cookie })).status !== 404;
  const isHere = async (entry: string, id = home.id) =>
    '' !==
    (await run(
      'echo Largesse\\Together\\Invitations\\InvitationStates::of( get_post( $input[0] ), $input[1] )["here"];',
      [id, entry],
    ));

  everywhere('names the registry’s owner, gives no access yet, and is never cached', async () => {
    const link = await links().family(home.id);
    const page = await ask(link);
    assert.equal(page.status, 200);
    assert.match(page.html, /Golden hush/);
    assert.match(page.html, /<button[^>]*>Continue</);
    assert.match(page.html, /This registry is open to you/, 'the name of the owner is only a user name');
    assert.doesNotMatch(page.html, /Ring|og:(?!type|site_name|locale|image)|oembed/);
    assert.match(page.html, /"og:image" content="[^"]+\/assets\/share\.png"/);
    assert.match(page.html, /<title>You are invited/, 'chats see no names');
    assert.doesNotMatch(/<title>[^<]*/.exec(page.html)?.[0] ?? '', /hush/);
    assert.deepEqual(page.cookies, []);
    assert.match(page.headers.get('cache-control') ?? '', /no-store.*private/);
    assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/);
    // With this policy, no Referer contains the key, but browsers send the origin with the form.
    assert.equal(page.headers.get('referrer-policy'), 'strict-origin');
    assert.equal(page.html.split(keyIn(link)).length, 2, 'only the form contains the key');
    assert.match(page.html, new RegExp(`name="open" value="${keyIn(link)}"`));
    const rename = (name: string) =>
      run("wp_update_user( array( 'ID' => $input[0], 'display_name' => $input[1] ) );", [site().users.owner.id, name]);
    await rename('Otto & Co');
    assert.match((await ask(link)).html, /<bdi>Otto \S+ Co<\/bdi> shows you a registry/);
    await rename('owner');
    const head = await ask(link, { method: 'HEAD' });
    assert.deepEqual([head.status, head.html, head.cookies], [200, '', []]);
    assert.equal(head.headers.get('referrer-policy'), 'strict-origin');
    assert.equal((await ask(home.path)).status, 404, 'viewing the page gives no access');
  });

  everywhere('opens that registry after "Continue", and removes the key from the address', async () => {
    const link = await links().family(home.id);
    const answer = await ask(home.path, { form: { open: keyIn(link) } });
    assert.equal(answer.status, 303);
    assert.equal(answer.location, `${site().url}${home.path}?giving=1`);
    assert.equal(answer.cookies.length, 1);
    const [set = ''] = answer.cookies;
    assert.match(set, new RegExp(`^largesse_open_${home.id}=family-[0-9a-f]{32};`));
    for (const part of [/httponly/i, /samesite=lax/i, /path=\/;/i, /max-age=7776000/i]) assert.match(set, part);
    assert.doesNotMatch(set, /secure|domain=/i);
    assert.ok(!set.includes(keyIn(link)));
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
    const cookie = set.split(';')[0] ?? '';
    const page = await ask(home.path, { cookie });
    assert.equal(page.status, 200);
    assert.match(page.html, /Golden hush/);
    assert.match(page.html, /Ring/);
    assert.match(page.headers.get('cache-control') ?? '', /no-store.*private/);
    assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/);
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.match(page.html, /"og:title" content="Largesse"/, 'the site’s name');
    assert.doesNotMatch(page.html, /largesse\/shared|og:description/);
    assert.ok(!page.html.includes(keyIn(link)));
    assert.equal((await ask(`/?registry=${home.id}`, { cookie })).status !== 404, true);
    // A site whose address is in a folder, behind a proxy that ends TLS.
    await using _ = await addCode(
      site(),
      `add_filter( 'option_home', static fn ( $home ) => str_replace( 'http:', 'https:', $home ) . '/family' );`,
    );
    const [secure = ''] = (await ask(home.path, { form: { open: keyIn(link) } })).cookies;
    for (const part of [/; secure/i, /path=\/family\/;/i]) assert.match(secure, part);
  });

  everywhere('opens no other registry, and for no one else', async () => {
    const cookie = await enter(await links().family(home.id));
    const other = await closed('Silver whisper', 'silver-whisper');
    const forged = cookie.replace(`_${home.id}=`, `_${other.id}=`);
    for (const tried of [cookie, forged, `${cookie}; ${forged}`]) assert.equal(await isOpen(tried, other), false);
    await using _ = await addCode(
      site(),
      `add_action( 'wp_footer', function () {
        foreach ( array( 0, ${site().users.stranger.id} ) as $user ) echo user_can( $user, 'read_post', ${home.id} ) ? ' reads' : ' not';
      }, PHP_INT_MAX );`,
    );
    assert.match((await ask(home.path, { cookie })).html, / reads not\s*<\/body>/, 'only the visitor with the cookie');
  });

  it('is not needed by invited members: their visits are recorded, too', async () => {
    const seen = await closed('Seen', 'seen', { meta: { registry_invitees: '["invitee","x@family.example"]' } });
    assert.equal((await ask(seen.path, { who: 'stranger' })).status, 404);
    assert.equal(await isHere('invitee', seen.id), false);
    assert.equal((await ask(seen.path, { who: 'invitee' })).status, 200);
    assert.equal(await isHere('invitee', seen.id), true);
    const planned = await closed('Planned', '', { status: 'draft', slug: undefined });
    await run(
      `wp_set_current_user( $input[1] );
       $GLOBALS['wp'] = new WP();
       wp( "post_type=registry&p={$input[0]}" );
       ( new Largesse\\Together\\Invitations\\GuestAccess() )->record_member_visit();`,
      [planned.id, site().users.invitee.id],
    );
    assert.equal(await isHere('invitee', planned.id), false, 'a draft has no visitors');
    const link = await links().family(seen.id);
    for (const who of ['owner', 'invitee', 'admin'] as const) assert.equal(await enter(link, { who }), '', who);
    const cookie = await enter(link, { who: 'stranger' });
    assert.equal((await ask(seen.path, { who: 'stranger', cookie })).status, 200);
    assert.equal((await ask(seen.path, { cookie })).status, 404, 'the link is the member’s, not the browser’s');

    // A visit counts neither for an unconfirmed address nor for a user name that contains an "@". Both may be another
    // person's address.
    const people = ['claimer', 'claimed@family.example', 'own@family.example', 'alias@family.example'];
    const claimed = await closed('Claimed', 'claimed', { meta: { registry_invitees: JSON.stringify(people) } });
    const visit = (login: string, email: string, unconfirmed: string) =>
      run(
        `$id = wp_insert_user( array( 'user_login' => $input[1], 'user_email' => $input[2], 'user_pass' => 'x', 'role' => 'subscriber' ) );
         update_user_meta( $id, '_largesse_unconfirmed', $input[3] );
         wp_set_current_user( $id );
         $GLOBALS['wp'] = new WP();
         wp( "post_type=registry&p={$input[0]}" );
         ( new Largesse\\Together\\Invitations\\GuestAccess() )->record_member_visit();`,
        [claimed.id, login, email, unconfirmed],
      );
    await visit('claimer', 'claimed@family.example', 'key');
    await visit('alias@family.example', 'own@family.example', '');
    assert.deepEqual(await Promise.all(people.map((entry) => isHere(entry, claimed.id))), [true, false, true, false]);
  });

  it('stays when a second tab, which does not know it, creates one', async () => {
    const ours = await closed('Two tabs', 'two-tabs', { meta: { registry_owners: '["stranger"]' } });
    const make = (body?: object) =>
      dispatch<{ family_link: { url: string } }>(
        site(),
        'owner',
        'POST',
        `/wp-json/largesse/v1/registries/${ours.id}/family-link`,
        body,
      );
    const [first, again] = await Promise.all([make(), make({ instead_of: '' })]);
    assert.deepEqual([first.status, again.status].sort(), [200, 201]);
    assert.deepEqual(first.body, again.body);
    const { url } = first.body.family_link;
    const next = await make({ instead_of: url });
    assert.equal(next.status, 201);
    assert.notEqual(next.body.family_link.url, url);
    // The user clicks again, because the answer to the first click was lost.
    const repeated = await make({ instead_of: url });
    assert.deepEqual([repeated.status, repeated.body], [200, next.body]);
    for (const wrong of [7, ['x'], {}]) assert.equal((await make({ instead_of: wrong })).status, 422);
    const cookie = await enter(next.body.family_link.url);
    assert.equal(await isOpen(cookie, ours), true);
    const path = `/wp-json/largesse/v1/registries/${ours.id}/family-link`;
    const revoked = await dispatch<{ family_link: object }>(site(), 'stranger', 'DELETE', path);
    assert.deepEqual(revoked.body.family_link, { state: 'none', url: '' }, 'by a co-owner');
    assert.equal(await isOpen(cookie, ours), false);
  });

  everywhere('that is invalid shows the same page for every address', async () => {
    const good = keyIn(await links().family(home.id));
    const other = await closed('Bronze murmur', 'bronze-murmur');
    const draft = await closed('Copper rumour', 'copper-rumour', { status: 'draft', slug: undefined });
    const ofDraft = keyIn(await links().family(draft.id));
    const body = ({ status, html }: { status: number; html: string }) => [
      status,
      html.slice(html.indexOf('<main'), html.indexOf('</main>')) || html.length,
    ];
    const expected = body(await ask(`/registry/nothing-here/?open=${good}`));
    assert.equal(expected[0], 404);
    assert.match(String(expected[1]), /This link does not work/);
    const tried = [
      `${home.path}?open=${'0'.repeat(32)}`,
      `${home.path}?open[]=${good}`,
      `${other.path}?open=${good}`,
      `/?registry=${draft.id}&open=${ofDraft}`,
      `/?post_type=registry&p=${draft.id}&open=${ofDraft}`,
      `/?registry[]=${home.id}&open=${good}`,
      `${home.path}?open=${encodeURIComponent(`%${good.charCodeAt(0).toString(16)}${good.slice(1)}`)}`,
      `${home.path}?open=`,
      '/?registry=999999&open=1',
    ];
    for (const path of tried) {
      const answer = await ask(path);
      assert.deepEqual(body(answer), expected, path);
      assert.equal(answer.location, null, path);
      assert.doesNotMatch(answer.html, /hush|murmur|rumour/i, path);
    }
    const posted = await ask(other.path, { form: { open: good } });
    assert.deepEqual([posted.status, posted.cookies], [404, []]);
  });

  everywhere('works at every address of a registry, and never appears in other addresses', async () => {
    const key = keyIn(await links().family(home.id));
    for (const path of [
      `/?registry=${home.id}&`,
      '/?registry=golden-hush&',
      `/?post_type=registry&p=${home.id}&`,
      `${home.path.slice(0, -1)}?`,
    ]) {
      const answer = await ask(`${path}open=${key}`);
      assert.deepEqual([answer.status, answer.location], [200, null], path);
      assert.match(answer.html, /Continue/, path);
    }
    assert.match((await ask(`${home.path}?o%70en=${key}`)).html, /Continue/);
    const elsewhere = [
      `/registry/golden?open=${key}`,
      `/hello-world?open=${key}`,
      `/?p=1&open=${key}`,
      `/?open=${key}&x=1`,
      `/wp-admin/?open=${key}`,
    ];
    for (const path of elsewhere) {
      const answer = await ask(path);
      assert.ok(!(answer.location ?? '').includes(key), path);
      assert.ok(!answer.html.includes(key), path);
    }
  });

  it('has no effect if another site sends the form, or none is sent', async () => {
    const link = await links().family(home.id);
    const form = { open: keyIn(link) };
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const answer = await ask(home.path, { form, headers });
      assert.deepEqual([answer.status, answer.cookies, answer.location], [403, [], null]);
      assert.match(answer.html, /Continue/, 'the visitor can still continue');
    }
    for (const headers of [
      ...['same-origin', 'same-site', 'none'].map((where) => ({ 'sec-fetch-site': where })),
      { origin: site().url },
    ])
      assert.equal((await ask(home.path, { form, headers })).status, 303);
    const bare = await ask(link, { form: {} });
    assert.deepEqual([bare.status, bare.cookies], [200, []], 'a POST without the field works like a GET');
    const list = await ask(home.path, { form: { 'open[]': form.open } });
    assert.deepEqual([list.status, list.cookies], [404, []]);
  });

  it('stays with the account of a member until it ends, or the member removes the list', async () => {
    const shown = await closed('Silver whisper', 'silver-whisper', { meta: {} });
    const mine = addressOf(site());
    const reads = async (who: TestUser, cookie = '') => (await ask(shown.path, { who, cookie })).status === 200;
    const page = async (who: TestUser) => (await ask(mine, { who })).html;
    const open = async (link: string, who?: TestUser) => enter(link, who === undefined ? {} : { who });
    await open(await links().family(shown.id), 'mailInvitee');
    assert.equal(await reads('mailInvitee'), true, 'on another device');
    assert.equal(await reads('stranger'), false);
    assert.match(await page('mailInvitee'), /Silver whisper.*Remove from my lists/s);
    assert.doesNotMatch(await page('stranger'), /Silver whisper/);
    // The owner replaces the link.
    await links().family(shown.id);
    assert.equal(await reads('mailInvitee'), false);
    assert.doesNotMatch(await page('mailInvitee'), /Silver whisper/);
    // A visitor signs in after "Continue".
    const cookie = await open(await links().family(shown.id));
    assert.equal(await reads('mailInvitee', cookie), true);
    assert.equal(await reads('mailInvitee'), true, 'on another device');
    const own = await open(await links().family(shown.id), 'mailInvitee');
    // Another site cannot make the member remove the list.
    const form = { 'largesse-remove-list': String(shown.id) };
    await ask(mine, { who: 'mailInvitee', form });
    assert.equal(await reads('mailInvitee'), true);
    const overview = await page('mailInvitee');
    const button = formIn(overview.slice(overview.indexOf('Silver whisper')));
    for (const id of ['0', 'x', String(home.id)])
      await ask(mine, { who: 'mailInvitee', form: { ...button?.fields, 'largesse-remove-list': id } });
    assert.equal(await reads('mailInvitee'), true);
    const removed = await ask(mine, { who: 'mailInvitee', cookie: own, form: button?.fields });
    assert.deepEqual([removed.status, removed.cookies.length], [303, 1]);
    assert.match((await ask(removed.location ?? '', { who: 'mailInvitee' })).text, /no longer among yours/);
    assert.equal(await reads('mailInvitee'), false);
    assert.equal(await reads('mailInvitee', own), true, 'a cookie of another device works until its link ends');
    assert.equal(await reads('mailInvitee'), false, 'that device does not add the list again');
  });

  it('of a list with a password opens it to the account, and at most 200 lists stay', async () => {
    const locked = await closed('Locked chest', 'locked-chest', { status: 'publish', password: 'sesame', meta: {} });
    await enter(await links().family(locked.id), { who: 'mailInvitee' });
    assert.match((await ask(locked.path, { who: 'mailInvitee' })).html, /Ring/);
    const left = await run(
      `use Largesse\\Foundation\\Records\\Records;
       use Largesse\\Together\\Invitations as I;
       for ( $id = 1; $id <= 210; $id++ ) {
         Records::change( 'opened_list', "$input[1]-" . ( 900000 + $id ), static fn ( $now ) => $now->with( data: array( 'x' ), user: $input[1] ) );
       }
       $list = get_post( $input[0] );
       Records::delete( 'opened_list', "$input[1]-$list->ID" );
       I\\OpenedLists::add( I\\LinkVisitor::with_key( $list, I\\FamilyLink::key( $list ) ), $input[1] );
       $export = ( new I\\OpenedListPrivacy() )->export( get_userdata( $input[1] )->user_email );
       $all    = count( Records::all( 'opened_list', user: $input[1] ) );
       ( new I\\OpenedListPrivacy() )->erase( get_userdata( $input[1] )->user_email );
       echo wp_json_encode( array( $all, wp_json_encode( $export ), count( Records::all( 'opened_list', user: $input[1] ) ) ) );`,
      [locked.id, site().users.mailInvitee.id],
    );
    const [all, exported, erased] = JSON.parse(left);
    assert.deepEqual([all, erased], [200, 0]);
    assert.match(exported, /Locked chest/);
  });

  it('cannot be forged with a cookie', async () => {
    const cookie = await enter(await links().family(home.id));
    const name = `largesse_open_${home.id}`;
    const value = cookie.slice(name.length + 1);
    const tried = [
      `${name}=`,
      `${name}=family-${'0'.repeat(32)}`,
      `${name}=${value.toUpperCase()}`,
      `${name}[]=${value}`,
      `largesse_open_0=${value}`,
      `${name}=${value.replace('family', '0'.repeat(32))}`,
    ];
    for (const one of tried) assert.equal(await isOpen(one), false, one);
    await links().revoke(home.id);
    assert.equal(await isOpen(`${name}=`), false, 'without a link no cookie fits');
  });

  it('bypasses the password of a registry', async () => {
    const locked = await closed('Locked', 'locked', { status: 'publish', password: 'sesame' });
    assert.match((await ask(locked.path)).html, /post_password/);
    const cookie = await enter(await links().family(locked.id));
    const page = await ask(locked.path, { cookie });
    assert.match(page.html, /Ring/);
    assert.doesNotMatch(page.html, /post_password/);
    assert.match(page.headers.get('cache-control') ?? '', /no-store/);
    assert.match((await ask(locked.path)).html, /post_password/);
  });

  it('that was shared while the registry was a draft works once it is published', async () => {
    const { id } = await t.registry({ title: 'Planned well ahead', status: 'draft' });
    const family = await links().family(id);
    assert.equal((await ask(family)).status, 404);
    await run("wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );", id);
    const shown = await ask(family);
    assert.equal(shown.status, 200);
    const action = /<form class="largesse-giver" method="post" action="([^"]+)"/.exec(shown.html)?.[1] ?? '';
    assert.equal(new URL(action).pathname, '/registry/planned-well-ahead/');
    const entered = await ask(action, { form: { open: keyIn(family) } });
    assert.equal(entered.status, 303);
    const cookie = entered.cookies[0]?.split(';')[0] ?? '';
    assert.equal((await ask(new URL(action).pathname, { cookie })).status, 200);
  });

  everywhere('works on a site with plain addresses, too', async () => {
    const permalinks = (structure: string) =>
      run("$GLOBALS['wp_rewrite']->set_permalink_structure( $input ); flush_rewrite_rules();", structure);
    const before = await run("echo get_option( 'permalink_structure' );");
    await permalinks('');
    try {
      const link = await links().family(home.id);
      assert.match(link, /\/\?registry=golden-hush&open=[0-9a-f]{32}$/);
      const page = await ask(link);
      assert.equal(page.status, 200);
      const [, action = ''] = /<form[^>]*action="([^"]*)"/.exec(page.html) ?? [];
      assert.equal(action, `${site().url}/?registry=golden-hush`);
      const entered = await ask(action, { form: { open: keyIn(link) } });
      assert.deepEqual([entered.status, entered.location], [303, `${action}&giving=1`]);
      const cookie = entered.cookies[0]?.split(';')[0] ?? '';
      assert.match((await ask(action, { cookie })).html, /Ring/);
      assert.equal((await ask(action)).status, 404);
      assert.equal((await ask(`/?registry=nothing&open=${keyIn(link)}`)).status, 404);
    } finally {
      await permalinks(before);
    }
  });
}
