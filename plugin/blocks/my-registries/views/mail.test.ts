import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../../testing/owner-data.ts';
import { page, setUpRenderedPage, show, text } from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the tab for sharing', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'share', ...parts });

  it('shows the mail and its recipients before it is sent', () => {
    const letter = { subject: 'Subject', without: 'Body', before: 'B', after: 'A', reply_to: 'To me', left: '7 left' };
    const invitations = [{ entry: 'a@b.example', name: 'Ada', states: [], may_mail: true, has_link: false }];
    open({ invitations }, { letter, mailTo: ['a@b.example'] });
    assert.match(text(), /To: Ada.*To me7 leftSubjectBody/);
    open({ invitations }, { letter, mailTo: ['a@b.example', 'b@b.example'] });
    page.changeForm('mail', { values: { message: 'Come' } });
    assert.match(text(), /To 2 people, a mail for each\..*SubjectB> ComeA/);
  });
});
