import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, item, load } from '../../testing/owner-data.ts';
import { page, REGISTRY, setUpPage } from '../../testing/owner-page.ts';

const { detailsOf, resetDetails, showRegistry } = await load('current.ts');
const { typeInto } = await load('forms.ts');

setUpPage();

describe('the list of wishes', () => {
  it('keeps the old version unless the change replaced it, because a form would overwrite other changes', () => {
    const order = [4, 3, 2].map((id) => ({ id, heading: id === 4 ? 'Garden' : 'Kitchen' }));
    assert.equal(showRegistry({ id: 7, version: '2', items: [item(3, { name: 'New' })], order }), false);
    const { registry } = page.state;
    assert.equal(registry.version, '1');
    assert.deepEqual(
      registry.items.map(({ id, name, heading }: Fields) => [id, name, heading]),
      [
        [4, 'Wish 4', 'Garden'],
        [3, 'New', 'Kitchen'],
        [2, 'Wish 2', 'Kitchen'],
      ],
    );
    assert.equal(showRegistry({ id: 7, version: '3', title: 'Ours' }, '2'), false);
    assert.equal(page.state.registry.version, '1');
    assert.equal(showRegistry({ id: 7, version: '3', event_type: 'Birthday' }, '1'), true);
    assert.deepEqual([page.state.registry.version, page.state.registry.title], ['3', 'Ours']);
    assert.equal(showRegistry({ id: 7, version: '3', order: [...order, { id: 9, heading: '' }] }), false);
  });

  it('renames a heading above its wishes, unless someone else has changed headings, too', () => {
    const headings = () => page.state.registry.items.map(({ heading }: Fields) => heading);
    assert.equal(showRegistry({ id: 7, version: '1', headings: ['Cooking', 'Bath', 'Garden'] }), true);
    assert.deepEqual(headings(), ['Removed', 'Cooking', 'Cooking', 'Bath']);
    assert.equal(showRegistry({ id: 7, version: '1', headings: ['Cooking', 'Bath', 'Garden', 'Toys'] }), true);
    assert.equal(showRegistry({ id: 7, version: '1', headings: ['Bath', 'Garden', 'Toys'] }), true);
    assert.equal(showRegistry({ id: 7, version: '1', headings: ['Shed', 'Attic', 'Toys'] }), false);
    const order = page.state.registry.items.map(({ id }: Fields) => ({ id, heading: 'Cellar' }));
    assert.equal(showRegistry({ id: 7, version: '1', order }), false, 'a heading that the page does not know');
  });

  it('shows no error of the service once an answer contains wishes', () => {
    page.change({ registry: { ...REGISTRY, items: [], items_error: 'No answer' } });
    showRegistry({ id: 7, version: '1', is_past: true });
    assert.equal(page.state.registry.items_error, 'No answer');
    showRegistry({ id: 7, version: '1', items: [item(8)], order: [{ id: 8, heading: '' }] });
    assert.equal(page.state.registry.items_error, '');
  });
});

describe('input in the form of the details', () => {
  const form = () => page.state.forms.details;

  it('stays when the page shows a newer registry; without input, the form shows the newer values', () => {
    resetDetails();
    page.change({ isStoryRewritten: true, notice: { kind: 'outdated', text: 'Old' } });
    showRegistry({ id: 7, version: '1', event_type: 'Baby' }, '1');
    assert.deepEqual([form().values.event_type, page.state.isStoryRewritten], ['Baby', false]);
    assert.equal(page.state.notice.text, 'Old', 'a part of the registry does not make the page current');
    showRegistry({ ...REGISTRY, version: '2', title: 'Theirs' });
    assert.deepEqual([form().values.title, form().version], ['Theirs', '2']);
    assert.equal(page.state.notice, page.NO_NOTICE);
    typeInto('details', 'title', 'Mine');
    page.change({ notice: { kind: 'done', text: 'Saved' } });
    showRegistry({ ...REGISTRY, version: '3', title: 'Others' });
    assert.deepEqual([form().values.title, form().version, page.state.notice.text], ['Mine', '2', 'Saved']);
    const visibility = (parts: Fields) => detailsOf({ ...REGISTRY, ...parts }).visibility;
    assert.deepEqual(
      [visibility({ is_public: true }), visibility({ is_draft: true }), visibility({})],
      ['public', '', 'private'],
    );
    assert.deepEqual(
      ['Ada', ''].map((names) => detailsOf({ ...REGISTRY, names }).findable),
      ['yes', ''],
    );
  });
});
