import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { realNow } from '../../contract/testing/clock.ts';
import { openForSuite } from '../support/suite.ts';
import { openWorld } from './world.ts';

/** Returns the day and the month (in English) of a day from today. */
function inDays(days: number): { day: string; month: string } {
  const date = new Date(realNow() + days * 86_400_000);
  return { day: String(date.getUTCDate()), month: date.toLocaleString('en', { month: 'long', timeZone: 'UTC' }) };
}

describe('a member over time', () => {
  const world = openForSuite(openWorld);

  it('enters five birthdays of a circle, and sees the next one first', async () => {
    await using anna = await world.person('owner');
    await anna.open('/my-registries/');
    await anna.tap('Create a circle');
    await anna.fill('Name of the circle', 'The Webers');
    await anna.fill('Your name in the circle', 'Anna');
    await anna.follow('Create the circle');
    const wards = ['Lena', 'Tim', 'Grandma', 'Grandpa'];
    for (const name of wards) {
      await anna.follow('Invite');
      await anna.tap('Add somebody without an account');
      await anna.fill('Name', name);
      await anna.follow('Add to the circle');
    }
    for (const [index, name] of ['Anna', ...wards].entries()) {
      const { day, month } = inDays(40 - 7 * index);
      await anna.tap(`Enter the birthday of ${name}`);
      await anna.fill('Day of the birthday', day);
      await anna.choose('Month of the birthday', month);
      await anna.follow('Save');
    }
    const names = await anna.page.locator('h4.largesse-mine__name').allInnerTexts();
    assert.deepEqual(names, ['Grandpa', 'Grandma', 'Tim', 'Lena', 'Anna']);
    await anna.sees('in 12 days');
  });

  it('chooses a reminder, gets one mail, and ends all with one press', async () => {
    const { email } = world.system.site.users.owner;
    await using anna = await world.person('owner');
    await anna.open('/my-registries/');
    await anna.follow('Choose reminders');
    await anna.tap('Birthdays in my circles in two weeks');
    await anna.follow('Save');
    await anna.sees('Your reminders are saved.');
    await world.system.site.wordpress.run(`do_action( 'largesse_daily_reminders' );`);
    const [mail, ...others] = await world.mailsTo(email);
    assert.equal(others.length, 0);
    assert.match(mail?.subject ?? '', /^Birthday of Grandpa on .* and 1 more reminder$|^Birthday of Grandpa on /);
    const end = mail?.links.find((one) => one.includes('no-reminders=')) ?? assert.fail('no link');
    await using phone = await world.person('nobody');
    await phone.open(end);
    await phone.follow('Stop all reminders');
    await phone.sees('You get no more reminders from this site.');
    await anna.open('/my-registries/?reminders=edit');
    assert.equal(await anna.page.getByLabel('Birthdays in my circles in two weeks').isChecked(), false);
  });

  it('comes back from the mail of last month to “bought”, as a guest without an account', async () => {
    const guest = 'granny@people.example';
    const { path } = await world.registry({ title: 'Lena’s wishes' }, { Kettle: { price: 50 } });
    await using granny = await world.person('nobody');
    await granny.open(path);
    await granny.tap('I’ll give this');
    await granny.fill('E-mail address', guest);
    await granny.follow('Yes, I’ll give this');
    await granny.sees('Thank you! We have noted that you are giving this.');
    const [mail] = await world.mailsTo(guest);
    await using phone = await world.person('nobody');
    await phone.open(mail?.links.find((one) => one.includes('my-gifts=')) ?? assert.fail('no link in the mail'));
    await phone.fill('E-mail address', guest);
    await phone.follow('Send me the link');
    await phone.sees('Check your mail');
    const [link] = await world.mailsTo(guest);
    await phone.open(link?.links.find((one) => one.includes('my-gifts=')) ?? assert.fail('no link'));
    await phone.sees('Kettle');
    await phone.follow('I have bought it');
    await phone.sees('Noted: you have bought it. Thank you!');
    assert.deepEqual(phone.effort(), { taps: 2, fields: 1 });
  });

  it('looks up what they gave last year', async () => {
    const { stranger } = world.system.site.users;
    const { id, items } = await world.registry(
      { title: 'Ben’s birthday', meta: { registry_event_date: '2025-06-12' } },
      { Book: { price: 20 } },
    );
    await using member = await world.person('stranger');
    // The way there does not depend on gifts.
    await member.open('/my-registries/');
    await member.follow('Everything I am giving');
    await member.follow('Switch on');
    await member.sees('your past gifts stay on this page');
    await world.system.request('admin', 'PUT', '/purchases/11111111-1111-4111-8111-111111111111', {
      body: { item_id: items[0], secret: true, giver_user_id: stranger.id },
    });
    await world.system.site.wordpress.run(
      `do_action( 'largesse_remember_gifts' ); wp_delete_post( $input, true );`,
      id,
    );
    await member.open('/?my-gifts=1');
    await member.sees('2025');
    await member.sees('Book, for “Ben’s birthday” on June 12, 2025');
  });
});
