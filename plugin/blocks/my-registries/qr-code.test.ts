import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf } from './qr-code.ts';

describe('sharing', () => {
  it('has a QR code for each link, with the margin that readers need', () => {
    const [short, other] = ['f', 'g'].map((end) => decodeURIComponent(codeOf(`https://site.example/${end}`)));
    assert.match(short ?? '', /^data:image\/svg\+xml,<svg [^>]*viewBox="0 0 330 330".* d="M40,40h10v10h-10z/);
    assert.notEqual(other, short);
  });
});
