import { mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import semver from 'semver';
import { readArguments } from '../../api/src/arguments.ts';
import { packApi } from './api-package.ts';
import { type Checkout, checkOut } from './checkout.ts';
import { type Component, componentOf } from './components.ts';
import { packExtension } from './extension-package.ts';
import { git, topOf } from './git.ts';
import { packClient, packContract } from './npm-packages.ts';
import { Refusal, runCommand } from './refusal.ts';
import { describeRelease } from './update-description.ts';
import { readVersion } from './versions.ts';
import { packForWordPress, type UpdatePath } from './wordpress-package.ts';

const USAGE =
  'npm run package -- <plugin|extension|theme|api|client|contract>... [--commit=<commit>] [--out=<folder>] [--updates=<address>|--directory]';

const HELP = `${USAGE}

Builds the packages of a release from a commit. The packages never contain uncommitted changes. See docs/releasing.md.

  --commit=<commit>   commit to build (default HEAD)
  --out=<folder>      folder for the packages (default tools/release/packages)
  --updates=<address> HTTPS address where the plugin and the theme look for updates. Writes plugin.json or theme.json.
                      Publish this file at this address, next to the zip
  --directory         build for WordPress's own directory of plugins and themes, without the update check
  --help              show this`;

/** Packages that are released with a component of another name, and have its version. */
const RELEASED_WITH: Readonly<Record<string, string>> = { client: 'api', contract: 'api', extension: 'plugin' };

await runCommand('package', async () => {
  const called = readArguments(
    HELP,
    {
      commit: { type: 'string', default: 'HEAD' },
      out: { type: 'string' },
      updates: { type: 'string' },
      directory: { type: 'boolean', default: false },
    },
    true,
  );
  if (!called) return;
  const { positionals, values } = called;
  if (positionals.length === 0) throw new Refusal(`usage: ${USAGE}`);
  const updates = readUpdatePath(values.updates, values.directory);
  const wanted = positionals.map((name) => ({ name, component: componentOf(RELEASED_WITH[name] ?? name) }));
  const top = await topOf(process.cwd());
  const out = resolve(values.out ?? join(top, 'tools/release/packages'));
  await using checkout = await checkOut(top, values.commit);
  await mkdir(out, { recursive: true });
  for (const { name, component } of wanted) {
    for (const file of await pack(top, checkout, name, component, out, updates)) {
      console.log(`${relative(process.cwd(), file)} (commit ${checkout.commit.slice(0, 12)})`);
    }
  }
  if (values.commit === 'HEAD' && (await git(top, ['status', '--porcelain'])) !== '') {
    console.log('Uncommitted changes are not included.');
  }
});

/**
 * Creates the packages of a component, the npm package `client` or `contract`, or the browser extension.
 * @returns paths of the created files
 */
async function pack(
  top: string,
  checkout: Checkout,
  name: string,
  component: Component,
  out: string,
  updates: UpdatePath,
): Promise<string[]> {
  const { version } = await readVersion(checkout.folder, checkout.files, component);
  if (name === 'client') return [await packClient(checkout, out)];
  if (name === 'extension') return [await packExtension(checkout, version, out)];
  if (name === 'contract') return [await packContract(checkout, out)];
  if (name === 'api') return [await packApi(checkout, version, out)];
  const zip = await packForWordPress(checkout, component, version, out, updates);
  // Sites update only to releases, not to candidates.
  const isOffered = typeof updates === 'object' && semver.prerelease(version) === null;
  return isOffered ? [zip, await describeRelease(top, checkout, component, version, zip)] : [zip];
}

function readUpdatePath(address: string | undefined, isForDirectory: boolean): UpdatePath {
  if (address === undefined) return isForDirectory ? 'directory' : 'none';
  if (isForDirectory)
    throw new Refusal('--updates and --directory: use only one, because WordPress’s directory allows no other updates');
  const from = URL.canParse(address) ? new URL(address) : undefined;
  if (from?.protocol !== 'https:' || from.search !== '' || from.hash !== '' || from.username !== '') {
    throw new Refusal('--updates: must be an https address of a folder');
  }
  return { from };
}
