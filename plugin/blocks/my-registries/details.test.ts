import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../testing/owner-data.ts';
import { outdated, page, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, bodies, late, ok, requests } from '../../testing/site.ts';

const { detailsBody, keepMyDetails, saveDetails, setFindable, takeTheirDetails } = await load('details.ts');
const { resetDetails } = await load('current.ts');
const { typeInto } = await load('forms.ts');

setUpPage();

describe('the form of the details', () => {
  it('sends the names only if they can be found, and each choice as a boolean', () => {
    const body = (values: Fields) => detailsBody(values, Object.keys(values));
    assert.deepEqual(body({ findable: 'yes', names: 'Ada' }), { names: 'Ada' });
    assert.deepEqual(body({ findable: '', names: 'Ada' }), { names: null });
    assert.deepEqual(detailsBody({ findable: 'yes', names: 'Ada' }, ['names']), { names: 'Ada' });
    assert.deepEqual(body({ visibility: 'public', is_for_child: 'yes' }), { is_public: true, is_for_child: true });
    assert.deepEqual(body({ visibility: 'private', is_for_child: '' }), { is_public: false, is_for_child: false });
    for (const [typed, isFound, names] of [
      ['', true, 'Ada & Tom'],
      [' ', true, 'Ada & Tom'],
      ['Ada', true, 'Ada'],
      ['', false, ''],
    ]) {
      page.changeForm('details', { values: { names: typed } });
      setFindable(isFound);
      assert.deepEqual(page.state.forms.details.values, { names, findable: isFound ? 'yes' : '' });
    }
  });
});

describe('input in the form of the details', () => {
  const form = () => page.state.forms.details;

  it('is sent once and alone, and stays if it changes while it is sent', async () => {
    resetDetails();
    typeInto('details', 'title', 'New');
    const answer = late();
    const saving = saveDetails();
    await saveDetails();
    typeInto('details', 'story', 'Long ago');
    answer.resolve(ok({ registry: { id: 7, version: '2', title: 'New' } }));
    await saving;
    assert.deepEqual([form().values.title, form().values.story, form().isBusy], ['New', 'Long ago', false]);
    answerWith(ok({ registry: { id: 7, version: '3', story: 'Long ago' } }));
    await saveDetails();
    await saveDetails();
    assert.deepEqual(requests(), [
      ['PATCH', '', { version: '1', title: 'New' }],
      ['PATCH', '', { version: '2', story: 'Long ago' }],
    ]);
    assert.equal(page.state.notice.text, 'The details are saved.');
  });

  it('is sent again over changes of other fields, and stays until the user has chosen', async () => {
    resetDetails();
    typeInto('details', 'title', 'Mine');
    answerWith(
      outdated({ version: '2', event_type: 'Baby' }),
      ok({ registry: { id: 7, version: '3', title: 'Mine' } }),
    );
    await saveDetails();
    assert.deepEqual([form().values.title, form().values.event_type], ['Mine', 'Baby']);
    typeInto('details', 'title', 'Again mine');
    answerWith(outdated({ version: '4', title: 'Theirs' }), ok({ registry: { id: 7, version: '5' } }));
    await saveDetails();
    assert.deepEqual([form().values.title, form().collisions], ['Again mine', ['title']]);
    await keepMyDetails();
    assert.deepEqual(
      bodies(),
      ['1', '2']
        .map((version) => ({ version, title: 'Mine' }))
        .concat(['3', '4'].map((version) => ({ version, title: 'Again mine' }))),
    );
    for (const [typed, isRewritten] of Object.entries({ '': false, 'My story': true })) {
      page.change({ isStoryRewritten: true });
      page.changeForm('details', { ...page.blankForm({ title: 'Theirs', story: '' }), collisions: ['title'] });
      page.changeForm('details', { values: { title: 'Mine', story: typed } });
      takeTheirDetails();
      assert.deepEqual(form().values, { title: 'Theirs', story: typed });
      assert.equal(page.state.isStoryRewritten, isRewritten, 'a story that is being rewritten stays open');
    }
  });
});
