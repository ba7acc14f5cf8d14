import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import * as fc from '../../contract/testing/properties.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { compareVersions, PARTS, putParts } from './files.ts';

describe('versions', () => {
  it('are compared number by number, and a suffix means an earlier version', () => {
    const sorted = ['0.9', '6.5', '6.5.2', '6.10', '7.0-alpha-1', '7.0-beta1', '7.0-RC1', '7.0', '7.0.1'];
    for (const [index, version] of sorted.entries())
      for (const [other, another] of sorted.entries())
        assert.equal(Math.sign(compareVersions(version, another)), Math.sign(index - other), `${version}, ${another}`);
    assert.equal(compareVersions('7.0', '7.0.0'), 0);
  });

  it('have one order', () => {
    const version = fc.tuple(
      fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', '-beta1', '-RC2'),
    );
    const text = version.map(([numbers, suffix]) => numbers.join('.') + suffix);
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        assert.equal(Math.sign(compareVersions(a, b)), -Math.sign(compareVersions(b, a)) + 0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) assert.ok(compareVersions(a, c) <= 0);
      }),
    );
  });
});

describe('the parts of the image', () => {
  const header = (file: string, version: string) =>
    file.endsWith('version.php') ? `<?php\n$wp_version = '${version}';\n` : `/*\n * Version: ${version}\n */\n`;

  async function image(folder: string, version: string): Promise<string> {
    const path = join(folder, `image-${version}`);
    for (const { from, file } of PARTS) {
      await mkdir(dirname(join(path, from, file)), { recursive: true });
      await writeFile(join(path, from, file), header(file, version));
      await writeFile(join(path, from, 'code.php'), version);
    }
    await mkdir(join(path, 'wordpress/wp-content/themes'), { recursive: true });
    await writeFile(join(path, 'wordpress/wp-content/index.php'), version);
    return path;
  }

  it('replace older ones, and keep newer ones and everything that belongs to the site', async () => {
    await using folder = await temporaryFolder();
    const site = join(folder.path, 'site');
    assert.equal((await putParts(await image(folder.path, '1.0'), site)).length, PARTS.length);
    await writeFile(join(site, 'wp-content/index.php'), 'changed');
    await writeFile(join(site, 'wp-config.php'), 'secret');
    assert.deepEqual(await putParts(await image(folder.path, '1.0'), site), []);
    assert.equal((await putParts(await image(folder.path, '1.1'), site)).length, PARTS.length);
    for (const { to } of PARTS) assert.equal(await readFile(join(site, to, 'code.php'), 'utf8'), '1.1');
    assert.equal(await readFile(join(site, 'wp-content/index.php'), 'utf8'), 'changed');
    assert.equal(await readFile(join(site, 'wp-config.php'), 'utf8'), 'secret');
    assert.deepEqual(await putParts(await image(folder.path, '0.9'), site), []);
  });

  it('replace others of the same version, without the files that are gone, unless it is WordPress', async () => {
    await using folder = await temporaryFolder();
    const site = join(folder.path, 'site');
    const source = await image(folder.path, '1.0');
    for (const { from } of PARTS) await writeFile(join(source, from, 'removed.php'), '');
    await putParts(source, site);
    for (const { from } of PARTS) {
      await rm(join(source, from, 'removed.php'));
      await writeFile(join(source, from, 'code.php'), 'changed');
    }
    const replaced = PARTS.filter(({ to }) => to !== '');
    assert.equal((await putParts(source, site)).length, replaced.length);
    for (const { from, to } of replaced)
      assert.deepEqual(await readdir(join(site, to)), await readdir(join(source, from)), to);
    for (const { to } of replaced) assert.equal(await readFile(join(site, to, 'code.php'), 'utf8'), 'changed');
    assert.deepEqual(await putParts(source, site), []);
    assert.deepEqual((await readdir(folder.path)).sort(), ['image-1.0', 'site']);
  });

  it('are not begun without room, and the log says so', async () => {
    await using folder = await temporaryFolder();
    const site = join(folder.path, 'site');
    const noRoom = async () => 0;
    await assert.rejects(putParts(await image(folder.path, '1.0'), site, noRoom), /no room for wordpress 1\.0, .*give/);
    await putParts(await image(folder.path, '1.0'), site);
    const lines = await putParts(await image(folder.path, '1.1'), site, noRoom);
    assert.deepEqual(lines.length, PARTS.length);
    for (const line of lines) assert.match(line, /no room for \S+ 1\.1, .*: the site keeps 1\.0\./);
    for (const { to } of PARTS) assert.equal(await readFile(join(site, to, 'code.php'), 'utf8'), '1.0');
    assert.equal((await putParts(await image(folder.path, '1.1'), site)).length, PARTS.length);
  });

  it('are completed after an interrupted copy', async () => {
    await using folder = await temporaryFolder();
    const site = join(folder.path, 'site');
    const source = await image(folder.path, '1.0');
    await putParts(source, site);
    const [wordpress, driver, plugin] = PARTS;
    if (!wordpress || !driver || !plugin) throw new Error('no parts');
    await writeFile(join(site, 'code.php'), 'half');
    await writeFile(join(site, wordpress.file), '');
    await rm(join(site, driver.to), { recursive: true });
    await rm(join(site, plugin.to, 'code.php'));
    await writeFile(`${site}.part`, 'half');
    assert.equal((await putParts(source, site)).length, 3);
    for (const { to } of PARTS) assert.equal(await readFile(join(site, to, 'code.php'), 'utf8'), '1.0');
  });
});
