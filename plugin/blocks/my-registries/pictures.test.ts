import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { item, load, settled } from '../../testing/owner-data.ts';
import { outdated, page, pressNotice, REGISTRY, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, asked, bodies, late, ok, refused } from '../../testing/site.ts';

const { abortUpload, checkAddress, setCover, takeSuggestion, upload, uploadCover, uploadFinished } =
  await load('pictures.ts');
const { typeInto } = await load('forms.ts');
const { cancelItem, openItem } = await load('item-form.ts');

setUpPage();

describe('pictures', () => {
  const url = (name: string) => `https://site.example/uploads/largesse/7/${name.padEnd(32, '0')}.jpg`;
  const picture = (size: number) => new File(['x'.repeat(size)], 'a.jpg', { type: 'image/jpeg' });

  it('of another upload, or an aborted one, do not get into the form', async () => {
    const value = () => page.state.forms.item.values.image_url;
    const [one, two] = [late(), late()];
    const first = upload(picture(9));
    await settled();
    const second = upload(picture(9));
    await settled();
    one.resolve(ok({ url: url('a') }));
    await first;
    let isFinished = false;
    const finished = uploadFinished().then(() => (isFinished = true));
    await settled();
    assert.deepEqual([value(), page.state.picture.isUploading, isFinished], ['', true, false], 'saving waits');
    two.resolve(ok({ url: url('b') }));
    await Promise.all([second, finished]);
    assert.deepEqual([value(), page.state.picture], [url('b'), page.NO_PICTURE_STATE]);
    for (const [answer, said] of [
      [refused(422, { fields: { picture: 'No picture' } }), 'No picture'],
      [refused(403), 'No'],
    ] as const) {
      answerWith(answer);
      await upload(picture(9));
      assert.deepEqual([value(), page.state.picture.text], [url('b'), said]);
    }
    await upload(picture(1001));
    assert.match(page.state.picture.text, /^This picture is too large/);
    assert.equal(asked.length, 4);
    const last = late();
    const leaving = upload(picture(9));
    await settled();
    openItem(item(3));
    last.resolve(ok({ url: url('e') }));
    await leaving;
    assert.deepEqual([value(), page.state.picture], ['', page.NO_PICTURE_STATE], 'the picture of another wish');
    cancelItem();
    openItem();
    cancelItem();
    late();
    void upload(picture(9));
    await settled();
    asked.length = 0;
    await checkAddress();
    assert.equal(asked.length, 0, 'an upload will replace the address');
    abortUpload();
    assert.deepEqual(page.state.picture, page.NO_PICTURE_STATE);
  });

  it('at a typed address are checked, unless the address changes in the meantime', async () => {
    for (const [typed, isAsked] of [
      ['', false],
      ['shop.example/a.jpg', false],
      ['https:///a.jpg', false],
      [' https://shop.example/page ', true],
    ] as const) {
      typeInto('item', 'image_url', typed);
      if (isAsked) answerWith(ok({ check: { text: 'A page', image_url: 'https://shop.example/a.jpg' } }));
      await checkAddress();
      assert.equal(asked.length, Number(isAsked), typed);
    }
    assert.deepEqual(asked[0]?.body, { url: 'https://shop.example/page' });
    assert.partialDeepStrictEqual(page.state.picture, { text: 'A page', suggestion: 'https://shop.example/a.jpg' });
    takeSuggestion();
    assert.deepEqual(
      [page.state.forms.item.values.image_url, page.state.picture],
      ['https://shop.example/a.jpg', page.NO_PICTURE_STATE],
    );
    const answer = late();
    const checking = checkAddress();
    typeInto('item', 'image_url', 'https://shop.example/b.jpg');
    answer.resolve(ok({ check: { text: 'Late' } }));
    await checking;
    assert.deepEqual(page.state.picture, page.NO_PICTURE_STATE);
  });

  it('become the cover, also after a change by someone else', async () => {
    page.change({ registry: { ...structuredClone(REGISTRY), cover: url('a') } });
    const saved = (version: string, cover: string) => ok({ registry: { id: 7, version, cover } });
    answerWith(
      outdated({ version: '2', cover: url('a'), title: 'Theirs' }),
      saved('3', url('c')),
      saved('4', url('a')),
    );
    await setCover(url('c'));
    await pressNotice();
    answerWith(saved('5', ''));
    await setCover('');
    assert.equal(page.state.notice.text, 'The cover was removed.');
    assert.deepEqual(
      bodies(),
      [
        ['1', url('c')],
        ['2', url('c')],
        ['3', url('a')],
        ['4', ''],
      ].map(([version, cover]) => ({ version, cover })),
    );
    asked.length = 0;
    answerWith(ok({ url: url('d') }), saved('7', url('d')));
    const first = uploadCover(picture(9));
    await uploadCover(picture(9));
    await first;
    assert.equal(asked.length, 2, 'one upload at a time');
    assert.deepEqual([page.state.registry.cover, page.state.isCoverUploading], [url('d'), false]);
    await uploadCover(picture(1001));
    assert.match(page.state.notice.text, /^This picture is too large/);
    assert.equal(page.state.isCoverUploading, false);
  });
});
