import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textsIn } from './script-texts.ts';

const textsOf = (source: string) => textsIn('a.tsx', source);

describe('the texts of scripts', () => {
  it('are found with their files, in either kind of quotation marks', () => {
    const found = textsOf(`const a = __('Say “hi”'); const b = <p>{__("It's\\\\here", name)}</p>;`);
    assert.deepEqual(found, [
      { file: 'a.tsx', text: 'Say “hi”', comment: null },
      { file: 'a.tsx', text: "It's\\here", comment: null },
    ]);
  });

  it('include the comment for translators just above them', () => {
    const found = textsOf(`
      // translators: %s: a name.
      tell(__('Hello, %s', name));
      {/* translators: %s: a thing. */}
      <p title={x} id="y">
        {__('Take %s', thing)}
      </p>
      {__('Good bye')}
    `);
    assert.deepEqual(
      found.map(({ comment }) => comment),
      ['translators: %s: a name.', 'translators: %s: a thing.', null],
    );
  });

  it('must be string literals', () => {
    for (const argument of ['text', '`Hello`', "'Hello ' + name", "isIt ? 'A' : 'B'"])
      assert.throws(() => textsOf(`\n__(${argument})`), /^Error: a\.tsx:2: the text is not written out$/, argument);
  });

  it('are not searched in the declaration of the function', () =>
    assert.deepEqual(textsOf('export function __(text: string) {}'), []));
});
