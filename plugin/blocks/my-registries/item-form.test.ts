import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, item, load, settled } from '../../testing/owner-data.ts';
import { outdated, page, REGISTRY, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, asked, bodies, late, methods, ok, refused, requests, type Told } from '../../testing/site.ts';

const { cancelItem, hasDrafts, keepMyItem, openItem, openNewItem, saveItem, takeTheirItem } =
  await load('item-form.ts');
const { typeInto } = await load('forms.ts');

setUpPage();

describe('the dialog of a wish', () => {
  const form = () => page.state.forms.item;
  const places = (...more: Fields[]) => [...REGISTRY.items.map(({ id }) => ({ id, heading: 'Kitchen' })), ...more];
  const added = (id: number, more: Fields): Told => [
    201,
    { item: id, registry: { id: 7, version: '1', items: [item(id, more)], order: places({ id, heading: '' }) } },
  ];
  const open = (wish?: Fields, values: Fields = {}) => {
    page.change({ itemId: -1 });
    openItem(wish);
    for (const [field, value] of Object.entries(values)) typeInto('item', field, value);
  };

  it('keeps what the user types while it is saved, and stays with this wish', async () => {
    open(undefined, { name: 'Pot' });
    const answer = late();
    const saving = saveItem();
    await settled();
    openItem(item(3));
    typeInto('item', 'description', 'Red');
    cancelItem();
    answer.resolve(added(9, { name: 'Pot' }));
    await saving;
    assert.deepEqual([page.state.itemId, form().values.name, form().values.description], [9, 'Pot', 'Red']);
    answerWith(ok({ registry: { id: 7, version: '1', items: [item(9, { name: 'Pot', description: 'Red' })] } }));
    await saveItem();
    assert.deepEqual(requests().slice(1), [['PATCH', '/items/9', { version: '1', description: 'Red' }]]);
    assert.deepEqual([page.state.itemId, form().values], [0, page.BLANK_ITEM], 'the next wish is a new one');
  });

  it('adds no wish twice after a lost answer, and takes no earlier wish for the new one', async () => {
    open(undefined, { name: ' Wish 2' });
    await saveItem();
    const others = item(19, { name: 'Wish 2', url: 'https://shop.example/other' });
    answerWith(ok({ registry: { ...REGISTRY, items: [...REGISTRY.items, others] } }));
    await saveItem();
    assert.deepEqual(
      methods(),
      ['POST', 'GET', 'POST'],
      'the earlier wish and the one of someone else have the same name',
    );
    const stored = item(20, { name: 'Wish 2', version: '5' });
    answerWith(ok({ registry: { ...REGISTRY, items: [...REGISTRY.items, stored] } }));
    asked.length = 0;
    await saveItem();
    assert.deepEqual(requests(), [
      ['GET', '', {}],
      ['PATCH', '/items/20', { version: '5', name: 'Wish 2' }],
    ]);
    asked.length = 0;
    open(undefined, { name: 'Other' });
    await saveItem();
    cancelItem();
    await settled();
    assert.deepEqual(requests().slice(1), [['GET', '', {}]], 'it may be on the list');
    asked.length = 0;
    open(undefined, { name: 'Refused' });
    answerWith(refused(403));
    await saveItem();
    cancelItem();
    await settled();
    assert.equal(asked.length, 1, 'a refused wish is on no list');
  });

  it('saves over changes of other fields, and asks if the wish was removed', async () => {
    const pot = (more: Fields = {}) =>
      REGISTRY.items.map((one) => (one.id === 3 ? item(3, { heading: 'Kitchen', ...more }) : one));
    open(pot()[2], { name: 'Mine' });
    answerWith(outdated({ items: pot({ version: '2', price: '5' }) }), ok({ registry: { id: 7, version: '1' } }));
    await saveItem();
    assert.deepEqual(
      bodies(),
      ['1', '2'].map((version) => ({ version, name: 'Mine' })),
    );
    for (const gone of [refused(404), outdated({ items: [] })]) {
      asked.length = 0;
      open(item(3), { name: 'Mine' });
      answerWith(gone);
      await saveItem();
      assert.match(form().conflict, /^Someone removed this wish/);
      answerWith(added(30, { name: 'Mine' }));
      await keepMyItem();
      assert.partialDeepStrictEqual(requests()[1], ['POST', '/items', { name: 'Mine', quantity_needed: 1, url: '' }]);
      asked.length = 0;
      open(item(4), { name: 'Mine' });
      answerWith(gone, ok({ registry: REGISTRY }));
      await saveItem();
      takeTheirItem();
      await settled();
      assert.deepEqual(methods(), ['PATCH', 'GET']);
      assert.deepEqual([page.state.itemId, form().values], [0, page.BLANK_ITEM]);
    }
    open(undefined, { name: 'New' });
    answerWith(refused(404));
    await saveItem();
    assert.deepEqual([form().conflict, form().message], ['', 'No'], 'a new wish cannot be removed');
  });

  it('remembers input of other wishes, and asks before it is lost', async () => {
    open(item(2), { name: 'Draft' });
    page.changeForm('item', { errors: { name: 'Wrong' } });
    openItem(item(3));
    assert.deepEqual([form().values.name, hasDrafts()], ['Wish 3', true]);
    openItem(item(2));
    assert.deepEqual([form().values.name, form().errors], ['Draft', {}]);
    openItem(item(2, { version: '2', name: 'Theirs' }));
    assert.equal(form().values.name, 'Draft', 'a newer wish does not overwrite the input');
    cancelItem();
    assert.equal(hasDrafts(), false);
    openItem(item(2, { version: '2', name: 'Theirs' }));
    assert.deepEqual([form().values.name, form().version], ['Theirs', '2']);
    typeInto('item', 'name', 'Mine');
    openItem(item(3));
    openItem(item(2, { version: '2', name: 'Theirs' }));
    answerWith(ok({ registry: { id: 7, version: '1', items: [item(2, { version: '3', name: 'Mine' })] } }));
    await saveItem();
    assert.equal(hasDrafts(), false, 'it is saved');
    openItem();
    typeInto('item', 'name', 'Typed');
    openNewItem({ url: 'https://shop.example/x' });
    assert.equal(form().values.url, '', 'a wish from a shop does not overwrite the input');
    cancelItem();
  });
});
