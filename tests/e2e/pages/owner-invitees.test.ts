import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { openPostOffice } from '../wordpress/post-office.ts';
import { read } from '../wordpress/requests.ts';
import { assertNoErrors, assertNoHorizontalScroll, type OwnerPage, openOwnerSite } from './owner-page.ts';

const PHONE = { viewport: { width: 375, height: 720 } };

const FIELD = 'User names or e-mail addresses';

describe('the list of invited people', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));

  const invitees = async (id: number): Promise<string[]> =>
    JSON.parse((await read(t.site, 'owner', id, '?context=edit')).body.meta.registry_invitees);

  const cron = () => t.site.wordpress.run(`do_action( 'largesse_send_mails' );`);

  const row = ({ page }: OwnerPage, entry: string) =>
    page.locator('.largesse-mine__invitees li').filter({ has: page.getByText(entry, { exact: true }) });

  it('accepts a pasted list, and asks about unknown people', async () => {
    await t.registry('owner', { title: 'Last year', meta: { registry_invitees: '["grandma.berger@family.example"]' } });
    const id = await t.registry('owner', { status: 'private' });
    await using ownerPage = await t.visit('owner', id, { ...PHONE, tab: 'share' });
    const pasted = 'Anna Berger <anna@family.example>;\ninvitee, grandma\nanna@family.example.\tben@family, INVITEE';
    await ownerPage.field(FIELD).fill(pasted);
    await ownerPage.button('Invite').click();
    await ownerPage.says('Now invited: anna@family.example, invitee.');
    await ownerPage.says('We don’t know anyone called “grandma”. Enter an e-mail address instead.');
    await ownerPage.says('“ben@family” is not a complete e-mail address.');
    assert.deepEqual(await invitees(id), ['anna@family.example', 'invitee']);
    assert.equal(await ownerPage.field(FIELD).inputValue(), 'grandma\nben@family', 'the input is still there');
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    await assertNoHorizontalScroll(ownerPage.page);
    // The suggested address is in another list of the same owner. Suggestions never come from lists of other members.
    await ownerPage.button('I meant grandma.berger@family.example').click();
    await ownerPage.button('Leave out “ben@family”').click();
    assert.equal((await ownerPage.field(FIELD).inputValue()).trim(), 'grandma.berger@family.example');
    await ownerPage.button('Invite').click();
    await ownerPage.says('grandma.berger@family.example is invited.');
    assert.equal((await invitees(id)).length, 3);
    await ownerPage.field(FIELD).fill('owne');
    await ownerPage.button('Invite').click();
    await ownerPage.says('We don’t know anyone called “owne”');
    assert.equal(await ownerPage.page.getByRole('button', { name: /^I meant/ }).count(), 0);
    assertNoErrors(ownerPage);
  });

  it('shows the state of each invitation, sends the link after a preview of the mail, and copies it', async () => {
    await using office = await openPostOffice(t.site);
    const id = await t.registry('owner', {
      title: 'Ours',
      status: 'private',
      meta: { registry_invitees: '["granny","anna@family.example","ben@family.example"]' },
    });
    await using ownerPage = await t.visit('owner', id, {
      ...PHONE,
      tab: 'share',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    assert.match(await row(ownerPage, 'granny').innerText(), /Nobody here has this name/);
    assert.equal(await row(ownerPage, 'granny').getByRole('button').count(), 1, 'only to remove it');
    assert.match(await row(ownerPage, 'anna@family.example').innerText(), /Invited/);
    await ownerPage.button('Copy link: anna@family.example').click();
    await ownerPage.says(/^The link of anna@family\.example is copied/);
    const link = await ownerPage.page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(link, /\?open=[0-9a-f]{32}$/);

    await ownerPage.button('Send the link to everyone without a mail yet (2)').click();
    const dialog = ownerPage.page.getByRole('dialog', { name: 'Send the link by mail' });
    await dialog.getByText('To 2 people, a mail for each.').waitFor();
    await dialog.getByText('owner invites you to the gift list “Ours”').waitFor();
    await ownerPage.field('Your message', dialog).fill('Dear all,\nplease come!');
    assert.match(await dialog.innerText(), /owner writes:\s+> Dear all,\s+> please come!\s+Look at the list/);
    assert.match(await dialog.innerText(), /Replies go to you at owner@people\.example/);
    assert.deepEqual(await ownerPage.axe('dialog[open]'), []);
    await assertNoHorizontalScroll(ownerPage.page);
    await ownerPage.field('Your message', dialog).fill('x'.repeat(501));
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await ownerPage.says('This is too long: please use at most 500 characters.');
    assert.equal((await ownerPage.field('Your message', dialog).inputValue()).length, 501);
    await ownerPage.field('Your message', dialog).fill('Dear all,\nplease come!');
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await ownerPage.says('We will send 2 mails in the next few minutes.');
    assert.match(await row(ownerPage, 'anna@family.example').innerText(), /The mail is on its way/);
    await cron();
    const mails = office.collect();
    assert.deepEqual(mails.flatMap(({ recipients }) => recipients).sort(), [
      'anna@family.example',
      'ben@family.example',
    ]);
    assert.ok(mails.find(({ recipients }) => recipients[0] === 'anna@family.example')?.links.includes(link));
    await ownerPage.page.reload();
    assert.match(await row(ownerPage, 'anna@family.example').innerText(), /Mailed on /);
    assert.equal(await ownerPage.page.getByRole('button', { name: /^Send the link to everyone/ }).count(), 0);

    await t.site.wordpress.run(
      `Largesse\\Invitations\\InvitationStates::record_visit( get_post( $input ), 'BEN@family.example' );`,
      id,
    );
    office.refusals = 1;
    await ownerPage.button('Send again: anna@family.example').click();
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await ownerPage.says('We will send 1 mail in the next few minutes.');
    await t.site.wordpress.run(
      `global $wpdb; $wpdb->query( "DELETE FROM $wpdb->options WHERE option_name LIKE 'largesse_recent_%'" );`,
    );
    await cron();
    await ownerPage.page.reload();
    assert.match(await row(ownerPage, 'anna@family.example').innerText(), /Could not be sent yet; we will try again/);
    assert.match(await row(ownerPage, 'ben@family.example').innerText(), /Has opened the registry/);
    await ownerPage.button('Remove ben@family.example from the invited people').click();
    await ownerPage.says('ben@family.example is no longer invited.');
    const opened = async () => (await fetchOnce(link)).status;
    assert.equal(await opened(), 200);
    await ownerPage.button('Revoke all links …').click();
    assert.deepEqual(await ownerPage.axe('dialog[open]'), []);
    await assertNoHorizontalScroll(ownerPage.page);
    await ownerPage.button('Revoke them').click();
    await ownerPage.says(/^The old links no longer work/);
    assert.equal(await opened(), 404);
    assert.ok((await invitees(id)).includes('anna@family.example'));
    assertNoErrors(ownerPage, true);
  });

  it('stays usable with 500 people on a phone', async () => {
    const everybody = Array.from({ length: 500 }, (_, n) => `guest${n}.${'x'.repeat(30)}@family.example`);
    const id = await t.registry('owner', { meta: { registry_invitees: JSON.stringify(everybody) } });
    await using ownerPage = await t.visit('owner', id, { ...PHONE, tab: 'share' });
    const rows = ownerPage.page.locator('.largesse-mine__invitees li');
    assert.equal(await rows.count(), 25);
    await assertNoHorizontalScroll(ownerPage.page);
    await ownerPage.field('Search among the invited people').fill('GUEST499');
    assert.equal(await rows.count(), 1);
    await ownerPage.field('Search among the invited people').fill('nobody');
    await ownerPage.says('Nobody of that name is invited.');
    await ownerPage.field('Search among the invited people').fill('');
    await ownerPage.button('Show all').click();
    assert.equal(await rows.count(), 500);
    assertNoErrors(ownerPage);
  });

  it('has German texts', async () => {
    await using _ = await addCode(
      t.site,
      `add_filter( 'get_available_languages', fn ( $languages ) => array( ...$languages, 'de_DE' ) ); add_filter( 'locale', fn () => 'de_DE' );`,
    );
    const id = await t.registry('owner', {
      status: 'private',
      meta: { registry_invitees: '["oma","anna@family.example"]' },
    });
    await using ownerPage = await t.visit('owner', id, { ...PHONE, tab: 'share' });
    assert.match(await row(ownerPage, 'oma').innerText(), /Hier heißt niemand so/);
    await ownerPage.field('Benutzernamen oder E-Mail-Adressen').fill('opa');
    await ownerPage.button('Einladen').click();
    await ownerPage.says('Wir kennen niemanden namens „opa“. Gib stattdessen eine E-Mail-Adresse ein.');
    await ownerPage.button('Per Mail schicken: anna@family.example').click();
    await ownerPage.says('owner lädt dich zur Wunschliste „');
    await ownerPage.says(/Antworten gehen an dich, an owner@people\.example/);
    assertNoErrors(ownerPage);
  });
});
