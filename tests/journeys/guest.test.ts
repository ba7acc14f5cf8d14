import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linksOn } from '../e2e/pages/links.ts';
import { activeItems } from '../e2e/plugin/connected.ts';
import { sendNews } from '../e2e/plugin/mailing-site.ts';
import { loginPassword } from '../e2e/wordpress/site.ts';
import { openForSuite } from '../support/suite.ts';
import { openWorld } from './world.ts';

const DAY = '2037-06-12';
const SURPRISE = { registry_surprise: 'hidden', registry_reveal_date: DAY, registry_event_date: DAY };

describe('a guest', () => {
  const world = openForSuite(openWorld);

  it('finds the open wishes that are not too expensive', async () => {
    const list = await world.registry({ title: 'Our house' }, { Ladder: { price: 80 }, Mug: { price: 9 } });
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    await guest.sees('2 wishes, 2 still open.');
    await guest.tap('Filter');
    await guest.tap('Lowest price');
    await guest.page.waitForFunction(`location.search.includes('sort=price-up')`);
    assert.match(await guest.page.locator('main').innerText(), /Mug.*Ladder/s);
  });

  it('sorts prices only within their currency', async () => {
    const wishes = {
      Watch: { price: 80, currency: 'CHF' },
      Ladder: { price: 90 },
      Mug: { price: 9 },
      Pen: { price: 5, currency: 'CHF' },
      Card: {},
    };
    const list = await world.registry({ title: 'From two countries' }, wishes);
    await using guest = await world.person('nobody');
    // Until the next paint, a moved card has no inner text, because browsers render cards only on the screen.
    const names = async () =>
      (await guest.page.locator('.largesse-item__name').allTextContents()).map((one) => one.trim());
    await guest.open(`${list.path}?sort=price-up`);
    assert.deepEqual(await names(), ['Mug', 'Ladder', 'Pen', 'Watch', 'Card']);
    await guest.sees('Filters compare prices in EUR.');
    await guest.tap('Highest price');
    await guest.page.waitForFunction(`location.search.includes('sort=price-down')`);
    assert.deepEqual(await names(), ['Ladder', 'Mug', 'Watch', 'Pen', 'Card']);
  });

  it('comes through a private link to the first gift on three screens, and finds the list in their account', async () => {
    const { site } = world.system;
    const list = await world.registry({ title: 'Nora’s nest', status: 'private' }, { Blanket: { price: 20 } });
    const link = await linksOn(site).family(list.id);
    await using guest = await world.person('invitee');
    await guest.open(link);
    await guest.follow('Continue');
    await guest.tap('I’ll give this');
    await guest.follow('Yes, I’ll give this');
    await guest.sees('Thank you! We have noted that you are giving this.');
    assert.deepEqual(guest.effort(), { taps: 3, fields: 0 });
    // On another device, without the link.
    await using tablet = await world.person('invitee');
    await tablet.open('/my-registries/');
    await tablet.sees('Blanket');
    await tablet.follow('View');
    await tablet.sees('You are giving this.');
    await tablet.open('/my-registries/');
    await tablet.follow('Remove from my lists');
    await tablet.sees('The list is no longer among yours.');
    await tablet.seesNot('Remove from my lists');
  });

  it('gives a surprise without an account, and finds the gift again by the link in the mail', async () => {
    const list = await world.registry({ title: 'Birthday of Tom', meta: SURPRISE }, { Book: { price: 20 } });
    const email = 'ada@mail.example';
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}&address=edit`);
    await owner.fill('Name and address', 'Tom, Elm Lane 5');
    await owner.follow('Save');
    await owner.sees('Your change is saved.');
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    await guest.follow('I am looking for a gift');
    await guest.sees('Still wanted');
    await guest.tap('I’ll give this');
    await guest.fill('Your name', 'Ada');
    await guest.fill('E-mail address', email);
    await guest.follow('Yes, I’ll give this');
    await guest.sees('Thank you! We have noted that you are giving this.');
    await guest.sees('It is a surprise until June 12, 2037');
    await guest.sees('Tom, Elm Lane 5');

    const [mail] = await world.mailsTo(email);
    assert.match(mail?.text ?? '', /Elm Lane 5/);
    await using elsewhere = await world.person('nobody');
    await elsewhere.open(mail?.links.find((link) => link.includes('gift-of=')) ?? assert.fail('a link'));
    await elsewhere.sees('You are giving this.');
    await elsewhere.tap('Change');
    await elsewhere.fill('A message', 'All the best');
    await elsewhere.follow('Save');
    await elsewhere.sees('Your changes are saved.');
    await elsewhere.sees('Your message: All the best');
    await elsewhere.tap('I can’t give it after all');
    await elsewhere.follow('Yes, I can’t give it');
    await elsewhere.seesNot('Elm Lane');
    await elsewhere.open(`${list.path}?giving=1`);
    await elsewhere.sees('Still wanted');
  });

  it('with an account gives, and finds the gift on My registries', async () => {
    const list = await world.registry({ title: 'Our garden' }, { Spade: { price: 15 } });
    await using member = await world.person('stranger');
    await member.open(list.path);
    await member.tap('I’ll give this');
    await member.follow('Yes, I’ll give this');
    await member.sees('You are giving this.');
    await member.open('/my-registries/');
    await member.sees('Spade');
    assert.equal((await activeItems(world.system, list.id))[0]?.quantity_purchased, 1);
  });

  it('gives an expensive wish together with others', async () => {
    const list = await world.registry({ title: 'Together' }, { Bike: { price: 400 } });
    const email = 'kim@mail.example';
    await using guest = await world.person('nobody');
    await guest.open(`${list.path}?giving=1`);
    await guest.tap('I’ll give this');
    await guest.tap('Give a part');
    await guest.fill('Amount', '100');
    await guest.fill('Your name', 'Kim');
    await guest.fill('E-mail address', email);
    await guest.follow('Promise');
    await guest.sees('Your part does not count yet.');
    const [mail] = await world.mailsTo(email);
    await guest.open(mail?.links.find((link) => link.includes('my-share=')) ?? assert.fail('a link'));
    await guest.follow('Confirm my part');
    await guest.sees('Your part counts now.');
    await guest.open(`${list.path}?giving=1`);
    await guest.sees('€100.00 of €400.00 promised');
    await guest.tap('Give a part');
    await guest.sees('Give all of it');
  });

  it('shares an idea with the other guests', async () => {
    const list = await world.registry({ title: 'Ideas' }, {});
    await using guest = await world.person('nobody');
    await guest.open(`${list.path}?present=1`);
    await guest.fill('Wish', 'Concert tickets');
    await guest.fill('Your name', 'Lou');
    await guest.tap('I will give it');
    await guest.follow('Send');
    await guest.sees('The other guests can see it now.');
    await using other = await world.person('nobody');
    await other.open(`${list.path}?present=1`);
    await other.sees('Concert tickets');
    await using owner = await world.person('owner');
    await owner.open(`${list.path}?present=1`);
    await owner.seesNot('Concert tickets');
  });

  it('suggests a wish to the owner, and promises it in secret', async () => {
    const list = await world.registry({ title: 'On the water', meta: SURPRISE }, {});
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}&tab=settings`);
    await owner.tap('What guests may do');
    await owner.follow('Allow suggestions');
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    await guest.follow('Tell us about a present');
    await guest.fill('Wish', 'Kayak');
    await guest.tap('The owner, who may add it as a wish');
    await guest.tap('I will give it');
    await guest.follow('Send');
    await guest.sees('Your suggestion is on its way.');
    await owner.open(`/my-registries/?registry=${list.id}`);
    await owner.follow('Accept');
    await owner.sees('The wish is on your list.');
    await guest.open(`${list.path}?giving=1`);
    await guest.sees('You are giving this');
  });

  it('follows a list by mail', async () => {
    const list = await world.registry({ title: 'Followed' }, {});
    const email = 'fay@mail.example';
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    await guest.follow('Follow this list');
    await guest.fill('E-mail address', email);
    await guest.follow('Follow this list');
    const [question] = await world.mailsTo(email);
    await guest.open(question?.links.find((link) => link.includes('follower=')) ?? assert.fail('a link'));
    await guest.follow('Yes, send me these mails');
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}`);
    await owner.tap('Continue');
    await owner.fill('Name', 'Hammock');
    await owner.tap('Save wish');
    await owner.sees('“Hammock” is on the list.');
    await sendNews(world.system.site);
    const [news] = await world.mailsTo(email);
    assert.match(news?.text ?? '', /Hammock/);
  });

  it('sends the link to a chat, and saves the day in a calendar', async () => {
    const list = await world.registry({ title: 'Garden party', meta: { registry_event_date: DAY } }, {});
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    const title = await guest.page.locator('meta[property="og:title"]').getAttribute('content');
    assert.match(title ?? '', /Garden party/);
    const downloading = guest.page.waitForEvent('download');
    await guest.tap('Save the date');
    const file = await (await downloading).createReadStream();
    assert.match((await file.toArray()).join(''), /DTSTART;VALUE=DATE:20370612\r\n/);
  });

  it('opens a list with a password', async () => {
    const list = await world.registry({ title: 'Behind a password', password: 'plum 7' }, { Vase: {} });
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    await guest.seesNot('Vase');
    await guest.fill('Password:', 'plum 7');
    await guest.follow('Enter');
    await guest.sees('Vase');
  });

  it('signs out, and the next member at the same computer finds nothing of the gift', async () => {
    const list = await world.registry({ title: 'Our attic', meta: SURPRISE }, { Lamp: { price: 15 }, Chair: {} });
    await using computer = await world.person('mailInvitee');
    await computer.open(`${list.path}?giving=1`);
    await computer.tap('I’ll give this');
    await computer.fill('A message', 'In secret from me');
    await computer.follow('Yes, I’ll give this');
    await computer.sees('Thank you! We have noted that you are giving this.');
    await computer.open(`${list.path}?giving=1`);
    await computer.sees('You are giving this.');
    const kept = async () =>
      (await computer.page.context().cookies()).filter(({ name }) => /^largesse_gift/.test(name));
    assert.deepEqual(await kept(), []);
    const question = await computer.page.request.get(`${world.system.site.url}/wp-login.php?action=logout`);
    const [, link = assert.fail('no link')] = /href="([^"]*action=logout[^"]*)"/.exec(await question.text()) ?? [];
    await computer.page.goto(link.replaceAll('&#038;', '&').replaceAll('&amp;', '&'));
    const { username } = world.system.site.users.stranger;
    await computer.page.getByLabel('Username or Email Address').fill(username);
    await computer.page.getByLabel('Password', { exact: true }).fill(loginPassword);
    await computer.page.toNextPage(() => computer.page.getByRole('button', { name: 'Log In' }).click());
    for (const query of ['?giving=1', `?give=${list.items[0]}`]) {
      await computer.open(list.path + query);
      await computer.sees('Lamp');
      await computer.seesNot('You are giving this');
      await computer.seesNot('In secret from me');
    }
    await computer.open('/my-registries/');
    await computer.sees('Your registries');
    await computer.seesNot('Lamp');
  });
});
