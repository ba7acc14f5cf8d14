import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilReady } from '../../../tools/browser/readiness.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { debianEngines, npmChromium } from '../engines/engines.ts';
import { ask } from '../plugin/rest-namespace.ts';
import { type Draft, logIn } from '../wordpress/requests.ts';
import { addressOf, assertNoErrors, openOwnerSite } from './owner-page.ts';
import { contentToDraw, type Decoded, decodeJpeg, readyDrawing } from './shared-picture.ts';

const MOST_BYTES = 300_000;

describe('the picture of a link', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));
  const meta = { registry_event_type: 'Wedding', registry_event_date: '2037-06-12' };
  const make = (draft: Draft) => t.registry('owner', { status: 'publish', meta, ...draft });

  /** Returns the address of the picture in the head of the page that guests open. */
  const address = async (id: number) => {
    const html = await (await fetch(`${t.site.url}/?post_type=registry&p=${id}`)).text();
    const [, found = ''] = /"og:image" content="([^"]+)"/.exec(html) ?? [];
    return found.replaceAll('&#038;', '&').replaceAll('&amp;', '&');
  };
  /** Fetches and decodes the picture that chats show. */
  const shown = async (id: number): Promise<Decoded> => {
    const answer = await fetch(await address(id));
    assert.equal(answer.status, 200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    assert.ok(bytes.length < MOST_BYTES);
    const decoded = await decodeJpeg(t.site, bytes);
    assert.partialDeepStrictEqual(decoded, { width: 1200, height: 630 });
    return decoded;
  };
  const untilDrawn = (id: number) =>
    until('the picture is drawn', async () => (await contentToDraw(t.site, id)) === '');

  for (const { name, skip, openPage } of [npmChromium, ...debianEngines])
    describe(`in ${name}`, { skip }, () => {
      const page = openForSuite(openPage);

      it('is drawn and sent by the page of its owner: texts next to the drawing, mirrored if they are right-to-left', async () => {
        await page.open(t.site.url);
        for (const cookie of (await logIn(t.site, 'owner')).split('; ')) {
          const [key = '', ...value] = cookie.split('=');
          await page.setCookie({ name: key, value: value.join('=') });
        }
        const titles = [
          'Anna & Tom get married',
          'Straßenverkehrsordnung'.repeat(9),
          'חתונה של נועה ודן',
          'حفل زفاف ليلى',
        ];
        for (const title of titles) {
          const id = await make({ title: title.replace('&', '&amp;') });
          const ready = await shown(id);
          await page.open(addressOf(t.site, id));
          await untilReady(page, true);
          await untilDrawn(id);
          const drawn = await shown(id);
          // Without texts, the drawing is in the middle, so both halves have about the same number of dark pixels.
          assert.ok(Math.abs(ready.dark[0] - ready.dark[1]) < 0.02);
          const [own, other] = /^\p{Script=Latin}/u.test(title) ? drawn.dark : drawn.dark.toReversed();
          assert.ok((own ?? 0) > 0.01, `${title}: ${drawn.dark}`);
          assert.ok((other ?? 0) > ready.dark[0], `${title}: ${drawn.dark}`);
        }
      });
    });

  describe('on the page of its owner', () => {
    it('is not drawn if this browser lacks the letters, or protects its canvas', async () => {
      const id = await make({ title: 'Ada' });
      await using ownerPage = await t.visit('owner', id);
      await untilDrawn(id);
      const drawn = (title: string) =>
        ownerPage.page.evaluate<number>(`(async () => {
          const { imports } = JSON.parse(document.querySelector('script[type=importmap]').textContent);
          const { drawPicture } = await import(imports['largesse/link-picture']);
          const content = { title: ${JSON.stringify(title)}, occasion: '', day: '12', drawing: '/drawing' };
          return (await drawPicture(content))?.get('picture').size ?? 0;
        })()`);
      const jpeg = await readyDrawing('gifts');
      await ownerPage.page.route('**/drawing', (route) => route.fulfill({ body: jpeg, contentType: 'image/jpeg' }));
      assert.ok((await drawn('Ada')) > 10_000);
      // Fonts with this letter are rare.
      assert.equal(await drawn('\u{16e40} Ada'), 0);
      for (const script of [
        `HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob([new Uint8Array(9)], { type: 'image/png' }))`,
        `HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob([new Uint8Array(300_000)], { type: 'image/jpeg' }))`,
        `CanvasRenderingContext2D.prototype.getImageData = () => ({ data: [255, 255, 255, 255, Math.random()] })`,
      ]) {
        await ownerPage.page.evaluate(
          `globalThis.toBlob ??= HTMLCanvasElement.prototype.toBlob; HTMLCanvasElement.prototype.toBlob = globalThis.toBlob; void (${script})`,
        );
        assert.equal(await drawn('Ada'), 0, script);
      }
      assertNoErrors(ownerPage);
    });

    it('fails silently, and is sent again when the page is opened again', async () => {
      const id = await make({ title: 'Silent' });
      {
        await using ownerPage = await t.visit('owner');
        await ownerPage.page.route('**/shared-picture', (route) => route.abort());
        const failed = ownerPage.page.waitForEvent('requestfailed', (request) =>
          request.url().endsWith('/shared-picture'),
        );
        await ownerPage.page.goto(addressOf(t.site, id));
        await failed;
        const { body } = await ask(t.site, 'owner', 'GET', `/${id}`);
        assert.notEqual(body.registry.picture_to_draw, null);
        assert.equal(await ownerPage.page.locator('.largesse-mine__notice:visible').count(), 0);
        assertNoErrors(ownerPage, true);
      }
      await using ownerPage = await t.visit('owner', id);
      await untilDrawn(id);
      assertNoErrors(ownerPage);
    });
  });
});
