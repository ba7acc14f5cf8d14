import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from '../../testing/owner-data.ts';
import { page, pressNotice, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, asked, late, ok, refused, requests } from '../../testing/site.ts';

const { submitInvite, withdrawInvitation } = await load('invitees.ts');
const { isDirty, typeInto } = await load('forms.ts');

setUpPage();

describe('people', () => {
  it('are invited 500 at a time, and unknown people stay in the form', async () => {
    const typed = () => page.state.forms.invite.values.invitee;
    const unknown = { entry: 'guest7', text: 'Who?' };
    const people = Array.from({ length: 501 }, (_, n) => `guest${n}`);
    typeInto('invite', 'invitee', people.join(', '));
    answerWith(ok({ asked: [unknown] }), ok({ asked: [{ ...unknown, entry: 'guest500' }] }));
    await submitInvite();
    assert.deepEqual(requests(), [
      ['POST', '/invitees', { invitees: people.slice(0, 500), ask: true }],
      ['POST', '/invitees', { invitees: ['guest500'], ask: true }],
    ]);
    assert.equal(typed(), 'guest7\nguest500');
    assert.equal(page.state.notice.text, 'Now invited: 499 people.');
    assert.equal(page.state.forms.invite.errors.invitee, 'Who?\nWho?');
    assert.equal(isDirty('invite'), false, 'the page can be left');
    asked.length = 0;
    typeInto('invite', 'invitee', 'ada');
    const answer = late();
    const inviting = submitInvite();
    typeInto('invite', 'invitee', 'ada, tom');
    answer.resolve(ok({ asked: [] }));
    await inviting;
    assert.deepEqual([typed(), page.state.forms.invite.isBusy], ['ada, tom', false], 'typed in the meantime');
    assert.equal(page.state.notice.text, 'Ada L. is invited.');
    asked.length = 0;
    typeInto('invite', 'invitee', ' ');
    answerWith(refused(422, { fields: { invitee: 'Enter a name.' } }));
    await submitInvite();
    assert.deepEqual(requests(), [['POST', '/invitees', { invitee: '' }]]);
    assert.equal(page.state.forms.invite.errors.invitee, 'Enter a name.');
  });

  it('are removed, and invited again by undo', async () => {
    answerWith(ok(), ok());
    await withdrawInvitation('tom');
    await pressNotice();
    await withdrawInvitation('tom');
    assert.deepEqual(requests(), [
      ['DELETE', '/invitees', { invitee: 'tom' }],
      ['POST', '/invitees', { invitee: 'tom' }],
      ['DELETE', '/invitees', { invitee: 'tom' }],
    ]);
    assert.equal(page.state.notice.action.label, 'Try again');
  });
});
