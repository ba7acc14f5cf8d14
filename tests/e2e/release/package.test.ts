// Needs a repository of its own: the command packs built files.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { run } from '../../../tools/release/run.ts';
import { openProject, type Project, THEME } from '../../../tools/release/testing/project.ts';
import { filesInZip } from '../../../tools/release/testing/zip.ts';

describe('npm run package', () => {
  let project: Project;
  beforeEach(async () => {
    project = await openProject();
    await project.commit('Ignore packages', { '.gitignore': '/tools/release/packages/\n' });
  });
  afterEach(() => project[Symbol.asyncDispose]());

  /**
   * Runs the pack command, which must succeed.
   * @returns path of the last package in the output
   */
  async function pack(args: string[], env: Record<string, string> = {}): Promise<string> {
    const { code, stdout, stderr } = await project.run('package', args, env);
    assert.equal(code, 0, stderr);
    const [, path = ''] =
      /^(.*) \(commit [0-9a-f]{12}\)\n(?:Uncommitted changes are not included\.\n)?$/m.exec(stdout) ?? [];
    return join(project.top, path);
  }

  it('packs the plugin in one folder: only listed files, with those of the build, and no tests', async () => {
    await project.commit('Add files', {
      'plugin/src/Plugin.test.ts': '',
      'plugin/src/Registries/Registry/List.test.php': '<?php\n',
      'plugin/tsconfig.json': '',
      'plugin/notes.txt': '',
      'plugin/src/Registries/Registry/List.php': '<?php\n',
    });
    const zip = await pack(['plugin']);
    assert.equal(zip, join(project.top, 'tools/release/packages/largesse-plugin-0.1.0.zip'));
    assert.deepEqual(await filesInZip(zip), [
      'largesse/LICENSE',
      'largesse/blocks/list/block.json',
      'largesse/languages/largesse-de_DE.l10n.php',
      'largesse/largesse.php',
      'largesse/readme.txt',
      'largesse/sbom.cdx.json',
      'largesse/src/Plugin.php',
      'largesse/src/Registries/Registry/List.php',
    ]);
  });

  for (const component of ['plugin', 'theme', 'api'])
    it(`produces the same bytes of the ${component} for the same commit, independent of working tree, time and place`, async () => {
      await project.commit('Add a theme', THEME);
      const first = await readFile(await pack([component, '--out=first'], { TZ: 'Pacific/Kiritimati' }));
      await project.write({
        'plugin/src/Draft.php': '<?php\n',
        'plugin/src/Plugin.php': '<?php // changed\n',
        'theme/style.css': 'changed',
        'api/main.ts': 'changed',
      });
      await project.git('config', 'core.autocrlf', 'true');
      const second = await readFile(await pack([component, '--out=second'], { TZ: 'America/Los_Angeles' }));
      assert.ok(first.equals(second), component);
    });

  it('lists the libraries in a package with their dependencies', async () => {
    await project.commit('Bundle a library', { 'plugin/bundled.json': '{ "used": {} }' });
    const zip = await pack(['plugin']);
    const sbom = JSON.parse(await run(project.top, 'unzip', ['-p', zip, 'largesse/sbom.cdx.json']));
    assert.deepEqual(
      sbom.components.map(({ purl }: { purl: string }) => purl),
      ['pkg:npm/used@0.1.0', 'pkg:npm/deep@0.2.0'],
    );
    assert.deepEqual([sbom.bomFormat, sbom.metadata.component.name], ['CycloneDX', 'largesse-plugin']);
  });

  describe('of a plugin with an update check', () => {
    const UPDATING = {
      'plugin/largesse.php':
        '<?php\n/**\n * Plugin Name: Largesse\n * Version: 0.1.0\n * Update URI:        false\n */\n',
      'plugin/readme.txt':
        '=== Largesse ===\nRequires at least: 6.5\nTested up to: 7.1\nRequires PHP: 8.1\nStable tag: 0.1.0\n',
      'plugin/src/Operation/Updates/Updates.php': '<?php\n',
      'plugin/src/Plugin.php': '<?php\nA\\Module::class,\nOperation\\Updates\\Module::class,\n',
      'tools/release/key.pub': 'ssh-ed25519 AAAA release@largesse.invalid\n',
    };
    const head = async (zip: string) =>
      (await run(project.top, 'unzip', ['-p', zip, 'largesse/largesse.php'])).match(/Update URI.*/)?.[0];
    const at = '--updates=https://releases.example/largesse/';

    it('includes the address of the updates in its header, and creates a description next to its zip', async () => {
      await project.commit('Let it look for updates', UPDATING);
      const { code, stderr } = await project.run('bump', ['plugin', 'minor']);
      assert.equal(code, 0, stderr);
      const description = await pack(['plugin', at, '--commit=plugin/v0.2.0']);
      assert.equal(description, join(project.top, 'tools/release/packages/plugin.json'));
      const zip = join(project.top, 'tools/release/packages/largesse-plugin-0.2.0.zip');
      assert.equal(await head(zip), 'Update URI:        https://releases.example/largesse/plugin.json');
      const { released, ...told } = JSON.parse(await readFile(description, 'utf8'));
      assert.match(released, /^\d{4}-\d\d-\d\d$/);
      assert.deepEqual(told, {
        component: 'plugin',
        version: '0.2.0',
        package: 'largesse-plugin-0.2.0.zip',
        requires: '6.5',
        tested: '7.1',
        requires_php: '8.1',
        notes: { new: ['Let it look for updates'], changed: ['Begin'] },
      });
    });

    it('includes the public key of releases in the plugin, and needs one', async () => {
      await project.commit('Let it look for updates', UPDATING);
      await pack(['plugin', at]);
      const zip = join(project.top, 'tools/release/packages/largesse-plugin-0.1.0.zip');
      const key = await run(project.top, 'unzip', ['-p', zip, 'largesse/src/Operation/Updates/release-key.pub']);
      // WordPress compares signatures with the bare key, without its type and comment.
      assert.equal(key, UPDATING['tools/release/key.pub'].split(' ')[1]);
      assert.ok(!(await filesInZip(await pack(['plugin']))).includes('largesse/src/Operation/Updates/release-key.pub'));
      await project.git('rm', '--quiet', 'tools/release/key.pub');
      await project.git('commit', '--quiet', '--message=Remove the key');
      const { code, stderr } = await project.run('package', ['plugin', at]);
      assert.deepEqual(
        [code, stderr],
        [1, 'package: --updates: the commit has no tools/release/key.pub; npm run release-key creates one\n'],
      );
    });

    it('packs a candidate that looks for updates, but creates no description of it', async () => {
      await project.commit('Let it look for updates', UPDATING);
      const { code, stderr } = await project.run('bump', ['plugin', 'minor', '--candidate']);
      assert.equal(code, 0, stderr);
      const zip = await pack(['plugin', at]);
      assert.equal(zip, join(project.top, 'tools/release/packages/largesse-plugin-0.2.0-rc.1.zip'));
      assert.equal(await head(zip), 'Update URI:        https://releases.example/largesse/plugin.json');
      await assert.rejects(readFile(join(project.top, 'tools/release/packages/plugin.json')), { code: 'ENOENT' });
    });

    it('removes the update check from a package for WordPress’s directory', async () => {
      await project.commit('Let it look for updates', UPDATING);
      const zip = await pack(['plugin', '--directory']);
      assert.equal(await head(zip), undefined);
      assert.ok(!(await filesInZip(zip)).some((file) => file.includes('Updates')));
      assert.equal(
        await run(project.top, 'unzip', ['-p', zip, 'largesse/src/Plugin.php']),
        '<?php\nA\\Module::class,\n',
      );
    });
  });

  it('reports errors in one line', async () => {
    for (const [args, says] of [
      [['gateway'], '"gateway" is not a component; the components are plugin, api, theme'],
      [['plugin', '--commit=nothing'], 'Needed a single revision'],
      [
        [],
        'usage: npm run package -- <plugin|extension|theme|api|client|contract>... [--commit=<commit>] [--out=<folder>] [--updates=<address>|--directory]',
      ],
      [['plugin', '--updates=http://releases.example'], '--updates: must be an https address of a folder'],
      [['plugin', '--updates=releases'], '--updates: must be an https address of a folder'],
      [
        ['plugin', '--updates=https://releases.example', '--directory'],
        '--updates and --directory: use only one, because WordPress’s directory allows no other updates',
      ],
    ] as const) {
      const { code, stdout, stderr } = await project.run('package', [...args]);
      assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: '', stderr: `package: ${says}\n` });
    }
  });
});
