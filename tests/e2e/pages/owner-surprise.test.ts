import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { activeItems } from '../plugin/connected.ts';
import { give } from '../plugin/gifts.ts';
import { read } from '../wordpress/requests.ts';
import { addressOf, assertNoErrors, assertNoHorizontalScroll, type OwnerPage, openOwnerSite } from './owner-page.ts';

const HIDDEN = { registry_surprise: 'hidden', registry_event_date: '2037-06-12' };
const NARROW = { viewport: { width: 320, height: 700 } };

describe('an owner with or without surprises', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));

  const level = (ownerPage: OwnerPage, name: string) => ownerPage.page.getByRole('radio', { name, exact: true });
  const meta = async (id: number) =>
    (await read(t.site, 'owner', id, '?context=edit')).body.meta as Record<string, string>;
  const giveSecretly = async (id: number) =>
    give(t.proxied.system, (await activeItems(t.proxied.system, id))[0]!.id, { secret: true, giver_name: 'Granny' });

  it('gets a level suggested by the occasion, and chooses when they share the list', async () => {
    const levelOf = async (occasion: string) => {
      await using ownerPage = await t.visit('owner', undefined, NARROW);
      const { page } = ownerPage;
      await ownerPage.field('Title').fill('Ada turns 70');
      await ownerPage.field('Occasion').fill(occasion);
      await ownerPage.field('Date').fill('2037-12-24');
      await assertNoHorizontalScroll(page);
      await page.toNextPage(() => ownerPage.button('Create registry').click());
      const id = Number(new URL(page.url()).searchParams.get('registry'));
      const suggested = (await meta(id)).registry_surprise;
      await ownerPage.openTab('Share');
      await assertNoHorizontalScroll(page);
      if (suggested === 'counts') {
        assert.ok(await level(ownerPage, 'Show me how many').isChecked());
        // Selects the other choice by keyboard.
        await level(ownerPage, 'Show me how many').focus();
        await page.keyboard.press('ArrowUp');
      }
      assert.ok(await level(ownerPage, 'Surprise me').isChecked());
      await ownerPage.button('Continue').click();
      await ownerPage.says('Your family link is ready.');
      assertNoErrors(ownerPage);
      return [suggested, (await meta(id)).registry_surprise];
    };
    assert.deepEqual(await levelOf('Our BIRTHDAY party'), ['hidden', 'hidden']);
    assert.deepEqual(await levelOf('Wedding'), ['counts', 'hidden']);
  });

  it('changes level and day in the details, and learns that this reveals nothing', async () => {
    const id = await t.registry('owner', { meta: HIDDEN }, [['Kettle', { quantity_needed: 2 }]]);
    await giveSecretly(id);
    await using ownerPage = await t.visit('owner', id, { tab: 'settings' });
    await ownerPage.unfold('What do you want to know about your gifts?');
    await ownerPage.says('Changing this reveals nothing');
    await level(ownerPage, 'Show me everything').check();
    const warning = ownerPage.page.getByText('you will see everything as soon as you save it');
    for (const [field, day] of [
      ['Date', '2024-06-12'],
      ['Day of the reveal', '2024-07-01'],
    ] as const) {
      await ownerPage.field(field).fill(day);
      await warning.waitFor();
      await ownerPage.field(field).fill('2037-07-01');
      await warning.waitFor({ state: 'detached' });
    }
    await ownerPage.button('Save details').click();
    await ownerPage.says('The details are saved.');
    await ownerPage.says(/Gifts that were hidden before are revealed on July\s1,\s2037/);
    assert.deepEqual(
      [(await meta(id)).registry_surprise, (await meta(id)).registry_reveal_date],
      ['names', '2037-07-01'],
    );
    await ownerPage.openTab('Wishes');
    assert.match((await ownerPage.card('Kettle').textContent()) ?? '', /2 of 2 still wanted/);
    assert.ok(!(await ownerPage.page.content()).includes('Granny'));
    assertNoErrors(ownerPage);
  });

  it('reveals the gifts before the day, after one question', async () => {
    const id = await t.registry('owner', { meta: HIDDEN }, [['Kettle', { quantity_needed: 2 }]]);
    await giveSecretly(id);
    await using ownerPage = await t.visit('owner', id, { ...NARROW, tab: 'settings' });
    const question = ownerPage.page.getByRole('alertdialog', { name: 'Reveal the gifts now?' });
    await ownerPage.unfold('What do you want to know about your gifts?');
    await ownerPage.button('Show me now …').click();
    await ownerPage.says('still applies to later gifts');
    await assertNoHorizontalScroll(ownerPage.page);
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    await question.getByRole('button', { name: 'Keep the surprise' }).click();
    await question.waitFor({ state: 'hidden' });
    await ownerPage.openTab('Wishes');
    const status = ownerPage.card('Kettle').locator('.largesse-mine__status');
    for (const media of ['print', 'screen'] as const) {
      await ownerPage.page.emulateMedia({ media });
      assert.equal((await status.textContent())?.trim(), 'a surprise until June 13, 2037', media);
      await status.waitFor();
    }
    await ownerPage.openTab('Settings');
    await ownerPage.unfold('What do you want to know about your gifts?');
    await ownerPage.button('Show me now …').focus();
    await ownerPage.page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Show me now' }).click();
    await ownerPage.says('1 gift is shown now.');
    await question.waitFor({ state: 'hidden' });
    await ownerPage.openTab('Wishes');
    assert.equal((await status.textContent())?.trim(), '1 of 2 bought, the rest is a surprise until June 13, 2037');
    await ownerPage.openTab('Settings');
    await ownerPage.unfold('What do you want to know about your gifts?');
    await ownerPage.button('Show me now …').click();
    await question.getByRole('button', { name: 'Show me now' }).click();
    await ownerPage.says('Nothing was hidden from you.');
    await giveSecretly(id);
    await ownerPage.button('Show me now …').click();
    await question.getByRole('button', { name: 'Show me now' }).click();
    await ownerPage.page.toNextPage(() => ownerPage.button('See the list').click());
    await ownerPage.says('Granny');
    assertNoErrors(ownerPage);
  });

  it('learns next to the button that the service does not answer', async () => {
    const id = await t.registry('owner', { meta: HIDDEN }, ['Kettle']);
    await using ownerPage = await t.visit('owner', id, { tab: 'settings' });
    t.proxied.interference = { before: ({ path }) => path !== '/purchases/reveal' };
    await ownerPage.unfold('What do you want to know about your gifts?');
    await ownerPage.button('Show me now …').click();
    await ownerPage.page.getByRole('alertdialog').getByRole('button', { name: 'Show me now' }).click();
    await ownerPage.says(/The registry service did not answer properly/);
    t.proxied.interference = {};
    assertNoErrors(ownerPage, true);
  });

  it('marks a registry as past, and reverts that', async () => {
    const day = { registry_event_date: '2024-06-12' };
    const id = await t.registry('owner', { title: 'Our wedding', meta: day }, ['Kettle']);
    await using ownerPage = await t.visit('owner', id, { tab: 'settings' });
    await ownerPage.says('The page of the registry now thanks your guests');
    assert.equal(await ownerPage.button('Show me now …').count(), 0, 'everything is shown already');
    await ownerPage.button('List as past').click();
    await ownerPage.says('This registry is now listed as past.');
    await ownerPage.page.locator('.largesse-mine__head').getByText('Past', { exact: true }).waitFor();
    await ownerPage.page.goto(addressOf(t.site));
    const link = ownerPage.page.getByRole('link', { name: 'Manage: Our wedding' });
    assert.equal(await link.isVisible(), false);
    await ownerPage.page.locator('.largesse-mine__past summary').focus();
    await ownerPage.page.keyboard.press('Enter');
    await link.waitFor();
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    await ownerPage.page.toNextPage(() => link.click());
    await ownerPage.openTab('Settings');
    await ownerPage.unfold('When it is over');
    await ownerPage.button('List it with the others').click();
    await ownerPage.says('This registry is listed with the others again.');
    await ownerPage.button('List as past').waitFor();
    await ownerPage.page.goto(addressOf(t.site));
    assert.ok(await link.isVisible());
    assertNoErrors(ownerPage);
  });

  it('copies the open wishes into a new registry, and opens it', async () => {
    const id = await t.registry('owner', { title: 'Christmas' }, ['Kettle', ['Pot', { quantity_purchased: 1 }]]);
    await using ownerPage = await t.visit('owner', id, { ...NARROW, tab: 'settings' });
    await ownerPage.unfold('When it is over');
    await ownerPage.button('Copy the open wishes …').click();
    const dialog = ownerPage.page.getByRole('dialog', { name: 'Copy the open wishes' });
    const title = ownerPage.field('Title', dialog);
    assert.equal(await title.inputValue(), 'Christmas');
    await title.fill('');
    await dialog.getByRole('button', { name: 'Create a new registry' }).click();
    await ownerPage.says('Enter a title.');
    await assertNoHorizontalScroll(ownerPage.page);
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    await title.fill('Next Christmas');
    await ownerPage.page.toNextPage(() => title.press('Enter'));
    await ownerPage.page.getByRole('heading', { name: 'Next Christmas', exact: true }).waitFor();
    assert.deepEqual(await ownerPage.names(), ['Kettle']);
    assertNoErrors(ownerPage, true);
  });

  it('sees which wishes could not be copied', async () => {
    const id = await t.registry('owner', {}, ['Kettle', 'Pot', 'Pan']);
    await using ownerPage = await t.visit('owner', id, { tab: 'settings' });
    let copied = 0;
    t.proxied.interference = { before: ({ method, path }) => method !== 'POST' || path !== '/items' || copied++ === 0 };
    await ownerPage.unfold('When it is over');
    await ownerPage.button('Copy the open wishes …').click();
    await ownerPage.button('Create a new registry').click();
    await ownerPage.says('Wishes that were copied: 1. These could not be copied: 2.');
    t.proxied.interference = {};
    assert.deepEqual(await ownerPage.page.locator('.largesse-mine__missing li').allTextContents(), ['Pot', 'Pan']);
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    await ownerPage.page.toNextPage(() => ownerPage.page.getByRole('link', { name: 'Open the new registry' }).click());
    assert.deepEqual(await ownerPage.names(), ['Kettle']);
    assertNoErrors(ownerPage);
  });
});
