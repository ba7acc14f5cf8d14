// Needs a whole site: WordPress creates accounts, sessions and mails.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { COUNTED } from '../plugin/mailing-site.ts';
import { addCode } from '../wordpress/add-code.ts';
import { decoded, formIn, Guest, type Seen } from '../wordpress/guest.ts';
import { openPostOffice, type Received } from '../wordpress/post-office.ts';
import { openSite } from '../wordpress/site.ts';

const PASSWORD = 'correct horse 7 Ä "battery\\';
const OUTDATED = /This link no longer works/;

/** Opens a site that sends its mails to a test server. */
async function openJoinable() {
  await using opened = new AsyncDisposableStack();
  const site = opened.use(await openSite({ theme: 'largesse' }));
  const office = opened.use(await openPostOffice(site, 'smtp'));
  const all = opened.move();
  return { site, office, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** A browser that can fill in the forms of sign-up. */
class Newcomer extends Guest {
  /** Opens the page that contains the form, and submits the form. */
  async signUp(fields: Record<string, string>, back = ''): Promise<Seen> {
    const form = await this.open(`/?largesse-sign-up=1&redirect_to=${encodeURIComponent(back)}`);
    return await this.open('/', { ...fieldsOf(form), 'largesse-password': PASSWORD, ...fields });
  }

  /** Opens the link in a mail, and submits the form on the page. */
  async confirm(link: string, fields: Record<string, string> = {}): Promise<Seen> {
    return await this.open('/', { ...fieldsOf(await this.open(link)), ...fields });
  }
}

const fieldsOf = ({ html }: Seen) => formIn(html)?.fields ?? {};

// rules: Accounts
describe('our own sign-up', () => {
  const t = openForSuite(openJoinable);
  let people = 0;
  beforeEach(async () => {
    await run(
      `update_option( 'users_can_register', 1 );
      $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->prefix}largesse_records WHERE kind = 'limit'" );`,
    );
    t.office.collect();
  });

  const run = (php: string, input?: unknown) => t.site.wordpress.run(php, input);
  const guest = () => new Newcomer(t.site);

  /** Returns the values that a new person types into the form. */
  const person = (name = 'Anna Müller') => ({ 'largesse-name': name, user_email: `person${++people}@people.example` });

  /** Returns the user who has this e-mail address; null if there is none. */
  const user = async (email: string) =>
    JSON.parse(
      await run(
        `$user = get_user_by( 'email', $input );
        echo wp_json_encode( $user ? array( $user->user_login, $user->display_name, $user->roles, Largesse\\Registries\\Registry\\ConfirmedAddress::is_pending( $user ) ) : null );`,
        email,
      ),
    );

  /** Returns the mails to an address. */
  const mailsTo = (address: string): Received[] =>
    t.office.collect().filter((mail) => mail.recipients.includes(address));

  /** Returns the link in the only mail to an address. */
  const linkTo = (address: string): string => {
    const mails = mailsTo(address);
    assert.equal(mails.length, 1, address);
    return mails[0]?.links.find((link) => link.includes('largesse-confirm=')) ?? assert.fail('a link');
  };

  it('creates an account only by the button, and signs in with the chosen password', async () => {
    const name = `Ada "O'Hara" \\`;
    const [here, ada] = [guest(), person(name)];
    const { headers } = await here.open('/?largesse-sign-up=1');
    const [cookie = ''] = headers.getSetCookie();
    assert.match(cookie, /^largesse_sign_up=[0-9a-f]{32};/);
    for (const part of ['max-age=172800', 'path=/;', 'httponly', 'samesite=lax'])
      assert.ok(cookie.toLowerCase().includes(part), part);
    const policy = headers.get('content-security-policy');
    assert.equal(policy, "form-action 'self'; frame-ancestors 'self'", 'anti-spam plugins load scripts');
    assert.equal((await here.signUp(ada, `${t.site.url}/sample-page/`)).status, 200);
    const link = linkTo(ada.user_email);
    for (const scanner of [guest(), here]) assert.equal((await scanner.open(link)).status, 200);
    assert.equal(await user(ada.user_email), null);
    const confirmed = await here.confirm(link);
    assert.deepEqual([confirmed.status, confirmed.location], [303, `${t.site.url}/sample-page/`]);
    assert.deepEqual((await user(ada.user_email)).slice(1), [name, ['subscriber'], false]);
    const left = await run(
      `echo wp_json_encode( array_map( fn ( $one ) => $one->name . $one->password, array_values( Largesse\\People\\Accounts\\PendingSignUps::all( $input ) ) ) );`,
      ada.user_email,
    );
    assert.equal(left, '[""]', 'neither name nor password is left');
    const told = t.office.collect().flatMap(({ recipients }) => recipients);
    assert.deepEqual(told, ['admin@site.example'], 'no mail about a password');
    assert.ok([...here.cookies.keys()].some((name) => name.startsWith('wordpress_logged_in_')));
    for (const again of [await here.open(link), await guest().open(link)]) assert.match(again.html, OUTDATED);
    const signedIn = await guest().open('/wp-login.php', { log: ada.user_email, pwd: PASSWORD });
    assert.equal(signedIn.status, 302);
  });

  it('creates one account if two people press a button at the same moment', async () => {
    // Makes each request wait until the other request is about to create an account, too, or for a second.
    await using _ = await addCode(
      t.site,
      `add_filter( 'wp_pre_insert_user_data', function ( $data ) {
        global $wpdb;
        $wpdb->query( $wpdb->prepare( "INSERT INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, '', 'no')", uniqid( 'test_creating_', true ) ) );
        for ( $until = microtime( true ) + 1; microtime( true ) < $until; usleep( 10000 ) ) {
          if ( $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE 'test_creating_%'" ) > 1 ) break;
        }
        return $data;
      } );`,
    );
    const [here, other] = [guest(), guest()];
    const [ada, namesake] = [person('Ada Twice'), person('Ada Twice')];
    await here.signUp(ada);
    const link = linkTo(ada.user_email);
    const fields = fieldsOf(await here.open(link));
    await other.signUp(namesake);
    const others = fieldsOf(await other.open(linkTo(namesake.user_email)));
    t.office.collect();
    const answers = await Promise.all([here.open('/', fields), here.open('/', fields), other.open('/', others)]);
    for (const answer of answers) {
      assert.equal(answer.status, 303, answer.html);
      assert.ok(answer.headers.getSetCookie().some((cookie) => cookie.startsWith('wordpress_logged_in_')));
    }
    const made = await run(
      `global $wpdb;
      $wpdb->query( "DELETE FROM $wpdb->options WHERE option_name LIKE 'test_creating_%'" );
      echo wp_json_encode( $wpdb->get_col( "SELECT user_login FROM $wpdb->users WHERE display_name = 'Ada Twice' ORDER BY user_login" ) );`,
    );
    assert.equal(made, '["ada-twice","ada-twice-2"]', 'one for each address, with different names');
    assert.equal(t.office.collect().length, 2, 'the administrator learns of each account once');
  });

  it('signs in when the button is pressed again after a lost answer, but only in the same browser', async () => {
    const [here, ada] = [guest(), person()];
    await here.signUp(ada);
    const link = linkTo(ada.user_email);
    const before = new Map(here.cookies);
    const fields = fieldsOf(await here.open(link));
    await here.open('/', fields);
    const cookies = [...here.cookies];
    for (const way of ['reload', 'back']) {
      // The answer was lost, and its cookies with it.
      here.cookies.clear();
      for (const [name, value] of before) here.cookies.set(name, value);
      const again = way === 'reload' ? await here.open('/', fields) : await here.confirm(link);
      assert.equal(again.status, 303, way);
      assert.ok(
        [...here.cookies.keys()].some((name) => name.startsWith('wordpress_logged_in_')),
        way,
      );
    }
    const users = `echo count( get_users( array( 'search' => $input ) ) );`;
    assert.equal(await run(users, ada.user_email), '1');
    assert.match((await guest().open(link)).html, OUTDATED);
    const signedOut = guest();
    for (const [name, value] of cookies) if (name === 'largesse_sign_up') signedOut.cookies.set(name, value);
    assert.match((await signedOut.open(link)).html, OUTDATED, 'the answer has deleted the cookie');
  });

  it('asks for the password in another browser, so that nobody confirms a stranger’s account', async () => {
    const [elsewhere, ada] = [guest(), person('Ada')];
    await guest().signUp(ada, 'https://evil.example/');
    const link = linkTo(ada.user_email);
    for (const typed of ['', 'another password']) {
      const refused = await elsewhere.confirm(link, { 'largesse-password': typed });
      assert.deepEqual([refused.status, await user(ada.user_email)], [422, null]);
    }
    const typed = { 'largesse-password': PASSWORD };
    assert.equal(
      (await elsewhere.confirm(link, { ...typed, 'largesse-token': '' })).status,
      422,
      'another site’s form',
    );
    const { status, location } = await elsewhere.confirm(link, typed);
    assert.deepEqual(
      [status, location],
      [303, await run('echo Largesse\\Registries\\Links\\OwnerPage::url();')],
      'on this site',
    );
    assert.notEqual(await user(ada.user_email), null);
  });

  it('does not reveal whether an address has an account', async () => {
    const email = t.site.users.stranger.email;
    const before = await user(email);
    const known = await guest().signUp({ ...person(), user_email: email }, `${t.site.url}/sample-page/`);
    const unknown = person();
    const [mail] = mailsTo(email);
    const fresh = await guest().signUp(unknown, `${t.site.url}/sample-page/`);
    const same = ({ status, html }: Seen, address: string) => [
      status,
      decoded(html)
        .replaceAll(address, '')
        .replaceAll(/[0-9a-f]{32}/g, ''),
    ];
    assert.deepEqual(same(known, email), same(fresh, unknown.user_email));
    assert.match(mail?.subject ?? '', /^You already have an account at /);
    const [login = '', lost = ''] = mail?.links ?? [];
    assert.match(login, /wp-login\.php\?redirect_to=[^&]*sample-page/);
    assert.match(lost, /lostpassword.*redirect_to=[^&]*sample-page/);
    assert.deepEqual(await user(email), before);
  });

  it('names each field and its rule, and never shows the password again', async () => {
    const rows: [Record<string, string>, string][] = [
      [{ 'largesse-name': ' <b></b> ' }, 'Enter your name.'],
      [{ 'largesse-name': 'x'.repeat(61) }, 'Enter a name of at most 60 characters.'],
      [{ user_email: 'anna@' }, 'Enter a complete e-mail address'],
      [{ user_email: `${'x'.repeat(60)}@${'y'.repeat(40)}.example` }, 'Enter a complete e-mail address'],
      [{ user_email: 'anna@x.example', 'largesse-password': 'Anna@x.example' }, 'is not your name or address.'],
      [{ 'largesse-password': ' 1234567 ' }, 'Choose a password of at least 8 characters.'],
      [{ 'largesse-password': 'x'.repeat(201) }, 'Choose a password of at most 200 characters.'],
      [{ 'largesse-password': 'anna müller' }, 'Choose a password that is not your name or address.'],
    ];
    for (const [fields, rule] of rows) {
      const { status, html, text } = await guest().signUp({ ...person(), ...fields });
      assert.deepEqual([status, text.includes(rule)], [422, true], rule);
      assert.equal(html.split('largesse-field__problem').length, 2, rule);
      assert.ok(!html.includes('1234567') && !html.includes(PASSWORD));
    }
    assert.deepEqual(t.office.collect(), []);
    const longest = { ...person('x'.repeat(60)), 'largesse-password': '12345678' };
    assert.equal((await guest().signUp(longest)).status, 200);
    assert.equal(mailsTo(longest.user_email).length, 1);
  });

  it('runs WordPress’s hooks, so that other plugins can refuse people and notice accounts', async () => {
    await using _ = await addCode(
      t.site,
      `add_action( 'register_form', fn () => print( '<input name="captcha">' ) );
      add_action( 'register_post', fn ( $login, $email, $errors ) => 'no' === $_POST['captcha'] && $errors->add( 'captcha', '<b>You are a robot.</b>' ), 10, 3 );
      add_filter( 'registration_errors', function ( $errors, $login, $email ) { 'never' === $_POST['captcha'] && $errors->add( 'never', "Not you, $login, $email." ); return $errors; }, 10, 3 );
      add_filter( 'wp_authenticate_user', fn ( $user ) => 'Wait' === $user->display_name ? new WP_Error( 'wait', '<b>We check</b> your account.' ) : $user );
      add_filter( 'pre_option_default_role', fn () => 'contributor' );
      foreach ( array( 'user_register', 'register_new_user', 'wp_login' ) as $hook ) add_action( $hook, fn ( $who ) => update_option( 'test_hooks', get_option( 'test_hooks', '' ) . "$hook " ) );`,
    );
    const ada = person('Ada Lovelace');
    for (const [captcha, error] of [
      ['no', 'You are a robot.'],
      ['never', `Not you, ada-lovelace, ${ada.user_email}.`],
    ] as const) {
      const { status, html, text } = await guest().signUp({ ...ada, captcha });
      assert.deepEqual([status, text.includes(error)], [422, true], text);
      assert.match(html, /role="alert">[^<]+<.*<input name="captcha">/s);
    }
    assert.deepEqual(t.office.collect(), []);
    const here = guest();
    await here.signUp({ ...ada, captcha: 'yes' });
    await here.confirm(linkTo(ada.user_email));
    assert.equal(
      await run(`echo get_option( 'test_hooks' ); delete_option( 'test_hooks' );`),
      'user_register register_new_user wp_login ',
    );
    assert.deepEqual(mailsTo(ada.user_email), [], 'no mail about a password');
    assert.deepEqual((await user(ada.user_email))[2], ['contributor'], 'the default role of the site');
    assert.equal(here.cookies.has('largesse_sign_up'), false, 'another person can use this browser');
    const [waiting, wait] = [guest(), person('Wait')];
    await waiting.signUp({ ...wait, captcha: 'yes' });
    const { status, text } = await waiting.confirm(linkTo(wait.user_email));
    assert.equal(status, 200);
    assert.match(text, /We check your account\./);
    assert.deepEqual(
      [...waiting.cookies.keys()].filter((name) => name.includes('logged_in')),
      [],
    );
    await run(`delete_option( 'test_hooks' );`);
  });

  it('honours closed registration, on the form and at the link', async () => {
    const [here, ada] = [guest(), person()];
    await here.signUp(ada);
    const link = linkTo(ada.user_email);
    const fields = fieldsOf(await here.open(link));
    await run(`update_option( 'users_can_register', 0 );`);
    assert.equal((await here.open('/?largesse-sign-up=1')).status, 403);
    const form = { 'largesse-sign-up': 'send', 'largesse-token': fields['largesse-token'] ?? '' };
    assert.equal((await here.open('/', { ...form, ...person(), 'largesse-password': PASSWORD })).status, 403);
    assert.match((await here.open(link)).html, OUTDATED);
    assert.match((await here.open('/', fields)).html, OUTDATED);
    assert.equal(await user(ada.user_email), null);
    assert.deepEqual(t.office.collect(), []);
    await run(
      `update_option( 'users_can_register', 1 );
      wp_insert_user( array( 'user_login' => 'added', 'user_email' => $input, 'user_pass' => 'x' ) );`,
      ada.user_email,
    );
    assert.match((await here.open('/', fields)).html, OUTDATED, 'an administrator has created the account');
  });

  it('refuses forms of other sites and robots, and too many from one network', async () => {
    const [here, form] = [guest(), await guest().open('/?largesse-sign-up=1')];
    const fields = { ...fieldsOf(form), ...person(), 'largesse-password': PASSWORD };
    assert.equal((await here.open('/', fields)).status, 403, 'the token of another browser');
    assert.equal((await here.signUp({ ...person(), 'largesse-token': '' })).status, 403);
    const filled = await here.signUp({ ...person(), 'largesse-homepage': 'https://spam.example' });
    assert.equal(filled.status, 422, 'a password manager may fill in the hidden field, too');
    assert.match(filled.text, /No mail was sent yet: please check the form, and press the button once more/);
    assert.deepEqual(t.office.collect(), []);
    const network = `new Largesse\\Foundation\\Http\\RateLimit( 'sign-ups from ' . Largesse\\Foundation\\Format\\Household::of( '127.0.0.1' ), 20, 600 )`;
    assert.equal(await run(`echo ( ${network} )->remaining();`), '20', 'only complete forms of people count');
    await here.open('/', fieldsOf(await here.signUp(person())));
    await run(`( ${network} )->take( 18 );`);
    t.office.collect();
    assert.equal((await here.signUp(person())).status, 429, 'a sign-up and a request for another mail');
    assert.deepEqual(t.office.collect(), []);
  });

  it('sends the mail again with the same link, but not at once, and reports a mail that fails', async () => {
    const [here, ada] = [guest(), person()];
    const sent = await here.signUp(ada);
    const link = linkTo(ada.user_email);
    const early = await here.open('/', fieldsOf(sent));
    assert.match(early.text, /A mail is already on its way/);
    await here.signUp({ ...ada, 'largesse-name': 'Anna M.' });
    assert.doesNotMatch((await here.open(link)).html, OUTDATED, 'the link also confirms a corrected sign-up');
    assert.deepEqual(t.office.collect(), []);
    await run(`${COUNTED} $counted( "sign-up mails to {$input}", array( time() - 121 ) );`, ada.user_email);
    const elsewhere = guest();
    const hidden = fieldsOf(await elsewhere.open('/?largesse-sign-up=1'));
    await elsewhere.open('/', {
      ...hidden,
      ...fieldsOf(early),
      'largesse-token': hidden['largesse-token'] ?? '',
    });
    assert.deepEqual(t.office.collect(), [], 'another browser has nothing to confirm');
    await here.open('/', fieldsOf(early));
    assert.equal(linkTo(ada.user_email), link);
    const results = await run(
      `${COUNTED}
      foreach ( array( array( 23, 22, 21, 20, 1 ), array( 25, 23, 22, 21, 1 ) ) as $hours ) {
        $counted( "sign-up mails to {$input}", array_map( fn ( $hour ) => time() - $hour * HOUR_IN_SECONDS, $hours ) );
        $sent = Largesse\\People\\Accounts\\SignUpPage::send_mail( strtoupper( $input ), Largesse\\People\\Accounts\\PendingSignUps::find( '${new URL(link).searchParams.get('largesse-confirm')}' ), '' );
        echo is_int( $sent ) ? 'early ' : ( $sent ? 'sent ' : 'failed ' );
      }`,
      ada.user_email,
    );
    assert.equal(results, 'early sent ', 'five mails in 24 hours');
    t.office.collect();
    t.office.refusals = 1;
    const failed = await here.signUp(person());
    assert.match(failed.text, /The mail could not be sent/);
    assert.equal(failed.status, 503);
    await run(`Largesse\\Foundation\\Records\\Records::change( 'mail_failures', 'last', fn () => null );`);
  });

  it('keeps sign-ups of one address in several browsers apart, for a day', async () => {
    const [here, other, ada] = [guest(), guest(), person('Ada')];
    await here.signUp(ada);
    const link = linkTo(ada.user_email);
    await other.signUp({ ...ada, 'largesse-name': 'Mallory', 'largesse-password': 'a password of Mallory' });
    const stored = JSON.parse(
      await run(
        `$data = Largesse\\Services::get( Largesse\\People\\Accounts\\PendingSignUps::class );
        echo wp_json_encode( array_column( array_merge( ...array_column( $data->export( $input )['data'], 'data' ) ), 'value' ) );`,
        ada.user_email,
      ),
    );
    assert.deepEqual(
      stored.filter((value: string) => !/^\d{4}-/.test(value)),
      ['Ada', 'Mallory'],
    );
    const stays = await run(
      `echo Largesse\\Foundation\\Records\\Records::read( 'sign_up', Largesse\\Foundation\\Http\\KeyedHash::of( 'address of a sign-up ' . $input ) )->time - time(), ' ';
      foreach ( array( 1, 2, 3, 4, 3 ) as $n ) echo null === Largesse\\People\\Accounts\\PendingSignUps::store( "browser $n", $input, 'Eve', 'hash', '' ) ? 'full ' : 'stored ';`,
      ada.user_email,
    );
    const [seconds = '', ...more] = stays.trim().split(' ');
    assert.ok(Number(seconds) > 0 && Number(seconds) <= 86_400, `${seconds} seconds`);
    assert.deepEqual(more, ['stored', 'stored', 'stored', 'full', 'stored'], 'at most five browsers for one address');
    await run(
      `$older = fn ( $one ) => array( 'time' => time() - ( 'Ada' === $one['name'] ? 2 : 0 ) * DAY_IN_SECONDS ) + $one;
      Largesse\\Foundation\\Records\\Records::change( 'sign_up', Largesse\\Foundation\\Http\\KeyedHash::of( 'address of a sign-up ' . $input ), fn ( $now ) => $now->with( data: array_map( $older, $now->data ) ) );`,
      ada.user_email,
    );
    assert.match((await here.open(link)).html, OUTDATED);
    const erased = await run(
      `$data = Largesse\\Services::get( Largesse\\People\\Accounts\\PendingSignUps::class );
      echo wp_json_encode( array( $data->erase( $input )['items_removed'], $data->export( $input )['data'] ) );`,
      ada.user_email.toUpperCase(),
    );
    assert.equal(erased, '[true,[]]');
    assert.match((await guest().open('/?largesse-confirm=%00x')).html, OUTDATED);
  });

  it('makes user names from names, and links to its form from the plugin’s pages only', async () => {
    const made = await run(
      `add_filter( 'illegal_user_logins', fn () => array( 'Root' ) );
      foreach ( $input as $name ) $made[] = Largesse\\People\\Accounts\\SignUpForm::free_login( $name );
      echo wp_json_encode( array( $made, wp_registration_url(), Largesse\\People\\Accounts\\Registration::url( '' ) ) );`,
      ['Zoë  O’Hara', '李雷', 'zoe', 'owner', 'Owner', 'x'.repeat(60), `${'x'.repeat(39)} y`, 'root'],
    );
    const names = ['zoe-o-hara', 'member', 'zoe-2', 'owner-2', 'owner-2', 'x'.repeat(40), 'x'.repeat(39), 'member'];
    assert.deepEqual(JSON.parse(made), [
      names,
      `${t.site.url}/wp-login.php?action=register`,
      `${t.site.url}/?largesse-sign-up=1`,
    ]);
  });
});
