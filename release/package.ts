import { mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { readArguments } from '../api/src/arguments.ts';
import { packApi } from './api-package.ts';
import { type Checkout, checkOut } from './checkout.ts';
import { type Component, componentOf } from './components.ts';
import { git, topOf } from './git.ts';
import { packClient, packContract } from './npm-packages.ts';
import { Refusal, runCommand } from './refusal.ts';
import { readVersion } from './versions.ts';
import { packForWordPress } from './wordpress-package.ts';

const USAGE = 'npm run package -- <plugin|theme|api|client|contract>... [--commit=<commit>] [--out=<folder>]';

const HELP = `${USAGE}

Builds the packages of a release from a commit, never from files that are not committed: docs/releasing.md.

  --commit=<commit>   default: HEAD
  --out=<folder>      default: release/packages
  --help              show this`;

/** The npm packages that are released with the API. */
const WITH_API = ['client', 'contract'];

await runCommand('package', async () => {
  const request = readRequest();
  if (!request) return;
  const { names, revision, folder } = request;
  const wanted = names.map((name) => ({ name, component: componentOf(WITH_API.includes(name) ? 'api' : name) }));
  const top = await topOf(process.cwd());
  const out = resolve(folder ?? join(top, 'release/packages'));
  await using checkout = await checkOut(top, revision);
  await mkdir(out, { recursive: true });
  for (const { name, component } of wanted) {
    const file = await pack(checkout, name, component, out);
    console.log(`${relative(process.cwd(), file)} (commit ${checkout.commit.slice(0, 12)})`);
  }
  if (revision === 'HEAD' && (await git(top, ['status', '--porcelain'])) !== '') {
    console.log('What is not committed is not in it.');
  }
});

async function pack(checkout: Checkout, name: string, component: Component, out: string): Promise<string> {
  const { version } = await readVersion(checkout.folder, checkout.files, component);
  if (name === 'client') return packClient(checkout, out);
  if (name === 'contract') return packContract(checkout, out);
  if (name === 'api') return packApi(checkout, version, out);
  return packForWordPress(checkout, component, version, out);
}

function readRequest(): { names: string[]; revision: string; folder: string | undefined } | null {
  const called = readArguments(HELP, { commit: { type: 'string', default: 'HEAD' }, out: { type: 'string' } }, true);
  if (!called) return null;
  const { positionals, values } = called;
  if (positionals.length === 0) throw new Refusal(`usage: ${USAGE}`);
  return { names: positionals, revision: values.commit, folder: values.out };
}
