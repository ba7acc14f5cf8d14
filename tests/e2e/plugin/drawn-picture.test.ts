import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import {
  contentToDraw,
  decodeJpeg,
  readyDrawing,
  sendDrawn,
  storedPictures,
  uploadPicture,
} from '../pages/shared-picture.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Caller, create, type Draft, rest } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { drawn, fromCamera, withSegment } from './picture-files.ts';
import { openProxiedSite } from './proxied-site.ts';
import { ask } from './rest-namespace.ts';

for (const version of versions) {
  const { it, everywhere } = testsOn(version);

  describe(`a picture that a browser has drawn, on WordPress ${version}`, () => {
    const t = openForSuite(() => openProxiedSite(version));
    const site = () => t.system.site;
    let picture: Buffer;
    before(async () => {
      picture = await readyDrawing('wedding');
    });
    const make = (draft: Draft = {}) => create(site(), 'owner', { title: 'Ours', status: 'publish', ...draft });
    const stored = async (id: number) =>
      (await storedPictures(site())).filter((name) => name.startsWith(`${id}-`)).length;

    everywhere('is stored once for the present content, without its metadata', async () => {
      const id = await make({ meta: { registry_event_type: 'Wed & <b>', registry_event_date: '2037-06-12' } });
      const { body } = await ask(site(), 'owner', 'GET', `/${id}`);
      const wanted = body.registry.picture_to_draw;
      assert.partialDeepStrictEqual(wanted, { title: 'Ours', occasion: 'Wed & <b>', day: 'June 12, 2037' });
      assert.equal(wanted?.drawing, body.registry.shared_picture);
      const { content = '' } = wanted ?? {};
      const sent = await sendDrawn(site(), id, {
        content,
        picture: fromCamera(withSegment(picture, 0xfe, Buffer.from('<?php'))),
      });
      assert.equal(sent.status, 200);
      assert.equal(sent.body.registry.picture_to_draw, null);
      const address = sent.body.registry.shared_picture;
      const served = Buffer.from(await (await fetch(address)).arrayBuffer());
      assert.partialDeepStrictEqual(await decodeJpeg(site(), served), { width: 1200, height: 630 });
      for (const canary of ['Exif', 'Canary', '<?php', 'ICC_PROFILE']) assert.ok(!served.includes(canary), canary);
      // Another window of an owner sends a picture of the same content.
      const again = await sendDrawn(site(), id, { content, picture: await readyDrawing('baby') });
      assert.deepEqual(again, sent);
      // In wp-admin and the block editor, dates are in the language of the user.
      const inOwnLanguage = `add_filter( 'wp_date', fn ( $text ) => isset( $_GET['_locale'] ) ? "am $text" : $text );`;
      const translated = await addCode(site(), inOwnLanguage);
      const path = `/wp-json/wp/v2/registries/${id}?_locale=user`;
      assert.equal((await rest(site(), 'admin', 'POST', path, { content: 'More words' })).status, 200);
      await translated[Symbol.asyncDispose]();
      assert.equal(await stored(id), 1);
      assert.deepEqual(Buffer.from(await (await fetch(address)).arrayBuffer()), served);
    });

    it('is not stored if the sender may not change the registry', async () => {
      const meta = {
        registry_invitees: '["invitee"]',
        registry_owners: '["mailinvitee"]',
      };
      const id = await make({ meta });
      const content = await contentToDraw(site(), id);
      const answers: [Caller, number][] = [
        ['nobody', 401],
        ['stranger', 403],
        ['invitee', 403],
      ];
      for (const [who, status] of answers) {
        assert.equal((await sendDrawn(site(), id, { content, picture, who })).status, status, who);
        if (who === 'invitee') assert.equal(await contentToDraw(site(), id, who), '');
      }
      assert.equal(await stored(id), 0);
      assert.equal((await sendDrawn(site(), id, { content, picture, who: 'mailInvitee' })).status, 200);
    });

    it('is not stored if it is not a complete JPEG of the right size', async () => {
      const id = await make();
      const content = await contentToDraw(site(), id);
      // PreviewJpeg.test.php tests more files.
      for (const bytes of [undefined, await drawn(site(), 'png', 1200, 630), picture.subarray(0, -9)]) {
        const { status, body } = await sendDrawn(site(), id, { content, picture: bytes });
        assert.equal(status, 422);
        assert.deepEqual(Object.keys(body.data?.fields ?? {}), ['picture']);
      }
      assert.equal(await stored(id), 0);
    });

    it('is not stored if the registry has changed, is not public or has a cover', async () => {
      const id = await make();
      const before = await contentToDraw(site(), id);
      const refuses = async (what: string, content: string | undefined) => {
        const { status, body } = await sendDrawn(site(), id, { ...(content !== undefined && { content }), picture });
        assert.equal(status, 422, what);
        assert.deepEqual(Object.keys(body.data?.fields ?? {}), ['content'], what);
        assert.equal(await stored(id), 0, what);
      };
      const change = async (fields: object) => {
        const { body } = await ask(site(), 'owner', 'GET', `/${id}`);
        const { version } = body.registry;
        const changed = await ask(site(), 'owner', 'PATCH', `/${id}`, { version, ...fields });
        assert.equal(changed.status, 200);
        return changed.body.registry.picture_to_draw;
      };
      await refuses('no content', undefined);
      await refuses('no hash', '');
      await refuses('another hash', before.replace(/./g, '0'));
      const content = (await change({ title: 'Changed' }))?.content ?? '';
      assert.notEqual(content, before);
      await refuses('an earlier title', before);
      assert.equal(await change({ is_public: false }), null);
      await refuses('a private registry', content);
      assert.equal((await change({ is_public: true }))?.content, content);
      await site().wordpress.run(`wp_update_post( array( 'ID' => $input, 'post_password' => 'sesame' ) );`, id);
      await refuses('a password', content);
      await site().wordpress.run(`wp_update_post( array( 'ID' => $input, 'post_password' => '' ) );`, id);
      assert.equal(await change({ cover: await uploadPicture(site(), id, [300, 200]) }), null);
      await refuses('a cover', content);
      assert.equal((await change({ cover: '' }))?.content, content);
      assert.equal((await sendDrawn(site(), id, { content, picture })).status, 200);
    });
  });
}
