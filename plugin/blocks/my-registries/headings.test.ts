import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { item, load } from '../../testing/owner-data.ts';
import { page, pressNotice, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, late, ok, requests } from '../../testing/site.ts';

const { deleteHeading, moveHeadingByOne, openHeading, openHeadingAbove, submitHeading } = await load('headings.ts');
const { discardInput, typeInto } = await load('forms.ts');

setUpPage();

describe('the list of wishes', () => {
  it('puts a new heading above a wish, before the next heading, with the later wishes of its group', () => {
    for (const [id, place] of [
      [1, { items: [1], before: 'Kitchen' }],
      [2, { items: [2, 3], before: 'Bath' }],
      [3, { items: [3], before: 'Bath' }],
      [4, { items: [4], before: 'Garden' }],
    ] as const) {
      openHeadingAbove(item(id));
      assert.deepEqual(page.state.headingPlace, place);
    }
  });
});

describe('changes of the list', () => {
  it('add, rename, remove and restore headings', async () => {
    openHeading('', { items: [2], before: 'Bath' });
    typeInto('heading', 'title', 'Hall');
    const answer = late();
    const saving = submitHeading();
    openHeading('Bath');
    discardInput('heading');
    assert.equal(page.state.forms.heading.values.title, 'Hall', 'it is being sent');
    answer.resolve(ok());
    await saving;
    openHeading('Bath');
    typeInto('heading', 'title', 'Tub');
    discardInput('heading');
    assert.equal(page.state.forms.heading.values.title, 'Bath');
    typeInto('heading', 'title', 'Tub');
    answerWith(ok(), ok({ undo: { title: 'Bath', items: [4], before: 'Garden' } }), ok());
    await submitHeading();
    await deleteHeading('Bath');
    await pressNotice();
    for (const before of ['Bath', null]) {
      answerWith(ok({ undo: { before } }), ok());
      await moveHeadingByOne('Kitchen', 1);
      await pressNotice();
    }
    const moved = ['PATCH', '/headings', { heading: 'Kitchen', before: 'Garden' }];
    assert.deepEqual(requests(), [
      ['POST', '/headings', { title: 'Hall', items: [2], before: 'Bath' }],
      ['PATCH', '/headings', { heading: 'Bath', title: 'Tub' }],
      ['DELETE', '/headings', { heading: 'Bath' }],
      ['POST', '/headings', { title: 'Bath', items: [4], before: 'Garden' }],
      moved,
      ['PATCH', '/headings', { heading: 'Kitchen', before: 'Bath' }],
      moved,
      ['PATCH', '/headings', { heading: 'Kitchen', before: null }],
    ]);
  });
});
