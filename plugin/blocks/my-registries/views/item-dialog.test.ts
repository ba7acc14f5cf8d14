import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from '../../../testing/owner-data.ts';
import { control, page, press, seen, sent, setUpRenderedPage, show, text } from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the dialog of a wish', () => {
  it('shows the fields that the wish needs', async () => {
    const fields = ['How many are wanted', 'Heading', 'Upload a picture', 'Remove the picture'];
    assert.deepEqual(seen(...fields), fields.slice(0, 3));
    sent.pictures = undefined;
    show({ headings: [] });
    page.changeForm('item', {
      values: { ...page.BLANK_ITEM, quantity_needed: '*', image_url: 'x', retailer: 'Kiste' },
    });
    assert.deepEqual(seen(...fields), ['Remove the picture']);
    assert.equal(control('Any number is welcome').props.checked, true);
    assert.match(text(), /Guests see the shop only if the wish has an address/);
    control('Any number is welcome').props.onChange({ currentTarget: { checked: false } });
    assert.equal(page.state.forms.item.values.quantity_needed, '');
    await press('Remove the picture');
    assert.equal(page.state.forms.item.values.image_url, '');
    show({}, { picture: { ...page.NO_PICTURE_STATE, isUploading: true } });
    assert.deepEqual(seen('Upload a picture', 'Stop uploading'), ['Stop uploading']);
    show({}, { picture: { text: 'A page', suggestion: 'https://shop.example/a.jpg' } });
    await press('Use the picture of that page');
    assert.equal(page.state.forms.item.values.image_url, 'https://shop.example/a.jpg');
  });
});
