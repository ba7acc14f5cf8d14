import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { activeItems } from '../plugin/connected.ts';
import { read } from '../wordpress/requests.ts';
import { loginPassword } from '../wordpress/site.ts';
import { addressOf, assertQuiet, type Desk, type Office, openOffice } from './owner-desk.ts';

describe('a member to whom something happens while they write', () => {
  let t: Office;
  before(async () => {
    t = await openOffice('6.5');
  });
  after(async () => {
    const log = await t.site.wordpress.log();
    await t.close();
    assert.equal(log, '', 'WordPress has nothing to complain of');
  });

  const title = async (id: number) => (await read(t.site, 'owner', id, '?context=edit')).body.title.raw;
  const signIn = async (desk: Desk) => {
    const tab = await desk.page.toNewTab(() => desk.page.getByRole('link', { name: 'Sign in in a new tab' }).click());
    await tab.getByLabel('Username or Email Address').fill(t.site.users.owner.username);
    await tab.getByLabel('Password', { exact: true }).fill(loginPassword);
    await tab.toNextPage(() => tab.getByRole('button', { name: 'Log In' }).click());
    assert.equal(new URL(tab.url()).pathname, '/my-registries/');
    await tab.close();
  };

  it('signs in again after the session has expired, and saves what was typed', async () => {
    const id = await t.registry('owner', { title: 'Before' }, ['Kettle']);
    await using desk = await t.visit('owner', id);
    await desk.field('Title').fill('After');
    await desk.page.context().clearCookies();
    await desk.button('Save details').click();
    await desk.says(/You are not signed in any more/);
    assert.equal(await desk.field('Title').inputValue(), 'After');
    assert.deepEqual(await desk.axe('.largesse-mine'), []);
    await signIn(desk);
    await desk.button('Save details').click();
    await desk.says('The details are saved.');
    assert.equal(await title(id), 'After');
    // The same where there is no form.
    await desk.page.context().clearCookies();
    await desk.button('Remove Kettle').click();
    await desk.says(/You are not signed in any more/);
    await signIn(desk);
    await desk.button('Try again').click();
    await desk.says('“Kettle” is removed.');
    assertQuiet(desk, true);
  });

  it('does not notice that a nonce has expired', async () => {
    const id = await t.registry('owner', { title: 'Before' });
    await using desk = await t.visit('owner', id);
    await desk.page.route(
      /wp-json\/largesse/,
      (route) => route.continue({ headers: { ...route.request().headers(), 'x-wp-nonce': '0123456789' } }),
      { times: 1 },
    );
    await desk.field('Title').fill('After');
    await desk.button('Save details').click();
    await desk.says('The details are saved.');
    assert.equal(await title(id), 'After');
    assertQuiet(desk, true);
  });

  it('sees what somebody else wrote meanwhile, and chooses', async () => {
    const id = await t.registry('owner', { title: 'Ours', content: 'Old story' }, [['Kettle', { price: 10 }]]);
    await using ada = await t.visit('owner', id);
    await using admin = await t.visit('admin', id);
    await admin.says('This registry belongs to owner.');
    await admin.field('Title').fill('Theirs');
    await admin.button('Save details').click();
    await admin.says('The details are saved.');

    await ada.field('Title').fill('Mine');
    await ada.field('Occasion').fill('Wedding');
    await ada.button('Save details').click();
    const question = ada.page.getByRole('group', { name: 'Changed by somebody else' }).filter({ visible: true });
    await question.waitFor();
    assert.match(await question.innerText(), /Title\s+Yours: Mine\s+Theirs: Theirs/);
    assert.doesNotMatch(await question.innerText(), /Occasion/, 'where nothing collides there is nothing to choose');
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

    await admin.button('Edit Kettle').click();
    await admin.page.getByRole('dialog').getByLabel('Price').fill('12');
    await ada.button('Edit Kettle').click();
    await ada.page.getByRole('dialog').getByLabel('Price').fill('11');
    await ada.button('Save wish').click();
    await ada.says('“Kettle” is saved.');
    await admin.button('Save wish').click();
    const asked = admin.page.getByRole('group', { name: 'Changed by somebody else' }).filter({ visible: true });
    await asked.waitFor();
    assert.match(await asked.innerText(), /Price\s+Yours: 12\s+Theirs: 11/);
    assert.deepEqual(await admin.axe('.largesse-mine'), []);
    await asked.getByRole('button', { name: 'Keep mine' }).click();
    await admin.says('“Kettle” is saved.');
    assert.partialDeepStrictEqual((await activeItems(t.counted.whole, id))[0], { price: 12 });

    // Ada has not heard of the twelve.
    await ada.button('One more bought of Kettle').click();
    await ada.says(/Somebody else changed “Kettle” meanwhile/);
    assert.match(await ada.card('Kettle').innerText(), /12/);
    await ada.button('One more bought of Kettle').click();
    await ada.says('1 of 1 bought');

    await admin.button('Edit Kettle').click();
    await admin.field('Name').fill('Kettle, again');
    await ada.button('Remove Kettle').click();
    await ada.says('“Kettle” is removed.');
    await admin.button('Save wish').click();
    await admin.says(/Somebody removed this wish/);
    const gone = admin.page.getByRole('group', { name: 'Removed by somebody else' });
    assert.equal(await gone.getByRole('button', { name: 'Leave it removed' }).isVisible(), true);
    await admin.button('Add it again').click();
    await admin.says('“Kettle, again” is on the list.');
    assert.deepEqual(await admin.names(), ['Kettle, again']);
    assertQuiet(ada, true);
    assertQuiet(admin, true);
  });

  it('merges what does not collide without a question', async () => {
    const id = await t.registry('owner', { title: 'Ours' });
    await using ada = await t.visit('owner', id);
    await using admin = await t.visit('admin', id);
    await admin.field('Occasion').fill('Baby');
    await admin.button('Save details').click();
    await admin.says('The details are saved.');
    await ada.field('Title').fill('Mine');
    await ada.button('Save details').click();
    await ada.says('The details are saved.');
    assert.equal(await ada.field('Occasion').inputValue(), 'Baby');
    assertQuiet(ada, true);
  });

  it('reads clearly that the service does not answer, and tries again', async () => {
    const id = await t.registry('owner', { title: 'Ours' }, ['Kettle']);
    t.counted.interference = { before: () => false };
    try {
      await using desk = await t.visit('owner', id);
      await desk.page.getByRole('alert').filter({ visible: true }).getByRole('button', { name: 'Try again' }).waitFor();
      assert.deepEqual(await desk.axe('.largesse-mine'), []);
      await desk.button('Add a wish').click();
      await desk.field('Name').fill('Pot');
      await desk.field('Address of the product').fill('https://shop.example/pot');
      await desk.button('Save wish').click();
      const message = desk.page.getByRole('dialog').getByRole('alert').filter({ hasText: /\S/, visible: true });
      await message.waitFor();
      assert.deepEqual(await desk.axe('.largesse-mine'), []);
      t.counted.interference = {};
      await desk.button('Save wish').click();
      await desk.says('“Pot” is on the list.');
      assert.deepEqual(await desk.names(), ['Kettle', 'Pot']);
      assertQuiet(desk, true);
    } finally {
      t.counted.interference = {};
    }
  });

  it('reads one advice while the service is down, and no number that nobody knows', async () => {
    const id = await t.registry('owner', { title: 'Ours' }, ['Kettle', 'Pot']);
    t.counted.interference = { before: () => false };
    try {
      await using desk = await t.visit('owner', id);
      const alert = desk.page.getByRole('alert').filter({ visible: true, hasText: /\S/ });
      await desk.says('The wishes cannot be shown now. They are safe; please try again in a little while.');
      assert.equal(await alert.count(), 1);
      assert.equal(await desk.page.locator('#largesse-wishes .largesse-mine__number').isVisible(), false);
      await desk.button('Delete registry …').click();
      assert.match(await desk.page.getByRole('alertdialog').innerText(), /All its wishes go with it\. This/);
      await desk.button('Keep it').click();
      await desk.button('Try again').click();
      await desk.says('The wishes still cannot be shown.');

      await desk.button('Add a wish').click();
      await desk.page.getByText('The wishes still cannot be shown.').waitFor({ state: 'hidden' });
      await desk.field('Name').fill('Pan');
      await desk.field('Address of the product').fill('https://shop.example/pan');
      await desk.button('Save wish').click();
      const message = desk.page.getByRole('dialog').getByRole('alert').filter({ visible: true, hasText: /\S/ });
      await message.waitFor();
      const said = await message.innerText();
      assert.equal(said.match(/again/g)?.length, 1, said);
      assert.doesNotMatch(said, /load the page/);
      t.counted.interference = {};
      await desk.button('Save wish').click();
      await desk.says('“Pan” is on the list.');
      assert.equal(await desk.page.locator('#largesse-wishes .largesse-mine__number').innerText(), '3');
      assertQuiet(desk, true);
    } finally {
      t.counted.interference = {};
    }
  });

  it('no longer reads of an act when the next one begins', async () => {
    const id = await t.registry('owner', { title: 'Ours', meta: { registry_invitees: '["granny"]' } }, [
      'Kettle',
      'Pot',
    ]);
    await using desk = await t.visit('owner', id);
    const saved = desk.page.getByText('The details are saved.');
    const out = desk.page.getByText(/You are not signed in any more/).filter({ visible: true });
    const dismiss = () => desk.page.keyboard.press('Escape');
    const acts: [name: string, act: () => Promise<unknown>][] = [
      ['details', () => desk.button('Save details').click()],
      ['invitees', () => desk.button('Invite').click()],
      ['uninvite', () => desk.button('Remove granny from the invited people').click()],
      ['order', () => desk.button('Move down: Kettle').click()],
      ['number', () => desk.button('One more bought of Pot').click()],
      ['wish', () => desk.button('Add a wish').click().then(dismiss)],
      ['sharing', () => desk.button('QR code').click().then(dismiss)],
      ['delete', () => desk.button('Delete registry …').click().then(dismiss)],
    ];
    for (const [name, act] of acts) {
      await desk.field('Title').fill(`Before ${name}`);
      await desk.button('Save details').click();
      await saved.waitFor();
      if (name === 'details') await desk.field('Title').fill('Once more');
      const open = Promise.withResolvers<void>();
      await desk.page.route(/wp-json\/largesse/, (route) => open.promise.then(() => route.continue()), { times: 1 });
      await act();
      await saved.waitFor({ state: 'hidden' });
      open.resolve();
      await desk.page.waitForFunction(`!document.querySelector('[aria-busy=true], .is-busy')`);
    }
    await desk.page.context().clearCookies();
    await desk.field('Title').fill('Nobody');
    await desk.button('Save details').click();
    await out.waitFor();
    assert.equal(await saved.count(), 0);
    // What a form said goes as well.
    await desk.page.route(/wp-json\/largesse/, () => {});
    await desk.button('Remove Pot').click();
    await out.waitFor({ state: 'hidden' });
    assertQuiet(desk, true);
  });

  it('keeps what was typed while there is no connection', async () => {
    const id = await t.registry('owner', {}, ['Kettle']);
    await using desk = await t.visit('owner', id);
    await desk.button('Add a wish').click();
    await desk.field('Name').fill('Pot');
    await desk.field('Address of the product').fill('https://shop.example/pot');
    await desk.page.context().setOffline(true);
    await desk.button('Save wish').click();
    await desk.says(/cannot be reached/);
    await desk.page.context().setOffline(false);
    await desk.button('Save wish').click();
    await desk.says('“Pot” is on the list.');
    assertQuiet(desk, true);
  });

  it('adds a wish once, though the answer got lost', async () => {
    const id = await t.registry('owner', {}, ['Kettle']);
    await using desk = await t.visit('owner', id);
    await desk.page.route(
      /wp-json\/largesse.*\/items$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await desk.button('Add a wish').click();
    await desk.field('Name').fill('Pot');
    await desk.field('Address of the product').fill('https://shop.example/pot');
    await desk.button('Save wish').click();
    await desk.says(/We could not tell whether it was saved/);
    await desk.page.getByRole('dialog').getByLabel('Price').fill('24.5');
    await desk.button('Save wish').click();
    await desk.says('“Pot” is saved.');
    assert.deepEqual(await desk.names(), ['Kettle', 'Pot']);
    const items = await activeItems(t.counted.whole, id);
    assert.equal(items.length, 2);
    assert.partialDeepStrictEqual(items[1], { name: 'Pot', price: 24.5 });
    await desk.button('Edit Pot').click();
    assert.equal(await desk.page.getByRole('dialog').getByLabel('Price').inputValue(), '24.50');
    assertQuiet(desk, true);
  });

  it('looks before a registry is made a second time', async () => {
    await using desk = await t.visit('stranger');
    await desk.page.route(
      /wp-json\/largesse.*\/registries$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await desk.field('Title').fill('Only one');
    await desk.button('Create registry').click();
    await desk.says(/We could not tell whether it was saved/);
    await desk.button('Create registry').click();
    await desk.says(/There is a new registry in your list/);
    assert.equal(await desk.page.getByRole('link', { name: 'Manage: Only one' }).count(), 1);
    assertQuiet(desk, true);
  });

  it('sees what is true after coming back to a page that the browser kept', async () => {
    const id = await t.registry('owner', { title: 'Before' }, ['Kettle']);
    await using desk = await t.visit('owner', id);
    await using admin = await t.visit('admin', id);
    await admin.field('Title').fill('After');
    await admin.button('Save details').click();
    await admin.says('The details are saved.');
    await desk.button('Add a wish').click({ trial: true });
    await desk.page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await desk.page.getByRole('heading', { name: 'After', exact: true }).waitFor();
    assert.equal(await desk.field('Title').inputValue(), 'After');
    assertQuiet(desk);
  });

  it('sees that something is under way, and a second press does nothing', async () => {
    const id = await t.registry('owner', {});
    await using desk = await t.visit('owner', id);
    const open = Promise.withResolvers<void>();
    let calls = 0;
    await desk.page.route(/wp-json\/largesse/, async (route) => {
      calls++;
      await open.promise;
      await route.continue();
    });
    await desk.field('User name or e-mail address').fill('granny');
    await desk.button('Invite').click();
    const busy = desk.button('Inviting …');
    await busy.waitFor();
    assert.equal(await busy.getAttribute('aria-busy'), 'true');
    await busy.click({ force: true });
    open.resolve();
    await desk.says('granny is invited.');
    assert.equal(calls, 1);
    assertQuiet(desk);
  });

  it('is asked before leaving with something unsaved, and only then', async () => {
    const id = await t.registry('owner', { title: 'Ours' });
    await using desk = await t.visit('owner', id);
    const asked: string[] = [];
    desk.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await desk.button('Add a wish').click();
    await desk.field('Name').fill('Typed');
    await desk.page.keyboard.press('Escape');
    await desk.page.reload();
    assert.deepEqual(asked, ['beforeunload']);
    await desk.button('Add a wish').click();
    await desk.page.keyboard.press('Escape');
    await desk.page.goto(addressOf(t.site));
    assert.deepEqual(asked, ['beforeunload']);
  });
});
