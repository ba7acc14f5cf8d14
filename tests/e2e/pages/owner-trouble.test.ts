import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { activeItems } from '../plugin/connected.ts';
import { read, rest } from '../wordpress/requests.ts';
import { loginPassword } from '../wordpress/site.ts';
import { addressOf, assertNoErrors, type OwnerPage, openOwnerSite } from './owner-page.ts';

describe('a member with problems while writing', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));

  const title = async (id: number) => (await read(t.site, 'owner', id, '?context=edit')).body.title.raw;
  /** Changes a registry as another user, the administrator. */
  const change = (id: number, fields: object) => rest(t.site, 'admin', 'POST', `/registries/${id}`, fields);
  const signIn = async (ownerPage: OwnerPage) => {
    const tab = await ownerPage.page.toNewTab(() =>
      ownerPage.page.getByRole('link', { name: 'Sign in in a new tab' }).click(),
    );
    await tab.getByLabel('Username or Email Address').fill(t.site.users.owner.username);
    await tab.getByLabel('Password', { exact: true }).fill(loginPassword);
    await tab.toNextPage(() => tab.getByRole('button', { name: 'Sign in' }).click());
    assert.equal(new URL(tab.url()).pathname, '/my-registries/');
    await tab.close();
  };

  it('signs in again after the session has expired, and saves the input', async () => {
    const id = await t.registry('owner', { title: 'Before' }, ['Kettle']);
    await using ownerPage = await t.visit('owner', id, { tab: 'settings' });
    await ownerPage.field('Title').fill('After');
    await ownerPage.page.context().clearCookies();
    await ownerPage.button('Save details').click();
    await ownerPage.says(/You are no longer signed in/);
    assert.equal(await ownerPage.field('Title').inputValue(), 'After');
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    await signIn(ownerPage);
    await ownerPage.button('Save details').click();
    await ownerPage.says('The details are saved.');
    assert.equal(await title(id), 'After');
    // The page also asks the user to sign in again after a change without a form.
    await ownerPage.openTab('Wishes');
    const cookies = await ownerPage.page.context().cookies();
    await ownerPage.page.context().clearCookies();
    await ownerPage.choose('Kettle', 'Remove');
    await ownerPage.says(/You are no longer signed in/);
    await ownerPage.page.context().addCookies(cookies);
    await ownerPage.button('Try again').click();
    await ownerPage.says('“Kettle” is removed.');
    assertNoErrors(ownerPage, true);
  });

  it('sees changes of someone else, and chooses', async () => {
    const id = await t.registry('owner', { title: 'Ours', content: 'Old story' }, [['Kettle', { price: 10 }]]);
    await using ada = await t.visit('owner', id, { tab: 'settings' });
    await using admin = await t.visit('admin', id);
    await admin.says('This registry belongs to owner.');
    await change(id, { title: 'Theirs' });

    await ada.field('Title').fill('Mine');
    await ada.field('Occasion').fill('Wedding');
    await ada.button('Save details').click();
    const question = ada.page.getByRole('group', { name: 'Changed by someone else' }).filter({ visible: true });
    await question.waitFor();
    assert.match(await question.innerText(), /Title\s+Yours: Mine\s+Theirs: Theirs/);
    assert.doesNotMatch(await question.innerText(), /Occasion/, 'fields without a collision need no choice');
    assert.deepEqual(await ada.axe('.largesse-mine'), []);
    assert.equal(await title(id), 'Theirs', 'nothing is overwritten');
    assert.equal(await ada.button('Save details').isVisible(), false, 'there is one thing to press: the choice');
    await ada.field('Title').press('Enter');
    await ada.page.waitForFunction(`document.activeElement.matches('[data-largesse-conflict]')`);
    assert.equal(await title(id), 'Theirs', 'nor by the Enter key');
    await question.getByRole('button', { name: 'Take theirs' }).click();
    assert.equal(await ada.field('Title').inputValue(), 'Theirs');
    assert.equal(await ada.field('Occasion').inputValue(), 'Wedding');
    await ada.button('Save details').click();
    await ada.says('The details are saved.');

    await ada.openTab('Wishes');
    await admin.button('Edit Kettle').click();
    await admin.page.getByRole('dialog').getByLabel('Price').fill('12');
    await ada.button('Edit Kettle').click();
    await ada.page.getByRole('dialog').getByLabel('Price').fill('11');
    await ada.button('Save wish').click();
    await ada.says('“Kettle” is saved.');
    await admin.button('Save wish').click();
    const asked = admin.page.getByRole('group', { name: 'Changed by someone else' }).filter({ visible: true });
    await asked.waitFor();
    assert.match(await asked.innerText(), /Price\s+Yours: 12\s+Theirs: 11/);
    assert.deepEqual(await admin.axe('.largesse-mine'), []);
    await asked.getByRole('button', { name: 'Keep mine' }).click();
    await admin.says('“Kettle” is saved.');
    assert.partialDeepStrictEqual((await activeItems(t.proxied.system, id))[0], { price: 12 });

    // Ada's page has not loaded the new price of 12. She can still record that she has a piece, because this change
    // does not depend on the price.
    await ada.choose('Kettle', 'We have it');
    await ada.says('Bought · you have 1');
    await ada.card('Kettle').getByText('12.00').waitFor();

    await admin.button('Edit Kettle').click();
    await admin.field('Name').fill('Kettle, again');
    await ada.choose('Kettle', 'Remove');
    await ada.says('“Kettle” is removed.');
    await admin.button('Save wish').click();
    await admin.says(/Someone removed this wish/);
    const gone = admin.page.getByRole('group', { name: 'Removed by someone else' });
    assert.equal(await gone.getByRole('button', { name: 'Leave it removed' }).isVisible(), true);
    await admin.button('Add it again').click();
    await admin.says('“Kettle, again” is on the list.');
    assert.deepEqual(await admin.names(), ['Kettle, again']);
    assertNoErrors(ada, true);
    assertNoErrors(admin, true);
  });

  it('does not notice an expired nonce, nor changes without collision, and sees the latest state on coming back', async () => {
    const id = await t.registry('owner', { title: 'Before' });
    await using ownerPage = await t.visit('owner', id, { tab: 'settings' });
    await ownerPage.page.route(
      /wp-json\/largesse/,
      (route) => route.continue({ headers: { ...route.request().headers(), 'x-wp-nonce': '0123456789' } }),
      { times: 1 },
    );
    await change(id, { meta: { registry_event_type: 'Baby' } });
    await ownerPage.field('Title').fill('Mine');
    await ownerPage.button('Save details').click();
    await ownerPage.says('The details are saved.');
    assert.equal(await title(id), 'Mine');
    assert.equal(await ownerPage.field('Occasion').inputValue(), 'Baby');
    await change(id, { title: 'Theirs' });
    // Simulates that the user returns to the page and the browser shows the cached page.
    await ownerPage.page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await ownerPage.page.getByRole('heading', { name: 'Theirs', exact: true }).waitFor();
    assert.equal(await ownerPage.field('Title').inputValue(), 'Theirs');
    assertNoErrors(ownerPage, true);
  });

  it('ends up with the same list as someone else who changes it at the same time', async () => {
    const id = await t.registry('owner', { title: 'Ours' }, ['Kettle', 'Pot']);
    await using ada = await t.visit('owner', id);
    await using admin = await t.visit('admin', id);
    const add = async (name: string) => {
      await admin.addWish();
      await admin.field('Name').fill(name);
      await admin.button('Save wish').click();
      await admin.says(`“${name}” is on the list.`);
    };
    const shows = (names: string[]) => until('the list is right', async () => `${await ada.names()}` === `${names}`);
    await add('Pan');
    await admin.choose('Pot', 'Remove');
    await admin.says('“Pot” is removed.');
    await change(id, { title: 'Theirs' });
    assert.deepEqual(await ada.names(), ['Kettle', 'Pot']);

    // The answer to this change shows that Ada's page is out of date, so the page reloads the whole registry.
    await ada.choose('Kettle', 'We have it');
    await shows(['Kettle', 'Pan']);
    await ada.page.getByRole('heading', { name: 'Theirs', exact: true }).waitFor();

    // The new order in the answer contains a wish that Ada's page has not loaded yet.
    await add('Lid');
    await ada.choose('Kettle', 'Move down');
    await shows(['Pan', 'Lid', 'Kettle']);
    assert.match((await ada.card('Kettle').textContent()) ?? '', /Bought/);
    assertNoErrors(ada);
    assertNoErrors(admin);
  });

  it('reads one piece of advice during an outage of the service, and no unknown numbers, and tries again', async () => {
    const id = await t.registry('owner', { title: 'Ours' }, ['Kettle', 'Pot']);
    t.proxied.interference = { before: () => false };
    try {
      await using ownerPage = await t.visit('owner', id);
      const alert = ownerPage.page.getByRole('alert').filter({ visible: true, hasText: /\S/ });
      await ownerPage.says('The wishes cannot be shown now. They are safe; please try again in a little while.');
      assert.equal(await alert.count(), 1);
      assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
      assert.equal(await ownerPage.page.locator('#largesse-wishes .largesse-mine__number').isVisible(), false);
      await ownerPage.openTab('Settings');
      await ownerPage.unfold('Delete this registry');
      await ownerPage.button('Delete registry …').click();
      assert.match(await ownerPage.page.getByRole('alertdialog').innerText(), /and all its wishes/);
      await ownerPage.button('Keep it').click();
      await ownerPage.openTab('Wishes');
      await ownerPage.button('Try again').click();
      await ownerPage.says('The wishes still cannot be shown.');

      await ownerPage.addWish();
      await ownerPage.page.getByText('The wishes still cannot be shown.').waitFor({ state: 'hidden' });
      await ownerPage.field('Name').fill('Pan');
      await ownerPage.field('Address of the product').fill('https://shop.example/pan');
      await ownerPage.button('Save wish').click();
      const message = ownerPage.page.getByRole('dialog').getByRole('alert').filter({ visible: true, hasText: /\S/ });
      await message.waitFor();
      assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
      const said = await message.innerText();
      assert.equal(said.match(/again/g)?.length, 1, said);
      assert.doesNotMatch(said, /load the page/);
      t.proxied.interference = {};
      await ownerPage.button('Save wish').click();
      await ownerPage.says('“Pan” is on the list.');
      assert.deepEqual(await ownerPage.names(), ['Kettle', 'Pot', 'Pan']);
      assert.equal(await ownerPage.page.locator('#largesse-wishes .largesse-mine__number').innerText(), '3');
      assertNoErrors(ownerPage, true);
    } finally {
      t.proxied.interference = {};
    }
  });

  it('no longer sees a message when the next action begins', async () => {
    const id = await t.registry('owner', { title: 'Ours', meta: { registry_invitees: '["granny"]' } }, [
      'Kettle',
      'Pot',
    ]);
    await using ownerPage = await t.visit('owner', id);
    const { page } = ownerPage;
    const saved = page.getByText('“Pot” is saved.');
    const out = page.getByText(/You are no longer signed in/).filter({ visible: true });
    const dismiss = () => page.keyboard.press('Escape');
    const acts: [name: string, act: () => Promise<unknown>][] = [
      ['order', () => ownerPage.choose('Kettle', 'Move down')],
      ['number', () => ownerPage.choose('Pot', 'We have it')],
      ['wish', () => ownerPage.addWish().then(dismiss)],
      ['tab', () => ownerPage.openTab('Share').then(() => ownerPage.openTab('Wishes'))],
    ];
    for (const [name, act] of acts) {
      await ownerPage.button('Edit Pot').click();
      await page.getByRole('dialog').getByLabel('Description').fill(`Before ${name}`);
      await ownerPage.button('Save wish').click();
      await saved.waitFor();
      const open = Promise.withResolvers<void>();
      await page.route(/wp-json\/largesse/, (route) => open.promise.then(() => route.continue()), { times: 1 });
      await act();
      await saved.waitFor({ state: 'hidden' });
      open.resolve();
      // The page saves a new order some time after the last move. Without this wait, the message about the order would
      // replace the next message.
      if (name === 'order') await page.getByText('The order is saved.').waitFor();
      await page.waitForFunction(`!document.querySelector('[aria-busy=true], .is-busy')`);
      await page.unroute(/wp-json\/largesse/);
    }
    // A message in a form disappears with the next action, too.
    await ownerPage.openTab('Share');
    await page.context().clearCookies();
    await ownerPage.field('User names or e-mail addresses').fill('anna@family.example');
    await ownerPage.button('Invite').click();
    await out.waitFor();
    await page.route(/wp-json\/largesse/, () => {});
    await ownerPage.button('Remove granny from the invited people').click();
    await out.waitFor({ state: 'hidden' });
    assertNoErrors(ownerPage, true);
  });

  it('loses no input and adds no wish twice without a connection, or if an answer is lost', async () => {
    const id = await t.registry('owner', {}, ['Kettle']);
    await using ownerPage = await t.visit('owner', id);
    const { page } = ownerPage;
    const save = ownerPage.button('Save wish');
    const price = page.getByRole('dialog').getByLabel('Price');
    await ownerPage.addWish();
    await ownerPage.field('Name').fill('Pan');
    await ownerPage.field('Address of the product').fill('https://shop.example/pan');
    await page.context().setOffline(true);
    await save.click();
    await ownerPage.says(/cannot be reached/);
    await page.context().setOffline(false);
    await save.click();
    await ownerPage.says('“Pan” is on the list.');

    await page.route(
      /wp-json\/largesse.*\/items$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await ownerPage.addWish();
    await ownerPage.field('Name').fill('Pot');
    await ownerPage.field('Address of the product').fill('https://shop.example/pot');
    await save.click();
    await ownerPage.says(/We do not know whether this was saved/);
    await price.fill('24.5');
    await save.click();
    await ownerPage.says('“Pot” is saved.');
    assert.deepEqual(await ownerPage.names(), ['Kettle', 'Pan', 'Pot']);
    const items = await activeItems(t.proxied.system, id);
    assert.equal(items.length, 3);
    assert.partialDeepStrictEqual(items[2], { name: 'Pot', price: 24.5 });
    await ownerPage.button('Edit Pot').click();
    assert.equal(await price.inputValue(), '24.50');
    await page.keyboard.press('Escape');

    await ownerPage.button('Edit Kettle').click();
    await price.fill('12.5');
    // The service makes the change, but the site receives no answer.
    t.proxied.interference = { after: ({ method }) => method !== 'PUT' };
    try {
      await save.click();
      await ownerPage.says(/we do not know whether this was saved\. Please try again/);
    } finally {
      t.proxied.interference = {};
    }
    const [kettle] = await activeItems(t.proxied.system, id);
    assert.partialDeepStrictEqual(kettle, { price: 12.5 });
    await save.click();
    await ownerPage.says('“Kettle” is saved.');
    assert.partialDeepStrictEqual((await activeItems(t.proxied.system, id))[0], { price: 12.5 });
    assertNoErrors(ownerPage, true);
  });

  it('sees a check before a registry is created a second time', async () => {
    await using ownerPage = await t.visit('stranger');
    await ownerPage.page.route(
      /wp-json\/largesse.*\/registries$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await ownerPage.field('Title').fill('Only one');
    await ownerPage.button('Create registry').click();
    await ownerPage.says(/We do not know whether this was saved/);
    await ownerPage.button('Create registry').click();
    await ownerPage.says(/There is a new registry in your list/);
    assert.equal(await ownerPage.page.getByRole('link', { name: 'Manage: Only one' }).count(), 1);
    assertNoErrors(ownerPage, true);
  });

  it('sees that a request is running, and pressing again has no effect', async () => {
    const id = await t.registry('owner', {});
    await using ownerPage = await t.visit('owner', id, { tab: 'share' });
    const open = Promise.withResolvers<void>();
    let calls = 0;
    await ownerPage.page.route(/wp-json\/largesse/, async (route) => {
      calls++;
      await open.promise;
      await route.continue();
    });
    await ownerPage.field('User names or e-mail addresses').fill('granny@family.example');
    await ownerPage.button('Invite').click();
    const busy = ownerPage.button('Inviting …');
    await busy.waitFor();
    assert.equal(await busy.getAttribute('aria-busy'), 'true');
    await busy.click({ force: true });
    open.resolve();
    await ownerPage.says('granny@family.example is invited.');
    assert.equal(calls, 1);
    assertNoErrors(ownerPage);
  });

  it('is asked before leaving with unsaved input, and only then', async () => {
    const id = await t.registry('owner', { title: 'Ours' });
    await using ownerPage = await t.visit('owner', id);
    const asked: string[] = [];
    ownerPage.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await ownerPage.addWish();
    await ownerPage.field('Name').fill('Typed');
    await ownerPage.page.keyboard.press('Escape');
    await ownerPage.page.reload();
    assert.deepEqual(asked, ['beforeunload']);
    await ownerPage.addWish();
    await ownerPage.page.keyboard.press('Escape');
    await ownerPage.page.goto(addressOf(t.site));
    assert.deepEqual(asked, ['beforeunload']);
  });
});
