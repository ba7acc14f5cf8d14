import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { git } from '../git.ts';

const PROGRAMS = {
  bump: fileURLToPath(new URL('../bump.ts', import.meta.url)),
  notes: fileURLToPath(new URL('../show-notes.ts', import.meta.url)),
  package: fileURLToPath(new URL('../package.ts', import.meta.url)),
  releaseKey: fileURLToPath(new URL('../release-key.ts', import.meta.url)),
  sign: fileURLToPath(new URL('../sign.ts', import.meta.url)),
};

/** Result of a command. */
export interface Ended {
  code: number | string | null | undefined;
  stdout: string;
  stderr: string;
}

/** A temporary repository with the project's structure. When this object is disposed of, the repository is deleted. */
export interface Project extends AsyncDisposable {
  readonly top: string;
  git(...args: string[]): Promise<string>;
  read(file: string): Promise<string>;
  write(files: Record<string, string>): Promise<void>;
  /** Writes files and commits them with all other changes. */
  commit(message: string, files: Record<string, string>): Promise<void>;
  run(program: keyof typeof PROGRAMS, args: string[], env?: Record<string, string>): Promise<Ended>;
  /** Returns everything that a release may change: branches, tags, the index and the files. */
  state(): Promise<string>;
}

/** Files of a project with plugin and API, but without a theme. */
const FILES = {
  'plugin/largesse.php':
    '<?php\n/**\n * Plugin Name:       Largesse\n * Version:           0.1.0\n * Requires PHP:      8.1\n */\n',
  'plugin/readme.txt': '=== Largesse ===\nRequires PHP: 8.1\nStable tag: 0.1.0\n',
  'plugin/LICENSE': 'free\n',
  'plugin/src/Plugin.php': "<?php\nfinal class Plugin {\n\tpublic const VERSION = '0.1.0';\n}\n",
  'tools/build.ts': `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('plugin/languages', { recursive: true });
writeFileSync('plugin/languages/largesse-de_DE.l10n.php', '<?php');
`,
  'plugin/blocks/list/block.json':
    '{\n\t"apiVersion": 3,\n\t"example": {\n\t\t"version": "7"\n\t},\n\t"version": "0.1.0"\n}\n',
  'api/package.json': json({
    name: '@largesse/api',
    version: '0.1.0',
    dependencies: { '@largesse/contract': '0.1.0', used: '0.1.0' },
  }),
  'api/main.ts': "console.log('api');\n",
  'contract/package.json': json({ name: '@largesse/contract', version: '0.1.0', exports: { '.': './index.ts' } }),
  'contract/index.ts': 'export const limit = 100;\n',
  'client/package.json': json({ name: '@largesse/client', version: '0.1.0' }),
  'package.json': json({ private: true, scripts: { serve: 'node api/main.ts', lint: 'biome ci' } }),
  'package-lock.json': json({
    name: 'largesse',
    lockfileVersion: 3,
    packages: {
      '': { name: 'largesse', devDependencies: { tool: '0.1.0' } },
      api: {
        name: '@largesse/api',
        version: '0.1.0',
        dependencies: { '@largesse/contract': '0.1.0', used: '0.1.0' },
      },
      client: { name: '@largesse/client', version: '0.1.0' },
      contract: { name: '@largesse/contract', version: '0.1.0' },
      'node_modules/@largesse/api': { resolved: 'api', link: true },
      'node_modules/@largesse/client': { resolved: 'client', link: true },
      'node_modules/@largesse/contract': { resolved: 'contract', link: true },
      'node_modules/deep': { version: '0.1.0', dev: true },
      'node_modules/tool': { version: '0.1.0', dev: true, dependencies: { deep: '0.1.0' } },
      'node_modules/used': { version: '0.1.0', dependencies: { deep: '0.2.0' } },
      'node_modules/used/node_modules/deep': { version: '0.2.0', devOptional: true },
    },
  }),
};

/** The smallest valid theme. */
export const THEME = {
  'theme/style.css': '/*\nTheme Name: Largesse\nVersion: 0.1.0\n*/\n',
  'theme/readme.txt': '=== Largesse ===\nStable tag: 0.1.0\n',
  'theme/templates/index.html': '<!-- wp:site-title /-->\n',
};

/** Creates a project with one commit on branch `main`. */
export async function openProject(): Promise<Project> {
  const temporary = await mkdtemp(join(tmpdir(), 'largesse-project-'));
  const top = join(temporary, 'project');
  const environment = isolated(temporary);
  const write = async (files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(top, file)), { recursive: true });
      await writeFile(join(top, file), text);
    }
  };
  const inTop = (...args: string[]) => git(top, args, { env: environment });
  const project: Project = {
    top,
    git: inTop,
    read: (file) => readFile(join(top, file), 'utf8'),
    write,
    commit: async (message, files) => {
      await write(files);
      await inTop('add', '--all');
      await inTop('commit', '--quiet', `--message=${message}`);
    },
    run: (program, args, env = {}) => end([PROGRAMS[program], ...args], top, { ...environment, ...env }),
    state: async () => {
      const files = (await inTop('ls-files', '--others', '--cached')).trim().split('\n');
      const texts = await Promise.all(files.map((file) => readFile(join(top, file), 'utf8').catch(() => 'gone')));
      const [refs, index, status] = [
        await inTop('for-each-ref'),
        await inTop('ls-files', '--stage'),
        await inTop('status', '--porcelain=v2', '--branch'),
      ];
      return [refs, index, status, ...texts].join('\n');
    },
    [Symbol.asyncDispose]: () => rm(temporary, { recursive: true, force: true }),
  };
  await write(FILES);
  await inTop('init', '--quiet', '--initial-branch=main');
  await project.commit('Begin', {});
  return project;
}

/** Returns the environment variables for a project. They exclude personal git settings. */
function isolated(temporary: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: temporary,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Maintainer',
    GIT_AUTHOR_EMAIL: 'maintainer@largesse.invalid',
    GIT_COMMITTER_NAME: 'Maintainer',
    GIT_COMMITTER_EMAIL: 'maintainer@largesse.invalid',
  };
}

async function end(args: string[], cwd: string, env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? error.signal), stdout, stderr });
    });
  });
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
