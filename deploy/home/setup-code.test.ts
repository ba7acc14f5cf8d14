import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { CodeCheck, MAX_WRONG, setupCodeFile, setupCodeIn } from './setup-code.ts';

describe('the set-up code', () => {
  it('is long, the same after restarts, and in a file that only its owner reads', async () => {
    await using folder = await temporaryFolder();
    const code = await setupCodeIn(folder.path);
    assert.match(code, /^[a-hjkmnp-z2-9]{4}(?:-[a-hjkmnp-z2-9]{4}){2}$/);
    assert.equal(await setupCodeIn(folder.path), code);
    const file = setupCodeFile(folder.path);
    assert.equal(await readFile(file, 'utf8'), `${code}\n`);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    for (const damaged of ['', 'a', `${code.slice(0, -1)}\n`, `${code}\n${code}`]) {
      await writeFile(file, damaged);
      const next = await setupCodeIn(folder.path);
      assert.notEqual(next, code);
      assert.equal(await setupCodeIn(folder.path), next);
    }
  });

  it('may be typed in any case and with any spaces and hyphens, and nothing else is right', () => {
    let time = 0;
    const check = new CodeCheck('k7wm-29qx-fdtr', () => time);
    for (const right of ['k7wm-29qx-fdtr', ' K7WM 29QX\tFDTR\n', 'k7wm29qxfdtr', 'k7wm–29qx—fdtr'])
      assert.equal(check.check(right), 'right', right);
    for (const wrong of ['', 'k7wm-29qx-fdt', 'k7wm-29qx-fdtrr', 'k7wm-29qx-fdts', 'k7wm_29qx_fdtr', '%']) {
      assert.equal(check.check(wrong), 'wrong', wrong);
      time += 60_000;
    }
  });

  it('refuses more than a few wrong ones in a minute, but always accepts the right one', () => {
    let time = 1e6;
    const check = new CodeCheck('k7wm-29qx-fdtr', () => time);
    for (const empty of ['', ' ', '--'])
      for (let count = 0; count <= MAX_WRONG; count++) assert.equal(check.check(empty), 'wrong');
    for (let wrong = 0; wrong < MAX_WRONG; wrong++) {
      assert.equal(check.check(`wrong ${wrong}`), 'wrong');
      time += 1000;
    }
    assert.equal(check.check('wrong'), 60 - MAX_WRONG);
    assert.equal(check.check('k7wm-29qx-fdtr'), 'right');
    time += (60 - MAX_WRONG) * 1000 - 1;
    assert.equal(check.check('wrong'), 1);
    time += 1;
    assert.equal(check.check('wrong'), 'wrong');
    assert.equal(check.check('wrong'), 1);
  });
});
