import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { logIn, page, rest, type User } from '../wordpress/requests.ts';
import type { Site, TestUser } from '../wordpress/site.ts';

const VICTIM = 'granny@people.example';

/** Tests how users change e-mail addresses on WordPress's profile pages. @param open opens a site or a network */
export function addressRules(open: () => Promise<Site>): void {
  const site = openForSuite(open);

  const emailOf = (person: TestUser) =>
    site.wordpress.run(`echo get_userdata( $input )->user_email;`, site.users[person].id);

  /** Sends the form of a profile page with changed fields. @param target page in wp-admin */
  async function save(person: TestUser, fields: Record<string, string | undefined>, target = 'profile.php') {
    // Without this parameter, members get the page of their account in place of the profile.
    const opened = `/wp-admin/${target}${target.includes('?') ? '&' : '?'}application-passwords=1`;
    const { html } = await page(site, person, opened);
    const nonce = html.match(/name="_wpnonce" value="(\w+)"/)?.[1];
    assert.ok(nonce, `the page of ${target}`);
    const form = {
      _wpnonce: nonce,
      action: 'update',
      user_id: String(site.users[person].id),
      nickname: person,
      email: site.users[person].email,
      ...fields,
    };
    const filled = Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined);
    const response = await fetchOnce(`${site.url}/wp-admin/${target}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: await logIn(site, person) },
      body: new URLSearchParams(filled),
    });
    return { status: response.status, html: await response.text() };
  }

  it('cannot be changed by forms that prevent WordPress’s mail', async () => {
    const { id, email } = site.users.stranger;
    const tricks: [Record<string, string | undefined>, string][] = [
      [{ user_id: undefined }, `profile.php?user_id=${id}`],
      [{ user_id: undefined }, 'profile.php'],
      [{ user_id: undefined }, `user-edit.php?user_id=${id}`],
      [{ user_id: '0' }, 'profile.php'],
      [{ user_id: `${id}x` }, 'profile.php'],
      [{ user_id: `${id}x` }, `user-edit.php?user_id=${id}`],
      // WordPress checks an address before it removes characters such as spaces or "%41". The first two addresses fail
      // this check, but would be valid after the removal.
      [{ email: ` ${VICTIM}` }, 'profile.php'],
      [{ email: `${VICTIM}%0a` }, 'profile.php'],
      [{ email: `granny%41@people.example`, user_id: '0' }, 'profile.php'],
    ];
    for (const [fields, target] of tricks) {
      const { status, html } = await save('stranger', { email: VICTIM, ...fields }, target);
      assert.equal(await emailOf('stranger'), email, JSON.stringify([fields, target]));
      // Some versions of WordPress read the user_id "5x" as 5. These versions send the mail and redirect.
      if (status !== 302) assert.match(html, /Your e-mail address was not changed/, JSON.stringify([fields, target]));
      else
        assert.equal(
          await site.wordpress.run(`echo get_user_meta( $input, '_new_email', true )['newemail'];`, id),
          VICTIM,
        );
    }
    // WordPress itself logs a warning if the form has no user_id.
    assert.match(
      await site.complaints(),
      /^(\[.*\] PHP Warning: +Undefined array key "user_id" in .*\/user\.php .*\n)+$/,
    );
  });

  it('change with the link in WordPress’s mail to the new address', async () => {
    const { id, email } = site.users.invitee;
    const { status } = await save('invitee', { email: 'renamed@people.example' });
    assert.equal(status, 302);
    assert.equal(await emailOf('invitee'), email);
    const hash = await site.wordpress.run(`echo get_user_meta( $input, '_new_email', true )['hash'];`, id);
    await site.wordpress.run(`update_user_meta( $input, '_largesse_unconfirmed', 'key' );`, id);
    await page(site, 'invitee', `/wp-admin/profile.php?newuseremail=${hash}`);
    assert.equal(await emailOf('invitee'), 'renamed@people.example');
    const confirmed = await site.wordpress.run(
      `echo Largesse\\Registries\\Registry\\ConfirmedAddress::of( get_userdata( $input ) );`,
      id,
    );
    assert.equal(confirmed, 'renamed@people.example', 'the link confirms the address');
  });

  it('do not prevent saving the rest of a profile, whatever characters they contain', async () => {
    const strange = "o'hara%41@people.example";
    await site.wordpress.run(
      `$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->users, array( 'user_email' => $input[1] ), array( 'ID' => $input[0] ) );
      clean_user_cache( $input[0] );`,
      [site.users.mailInvitee.id, strange],
    );
    assert.equal((await save('mailInvitee', { email: strange, first_name: 'Maeve' })).status, 302);
    assert.equal(await emailOf('mailInvitee'), strange);
    const me = await rest<User>(site, 'mailInvitee', 'GET', '/users/me?context=edit');
    assert.equal(me.status, 200, JSON.stringify(me.body));
    assert.equal(me.body.first_name, 'Maeve');
  });
}
