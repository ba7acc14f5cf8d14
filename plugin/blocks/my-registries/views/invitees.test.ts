import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../../testing/owner-data.ts';
import {
  asked,
  controls,
  FIRST,
  has,
  opened,
  page,
  press,
  setUpRenderedPage,
  show,
} from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the tab for sharing', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'share', ...parts });

  it('has buttons for each invited person, and sends no links of a draft', async () => {
    const person = (entry: string, more: Fields = {}) => ({
      entry,
      name: '',
      states: [{ key: 'invited', text: 'Invited' }],
      may_mail: false,
      has_link: false,
      ...more,
    });
    const failed = { states: [{ key: 'failed', text: 'Not sent' }] };
    const invitations = [
      person('tom', { name: 'Tom S.' }),
      person('a@b.example', { may_mail: true, has_link: true }),
      person('c@d.example', { may_mail: true, has_link: true, ...failed }),
    ];
    const offered = () => [...controls().keys()].filter((name) => /Send|Copy link:|from the|Revoke all/.test(name));
    const removing = ['Tom S.', 'a@b.example', 'c@d.example'].map((name) => `Remove ${name} from the invited people`);
    open({ invitations }, { familyLink: FIRST.familyLink });
    assert.deepEqual(offered(), [
      removing[0],
      'Send by mail: a@b.example',
      'Copy link: a@b.example',
      removing[1],
      'Send again: c@d.example',
      'Copy link: c@d.example',
      removing[2],
      'Revoke all links …',
      'Send now',
    ]);
    await press('Send again: c@d.example');
    await press('Copy link: a@b.example');
    await press(`Remove Tom S. from the invited people`);
    await press('Revoke all links …');
    assert.deepEqual(opened, ['mail', 'end-links']);
    await press('Keep them');
    await press('Revoke them');
    assert.deepEqual(asked, [
      ['POST', '/invitees/letter', { invitees: ['c@d.example'] }],
      ['POST', '/invitees/link', { invitee: 'a@b.example' }],
      ['DELETE', '/invitees', { invitee: 'tom' }],
      ['DELETE', '/personal-links', null],
    ]);
    open({ invitations: [...invitations, person('e@f.example', { may_mail: true })] });
    asked.length = 0;
    await press('Send the link to everyone without a mail yet (2)');
    assert.deepEqual(asked, [['POST', '/invitees/letter', { invitees: ['a@b.example', 'e@f.example'] }]]);
    open({ invitations: [...invitations.slice(0, 2), ...invitations.slice(1, 2)], is_draft: true });
    assert.deepEqual(offered(), [...removing.slice(0, 2), `${removing[1]} #2`, 'Revoke all links …', 'Send now']);
    open({ invitations: invitations.slice(0, 1) });
    assert.equal(has('Revoke all links …'), false);
  });

  it('are all shown up to 30; a longer list shows 25 until the owner asks for all', async () => {
    const rows = (count: number) => {
      open({ invitations: Array.from({ length: count }, (_, n) => ({ entry: `guest${n}`, states: [] })) });
      return [...controls().keys()].filter((name) => /^Remove guest/.test(name)).length;
    };
    assert.deepEqual([rows(30), has('Show all'), rows(31)], [30, false, 25]);
    await press('Show all');
    assert.equal(page.state.isEverybodyShown, true);
  });
});
