import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { type Fields, item, load, settled } from '../../testing/owner-data.ts';
import { page, pressNotice, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, asked, late, ok, requests } from '../../testing/site.ts';

const { groups, moveTo } = await load('order.ts');

setUpPage();

describe('the list of wishes', () => {
  it('shows wishes of unknown headings first', () => {
    const shown = () =>
      groups().map(({ title, items }: Fields & { items: Fields[] }) => [title, ...items.map(({ id }) => id)]);
    assert.deepEqual(shown(), [['', 1], ['Kitchen', 2, 3], ['Bath', 4], ['Garden']]);
    page.change({
      unsavedOrder: [
        { id: 3, heading: 'Garden' },
        { id: 2, heading: 'Gone' },
      ],
    });
    assert.deepEqual(shown(), [['', 2, 1], ['Kitchen'], ['Bath', 4], ['Garden', 3]]);
  });
});

describe('changes of the list', () => {
  it('save each move, and an earlier answer does not undo a later move', async () => {
    const garden = () => groups()[3].items.map(({ id }: Fields) => id);
    moveTo(item(3), 'Kitchen', 0);
    mock.timers.tick(499);
    await settled();
    assert.equal(asked.length, 0, 'people move a wish several times');
    const first = late();
    mock.timers.tick(1);
    await settled();
    moveTo(item(4), 'Garden', 0);
    first.resolve(ok({ undo: { before: 2, heading: 'Kitchen' } }));
    await settled();
    assert.deepEqual(garden(), [4]);
    mock.timers.tick(500);
    await settled();
    assert.deepEqual(garden(), [], 'a failed move is undone');
    assert.equal(page.state.notice.action.label, 'Try again');
    answerWith(ok({ undo: { before: 8, heading: 'Bath' } }));
    await pressNotice();
    answerWith(ok());
    await pressNotice();
    const again = ['POST', '/items/4/move', { before: null, heading: 'Garden' }];
    assert.deepEqual(requests(), [
      ['POST', '/items/3/move', { before: 2, heading: 'Kitchen' }],
      again,
      again,
      ['POST', '/items/4/move', { before: 8, heading: 'Bath' }],
    ]);
    assert.equal(page.state.notice.text, 'Undone.');
  });
});
