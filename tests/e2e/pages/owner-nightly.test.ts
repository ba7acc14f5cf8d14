import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { assertNoErrors, openOwnerSite } from './owner-page.ts';

describe('a member who manages a registry on the next WordPress', () => {
  const t = openForSuite(() => openOwnerSite('nightly', 'default'));

  it('performs the usual actions', async () => {
    await using ownerPage = await t.visit('owner');
    await ownerPage.field('Title').fill('Ada & Ben &amp; <3');
    await ownerPage.page.toNextPage(() => ownerPage.button('Create registry').click());
    await ownerPage.page.getByRole('heading', { name: 'Ada & Ben &amp; <3' }).waitFor();
    for (const name of ['Kettle', 'Pot']) {
      await ownerPage.addWish();
      await ownerPage.field('Name').fill(name);
      await ownerPage.field('Address of the product').fill('mailto:shop@shop.example');
      await ownerPage.button('Save wish').click();
      await ownerPage.says(/Enter an address on the web/);
      await ownerPage.field('Address of the product').fill('https://shop.example/thing');
      await ownerPage.button('Save wish').click();
      await ownerPage.says(`“${name}” is on the list.`);
    }
    await ownerPage.page.reload();
    await ownerPage.button('Add a wish').click({ trial: true });
    assert.deepEqual(await ownerPage.names(), ['Kettle', 'Pot']);
    await ownerPage.openTab('Share');
    await ownerPage.field('User names or e-mail addresses').fill('granny@family.example');
    await ownerPage.button('Invite').click();
    await ownerPage.says('granny@family.example is invited.');
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    assertNoErrors(ownerPage, true);
  });
});
