import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, item, load } from '../../testing/owner-data.ts';
import { outdated, page, pressNotice, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, asked, late, ok, requests } from '../../testing/site.ts';

const { addOwned, remove, subtractOwned, toggleMostWanted } = await load('items.ts');

setUpPage();

describe('changes of the list', () => {
  it('remove a wish once, and restore it as it was', async () => {
    const answer = late();
    const removing = remove(item(2));
    await remove(item(2));
    await toggleMostWanted(item(2));
    answer.resolve(ok({ undo: { before: 3, heading: 'Kitchen', is_most_wanted: true } }));
    await removing;
    assert.deepEqual(page.state.busyItems, []);
    await pressNotice();
    answerWith(ok());
    await pressNotice();
    const undo = ['POST', '/items/2/restore', { before: 3, heading: 'Kitchen', is_most_wanted: true }];
    assert.deepEqual(requests(), [['DELETE', '/items/2', {}], undo, undo]);
    assert.equal(page.state.notice.text, '“Wish 2” is back.');
    asked.length = 0;
    await toggleMostWanted(item(2, { is_most_wanted: true }));
    await toggleMostWanted(item(2));
    assert.deepEqual(
      requests(),
      [false, true].map((isWanted) => ['POST', '/items/2/most-wanted', { is_most_wanted: isWanted }]),
    );
  });

  it('of owned pieces are sent one at a time, and counted once although an answer is lost', async () => {
    const pot = () => page.state.registry.items.find(({ id }: Fields) => id === 2);
    const first = addOwned(pot());
    await addOwned(pot());
    await first;
    answerWith(outdated({ items: [item(2, { quantity_had: 2 })] }));
    await pressNotice();
    assert.equal(pot().quantity_had, 2, 'the page shows the current state');
    answerWith(ok());
    await subtractOwned(pot());
    const [[, , lost]] = requests() as [[string, string, Fields]];
    assert.match(String(lost.purchase), /-4/);
    assert.deepEqual(requests(), [
      ['POST', '/items/2/have', { ...lost, quantity: 1 }],
      ['POST', '/items/2/have', lost],
      ['DELETE', '/items/2/have', { left: 1 }],
    ]);
  });
});
