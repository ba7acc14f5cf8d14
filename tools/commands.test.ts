import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = globSync(['*.md', '{docs,deploy,client,tests,api}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const scripts: Readonly<Record<string, string>> = manifest.scripts;

/** Blocks of commands in all documents, with the place of each block. */
const blocks = documents.flatMap((file) =>
  [...read(file).matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, code = '']) => ({ file, code })),
);

/** Calls of `npm run` in all documents: script, and flags after `--`. */
const calls = documents.flatMap((file) =>
  [...read(file).matchAll(/npm run ([\w:-]+)((?: --)?[^`\n#|&;)]*)/g)].map(([, name = '', rest = '']) => ({
    file,
    name,
    flags: [...(rest.split(' -- ')[1] ?? '').matchAll(/(?<=^| |\[)--[a-z-]+/g)].map(([flag]) => flag),
  })),
);

describe('the commands in the documents', () => {
  it('are complete for the shell', () => {
    assert.ok(blocks.length > 20);
    for (const { file, code } of blocks) {
      const { status, stderr } = spawnSync('sh', ['-nc', code], { encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, ''], `${file}: ${code}`);
    }
  });

  it('name existing npm scripts, with flags that their help explains', () => {
    assert.ok(calls.length > 50);
    const helpOf = new Map<string, string>();
    for (const { file, name, flags } of calls) {
      const command = scripts[name];
      assert.ok(command !== undefined, `${file}: npm run ${name}`);
      for (const flag of flags) {
        const help =
          helpOf.get(name) ?? spawnSync('sh', ['-c', `${command} --help`], { cwd: root, encoding: 'utf8' }).stdout;
        helpOf.set(name, help);
        assert.ok(flag === '--help' || help.includes(flag), `${file}: npm run ${name} -- ${flag}`);
      }
    }
  });

  it('name existing commands of WP-CLI, with flags that their help explains', () => {
    const helps = new Map(
      globSync('plugin/src/*/*/*Command.php', { cwd: root }).flatMap((file) =>
        [...read(file).matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*public function (\w+?)_?\(/g)].map(
          ([, help = '', name = '']): [string, string] => [name.replaceAll('_', '-'), help],
        ),
      ),
    );
    const called = [...documents, 'plugin/readme.txt'].flatMap((file) =>
      [...read(file).matchAll(/\bwp largesse (?:gifts |features )?([a-z-]+)([^`\n#]*)/g)].map(
        ([call, name = '', rest = '']) => ({
          place: `${file}: ${call}`,
          help: helps.get(name),
          flags: [...rest.matchAll(/--[a-z-]+/g)].map(([flag]) => flag),
        }),
      ),
    );
    assert.ok(called.length > 10);
    for (const { place, help, flags } of called) {
      assert.ok(help !== undefined, place);
      for (const flag of flags) assert.ok(flag === '--yes' || help.includes(flag), place);
    }
  });

  it('change options that the plugin has', () => {
    const stored = read('plugin/src/stored.php');
    const options = documents.flatMap((file) =>
      [...read(file).matchAll(/wp option update (\w+)/g)].map(([, option]) => `${file}: ${option}`),
    );
    assert.ok(options.length > 2);
    assert.deepEqual(
      options.filter((option) => !stored.includes(`'${option.split(': ')[1]}'`)),
      [],
    );
  });

  it('in PHP use functions and hooks, and no class of the plugin', () => {
    const recipes = [...read('docs/pages.md').matchAll(/^```php\n(.*?)^```$/gms)].map(([, code = '']) => code);
    assert.ok(recipes.length > 5);
    assert.deepEqual(
      recipes.filter((recipe) => /\bLargesse\\/.test(recipe)),
      [],
    );
  });

  it('run existing files', () => {
    for (const { file, code } of blocks)
      for (const [path] of code.matchAll(/(?<=\bnode (?:--test )?)(?:api|tools|deploy|tests)\/[\w./-]+\.ts/g))
        assert.deepEqual(globSync(path, { cwd: root }), [path], file);
  });
});
