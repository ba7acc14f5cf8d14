import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { type Fields, load } from '../../../testing/owner-data.ts';
import { asked, control, controls, has, press, sent, setUpRenderedPage, text } from '../../../testing/rendered-page.ts';

const { ImportPage } = await load('exchange/views.tsx');
const importing = await load('exchange/importing.ts');
const { SIGNED_OUT } = await load('notice.ts');

setUpRenderedPage(ImportPage);

describe('the page of an import', () => {
  const wish = (place: number, state: string, more: Fields = {}) => ({
    place,
    shownPlace: place,
    isDoubtful: false,
    by: 'name',
    nth: 1,
    fields: { name: `Wish ${place}` },
    notes: [],
    state,
    problems: {},
    ...more,
  });
  const FIRST_STEP = { ...importing.state, title: undefined, found: undefined };
  const look = (parts: Fields = {}, wishes = [wish(1, 'new'), wish(2, 'there'), wish(3, 'wrong'), wish(4, 'new')]) =>
    importing.change({
      ...FIRST_STEP,
      step: 'look',
      left: new Set(),
      found: { format: 'csv', registry: { title: '', problems: {} }, wishes },
      ...parts,
    });
  beforeEach(() => {});

  it('lets the user choose among the new wishes, and states what is imported', async () => {
    look();
    assert.deepEqual([...controls().keys()], ['Add these wishes: 2', 'Choose something else', 'Wish 1', 'Wish 4']);
    assert.match(
      text(),
      /^Import wishes: OursRecognized as a table \(CSV\)\.New: 2Already on the list: 1Cannot be imported: 1/,
    );
    control('Wish 4').props.onChange({ currentTarget: { checked: false } });
    assert.deepEqual([control('Wish 1').props.checked, control('Wish 4').props.checked], [true, false]);
    await press('Add these wishes: 1');
    const sentWish = { place: 1, by: 'name', nth: 1, fields: { name: 'Wish 1' } };
    assert.deepEqual(asked, [['POST', '/import', { wishes: [sentWish] }]]);
    control('Go on');
    look({ left: new Set([1, 4]) });
    assert.deepEqual([...controls().keys()], ['Choose something else', 'Wish 1', 'Wish 4']);
    control('Wish 4').props.onChange({ currentTarget: { checked: true } });
    assert.equal(has('Add these wishes: 1'), true);
    await press('Choose something else');
    assert.deepEqual([...controls().keys()], ['A file', 'Or paste it here', 'Preview']);
  });

  it('creates a registry even without wishes, and only then asks for its title', () => {
    sent.registry = null;
    look({ registry: undefined, title: 'Mine', left: new Set([1, 4]) });
    assert.equal(control('Title (required)').props.value, 'Mine');
    assert.equal(has('Create the registry with these wishes: 0'), true);
    assert.match(text(), /^Create a registry from a file/);
    look({ isBusy: true });
    assert.deepEqual([...controls().keys()], ['Wish 1', 'Wish 4']);
  });

  it('shows the progress, the result of each wish, and its problems', () => {
    const wishes = [
      wish(1, 'added', { price_text: '€5', fields: { name: 'Pot', quantity_needed: 2, heading: 'Kitchen' } }),
      wish(2, 'waiting', { notes: ['Shortened'], fields: { name: 'Pan', any_number: true } }),
      wish(3, 'wrong', { problems: { url: 'No address', wishes: 'Too many' } }),
    ];
    look({ step: 'add', message: SIGNED_OUT }, wishes);
    assert.match(
      text(),
      /Added: 1.*1 of 2You are no longer signed in.*Sign in in a new tabGo onLine 1AddedPot€5Wanted: 2KitchenLine 2NewPlease checkPanAny number is welcomeShortenedLine 3Cannot be importedWish 3Address of the product: No addressToo many$/,
    );
    look({ step: 'done' }, wishes);
    assert.deepEqual([...controls().keys()], ['Open the registry']);
  });
});
