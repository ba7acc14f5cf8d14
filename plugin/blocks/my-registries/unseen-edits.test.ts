import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Item } from '../../assets/registry.ts';
import { isListChanged, onlyEditor, unseenEdits } from './unseen-edits.ts';

describe('changes that an open page does not show', () => {
  const edit = (id: string, tab: string, name = 'Tom') => ({ id, tab, name, is_own: false });
  const edits = [edit('4', ''), edit('3', 'here'), edit('2', 'there'), edit('1', 'there')];
  const unseen = (seen: string) => unseenEdits(edits, seen, 'here').map(({ id }) => id);

  it('are newer than the latest change that it shows, and not its own', () => {
    assert.deepEqual(unseen('4'), []);
    assert.deepEqual(unseen('2'), ['4']);
    assert.deepEqual(unseen('1'), ['4', '2']);
  });

  it('are all changes if the latest one is too old for the list, or if there was none', () => {
    assert.deepEqual(unseen('0'), ['4', '2', '1']);
    assert.deepEqual(unseen(''), ['4', '2', '1']);
    assert.deepEqual(unseenEdits([], '', 'here'), []);
  });

  it('are changes of what owners set, not of the numbers of gifts', () => {
    const item = { id: 1, name: 'Pot', quantity_purchased: 0, version: '1' } as Item;
    const given = { ...item, quantity_purchased: 1, status_text: 'Given', version: '2' };
    assert.equal(isListChanged([item], [given]), false);
    assert.equal(isListChanged([item], [{ ...given, name: 'Pan' }]), true);
    const changes: Partial<Item>[] = [
      { id: 2 },
      { heading: 'Kitchen' },
      { is_most_wanted: true },
      { description: 'Red' },
      { url: 'https://shop.example/pot' },
      { retailer: 'Shop' },
      { image_url: 'https://shop.example/pot.jpg' },
      { price: 5 },
      { quantity_needed: 2 },
    ];
    for (const change of changes)
      assert.equal(isListChanged([item], [{ ...item, ...change }]), true, JSON.stringify(change));
    assert.equal(isListChanged([item], []), true);
    assert.equal(isListChanged([item, { ...item, id: 2 }], [{ ...item, id: 2 }, item]), true);
  });

  it('name the only person who made them', () => {
    assert.equal(onlyEditor(edits), 'Tom');
    assert.equal(onlyEditor([...edits, edit('0', '', 'Ada')]), '');
    assert.equal(onlyEditor([edit('1', '', '')]), '');
    assert.equal(onlyEditor([]), '');
  });
});
