import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../testing/owner-data.ts';

const { choosable, shrink } = await load('shrink.ts');

describe('pictures', () => {
  it('are reduced in the browser if they are large, converted if the site refuses them, and keep transparency', async () => {
    const site = { types: ['image/jpeg', 'image/png', 'image/webp'], side: 200 };
    assert.equal(choosable(site), 'image/jpeg,image/png,image/webp,image/gif,image/avif');
    const canvas = {
      width: 0,
      height: 0,
      getContext: () => ({ drawImage: () => {} }),
      toBlob: (..._: unknown[]) => {},
    };
    Object.assign(globalThis, { document: { createElement: () => canvas } });
    /** Reduces a picture. @returns type and size of the result */
    const reduce = async (type: string, size: number, made: { type?: string; size: number }, limits: Fields = site) => {
      canvas.width = 0;
      canvas.toBlob = (done, wanted) => {
        const blob = new Blob([new Uint8Array(made.size)], { type: made.type ?? String(wanted) });
        (done as (made: Blob) => void)(blob);
      };
      const file = await shrink(new File([new Uint8Array(size)], 'a', { type }), limits);
      return [file.type, file.size];
    };
    const large = 600_001;
    const bitmap = async () => ({ width: 400, height: 100, close: () => {} });
    for (const createImageBitmap of [bitmap, () => Promise.reject(new Error('No picture'))]) {
      Object.assign(globalThis, { createImageBitmap });
      const canRead = createImageBitmap === bitmap;
      assert.deepEqual(await reduce('image/jpeg', 600_000, { size: 9 }), ['image/jpeg', 600_000]);
      for (const [type, size, wanted] of [
        ['image/jpeg', large, 'image/jpeg'],
        ['image/png', large, 'image/webp'],
        ['image/webp', large, 'image/webp'],
        ['image/gif', 10, 'image/webp'],
        ['image/avif', 10, 'image/webp'],
        ['image/bmp', 10, 'image/jpeg'],
      ] as const) {
        assert.deepEqual(await reduce(type, size, { size: 9 }), canRead ? [wanted, 9] : [type, size], type);
        assert.deepEqual([canvas.width, canvas.height], canRead ? [200, 50] : [0, 50], type);
      }
    }
    Object.assign(globalThis, { createImageBitmap: bitmap });
    assert.deepEqual(await reduce('image/jpeg', large, { size: large }), ['image/jpeg', large], 'nothing is gained');
    assert.deepEqual(await reduce('image/gif', 10, { size: 11 }), ['image/webp', 11], 'the site refuses the original');
    const png = { type: 'image/png', size: 9 };
    assert.deepEqual(await reduce('image/gif', 10, png), ['image/png', 9], 'the browser cannot encode WebP');
    assert.deepEqual(await reduce('image/gif', 10, png, { ...site, types: ['image/jpeg'] }), ['image/gif', 10]);
    await reduce('image/jpeg', large, { size: 9 }, { ...site, side: 500 });
    assert.deepEqual([canvas.width, canvas.height], [400, 100], 'a small picture is not enlarged');
  });
});
