import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { load } from '../../testing/owner-data.ts';
import { location, page, REGISTRY, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, asked } from '../../testing/site.ts';

const { submitCreate } = await load('create.ts');
const { typeInto } = await load('forms.ts');

setUpPage();

it('a new registry: opens, and is requested again with the same id if the answer is lost', async () => {
  const left = mock.method(location, 'assign');
  typeInto('create', 'title', 'Birthday');
  typeInto('create', 'event_type', 'Birthday');
  typeInto('create', 'is_for_child', 'yes');
  await submitCreate();
  assert.match(page.state.forms.create.message, /^We do not know whether this was saved/);
  answerWith([422, { code: 'x', message: 'No', data: { fields: { title: 'Too long' } } }]);
  await submitCreate();
  assert.equal(page.state.forms.create.message, 'No');
  answerWith([201, { registry: { ...REGISTRY, manage_url: '/mine?registry=3' } }]);
  await submitCreate();
  assert.deepEqual(left.mock.calls[0]?.arguments, ['/mine?registry=3&add-wish=x']);
  const marks = asked.slice(-3).map(({ mark }) => mark);
  assert.equal(new Set(marks).size, 1);
  assert.match(String(marks[0]), /^[0-9a-f-]{36}$/);
  assert.deepEqual(asked.at(-1)?.body, {
    title: 'Birthday',
    event_type: 'Birthday',
    event_date: '',
    is_for_child: true,
    surprise: 'hidden',
    is_draft: true,
  });
});
