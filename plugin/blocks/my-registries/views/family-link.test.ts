import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAMILY_LINK, type Fields, load, PERMALINK } from '../../../testing/owner-data.ts';
import { asked, opened, press, setUpRenderedPage, show, text } from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the tab for sharing', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'share', ...parts });
  const good = { state: 'good', url: FAMILY_LINK };

  it('revokes or replaces a link only after a question', async () => {
    open({}, { familyLink: good });
    await press('Revoke link …');
    assert.deepEqual([opened, asked], [['revoke-link'], []]);
    await press('Keep it');
    assert.deepEqual(asked, []);
    await press('Revoke it');
    await press('Revoke it and create a new one');
    assert.deepEqual(asked, [
      ['DELETE', '/family-link', null],
      ['POST', '/family-link', { instead_of: FAMILY_LINK }],
    ]);
    for (const [fields, codeLink, isForEveryone] of [
      [{}, PERMALINK, false],
      [{}, FAMILY_LINK, true],
      [{ is_public: true }, PERMALINK, true],
    ] as const) {
      open(fields, { codeLink });
      assert.equal(text().includes('Anyone who scans it'), isForEveryone);
      assert.equal(text().includes('People you have invited can scan it'), !isForEveryone);
    }
  });
});
