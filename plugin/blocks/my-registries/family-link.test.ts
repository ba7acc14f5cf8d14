import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from '../../testing/owner-data.ts';
import { outdated, page, pressNotice, REGISTRY, SENT, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, asked, ok, requests } from '../../testing/site.ts';

const { makeLink, revokeLink, submitFirstShare } = await load('family-link.ts');
const { isDirty, typeInto } = await load('forms.ts');

setUpPage();

describe('sharing', () => {
  it('for the first time creates a family link unless everyone can open the registry, or there is one', async () => {
    const share = async (visibility: string, surprise: string, familyLink = SENT.familyLink) => {
      asked.length = 0;
      page.change({ registry: { ...structuredClone(REGISTRY), surprise: 'counts' }, familyLink });
      typeInto('share', 'visibility', visibility);
      typeInto('share', 'surprise', surprise);
      await submitFirstShare();
      return requests();
    };
    const saved = (is_public: boolean, surprise: string, version = '1') => [
      'PATCH',
      '',
      { version, is_public, surprise },
    ];
    answerWith(outdated({ version: '2' }), ok(), ok({ family_link: { state: 'good', url: 'https://site.example/f' } }));
    assert.deepEqual(await share('private', 'hidden'), [
      saved(false, 'hidden'),
      saved(false, 'hidden', '2'),
      ['POST', '/family-link', { instead_of: '' }],
    ]);
    assert.equal(page.state.familyLink.state, 'good');
    answerWith(ok());
    assert.deepEqual(await share('public', ''), [saved(true, 'counts')]);
    assert.equal(isDirty('share'), false, 'the page can be left');
    answerWith(ok());
    const known = { state: 'good', url: 'https://site.example/f' };
    assert.deepEqual(await share('private', '', known), [saved(false, 'counts')]);
    assert.deepEqual(await share('public', ''), [saved(true, 'counts')]);
    assert.match(page.state.forms.share.message, /cannot be reached/);
  });

  it('replaces the family link that is shown, and tries again', async () => {
    const familyLink = { state: 'good', url: 'https://site.example/f' };
    page.change({ familyLink });
    await makeLink();
    assert.equal(page.state.familyLink, familyLink);
    const newer = { state: 'good', url: 'https://site.example/g' };
    answerWith(ok({ family_link: newer }));
    await pressNotice();
    assert.deepEqual(
      [page.state.familyLink, page.state.notice.text.includes('old one no longer works')],
      [newer, true],
    );
    answerWith(ok({ family_link: { state: 'none', url: '' } }));
    await revokeLink();
    assert.equal(page.state.familyLink.state, 'none');
    const instead = ['POST', '/family-link', { instead_of: familyLink.url }];
    assert.deepEqual(requests(), [instead, instead, ['DELETE', '/family-link', {}]]);
  });
});
