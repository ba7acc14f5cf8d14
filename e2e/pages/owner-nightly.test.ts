import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addressOf, assertQuiet, type Office, openOffice } from './owner-desk.ts';

describe('a member who keeps a registry on a coming WordPress', () => {
  let t: Office;
  before(async () => {
    t = await openOffice('nightly', 'default');
  });
  after(async () => {
    const log = await t.site.wordpress.log();
    await t.close();
    assert.equal(log, '', 'WordPress has nothing to complain of');
  });

  it('does the usual things', async () => {
    await using desk = await t.visit('owner');
    await desk.field('Title').fill('Ada & Ben &amp; <3');
    await desk.page.toNextPage(() => desk.button('Create registry').click());
    await desk.page.getByRole('heading', { name: 'Ada & Ben &amp; <3' }).waitFor();
    for (const name of ['Kettle', 'Pot']) {
      await desk.button('Add a wish').click();
      await desk.field('Name').fill(name);
      await desk.button('Save wish').click();
      await desk.says(/Enter an address on the web/);
      await desk.field('Address of the product').fill('https://shop.example/thing');
      await desk.button('Save wish').click();
      await desk.says(`“${name}” is on the list.`);
    }
    await desk.button('One more bought of Pot').click();
    await desk.says('1 of 1 bought');
    await desk.button('Move up: Pot').click();
    await desk.button('Undo').waitFor();
    await desk.button('Remove Kettle').click();
    await desk.says('“Kettle” is removed.');
    await desk.button('Undo').click();
    await desk.says('“Kettle” is back.');
    await desk.page.reload();
    await desk.button('Add a wish').click({ trial: true });
    assert.deepEqual(await desk.names(), ['Pot', 'Kettle']);
    await desk.field('User name or e-mail address').fill('granny');
    await desk.button('Invite').click();
    await desk.says('granny is invited.');
    assert.deepEqual(await desk.axe('.largesse-mine'), []);
    await desk.button('Delete registry …').click();
    await desk.page.toNextPage(() => desk.button('Delete for good').click());
    assert.equal(desk.page.url(), addressOf(t.site));
    assertQuiet(desk, true);
  });
});
