import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAMILY_LINK, type Fields, load, PERMALINK } from '../../../testing/owner-data.ts';
import {
  control,
  elements,
  FIRST,
  page,
  seen,
  setUpRenderedPage,
  show,
  textOf,
} from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the tab for sharing', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'share', ...parts });
  const good = { state: 'good', url: FAMILY_LINK };

  it('shows the link that guests can open', () => {
    const links = () => elements().flatMap((one) => ('data-largesse-link' in one.props ? [textOf(one)] : []));
    const buttons = () => seen('Create a private link', 'Create a new link', 'Revoke link …', 'Continue');
    for (const [fields, familyLink, shown, actions] of [
      [{}, FIRST.familyLink, [PERMALINK], ['Create a private link']],
      [{}, { state: 'dead', url: '' }, [PERMALINK], ['Create a new link']],
      [{}, good, [FAMILY_LINK, PERMALINK], ['Revoke link …']],
      [{ is_public: true }, FIRST.familyLink, [PERMALINK], []],
      [{ is_public: true }, good, [PERMALINK, FAMILY_LINK], ['Revoke link …']],
      [{ is_public: true, has_password: true }, good, [FAMILY_LINK], ['Revoke link …']],
      [{ is_public: true, has_password: true }, FIRST.familyLink, [], ['Create a private link']],
      [{ is_draft: true }, FIRST.familyLink, [], ['Continue']],
    ] as const) {
      open(fields, { familyLink });
      assert.deepEqual([links(), buttons()], [shown, actions], JSON.stringify([fields, familyLink.state]));
    }
  });

  it('asks who may see a draft, and offers no level that the owner has not', () => {
    const levels = ['Surprise me', 'Show me how many', 'Show me everything'];
    for (const [surprise, expected] of [
      ['hidden', levels.slice(0, 2)],
      ['counts', levels.slice(0, 2)],
      ['names', [levels[0], levels[2]]],
    ] as const) {
      open({ is_draft: true, surprise });
      assert.deepEqual(seen(...levels), expected);
      assert.deepEqual(
        ['Private', 'Public', ...expected].filter((name) => control(name ?? '').props.checked),
        ['Private', expected[surprise === 'hidden' ? 0 : 1]],
      );
    }
    for (const [name, field, value] of [
      ['Public', 'visibility', 'public'],
      ['Private', 'visibility', 'private'],
      ['Surprise me', 'surprise', 'hidden'],
      ['Show me everything', 'surprise', 'names'],
    ] as const) {
      control(name).props.onChange();
      assert.equal(page.state.forms.share.values[field], value);
    }
  });
});
