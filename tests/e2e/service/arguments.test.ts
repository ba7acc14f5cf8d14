// Needs processes: each command reads its own arguments.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CHILD_ENV } from '../../support/command.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** Scripts that this test skips: scripts without arguments, and scripts that run a third-party program. */
const OTHERS = ['format', 'lint', 'types', 'build', 'precheck', 'prestart', 'pretest', 'pretest:all'];

/** Runs a script of package.json in a shell, like npm, but without settings from this process's environment. */
function run(name: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
    const options = { cwd: root, env: { ...CHILD_ENV, PATH } };
    const child = execFile('sh', ['-c', `${scripts[name]} "$@"`, name, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

describe('every command', () => {
  for (const name of Object.keys(scripts).filter((script) => !OTHERS.includes(script)))
    it(`npm run ${name} shows its help, and rejects unknown arguments and invalid numbers in one line`, async () => {
      const [help, wrong] = await Promise.all([run(name, '--help'), run(name, '--frobnicate')]);
      assert.equal(help.code, 0, help.stderr);
      assert.match(help.stdout, /^npm [^\n]+\n\n(.*\n)+ +--help +show this\n$/);
      assert.equal(help.stderr, '');
      assert.equal(wrong.code, 1);
      assert.match(wrong.stderr, /^[^\n]*Unknown option '--frobnicate'; usage: npm [^\n]+\n$/);
      assert.equal(wrong.stdout, '');
      for (const [, option] of help.stdout.matchAll(/^ +--(\w+) N(?:UMBER)? /gm)) {
        const refused = await run(name, `--${option}`, 'abc');
        assert.deepEqual([refused.code, refused.stdout], [1, '']);
        assert.match(refused.stderr, new RegExp(`^--${option}: give a (whole )?number [^\n]+\n$`));
      }
    });
});
