import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayFromNow } from '../../contract/testing/clock.ts';
import { openForSuite } from '../support/suite.ts';
import { openWorld, type Person } from './world.ts';

/** Day of the presents: in 30 days. */
const day = dayFromNow(30);

/** Checks that a page has at most two screens. The links of the site below the page do not count. */
async function assertTwoScreens({ page }: Person, name: string): Promise<void> {
  const screens = await page.evaluate<number>(
    `(document.querySelector('footer').getBoundingClientRect().top + scrollY) / innerHeight`,
  );
  assert.ok(screens <= 2, `${name}: ${screens} screens`);
}

describe('the organizer of a circle', () => {
  const world = openForSuite(openWorld);

  it('invites people by link and by mail, adds a grandmother and a child, and draws names, in 14 taps and on short pages', async () => {
    const { email } = world.system.site.users.mailInvitee;
    await using anna = await world.person('owner');
    const height = (selector: string) =>
      anna.page.evaluate<number>(`document.querySelector('${selector}').scrollHeight / innerHeight`);
    await anna.open('/my-registries/');
    await anna.tap('Create a circle');
    await anna.fill('Name of the circle', 'The Webers');
    await anna.fill('Your name in the circle', 'Anna');
    await anna.follow('Create the circle');
    await anna.follow('Create a link');
    await anna.sees('Older links no longer work.');
    const shown = anna.page.locator('[data-largesse-link]');
    const link = await shown.innerText();
    const top = await anna.page.evaluate<number>(
      `document.querySelector('#largesse-circle-link').getBoundingClientRect().top`,
    );
    assert.ok(top < 100, `the page has scrolled to the link: ${top} px`);
    for (const name of ['Copy link', 'QR code']) await anna.page.getByRole('button', { name }).waitFor();
    await anna.fill('E-mail address', email);
    await anna.follow('Send the invitation');
    await anna.tap('Add somebody without an account');
    await anna.fill('Name', 'Granma');
    await anna.follow('Add to the circle');
    await anna.follow('Invite');
    await anna.tap('Add somebody without an account');
    await anna.fill('Name', 'Lena');
    await anna.follow('Add to the circle');

    await using ben = await world.person('invitee');
    await using cleo = await world.person('mailInvitee');
    const [mail] = await world.mailsTo(email);
    for (const [person, address, name] of [
      [ben, link, 'Ben'],
      [cleo, mail?.links.find((one) => one.includes('circle=')) ?? assert.fail('a link'), 'Cleo'],
    ] as const) {
      await person.open(address);
      await person.follow('Continue');
      await person.fill('Your name in the circle', name);
      await person.follow('Join the circle');
      await person.sees('The Webers');
    }

    await anna.follow('Draw');
    assert.ok((await height('#largesse-draws')) <= 1.5, 'screens of the form');
    await anna.choose('Day of the presents', day);
    await anna.fill('Budget', 'about 20 euros');
    await anna.tap('Couples, and others who should not draw each other');
    await anna.choose('Person who draws', 'Ben');
    await anna.choose('Person who must not be drawn', 'Cleo');
    await anna.follow('Draw the names');
    await anna.sees('The names are not drawn yet.');
    await anna.sees('could work out');
    await anna.follow('Draw anyway');
    assert.deepEqual(anna.effort(), { taps: 13, fields: 9 });
    await anna.sees('The names are drawn for presents on');
    await anna.sees('Each of them sees only whom they drew. Anna also sees whom Granma and Lena drew.');
    for (const tab of ['Draw', 'Invite', 'Settings', 'People']) {
      await anna.follow(tab);
      await assertTwoScreens(anna, tab);
    }
    await anna.tap('Change Granma');
    await anna.tap('Rename');
    await anna.fill('Name in the circle', 'Grandma');
    await anna.follow('Save');
    await anna.tap('Show whom Grandma drew');
    assert.match(
      await anna.page.locator('.largesse-mine__head').innerText(),
      /Grandma drew (Ben|Cleo|Lena)\..* 20 euros/s,
    );
    for (const path of [ben.page.url(), '/my-registries/']) {
      await ben.open(path);
      await ben.seesNot('You drew');
      await ben.tap('Show whom I drew');
      await ben.sees('You drew');
    }
  });

  it('opens a private list to the circle as the list of the grandmother, and a member gives', async () => {
    const list = await world.registry({ title: 'Slippers and more', status: 'private' }, { Slippers: {} });
    await using anna = await world.person('owner');
    await anna.open(`/my-registries/?registry=${list.id}&tab=share`);
    await anna.tap('As the list of somebody you look after');
    await anna.follow('Share with “The Webers” as the list of Grandma');
    await anna.sees('shown as the list of Grandma');
    await anna.sees('No longer share with “The Webers”');
    await using ben = await world.person('invitee');
    await ben.open('/my-registries/');
    await ben.follow('Open');
    await ben.follow('Slippers and more');
    await ben.tap('I’ll give this');
    await ben.follow('Yes, I’ll give this');
    await ben.sees('You are giving this.');
  });

  it('shares and sets a list on two screens each', async () => {
    await using anna = await world.person('owner');
    for (const status of ['draft', 'private', 'publish']) {
      const { id } = await world.registry({ title: 'A list', status }, {});
      for (const tab of ['share', 'settings']) {
        await anna.open(`/my-registries/?registry=${id}&tab=${tab}`);
        await anna.sees(tab === 'share' ? 'Share with a circle' : 'What guests may do');
        await assertTwoScreens(anna, `${status}, ${tab}`);
      }
    }
    const { id } = await world.registry({ title: 'With a link', status: 'private' }, {});
    await anna.open(`/my-registries/?registry=${id}&tab=share`);
    await anna.tap('Create a private link');
    await anna.sees('Revoke the private link');
    await anna.open(`/my-registries/?registry=${id}&tab=share`);
    await anna.sees('Revoke the private link');
    await assertTwoScreens(anna, 'with a link');
  });

  it('starts a list for the child with one tap, and shares it with the circle', async () => {
    await using anna = await world.person('owner');
    await anna.open('/my-registries/');
    await anna.follow('Open');
    await anna.seesNot('Start a list for Grandma');
    await anna.follow('Start a list for Lena');
    await anna.sees('Lena’s wishes');
    await anna.fill('Paste a shop’s link', 'Kite');
    await anna.tap('Continue');
    await anna.tap('Save wish');
    await anna.sees('“Kite” is on the list.');
    await anna.tap('Share');
    await anna.sees('No longer share with “The Webers”');
    await anna.tap('Continue');
    await anna.sees('Your private link is ready.');
    await using ben = await world.person('invitee');
    await ben.open('/my-registries/');
    await ben.follow('Open');
    await ben.follow('Lena’s wishes');
    await ben.sees('Kite');
  });

  it('invites a person without an account, who joins with one mail and on three screens', async () => {
    const email = 'grandpa@mail.example';
    await using anna = await world.person('owner');
    await anna.open('/my-registries/');
    await anna.follow('Open');
    await anna.follow('Invite');
    await anna.fill('E-mail address', email);
    await anna.follow('Send the invitation');
    const mails = await world.mailsTo(email);
    assert.equal(mails.length, 1);
    await using grandpa = await world.person('nobody');
    await grandpa.open(mails[0]?.links.find((one) => one.includes('circle=')) ?? assert.fail('a link'));
    await grandpa.follow('Continue');
    await grandpa.sees('With an account, you join “The Webers”.');
    await grandpa.fill('Your name', 'Otto');
    await grandpa.fill('Password', 'a long password 7');
    await grandpa.follow('Create an account');
    await grandpa.sees('The Webers');
    await grandpa.sees('Otto');
    await grandpa.seesNot('Join the circle');
    assert.deepEqual(grandpa.effort(), { taps: 2, fields: 2 });
    assert.deepEqual(await world.mailsTo(email), [], 'no second mail');
  });
});
