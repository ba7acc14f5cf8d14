import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../../testing/owner-data.ts';
import {
  control,
  has,
  page,
  press,
  seen,
  sent,
  setUpRenderedPage,
  show,
  text,
} from '../../../testing/rendered-page.ts';

const { CreateForm } = await load('views/details-form.tsx');
const { ManagePage } = await load('views/manage-page.tsx');

describe('the settings', () => {
  setUpRenderedPage(ManagePage);
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'settings', ...parts });

  it('make a registry findable only while it is public', () => {
    const tick = 'Let others find it by our names';
    const names = 'Names by which it is found (required)';
    for (const [fields, expected] of [
      [{ is_public: true }, []],
      [{ names: 'Ada' }, []],
      [{ names: '', is_public: true }, [tick]],
      [{ is_public: true, names: 'Ada' }, [tick, names]],
    ] as const) {
      open(fields);
      assert.deepEqual(seen(tick, names), expected, JSON.stringify(fields));
    }
    assert.deepEqual([control(tick).props.checked, control(names).props.value], [true, 'Ada']);
    for (const [name, visibility] of Object.entries({ Private: 'private', Public: 'public' })) {
      control(name).props.onChange();
      assert.equal(page.state.forms.details.values.visibility, visibility);
    }
  });

  it('keep a formatted story until the owner rewrites it', async () => {
    open({ is_story_html: true, story: '<b>We</b>', story_text: 'We' });
    assert.deepEqual(seen('Rewrite it', 'Story'), ['Rewrite it']);
    assert.doesNotMatch(text(), /<b>/);
    await press('Rewrite it');
    assert.deepEqual(seen('Rewrite it', 'Story'), ['Story']);
    assert.equal(control('Story').props.value, 'We');
  });
});

describe('the form of a new registry', () => {
  setUpRenderedPage(CreateForm);

  it('chooses an occasion by a chip or in words, and suggests a title until the user types one', () => {
    sent.surprising = ['birthday'];
    const values = () => page.state.forms.create.values;
    for (const [chosen, occasion, title, effect] of [
      ['Birthday', 'Birthday', 'Ida’s birthday', /switches on “Surprise me”\. You see none/],
      ['Wedding', 'Wedding', 'Ida’s wedding', /switches on “Show me how many”\. You see how many/],
      ['Other', '', '', undefined],
    ] as const) {
      control(chosen).props.onChange();
      assert.deepEqual([values().event_type, values().title], [occasion, title]);
      assert.equal(control(chosen).props.checked, true);
      assert.equal(has('Occasion'), chosen === 'Other');
      if (effect) assert.match(text(), effect);
      else assert.doesNotMatch(text(), /switches on/);
    }
    control('Occasion').props.onInput({ currentTarget: { value: 'Wedding' } });
    assert.equal(control('Other').props.checked, true, 'the field stays');
    control('Title (required)').props.onInput({ currentTarget: { value: 'We' } });
    control('Baby').props.onChange();
    assert.deepEqual([values().event_type, values().title, has('Occasion')], ['Baby', 'We', false]);
  });
});
