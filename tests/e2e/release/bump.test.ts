// Needs a repository of its own: the command changes versions, commits and tags.
import assert from 'node:assert/strict';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openProject, type Project } from '../../../tools/release/testing/project.ts';

describe('npm run bump', () => {
  let project: Project;
  beforeEach(async () => {
    project = await openProject();
  });
  afterEach(() => project[Symbol.asyncDispose]());

  /** Runs the command `bump`, which must succeed. */
  async function bump(...args: string[]): Promise<string> {
    const ended = await project.run('bump', args);
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(await project.git('status', '--porcelain'), '', 'index and files match the commit');
    return ended.stdout;
  }

  const tagMessage = (tag: string) =>
    project.git('for-each-ref', '--format=%(objecttype) %(contents)', `refs/tags/${tag}`);

  it('releases a component for the first time: all copies of its version, a commit, and a tag with the notes', async () => {
    await project.commit('Add a list of registries', { 'plugin/src/List.php': '<?php\n' });
    await bump('plugin', 'minor');
    assert.match(await project.read('plugin/largesse.php'), /^ \* Version: {11}0\.2\.0$/m);
    assert.match(await project.read('plugin/readme.txt'), /^Stable tag: 0\.2\.0$/m);
    assert.match(await project.read('plugin/src/Plugin.php'), /VERSION = '0\.2\.0';/);
    assert.match(
      await project.read('plugin/blocks/list/block.json'),
      /"version": "7"[\s\S]*\n\t"version": "0\.2\.0"\n/,
    );
    assert.match(await project.read('api/package.json'), /"version": "0\.1\.0"/);
    assert.equal(await project.git('log', '-1', '--format=%s'), 'Release plugin 0.2.0\n');
    assert.equal(await project.git('rev-parse', 'plugin/v0.2.0^{commit}'), await project.git('rev-parse', 'main'));
    assert.equal(
      (await tagMessage('plugin/v0.2.0')).trimEnd(),
      'tag Largesse plugin 0.2.0\n\n## New\n\n- Add a list of registries\n\n## Changed\n\n- Begin',
    );
  });

  it('updates contract, client and lock file with the API', async () => {
    await bump('api', 'patch');
    for (const folder of ['api', 'contract', 'client'])
      assert.match(await project.read(`${folder}/package.json`), /"version": "0\.1\.1"/);
    assert.match(await project.read('api/package.json'), /"@largesse\/contract": "0\.1\.1"/);
    const { packages } = JSON.parse(await project.read('package-lock.json'));
    for (const folder of ['api', 'contract', 'client']) assert.equal(packages[folder].version, '0.1.1');
    assert.equal(packages.api.dependencies['@largesse/contract'], '0.1.1');
    assert.equal(packages['node_modules/used'].version, '0.1.0');
    assert.equal(packages[''].devDependencies.tool, '0.1.0');
  });

  it('makes candidates of a release, whose notes begin at the last release', async () => {
    await bump('plugin', 'patch');
    await project.commit('Add a list', { 'plugin/src/List.php': '<?php\n' });
    await bump('plugin', 'minor', '--candidate');
    assert.match(await project.read('plugin/readme.txt'), /^Stable tag: 0\.2\.0-rc\.1$/m);
    const { stderr } = await project.run('bump', ['plugin', 'minor', '--candidate']);
    assert.match(stderr, /^bump: nothing is new in plugin since plugin\/v0\.2\.0-rc\.1\n$/);
    await project.commit('Fix the list', { 'plugin/src/List.php': '<?php // fixed\n' });
    await bump('plugin', 'minor', '--candidate');
    await bump('plugin', 'minor');
    await project.commit('Remove the list', { 'plugin/src/List.php': '<?php // removed\n' });
    await bump('plugin', 'major', '--candidate');
    assert.deepEqual((await project.git('tag', '--sort=creatordate', '--sort=refname')).trim().split('\n'), [
      'plugin/v0.1.1',
      'plugin/v0.2.0',
      'plugin/v0.2.0-rc.1',
      'plugin/v0.2.0-rc.2',
      'plugin/v1.0.0-rc.1',
    ]);
    assert.equal(
      (await tagMessage('plugin/v0.2.0')).trimEnd(),
      'tag Largesse plugin 0.2.0\n\n## New\n\n- Add a list\n\n## Fixed\n\n- Fix the list',
    );
    assert.equal(
      (await tagMessage('plugin/v1.0.0-rc.1')).trimEnd(),
      'tag Largesse plugin 1.0.0-rc.1\n\n## Changed\n\n- Remove the list',
    );
  });

  it('only prints its plan with --dry-run', async () => {
    const before = await project.state();
    const { code, stdout } = await project.run('bump', ['plugin', 'minor', '--dry-run']);
    assert.equal(code, 0);
    assert.equal(await project.state(), before);
    assert.match(stdout, /^Would release plugin 0\.2\.0 \(now 0\.1\.0\)\.\n/);
    for (const said of ['plugin/readme.txt', 'plugin/blocks/list/block.json', 'plugin/v0.2.0', '## Changed', '- Begin'])
      assert.ok(stdout.includes(said), said);
  });

  it('releases no component without changes', async () => {
    await bump('plugin', 'patch');
    const state = await project.state();
    const { stderr } = await project.run('bump', ['plugin', 'patch']);
    assert.match(stderr, /^bump: nothing is new in plugin since plugin\/v0\.1\.1\n$/);
    assert.equal(await project.state(), state);
  });

  describe('rejects in one line, and changes nothing:', () => {
    const refusals: Record<string, { before?: () => Promise<unknown>; args?: string[]; says: RegExp }> = {
      'a changed file': {
        before: () => project.write({ 'api/main.ts': 'changed' }),
        says: /changes that are not committed: api\/main\.ts$/,
      },
      'an existing tag': {
        before: () => project.git('tag', 'plugin/v0.1.1'),
        says: /the tag plugin\/v0\.1\.1 exists already$/,
      },
      'an unknown component': {
        args: ['gateway', 'patch'],
        says: /"gateway" is not a component; the components are plugin, api, theme$/,
      },
      'a new block with another version': {
        before: () => project.commit('Add a block', { 'plugin/blocks/new/block.json': '{\n\t"version": "0.1.9"\n}\n' }),
        says: /the versions of plugin disagree: 0\.1\.0 in .*, 0\.1\.9 in plugin\/blocks\/new\/block\.json:2$/,
      },
      'a note of an unknown kind': {
        before: () => project.commit('Do\n\nRelease-note: great', { 'plugin/x.php': '' }),
        says: /has "Release-note: great"; the kinds are breaking, new, changed, fixed, none$/,
      },
      'no branch': {
        before: () => project.git('checkout', '--quiet', '--detach'),
        says: /no branch is checked out/,
      },
    };
    for (const [what, { before, args = ['plugin', 'patch'], says }] of Object.entries(refusals))
      it(what, async () => {
        await before?.();
        const state = await project.state();
        const ended = await project.run('bump', args);
        assert.equal(ended.code, 1);
        assert.equal(ended.stdout, '');
        assert.match(ended.stderr, /^bump: [^\n]*\n$/);
        assert.match(ended.stderr.trimEnd(), says);
        assert.equal(await project.state(), state);
      });
  });

  it('names the commands that undo a release whose last step failed', async () => {
    const state = await project.state();
    await project.write({ '.git/hooks/reference-transaction': '#!/bin/sh\nif grep -q refs/tags; then exit 1; fi\n' });
    await chmod(join(project.top, '.git/hooks/reference-transaction'), 0o755);
    const { code, stderr } = await project.run('bump', ['plugin', 'minor']);
    assert.equal(code, 1);
    const [, commands = ''] = /; to undo the release: (.*)\n$/.exec(stderr) ?? [];
    await rm(join(project.top, '.git/hooks/reference-transaction'));
    assert.notEqual(await project.state(), state);
    for (const command of commands.split('; ')) await project.git(...command.split(' ').slice(1)).catch(() => {});
    assert.equal(await project.state(), state);
  });
});
