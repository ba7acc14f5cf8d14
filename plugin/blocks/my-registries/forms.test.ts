import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { load } from '../../testing/owner-data.ts';
import { document, page, setUpPage } from '../../testing/owner-page.ts';

const { beginSending, rebase, settleConflict, showFailure, typeInto } = await load('forms.ts');
const { isSameValue } = await load('item-fields.ts');
const { SIGNED_OUT } = await load('notice.ts');

setUpPage();

describe('the form of a wish', () => {
  it('asks only about fields that two people changed to different values', () => {
    const saved = { name: 'Pot', price: '5', url: 'a', retailer: 'x' };
    const values = { name: 'Pan', price: '6.0', url: 'a', retailer: 'y' };
    const theirs = { name: 'Jug', price: '6.00', url: 'b', retailer: 'x' };
    const begin = () => {
      page.changeForm('item', { ...page.blankForm(saved, '1'), values });
      return rebase('item', theirs, '2', isSameValue);
    };
    assert.equal(begin(), false);
    const { item: form } = page.state.forms;
    assert.deepEqual(form.collisions, ['name']);
    assert.deepEqual(form.values, { ...values, url: 'b' });
    assert.deepEqual([form.saved, form.version], [theirs, '2']);
    assert.equal(beginSending('item'), false, 'the user has to choose first');
    settleConflict('item', false);
    assert.deepEqual(page.state.forms.item.values, { ...values, url: 'b' });
    begin();
    settleConflict('item', true);
    assert.deepEqual(page.state.forms.item.values, { ...values, url: 'b', name: 'Jug' });
    assert.equal(beginSending('item'), true);
    assert.equal(beginSending('item'), false, 'it is already being sent');
  });
});

describe('messages', () => {
  it('are next to their fields, or name the fields that the form lacks', () => {
    const form = () => page.state.forms.item;
    showFailure('item', { kind: 'fields', message: '', fields: { name: 'Too short', other: 'Wrong' } });
    assert.deepEqual([form().errors, form().message], [{ name: 'Too short' }, 'Please look at the marked fields.']);
    typeInto('item', 'price', '5');
    assert.equal(form().errors.name, 'Too short');
    typeInto('item', 'name', 'Pot');
    assert.equal(form().errors.name, '');
    showFailure('item', { kind: 'fields', message: 'Wrong', fields: { visibility: 'No', list: 'Choose' } });
    assert.equal(form().message, 'Who may see it?: No · What may they do?: Choose');
    showFailure('item', { kind: 'refused', status: 403, message: 'Not you' });
    assert.equal(form().message, 'Not you');
    const reopened = mock.fn();
    const dialog = { open: false, showModal: reopened };
    mock.method(document, 'querySelector', () => ({ closest: () => dialog, querySelector: () => null }));
    showFailure('item', { kind: 'refused', status: 403, message: 'Not you' });
    assert.equal(reopened.mock.callCount(), 1, 'the user has closed the dialog in the meantime');
    dialog.open = true;
    showFailure('item', { kind: 'refused', status: 403, message: 'Not you' });
    assert.equal(reopened.mock.callCount(), 1);
    page.changeForm('mail', { message: 'Still being sent', isBusy: true });
    showFailure('item', { kind: 'signedOut', message: 'x' });
    assert.deepEqual([form().message, form().isBusy], [SIGNED_OUT, false]);
    beginSending('help');
    assert.equal(form().message, '', 'the next action clears the messages');
    assert.equal(page.state.forms.mail.message, 'Still being sent');
  });
});
