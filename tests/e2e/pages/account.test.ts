// Needs a whole site: WordPress stores accounts, sessions and confirmations of addresses.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { decoded, Guest, type Seen } from '../wordpress/guest.ts';
import { openPostOffice } from '../wordpress/post-office.ts';
import { create } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';

const PASSWORD = 'a long password 7 "\\';

// rules: Accounts
describe('the page of an account', () => {
  const t = openForSuite(async () => {
    await using opened = new AsyncDisposableStack();
    const site = opened.use(await openSite());
    const office = opened.use(await openPostOffice(site));
    const all = opened.move();
    return { site, office, [Symbol.asyncDispose]: () => all.disposeAsync() };
  });
  const run = (php: string, input?: unknown) => t.site.wordpress.run(php, input);
  let members = 0;

  /** Creates a member, signs them in, and opens the page. */
  async function open(role = 'subscriber') {
    const login = `member${++members}`;
    const email = `${login}@people.example`;
    const id = Number(
      await run(
        `echo wp_insert_user( wp_slash( array( 'user_login' => $input[0], 'user_email' => $input[1], 'user_pass' => wp_slash( $input[2] ), 'role' => $input[3] ) ) );`,
        [login, email, PASSWORD, role],
      ),
    );
    await run(`wp_update_user( array( 'ID' => $input[0], 'user_pass' => wp_slash( $input[1] ) ) );`, [id, PASSWORD]);
    const browser = new Guest(t.site);
    await browser.open('/wp-login.php');
    await browser.open('/wp-login.php', { log: login, pwd: PASSWORD, testcookie: '1' });
    const path = `${new URL(await run('echo Largesse\\Registries\\Links\\OwnerPage::url();')).pathname}?account=edit`;
    /** Sends the form with an action. */
    const send = async (act: string, typed: Record<string, string>, page?: Seen) => {
      const { html } = page ?? (await browser.open(path));
      const [form = assert.fail(`no form ${act}`)] = Array.from(
        html.matchAll(/<form\b.*?<\/form>/gs),
        ([one]) => one,
      ).filter((one) => one.includes(`name="largesse-own-account" value="${act}"`));
      const hidden = Array.from(
        form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g),
        ([, name = '', value = '']) => [name, decoded(value)],
      );
      const answer = await browser.open(path, { ...Object.fromEntries(hidden), ...typed });
      return answer.status === 303 && answer.location?.includes('account=saved')
        ? await browser.follow(answer)
        : answer;
    };
    const stored = async () =>
      JSON.parse(
        await run(
          `clean_user_cache( $input ); $user = get_userdata( $input ); echo wp_json_encode( $user ? array( $user->display_name, $user->user_email, $user->locale, Largesse\\Registries\\Registry\\ConfirmedAddress::is_pending( $user ) ) : null );`,
          id,
        ),
      );
    return { id, login, email, browser, path, send, stored };
  }

  it('changes the name and the language, and names a wrong name', async () => {
    const member = await open();
    const name = `Ada "O'Hara" \\`;
    const saved = await member.send('save', { own_name: name, own_language: '' });
    assert.match(saved.text, /Saved\./);
    assert.deepEqual(await member.stored(), [name, member.email, '', false]);
    const refused = await member.send('save', { own_name: 'x'.repeat(61) });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Enter a name of at most 60 characters\./);
    const blank = await member.send('save', { own_name: ' ' });
    assert.match(blank.text, /Enter your name\./);
    const other = await member.send('save', { own_name: 'Ada', own_language: 'xx_XX' });
    assert.match(other.text, /Saved\./);
    assert.deepEqual(await member.stored(), ['Ada', member.email, '', false], 'an unknown language changes nothing');
  });

  it('changes the address only after the link in a mail to it, in the same account', async () => {
    const member = await open();
    const address = `new-${member.email}`;
    t.office.collect();
    const typed = { own_email: address, own_password: 'wrong' };
    const wrong = await member.send('mail', typed);
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /This is not the password with which you sign in\./);
    assert.deepEqual(t.office.collect(), []);
    const asked = await member.send('mail', { ...typed, own_password: PASSWORD });
    assert.ok(asked.text.includes(`We have sent a mail to ${address}`), asked.text);
    assert.equal((await member.stored())[1], member.email, 'the old address stays');
    const [mail] = t.office.collect();
    assert.deepEqual(mail?.recipients, [address]);
    const link = mail?.links.find((one) => one.includes('confirm-address=')) ?? assert.fail('a link');
    const stranger = await open();
    const elsewhere = await stranger.browser.open(link);
    assert.doesNotMatch(elsewhere.text, /Yes, use this address/);
    assert.equal((await member.stored())[1], member.email);
    const page = await member.browser.open(link);
    assert.equal((await member.stored())[1], member.email, 'the link alone changes nothing');
    await member.send('confirm', {}, page);
    assert.deepEqual((await member.stored()).slice(1), [address, '', false]);
    const again = await member.send('confirm', {}, page);
    assert.equal(again.status, 403);
  });

  it('keeps the link that is on its way if the form is sent again, and stores no address without a mail', async () => {
    const member = await open();
    const [first, second] = [`first-${member.email}`, `second-${member.email}`];
    const ask = (address: string) => member.send('mail', { own_email: address, own_password: PASSWORD });
    t.office.collect();
    t.office.refusals = 1;
    const failed = await ask(first);
    assert.equal(failed.status, 503);
    assert.doesNotMatch(failed.text, /We have sent a mail/);
    await ask(first);
    const again = await ask(first);
    assert.equal(again.status, 429);
    t.office.refusals = 1;
    assert.equal((await ask(second)).status, 503);
    const [mail, ...others] = t.office.collect();
    assert.deepEqual(others, []);
    const link = mail?.links.find((one) => one.includes('confirm-address=')) ?? assert.fail('a link');
    await member.send('confirm', {}, await member.browser.open(link));
    assert.equal((await member.stored())[1], first);
  });

  it('does not tell whether another address has an account', async () => {
    const [member, other] = [await open(), await open()];
    t.office.collect();
    const asked = await member.send('mail', { own_email: other.email, own_password: PASSWORD });
    assert.ok(asked.text.includes(`We have sent a mail to ${other.email}`));
    const [mail] = t.office.collect();
    assert.match(mail?.subject ?? '', /You already have an account/);
    assert.doesNotMatch(mail?.text ?? '', /confirm-address/);
    const own = await member.send('mail', { own_email: member.email.toUpperCase(), own_password: PASSWORD });
    assert.match(own.text, /This is the address of your account already\./);
  });

  it('changes the password, stays signed in, and limits wrong attempts', async () => {
    const member = await open();
    const password = `another ${PASSWORD}`;
    assert.match(
      (await member.send('password', { own_password: PASSWORD, new_password: 'short' })).text,
      /at least 8 characters/,
    );
    const saved = await member.send('password', { own_password: PASSWORD, new_password: password });
    assert.match(saved.text, /Saved\./);
    const login = async (pwd: string) => {
      const browser = new Guest(t.site);
      await browser.open('/wp-login.php');
      return (await browser.open('/wp-login.php', { log: member.login, pwd, testcookie: '1' })).status;
    };
    assert.equal(await login(password), 302);
    assert.notEqual(await login(PASSWORD), 302);
    for (let attempt = 0; attempt < 10; attempt++)
      await member.send('password', { own_password: 'x', new_password: PASSWORD });
    const late = await member.send('password', { own_password: password, new_password: PASSWORD });
    assert.equal(late.status, 429);
    assert.match(late.text, /wrong too often\. Please try again in ten minutes\./);
  });

  it('erases the account with its registries, but not of people who write for the site', async () => {
    const member = await open();
    const list = await create(t.site, 'owner', { title: 'Mine' });
    await run(`wp_update_post( array( 'ID' => $input[0], 'post_author' => $input[1] ) );`, [list, member.id]);
    assert.equal((await member.send('erase', { own_password: 'wrong' })).status, 422);
    assert.notEqual(await member.stored(), null);
    const gone = await member.send('erase', { own_password: PASSWORD });
    assert.equal(gone.status, 303);
    assert.equal(await member.stored(), null);
    assert.equal(await run('echo get_post_status( $input ) ?: "none";', list), 'none');
    const editor = await open('editor');
    const page = await editor.browser.open(editor.path);
    assert.doesNotMatch(page.text, /Erase my account/);
    assert.match(page.text, /The people who run this site can erase your account/);
  });

  it('replaces the profile of WordPress for members, and is linked from My registries', async () => {
    const member = await open();
    const overview = await member.browser.open(member.path.replace('?account=edit', ''));
    assert.match(overview.html, /href="[^"]*account=edit/);
    assert.match(overview.text, new RegExp(member.email));
    const profile = await member.browser.open('/wp-admin/profile.php');
    assert.equal(profile.status, 303);
    assert.match(profile.location ?? '', /account=edit/);
    const own = await run(`echo get_user_by( 'email', $input )->ID;`, member.email);
    const edit = await member.browser.open(`/wp-admin/user-edit.php?user_id=${own}`);
    assert.deepEqual([edit.status, edit.location], [303, profile.location]);
    const apps = await member.browser.open('/wp-admin/profile.php?application-passwords=1');
    assert.equal(apps.status, 200);
    assert.doesNotMatch(apps.html, /color-palette|admin_color/);
    const editor = await open('editor');
    assert.equal((await editor.browser.open('/wp-admin/profile.php')).status, 200);
  });
});
