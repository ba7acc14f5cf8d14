import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { item, load, settled } from '../../testing/owner-data.ts';
import { location, page, pressNotice, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, late, ok, refused, requests } from '../../testing/site.ts';

const { openItemCopy, submitItemCopy } = await load('item-copy.ts');
const { discardInput, typeInto } = await load('forms.ts');

setUpPage();

describe('a copy', () => {
  it('of a wish goes to the chosen registry, and an answer for another wish changes nothing', async () => {
    const registries = [7, 8, 9].map((id) => ({ id, title: `List ${id}` }));
    const first = late();
    const second = late();
    const opening = [openItemCopy(item(2)), openItemCopy(item(3))];
    await settled();
    first.resolve(ok({ registries: [{ id: 5, title: 'Late' }] }));
    await opening[0];
    assert.equal(page.state.targets, null);
    second.resolve(ok({ registries }));
    await opening[1];
    assert.deepEqual(page.state.targets, registries.slice(1), 'without this registry');
    assert.equal(page.state.forms.copyItem.values.to, '8');
    const answer = late();
    const copying = submitItemCopy();
    discardInput('copyItem');
    await openItemCopy(item(4));
    assert.equal(page.state.forms.copyItem.values.to, '8', 'it is being sent');
    answer.resolve(ok({ copy: { id: 8, title: 'List 8', manage_url: 'https://site.example/8' } }));
    await copying;
    assert.equal(page.state.notice.text, '“Wish 3” is on the list “List 8”, too.');
    const left = mock.method(location, 'assign');
    await pressNotice();
    assert.deepEqual(left.mock.calls[0]?.arguments, ['https://site.example/8']);
    answerWith(ok({ registries: registries.slice(0, 1) }));
    await openItemCopy(item(4));
    assert.equal(page.state.forms.copyItem.values.to, page.NEW_REGISTRY);
    typeInto('copyItem', 'title', 'More');
    await submitItemCopy();
    assert.match(page.state.forms.copyItem.message, /^We do not know whether this was saved/);
    answerWith(refused(403));
    await submitItemCopy();
    assert.equal(page.state.forms.copyItem.message, 'No');
    const more = ['POST', '/items/4/copy', { title: 'More' }];
    assert.deepEqual(
      requests().filter(([method]) => method === 'POST'),
      [['POST', '/items/3/copy', { to: 8 }], more, more],
    );
  });
});
