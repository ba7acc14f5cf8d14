import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load, settled } from '../../../testing/owner-data.ts';
import { asked, controls, elements, press, setUpRenderedPage, show, text } from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the tab for sharing', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'share', ...parts });

  it('lists helpers by their roles, and removes each from the right list after a question', async () => {
    open({ owners: ['ada'], keepers: ['ida', 'tom'], owner_keepers: ['ida'], helper_names: { ada: 'Ada L.' } });
    const removing = [...controls().keys()].filter((name) => /^Remove .*: /.test(name));
    assert.deepEqual(removing, ['Remove Ada L.: They own it, too', 'Remove tom: They keep the secret']);
    assert.match(text(), /idaOwner/);
    assert.doesNotMatch(text(), /its owners see all gifts/);
    for (const [name, list, person, said] of [
      [removing[0], 'owners', 'ada', /Then Ada L\. can no longer change this registry/],
      [removing[1], 'keepers', 'tom', /Then tom can no longer see the gifts/],
    ] as const) {
      asked.length = 0;
      await press(name ?? '');
      assert.match(text(), said);
      const form = elements().find(({ props }) => props['data-largesse-form'] === 'dismiss');
      form?.props.onSubmit({ preventDefault: () => {} });
      await settled();
      assert.deepEqual(asked, [['DELETE', `/${list}`, { person }]]);
    }
    open({ is_for_child: true, owner_keepers: ['ida', 'tom'] });
    assert.match(text(), /its owners see all gifts.*They see all gifts, like you\./);
    asked.length = 0;
    await press('It is not for a child');
    assert.match(text(), /Then surprises are hidden from all owners/);
    elements()
      .find(({ props }) => props['data-largesse-form'] === 'dismiss')
      ?.props.onSubmit({ preventDefault: () => {} });
    await settled();
    assert.deepEqual(
      asked,
      ['ida', 'tom'].map((person) => ['DELETE', '/keepers', { person }]),
    );
    open();
    assert.match(
      text(),
      /Own the registry with you.*Surprises for you are surprises for them, too\..*Keep the secret.*They see every gift/,
    );
  });
});
