import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../../testing/owner-data.ts';
import { setUpRenderedPage, show, text } from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the settings', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'settings', ...parts });

  it('state that chats show only the link of a private registry', () => {
    for (const is_public of [true, false]) {
      open({ cover: '', is_public });
      assert.equal(/Chats show your link without a title and a picture/.test(text()), !is_public);
    }
  });
});
