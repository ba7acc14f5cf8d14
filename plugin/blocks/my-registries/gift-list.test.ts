import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { type Fields, load, settled } from '../../testing/owner-data.ts';
import { document, setUpPage } from '../../testing/owner-page.ts';

const { initGiftList } = await load('gift-list.ts');

setUpPage();

it('the list of gifts: saves each thank-you alone and in turn, and a late failure does not change a newer choice', async () => {
  class Box {
    type = 'checkbox';
    name: string;
    checked: boolean;
    constructor(name: string, checked: boolean) {
      this.name = name;
      this.checked = checked;
    }
  }
  const { FormData: Sent } = globalThis;
  const boxes = [new Box('thanked[a]', true), new Box('thanked[b]', false)] as const;
  const said = { textContent: '' };
  let change = (_: Fields) => {};
  const form = {
    action: '/gifts',
    querySelectorAll: () => [],
    querySelector: () => said,
    addEventListener: (_: string, listener: typeof change) => (change = listener),
  };
  Object.assign(globalThis, {
    HTMLInputElement: Box,
    FormData: class extends Sent {
      constructor() {
        super();
        for (const name of ['a', 'b']) this.set(`was[${name}]`, '0');
        for (const { name, checked } of boxes) if (checked) this.set(name, '1');
        this.set('_wpnonce', 'n');
      }
    },
  });
  Object.assign(document, { addEventListener: () => {} });
  mock.method(document, 'querySelector', (selector: string) => (selector === '[data-largesse-thanks]' ? form : null));
  const bodies: Fields[] = [];
  const held: PromiseWithResolvers<string>[] = [];
  mock.method(globalThis, 'fetch', async (_: string, { body }: { body: FormData }) => {
    bodies.push(Object.fromEntries(body));
    const answer = Promise.withResolvers<string>();
    held.push(answer);
    return { ok: true, url: await answer.promise, text: async () => '3 of 5' };
  });
  const count = { textContent: '' };
  mock.method(document, 'querySelectorAll', () => [count]);
  Object.assign(globalThis, {
    DOMParser: class {
      parseFromString = (textContent: string) => ({ querySelectorAll: () => [{ textContent }] });
    },
  });
  const answer = async (said: string) => {
    held.at(-1)?.resolve(`https://site.example/?said=${said}`);
    await settled();
  };
  try {
    initGiftList();
    change({ target: boxes[0] });
    boxes[1].checked = true;
    change({ target: boxes[1] });
    await settled();
    assert.equal(bodies.length, 1);
    boxes[0].checked = false;
    change({ target: boxes[0] });
    await answer('failed');
    assert.equal(boxes[0].checked, false);
    assert.match(said.textContent, /could not be saved/);
    await answer('saved');
    assert.deepEqual([said.textContent, count.textContent], ['Saved.', '3 of 5']);
    await answer('failed');
    assert.deepEqual(
      boxes.map(({ checked }) => checked),
      [true, true],
      'the failed choice is reverted',
    );
    assert.deepEqual(bodies, [
      { _wpnonce: 'n', 'was[a]': '0', 'thanked[a]': '1' },
      { _wpnonce: 'n', 'was[b]': '0', 'thanked[b]': '1' },
      { _wpnonce: 'n', 'was[a]': '1' },
    ]);
  } finally {
    Object.assign(globalThis, { FormData: Sent });
  }
});
