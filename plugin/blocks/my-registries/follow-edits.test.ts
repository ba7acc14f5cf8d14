import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { type Fields, load, settled } from '../../testing/owner-data.ts';
import { document, page, pressNotice, REGISTRY, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, asked, late, ok, type Told } from '../../testing/site.ts';

const { followEdits } = await load('follow-edits.ts');
const { closeNotice } = await load('notice.ts');

setUpPage();

describe('an open page', () => {
  const wait = async (ms: number) => {
    mock.timers.tick(ms);
    await settled();
  };

  it('offers changes by others, shows gifts at once, and ignores answers that are too old', async () => {
    const start = { ...structuredClone(REGISTRY), last_edit: 'a', guests: 'g' };
    page.change({ registry: start });
    Object.assign(document, { visibilityState: 'visible', addEventListener: () => {} });
    Object.assign(globalThis, { addEventListener: () => {} });
    followEdits();
    const edit = (id: string, more: Fields = {}) => ({ id, tab: 't', name: 'Tom', is_own: false, ...more });
    const check = async (...told: Told[]) => {
      answerWith(...told);
      await wait(66_001);
      return page.state.notice.text;
    };
    const seen = (edits: Fields[], guests = 'g') => ok({ edits: [...edits, edit('a')], guests });
    assert.equal(await check(seen([])), '');
    assert.equal(await check(seen([edit('b')])), 'Tom changed this list.');
    assert.equal(await check(seen([edit('c', { is_own: true })])), 'You changed this list in another window.');
    assert.equal(await check(seen([edit('d', { is_own: true }), edit('c')])), 'Tom changed this list.');
    assert.equal(await check(seen([edit('e', { name: '' })])), 'This list was changed.');
    closeNotice();
    assert.equal(await check(seen([edit('e', { name: '' })])), '', 'the user has closed this offer');
    assert.equal(await check(seen([edit('f')])), 'Tom changed this list.');
    page.change({ notice: page.NO_NOTICE });

    const answer = late();
    await wait(66_001);
    page.change({ registry: { ...start, last_edit: 'f' } });
    answer.resolve(seen([edit('f')]));
    await settled();
    assert.equal(page.state.notice.text, '', 'the page has loaded the change in the meantime');
    page.change({ registry: start });

    const given = { ...start, guests: 'h', items: start.items.map((one) => ({ ...one, quantity_purchased: 1 })) };
    assert.equal(await check(seen([], 'h'), ok({ registry: given })), '');
    assert.equal(page.state.registry.guests, 'h');
    const renamed = { ...given, guests: 'i', items: given.items.map((one) => ({ ...one, name: 'New' })) };
    assert.equal(await check(seen([], 'i'), ok({ registry: renamed })), 'This list was changed.');
    assert.equal(page.state.registry.items[0].name, 'Wish 1', 'the user decides');
    asked.length = 0;
    await check(seen([], 'i'));
    assert.equal(asked.length, 1, 'the page does not read the same change again');
    page.change({ notice: page.NO_NOTICE });
    const slow = seen([], 'j');
    answerWith(slow);
    const whole = late();
    await wait(66_001);
    page.change({ registry: { ...page.state.registry, items: [] } });
    whole.resolve(ok({ registry: { ...given, guests: 'j' } }));
    await settled();
    assert.deepEqual(page.state.registry.items, [], 'the user has changed the list in the meantime');

    page.change({ registry: { ...start, title: 'Old' }, notice: page.NO_NOTICE });
    await check(seen([edit('k')]));
    answerWith(ok({ registry: { ...start, last_edit: 'k', version: '2' } }));
    await pressNotice();
    assert.deepEqual([page.state.notice.text, page.state.announcement], ['', 'The list is up to date.']);
    await check(seen([edit('l'), edit('k')]));
    page.changeForm('details', { values: { title: 'Typed' }, isBusy: true });
    answerWith(ok({ registry: { ...start, last_edit: 'l', version: '3' } }));
    await pressNotice();
    const { isBusy, values } = page.state.forms.details;
    assert.deepEqual([isBusy, values], [true, { title: 'Typed' }], 'the form is still being sent');
  });
});
