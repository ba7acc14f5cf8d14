import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load, SENT } from '../../../testing/owner-data.ts';
import {
  address,
  asked,
  controls,
  elements,
  opened,
  press,
  seen,
  sent,
  setUpRenderedPage,
  show,
  text,
} from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the head of the page', () => {
  it('shows the visibility of the registry, and its owner', () => {
    for (const [fields, badge] of [
      [{ is_draft: true }, 'Draft'],
      [{}, 'Private'],
      [{ is_public: true }, 'Public'],
      [{ is_public: true, is_past: true }, 'PublicPast'],
    ] as const) {
      show(fields);
      assert.ok(text().startsWith(`OursWedding · May 1${badge}G`), text());
    }
    show({ is_draft: true }, { tab: 'share' });
    assert.doesNotMatch(text(), /Guests cannot see|belongs to/);
    sent.owner = 'Ada';
    assert.match(text(), /This registry belongs to Ada\./);
  });

  it('links to the gifts, to the view of guests and to each tab', () => {
    assert.deepEqual(
      ['Gifts', 'View as a guest', 'Wishes', 'Share', 'Settings'].map(address),
      [SENT.pages.gifts, SENT.pages.guest, '', '&tab=share', '&tab=settings'].map((end) =>
        end.startsWith('http') ? end : `https://site.example/mine?registry=7${end}`,
      ),
    );
    show({}, { tab: 'share' });
    assert.deepEqual(
      [...controls()].filter(([, { props }]) => props['aria-current'] === 'page').map(([name]) => name),
      ['Share'],
    );
  });

  it('has no id twice, because a label belongs to one control', () => {
    const everything = {
      names: 'Ada',
      is_public: true,
      may_delete: true,
      cover: 'x',
      owners: ['a'],
    };
    for (const [tab, fields] of [
      ['wishes', {}],
      ['share', everything],
      ['share', { is_draft: true }],
      ['settings', everything],
    ] as const) {
      show(fields, { tab });
      const ids = elements().flatMap(({ props }) => props.id ?? []);
      assert.deepEqual(
        ids.filter((id, place) => ids.indexOf(id) < place),
        [],
        tab,
      );
    }
  });
});

describe('the settings', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'settings', ...parts });

  it('offer only what the user may change on this site', async () => {
    const all = ['Upload a cover', 'Remove the cover', 'Delete registry …', 'Delete for good', 'Show me now …'];
    const [upload, remove, ask, destroy, reveal] = all;
    for (const [fields, expected] of [
      [{}, [reveal]],
      [{ cover: '' }, [upload, reveal]],
      [{ cover: 'x', may_delete: true }, [upload, remove, ask, destroy, reveal]],
      [{ is_revealed: true }, []],
      [{ sees_all: true }, []],
    ] as const) {
      open(fields);
      assert.deepEqual(seen(...all), expected, JSON.stringify(fields));
    }
    sent.pictures = undefined;
    open({ cover: 'x', may_delete: true });
    assert.deepEqual(seen(...all), [remove, ask, destroy, reveal]);
    await press(remove ?? '');
    assert.deepEqual(asked.splice(0), [['PATCH', '', { version: '1', cover: '' }]]);
    await press(ask ?? '');
    await press(reveal ?? '');
    await press('Keep it');
    await press('Keep the surprise');
    assert.deepEqual([opened, asked], [['delete', 'reveal'], []]);
    assert.match(text(), /Delete “Ours” and all its wishes \(3\) for good\?/);
  });
});
