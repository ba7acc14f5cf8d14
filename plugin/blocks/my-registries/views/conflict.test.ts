import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../../testing/owner-data.ts';
import { asked, has, page, press, seen, setUpRenderedPage, show, text } from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the dialog of a wish', () => {
  it('compares both versions of a changed wish, and keeps the chosen one', async () => {
    const conflict = {
      conflict: 'Choose',
      collisions: ['name', 'quantity_needed', 'description'],
      values: { ...page.BLANK_ITEM, name: 'Mine', quantity_needed: '*', description: 'Red' },
      saved: { ...page.BLANK_ITEM, name: 'Theirs', quantity_needed: '2', description: '' },
      version: '2',
    };
    const collide = (more: Fields = {}) => {
      show({}, { itemId: 3 });
      page.changeForm('item', { ...conflict, ...more });
    };
    collide();
    assert.match(
      text(),
      /NameYours: MineTheirs: TheirsHow many are wantedYours: Any number is welcomeTheirs: 2DescriptionYours: RedTheirs: \(empty\)/,
    );
    assert.equal(has('Save wish'), false);
    await press('Take theirs');
    assert.equal(page.state.forms.item.values.name, 'Theirs');
    collide();
    await press('Keep mine');
    assert.partialDeepStrictEqual(asked.splice(0), [['PATCH', '/items/3', { version: '2', name: 'Mine' }]]);
    collide({ collisions: [] });
    assert.deepEqual(seen('Keep mine', 'Take theirs', 'Add it again', 'Leave it removed'), [
      'Add it again',
      'Leave it removed',
    ]);
    await press('Add it again');
    assert.partialDeepStrictEqual(asked.splice(0), [['POST', '/items', { name: 'Mine' }]]);
    collide({ collisions: [] });
    await press('Leave it removed');
    assert.deepEqual([page.state.itemId, asked], [0, [['GET', '', null]]]);
  });
});

describe('the settings', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'settings', ...parts });

  it('compare both versions of changed details in words', async () => {
    const story = { is_story_html: true, story: '<b>Theirs</b>', story_text: 'Theirs' };
    const collide = () => {
      open(story);
      page.changeForm('details', {
        conflict: 'Choose',
        collisions: ['visibility', 'findable', 'surprise', 'story'],
        values: { title: 'T', visibility: 'public', findable: '', surprise: 'names', story: 'Mine' },
        saved: { title: 'T', visibility: 'private', findable: 'yes', surprise: 'hidden', story: story.story },
        version: '4',
      });
    };
    collide();
    assert.match(text(), /Yours: PublicTheirs: Private/);
    assert.match(text(), /Yours: No one finds it by namesTheirs: Let others find it by our names/);
    assert.match(text(), /Yours: Show me everythingTheirs: Surprise me/);
    assert.match(text(), /Yours: MineTheirs: Theirs/);
    assert.equal(has('Save details'), false);
    await press('Take theirs');
    assert.equal(page.state.forms.details.values.visibility, 'private');
    collide();
    await press('Keep mine');
    const mine = { is_public: true, names: null, surprise: 'names', story: 'Mine' };
    assert.deepEqual(asked, [['PATCH', '', { version: '4', ...mine }]]);
  });
});
