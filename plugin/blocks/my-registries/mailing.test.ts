import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from '../../testing/owner-data.ts';
import { page, REGISTRY, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, ok, refused, requests } from '../../testing/site.ts';

const { letterText, openMail, submitMail, unmailed } = await load('mailing.ts');
const { typeInto } = await load('forms.ts');

setUpPage();

describe('invited people', () => {
  it('get one mail each, if the site can and has not tried to send one', () => {
    const person = (entry: string, may_mail: boolean, ...keys: string[]) => ({
      entry,
      may_mail,
      states: keys.map((key) => ({ key, text: '' })),
    });
    const invitations = [
      person('a@b.example', true, 'invited'),
      person('ada', false, 'invited'),
      person('c@d.example', true, 'invited', 'mailed'),
      person('e@f.example', true, 'failed'),
      person('g@h.example', true, 'here'),
    ];
    page.change({ registry: { ...REGISTRY, invitations } });
    assert.deepEqual(unmailed(), ['a@b.example', 'g@h.example']);
    const letter = { without: 'Come!', before: 'Come!\n', after: '\nBye' };
    assert.equal(letterText(letter, ' \n'), 'Come!');
    assert.equal(letterText(letter, ' Hello \r\n\nyou '), 'Come!\n> Hello\n>\n> you\nBye');
  });
});

describe('people', () => {
  it('get their mail 500 at a time, and a failure keeps the message', async () => {
    const people = Array.from({ length: 501 }, (_, n) => `${n}@a.example`);
    const letter = { subject: '', without: '', before: '', after: '', reply_to: '', left: '' };
    answerWith(ok({ letter }), ok(), refused(429));
    await openMail(people);
    typeInto('mail', 'message', 'Come!');
    await submitMail();
    const batches = [people.slice(0, 500), people.slice(500)];
    assert.deepEqual(requests(), [
      ['POST', '/invitees/letter', { invitees: batches[0] }],
      ...batches.map((invitees) => ['POST', '/invitees/mail', { invitees, message: 'Come!' }]),
    ]);
    const { values, message } = page.state.forms.mail;
    assert.deepEqual([values.message, message], ['Come!', 'No']);
    answerWith(ok(), ok({ told: 'Soon.' }));
    await submitMail();
    assert.deepEqual([page.state.forms.mail.values.message, page.state.notice.text], ['', 'Soon.']);
  });
});
