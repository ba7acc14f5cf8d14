import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../support/suite.ts';
import { openWorld } from './world.ts';

/** Day of the presents: in 30 days. */
const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

describe('the organizer of a circle', () => {
  const world = openForSuite(openWorld);

  it('invites people by link and by mail, adds the grandmother, and draws names', async () => {
    const { email } = world.system.site.users.mailInvitee;
    await using anna = await world.person('owner');
    await anna.open('/my-registries/');
    await anna.tap('Create a circle');
    await anna.fill('Name of the circle', 'The Webers');
    await anna.fill('Your name in the circle', 'Anna');
    await anna.follow('Create the circle');
    await anna.follow('Create a link');
    const link = await anna.page.getByLabel('Everyone with this link can join').inputValue();
    await anna.fill('E-mail address', email);
    await anna.follow('Send the invitation');
    await anna.fill('Name', 'Grandma');
    await anna.follow('Add to the circle');

    await using ben = await world.person('invitee');
    await using dora = await world.person('stranger');
    await using cleo = await world.person('mailInvitee');
    const [mail] = await world.mailsTo(email);
    for (const [person, address, name] of [
      [ben, link, 'Ben'],
      [dora, link, 'Dora'],
      [cleo, mail?.links.find((one) => one.includes('circle=')) ?? assert.fail('a link'), 'Cleo'],
    ] as const) {
      await person.open(address);
      await person.follow('Continue');
      await person.fill('Your name in the circle', name);
      await person.follow('Join the circle');
      await person.sees('The Webers');
    }

    await anna.page.reload();
    await anna.tap('Start a draw');
    const height = await anna.page.evaluate<number>(`document.querySelector('#largesse-draws').offsetHeight`);
    assert.ok(height <= 1000, `${height} px: more than one and a half screens`);
    await anna.choose('Day of the presents', day);
    await anna.fill('Budget', 'about 20 euros');
    await anna.follow('Draw the names');
    await anna.sees('The names are drawn for presents on');
    await anna.sees('Budget: about 20 euros.');
    await ben.page.reload();
    await ben.tap('Show whom I drew');
    assert.match(await ben.page.locator('#largesse-draws').innerText(), /Anna|Cleo|Dora|Grandma/);
    await anna.tap('Show whom Grandma drew');
    assert.match(await anna.page.locator('#largesse-draws').innerText(), /Grandma .*(Ben|Cleo|Dora)/);
  });

  it('opens a private list to the circle as the list of the grandmother, and a member gives', async () => {
    const list = await world.registry({ title: 'Grandma’s wishes', status: 'private' }, { Slippers: {} });
    await using anna = await world.person('owner');
    await anna.open(`/my-registries/?registry=${list.id}&tab=settings`);
    await anna.follow('Open as the list of Grandma');
    await anna.sees('shown as the list of Grandma');
    await using ben = await world.person('invitee');
    await ben.open('/my-registries/');
    await ben.follow('Open');
    await ben.follow('Grandma’s wishes');
    await ben.tap('I’ll give this');
    await ben.follow('Yes, I’ll give this');
    await ben.sees('You are giving this.');
  });
});
