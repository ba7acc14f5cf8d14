import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { type Fields, load } from '../../testing/owner-data.ts';
import { document, page, setUpPage } from '../../testing/owner-page.ts';

const { copyLink, share, whatsAppLink } = await load('sharing.ts');

setUpPage();

describe('sharing', () => {
  it('is not reported if the user closes the dialog of the device, and otherwise copies the link', async () => {
    const copied: string[] = [];
    let error = new DOMException('', 'AbortError');
    const clipboard: Fields = { writeText: async (text: string) => void copied.push(text) };
    mock.method(document, 'querySelector', () => ({ textContent: 'Ours' }));
    const { navigator: browser } = globalThis;
    Object.defineProperty(globalThis, 'navigator', {
      configurable: true,
      value: { share: () => Promise.reject(error), clipboard },
    });
    try {
      await share('https://site.example/f');
      assert.deepEqual([copied, page.state.notice.text], [[], '']);
      error = new DOMException('', 'NotAllowedError');
      await share('https://site.example/f');
      assert.deepEqual([copied, page.state.notice.text], [['https://site.example/f'], 'The link is copied.']);
      clipboard.writeText = undefined;
      await copyLink('https://site.example/f');
      assert.match(page.state.notice.text, /Here is the link: https:\/\/site\.example\/f$/);
      assert.equal(page.state.notice.kind, 'failed');
      assert.equal(
        whatsAppLink('https://s.example/?a=1&b'),
        'https://wa.me/?text=Ours%3A%20https%3A%2F%2Fs.example%2F%3Fa%3D1%26b',
      );
    } finally {
      Object.defineProperty(globalThis, 'navigator', { configurable: true, value: browser });
    }
  });
});
