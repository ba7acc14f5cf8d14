import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { commandsOf } from '../testing/own-machine.ts';
import { hasProgram } from '../testing/program.ts';

const GATEWAYS = {
  nginx: { file: 'etc/nginx/largesse.d/keys.conf', line: (key: string) => `"~^${key}\\z" 1;`, mode: 0o600 },
  caddy: { file: 'etc/caddy/largesse.d/keys.caddy', line: (key: string) => `header X-Api-Key ${key}`, mode: 0o640 },
};

/** Ways in which an operator enters commands. An interactive bash replaces `!d` by an earlier command. */
const SHELLS: Record<string, readonly [string, ...string[]]> = {
  sh: ['sh', '-s'],
  bash: ['bash', '--norc', '--noprofile', '-i'],
};

/** Runs commands of a guide in a folder instead of /etc, without the programs that they tell about their files. */
function enter(shell: string, folder: string, script: string): string {
  const [program = '', ...args] = SHELLS[shell] ?? [];
  const stubs = ['nginx', 'caddy', 'systemctl'].map((name) => `${name}() { :; }\n`);
  const input = [...stubs, script.replaceAll('/etc/', `${folder}/etc/`), '\n'].join('');
  const env = { PATH: process.env.PATH, HOME: folder };
  const { stdout, stderr } = spawnSync(program, args, { cwd: import.meta.dirname, input, env, encoding: 'utf8' });
  return stdout + stderr;
}

for (const [name, { file, line, mode }] of Object.entries(GATEWAYS))
  describe(`the commands of the guides for ${name}`, () => {
    for (const shell of Object.keys(SHELLS))
      it(`change the key in ${shell}`, {
        skip:
          hasProgram('openssl', 'version') && hasProgram('bash', '--version') ? false : 'openssl or bash is missing',
      }, async () => {
        await using folder = await temporaryFolder();
        const path = join(folder.path, file);
        await mkdir(join(path, '..'), { recursive: true });
        await writeFile(path, `# Keys.\n${line('old')}\n`);
        await chmod(path, mode);
        const commands = await commandsOf('operations');
        const [add = '', remove = ''] = commands.filter((code) => code.toLowerCase().startsWith(`# ${name}\n`));
        const key = /The new key: (\w{64})/.exec(enter(shell, folder.path, add))?.[1] ?? assert.fail();
        assert.equal(await readFile(path, 'utf8'), `# Keys.\n${line('old')}\n${line(key)}\n`);
        // In another shell, the key is unknown.
        assert.match(enter(shell, folder.path, remove), /NEW/);
        assert.equal(await readFile(path, 'utf8'), `# Keys.\n${line('old')}\n${line(key)}\n`);
        enter(shell, folder.path, `NEW=${key}\n${remove}`);
        assert.equal(await readFile(path, 'utf8'), `# Keys.\n${line(key)}\n`);
        assert.equal((await stat(path)).mode & 0o777, mode);
      });

    const isRoot = process.getuid?.() === 0 && (name === 'nginx' || hasProgram('getent', 'group', 'caddy'));
    it('let only its account read the keys', { skip: isRoot ? false : 'only root can follow the guide' }, async () => {
      await using folder = await temporaryFolder();
      for (const path of ['etc/nginx/conf.d', 'etc/caddy', 'etc/systemd/system'])
        await mkdir(join(folder.path, path), { recursive: true });
      const commands = await commandsOf('../deploy/gateway/README');
      const install = commands.filter((code) => code.includes(`cp -r ${name}/example.d`));
      for (const code of install) enter('sh', folder.path, code);
      const { mode: actual, gid } = await stat(join(folder.path, file));
      assert.equal(actual & 0o777, mode);
      const group = spawnSync('getent', ['group', name === 'caddy' ? 'caddy' : 'root'], { encoding: 'utf8' }).stdout;
      assert.equal(gid, Number(group.split(':')[2]));
    });
  });
