import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayFromNow } from '../../contract/testing/clock.ts';
import { linksOn } from '../e2e/pages/links.ts';
import { activeItems } from '../e2e/plugin/connected.ts';
import { give } from '../e2e/plugin/gifts.ts';
import { page } from '../e2e/wordpress/requests.ts';
import { page as shopPage } from '../support/fake-shops.ts';
import { openForSuite } from '../support/suite.ts';
import { until } from '../support/wait.ts';
import { openWorld, PICTURE } from './world.ts';

const DAY = '2037-06-12';
/** A day in the past, as it is typed into a date field. */
const PAST = '01012026';
/** YYYY-MM-DD. */
const YESTERDAY = dayFromNow(-1);

describe('an owner', () => {
  const world = openForSuite(openWorld);

  it('shares a list with three wishes after 12 taps and 6 fields, beginning as a stranger', async () => {
    const email = 'anna@mail.example';
    await using anna = await world.person('nobody');
    await anna.open('/');
    await anna.follow('Weddings');
    await anna.fill('Your name', 'Anna Weber');
    await anna.fill('E-mail address', email);
    await anna.fill('Password', 'a long password 7');
    await anna.follow('Create an account');
    await anna.sees(`We have sent a mail to ${email}.`);
    const [mail] = await world.mailsTo(email);
    assert.match(mail?.html ?? '', /background:#9C2348/i, 'as on the pages');
    await anna.open(mail?.links.find((link) => link.includes('largesse-confirm=')) ?? assert.fail('a link'));
    await anna.follow('Confirm and sign in');
    await anna.sees('This switches on “Show me how many”.');
    await anna.follow('Create registry');
    await anna.fill('Paste a shop’s link', 'Blue teapot');
    await anna.tap('Continue');
    for (const [before, name] of [
      ['Blue teapot', 'Lamp'],
      ['Lamp', 'Chair'],
    ] as const) {
      await anna.tap('Save and add another');
      await anna.sees(`“${before}” is on the list.`);
      await anna.fill('Name', name);
    }
    await anna.tap('Save wish');
    await anna.sees('“Chair” is on the list.');
    await anna.tap('Share');
    await anna.tap('Continue');
    await anna.sees('Your private link is ready.');
    const link = await anna.shownLink();
    await anna.tap('Copy link');
    assert.deepEqual(anna.effort(), { taps: 11, fields: 6 }, 'without the tap on the link in the mail');

    await using guest = await world.person('nobody');
    await guest.open(link);
    await guest.sees('Anna Weber’s wedding');
    await guest.follow('Continue');
    await guest.sees('Blue teapot');
    await guest.sees('Chair');
  });

  it('adds a wish by the address of a shop’s page', async () => {
    world.shops.open(
      'shop.example',
      shopPage(
        `<!doctype html><title>Kitchen</title><meta property="og:title" content="Blue kettle">
        <meta property="og:site_name" content="Kitchen & Co"><meta property="product:price:amount" content="39.90">
        <meta property="product:price:currency" content="EUR">`,
      ),
    );
    const { id } = await world.registry({ title: 'By address' }, {});
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${id}`);
    await owner.fill('Paste a shop’s link', 'https://shop.example/kettle');
    await owner.tap('Continue');
    await owner.sees('Suggested by the shop’s page: Name, Shop, Price.');
    await owner.tap('Save wish');
    await owner.sees('“Blue kettle” is on the list.');
    assert.partialDeepStrictEqual(await activeItems(world.system, id), [
      { name: 'Blue kettle', retailer: 'Kitchen & Co', price: 39.9, url: 'https://shop.example/kettle' },
    ]);
  });

  it('adds a wish from an app that shares addresses, and wants any number of it', async () => {
    const list = await world.registry({ title: 'Shared from an app' }, {});
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}&add-wish=https://shop.example/picture-book`);
    // The page fills in the name that it finds at the shop, perhaps while this test types.
    const hasName = `[...document.querySelectorAll('input')].some(({ value }) => value === 'Picture book')`;
    await until('the name is typed', async () => {
      await owner.fill('Name', 'Picture book');
      return await owner.page.evaluate<boolean>(hasName);
    });
    await owner.tap('Any number is welcome');
    await owner.tap('Save wish');
    await owner.sees('“Picture book” is on the list.');
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    await guest.tap('I’ll give this');
    await guest.fill('Your name', 'Uwe');
    await guest.follow('Yes, I’ll give this');
    await guest.open(list.path);
    await guest.sees('Any number is welcome');
    await guest.sees('Give another one');
  });

  it('adds a picture to a wish, and corrects its price', async () => {
    const list = await world.registry({ title: 'Pictures' }, { Plates: { price: 12 } });
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}`);
    await owner.tap('Edit Plates');
    await owner.fill('Price', '12.50');
    const choosing = owner.page.waitForEvent('filechooser');
    await owner.tap('Upload a picture');
    await (await choosing).setFiles({ name: 'plates.png', mimeType: 'image/png', buffer: PICTURE });
    await owner.sees('Remove the picture');
    await owner.tap('Save wish');
    await owner.sees('“Plates” is saved.');
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    await guest.sees('€12.50');
    await guest.page.waitForFunction(`document.querySelector('.largesse-item img')?.naturalWidth > 0`);
  });

  it('sorts wishes below a heading, removes one, and undoes that', async () => {
    const list = await world.registry({ title: 'Sorted' }, { Kettle: {}, Plates: {}, Table: {} });
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}`);
    await owner.tap('More for Table');
    await owner.tap('Move up');
    await owner.sees('The order is saved.');
    // The menu stays open for further moves, and covers the next wish.
    await owner.tap('More for Table');
    await owner.tap('More for Plates');
    await owner.tap('Add a heading above');
    await owner.fill('Title', 'For guests');
    await owner.tap('Save');
    await owner.sees('“For guests” is a heading now.');
    await owner.tap('Dismiss');
    await owner.tap('More for Kettle');
    await owner.tap('Remove');
    await owner.sees('Wishes 2');
    await owner.tap('Undo');
    await owner.sees('Wishes 3');
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    const shown = await guest.page.locator('main').innerText();
    assert.match(shown, /Kettle.*Table.*For guests.*Plates/s);
  });

  it('sees no gifts before the reveal of a surprise, and thanks afterwards', async () => {
    const surprise = { registry_surprise: 'hidden', registry_reveal_date: DAY };
    const list = await world.registry({ title: 'Surprise', meta: surprise }, { Book: { price: 20 } });
    await using guest = await world.person('nobody');
    await guest.open(`${list.path}?giving=1`);
    await guest.tap('I’ll give this');
    await guest.fill('Your name', 'Aunt Ada');
    await guest.follow('Yes, I’ll give this');
    await guest.sees('please do not tell them');

    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}`);
    await owner.sees('a surprise until June 12, 2037');
    await owner.follow('Gifts');
    await owner.sees('There is nothing to show yet.');
    await owner.seesNot('Ada');
    await owner.open(`/my-registries/?registry=${list.id}&tab=settings`);
    await owner.tap('What do you want to know about your gifts?Surprise me');
    await owner.fill('Day of the reveal', PAST);
    await owner.tap('Save details');
    await owner.sees('With this date, the day of the reveal has come.');
    await owner.tap('Keep the surprise');
    await owner.seesNot('The details are saved.');
    await owner.tap('Show me now …');
    await owner.tap('Show me now');
    await owner.sees('1 gift is shown now.');
    await owner.follow('See the list');
    await owner.sees('Aunt Ada');
    await owner.tap('Thanked');
    await owner.sees('Saved.');
    const { body } = await world.system.request<{ thanked_at: string | null }[]>(
      'admin',
      'GET',
      `/purchases?registry_id=${list.id}`,
    );
    assert.equal(body.length, 1);
    assert.notEqual(body[0]?.thanked_at, null);
  });

  it('starts next year’s list after the day, with the guests and what was not given', async () => {
    const meta = { registry_event_date: YESTERDAY, registry_invitees: '["aunt@mail.example"]' };
    const list = await world.registry(
      { title: 'Lena is 6', status: 'private', meta },
      { Kite: {}, Ball: {}, Boat: {} },
    );
    await give(world.system, list.items[1] ?? 0);
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}&tab=settings`);
    await owner.tap('Start next year’s list …');
    await owner.follow('Create a new registry');
    await owner.sees('Guests cannot see this registry yet.');
    await owner.seesNot('Ball');
    assert.match(await owner.page.locator('main').innerText(), /Kite.*Boat/s);
    await owner.tap('Share');
    await owner.sees('aunt@mail.example');
    assert.deepEqual(owner.effort(), { taps: 3, fields: 0 });
  });

  it('imports a list, and exports it again', async () => {
    const { id } = await world.registry({ title: 'Moved' }, {});
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${id}&tab=settings`);
    await owner.tap('Export and import');
    await owner.follow('Import wishes …');
    await owner.fill('Or paste it here', 'Red kettle https://shop.example/red\nLamp https://shop.example/lamp');
    await owner.tap('Preview');
    await owner.sees('Recognized as a list of addresses.');
    await owner.tap('Add these wishes: 2');
    await owner.sees('Added: 2');
    await owner.open(`/my-registries/?registry=${id}&tab=settings`);
    await owner.tap('Export and import');
    await owner.follow('Import wishes …');
    await owner.fill(
      'Or paste it here',
      'Our list\nItem Name,Aisle,Qty,Price,Link\nJug,Pots,2,ca. 30 €,http:/shop.example/jug\nTotal,,,30,',
    );
    await owner.tap('Preview');
    await owner.sees('Recognized as a table (CSV).');
    await owner.sees(
      'Used columns: Name (Item Name) · How many are wanted (Qty) · Price (Price) · Address of the product (Link)',
    );
    await owner.sees('Columns that were not used: Aisle');
    await owner.sees('Please check: 2');
    await owner.sees('The price is left out, because “ca. 30 €” is not a single number above zero.');
    await owner.tap('Add these wishes: 1');
    await owner.sees('Added: 1');
    assert.deepEqual((await activeItems(world.system, id)).map(({ name, url, price }) => [name, url, price]).at(-1), [
      'Jug',
      'http://shop.example/jug',
      null,
    ]);
    await owner.open(`/my-registries/?registry=${id}&tab=settings`);
    await owner.tap('Export and import');
    const downloading = owner.page.waitForEvent('download');
    await owner.tap('Export as a table (CSV)');
    const file = await (await downloading).createReadStream();
    assert.match((await file.toArray()).join(''), /Red kettle.*https:\/\/shop\.example\/lamp/s);
  });

  it('prepares a hidden wish, and shows it later', async () => {
    const list = await world.registry({ title: 'Later' }, {});
    await using guest = await world.person('nobody');
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}&unlisted=edit`);
    await owner.tap('Add a hidden wish');
    await owner.page.getByRole('textbox', { name: 'Wish' }).fill('Tent');
    await owner.follow('Save wish');
    await owner.sees('Hidden 1');
    await guest.open(list.path);
    await guest.seesNot('Tent');
    await owner.tap('Tent until you show it');
    await owner.follow('Show it now');
    await guest.open(list.path);
    await guest.sees('Tent');
  });

  it('notes who gave a received wish, and whom to thank', async () => {
    const list = await world.registry({ title: 'Received' }, { Quilt: {} });
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}&unlisted=edit`);
    await owner.follow('We have received it');
    await owner.sees('Received 1');
    await owner.tap('Quilt');
    await owner.fill('From', 'Aunt Rita');
    await owner.follow('Save');
    await owner.sees('from Aunt Rita');
    await owner.follow('Whom to thank');
    await owner.sees('1 of 1 still to thank.');
    await owner.tap('Thanked');
    await owner.sees('You have thanked everyone.');
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    await guest.seesNot('Quilt');
  });

  it('writes what is good to know, and lets guests with the link see it, but no strangers', async () => {
    const list = await world.registry({ title: 'Socks' }, {});
    await using owner = await world.person('owner');
    await owner.open('/my-registries/?about=edit');
    await owner.fill('Good to know', 'Shoe size 38');
    await owner.follow('Save');
    await using guest = await world.person('nobody');
    await guest.open(list.path);
    await guest.sees('Socks');
    await guest.seesNot('Shoe size 38');
    await guest.open(await linksOn(world.system.site).family(list.id));
    await guest.follow('Continue');
    await guest.sees('Shoe size 38');
  });

  it('decides that guests find the list by name', async () => {
    const list = await world.registry({ title: 'Ours' }, {});
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}&tab=settings`);
    await owner.tap('Who may see it?Public');
    await owner.tap('Let others find it by our names');
    await owner.fill('Names', 'Zora Quist');
    await owner.tap('Save details');
    await owner.sees('saved');
    await using guest = await world.person('nobody');
    await guest.open('/');
    await guest.fill('Find a registry', 'zora quist');
    await guest.follow('Find');
    await guest.sees('Ours');
  });

  it('deletes a list', async () => {
    const list = await world.registry({ title: 'Over' }, { Chair: {} });
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}&tab=settings`);
    await owner.tap('Delete this registry');
    await owner.tap('Delete registry …');
    await owner.follow('Delete for good');
    await owner.seesNot('Over');
    assert.equal((await page(world.system.site, 'nobody', list.path)).status, 404);
  });
});
