import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { fetchWordPress } from '../../../tools/wordpress/download.ts';
import { officialImages } from './names.ts';

/*
 * Builds stand-ins for the images that deploy/compose.yaml pulls, under the same names, in the podman of the current
 * user:
 *
 *   node deploy/testing/images/make.ts
 *
 * Needs root, podman, debootstrap, unzip, npm's registry and a Debian mirror. DEBIAN_MIRROR replaces the mirror
 * deb.debian.org. The build takes three minutes and 3 GB. The script prints the names of the images. `podman rmi` with
 * these names removes the images.
 */

const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
const BASE = 'localhost/largesse-stand-in-base:local';
const here = fileURLToPath(new URL('.', import.meta.url));

const run = (command: string, ...args: string[]) => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Imports a small Debian as the base of all other images. */
async function makeBase(folder: string): Promise<void> {
  const root = join(folder, 'debian');
  run('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root, MIRROR);
  const archive = join(folder, 'debian.tar');
  run('tar', '-C', root, '--one-file-system', '--exclude=./dev/*', '-cf', archive, '.');
  run('podman', 'import', '--quiet', archive, BASE);
  await rm(root, { recursive: true });
  await rm(archive);
}

/** Copies all files that the images need into a folder: scripts, Node, npm, WordPress and certificates. */
async function layOut(context: string): Promise<void> {
  await cp(here, context, { recursive: true });
  await cp(execPath, join(context, 'node'));
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  await cp(dirname(dirname(await realpath(npm))), join(context, 'npm'), { recursive: true });
  const certificates = join(context, 'certificates');
  await mkdir(certificates);
  await cp('/usr/local/share/ca-certificates', certificates, { recursive: true, dereference: true });
  const { coreZip, staticFolder } = await fetchWordPress('nightly');
  const wordpress = join(context, 'wordpress');
  run('unzip', '-q', coreZip, '-d', wordpress);
  await cp(staticFolder, wordpress, { recursive: true });
  // The zip contains an installed site. Deletes the configuration and the database of this site.
  for (const own of ['wp-config.php', 'wp-content/database', 'wp-content/db.php', 'wp-content/mu-plugins'])
    await rm(join(wordpress, own), { recursive: true, force: true });
}

if (spawnSync('podman', ['image', 'exists', BASE]).error) throw new Error('podman is not installed');
const folder = await mkdtemp(join(tmpdir(), 'largesse-images-'));
try {
  console.log('debian');
  await makeBase(folder);
  const context = join(folder, 'context');
  await layOut(context);
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const args = ['build', '--quiet', '--format', 'docker', '--build-arg', `REGISTRY=${registry}`];
  for (const { name, image } of officialImages()) {
    console.log(image);
    run('podman', ...args, '--target', name, '--tag', image, context);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
