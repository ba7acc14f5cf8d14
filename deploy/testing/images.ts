import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianWordPress } from '../../tools/wordpress/debian.ts';
import { hasProgram } from './program.ts';
import { run } from './run.ts';

/*
 * Images for tests, on machines that can pull no image. The bases of our Containerfiles are arguments, so the tests
 * replace the official images with images that they make from Debian's packages and from npm.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

const STAND_INS = fileURLToPath(new URL('stand-ins', import.meta.url));

const BASE = 'localhost/largesse-test-base:bookworm-slim';
const NODE = 'localhost/largesse-test-node:latest';
const WORDPRESS = 'localhost/largesse-test-wordpress:latest';

/** Podman cannot use overlays inside other containers, so it copies each layer. */
export const CONTAINER_ENVIRONMENT = { ...process.env, STORAGE_DRIVER: 'vfs' };

/** Returns why this machine cannot build and start containers; false if it can. */
export function whyNoImages(): string | false {
  if (process.getuid?.() !== 0) return 'containers are built as root only';
  for (const program of ['podman', 'buildah', 'runc', 'debootstrap', 'slirp4netns'])
    if (!hasProgram(program, '--version')) return `${program} is not installed`;
  const info = spawnSync('podman', ['info'], { env: CONTAINER_ENVIRONMENT });
  return info.status === 0 ? false : 'podman does not work on this machine';
}

/**
 * Builds the image of deploy/home.
 * @param folder temporary folder
 * @param name name of the image
 */
export async function buildHomeImage(folder: string, name: string): Promise<void> {
  await makeBase(folder);
  await makeNode(folder);
  await makeWordPress(folder);
  const bases = [`NODE=${NODE}`, `WORDPRESS=${WORDPRESS}`, `BASE=${BASE}`].flatMap((base) => ['--build-arg', base]);
  await build(root, join(root, 'deploy/home/Containerfile'), name, bases);
}

/**
 * Builds the image of the service.
 * @param folder temporary folder
 * @param name name of the image
 */
export async function buildServiceImage(folder: string, name: string): Promise<void> {
  await makeBase(folder);
  await makeNode(folder);
  await build(root, join(root, 'deploy/Containerfile'), name, ['--build-arg', `NODE=${NODE}`]);
}

/**
 * Builds the images of deploy/compose.yaml, and stand-ins for the official images that it names.
 * @param folder temporary folder
 * @param tag tag of the two images that compose.yaml builds
 * @returns for each image of compose.yaml, without its tag, the name of the image that tests use instead
 */
export async function buildComposeImages(folder: string, tag: string): Promise<Record<string, string>> {
  await makeBase(folder);
  await makeNode(folder);
  const context = join(folder, 'stand-ins');
  await cp(STAND_INS, context, { recursive: true });
  await cp(await wordPressFiles(), join(context, 'wordpress'), { recursive: true });
  const standIn = async (name: string) => {
    const image = `localhost/largesse-test-stand-in-${name}:latest`;
    await build(context, join(context, `${name}.Containerfile`), image, ['--build-arg', `BASE=${BASE}`]);
    return image;
  };
  const own = async (name: string, file: string, ...bases: string[]) => {
    const image = `localhost/largesse-test-${name}:${tag}`;
    const args = [`NODE=${NODE}`, ...bases].flatMap((base) => ['--build-arg', base]);
    await build(root, join(root, file), image, args);
    return image;
  };
  const images: Record<string, string> = {};
  for (const name of ['postgres', 'mariadb', 'nginx', 'caddy'])
    images[`docker.io/library/${name}`] = await standIn(name);
  const wordpress = `WORDPRESS=${await standIn('wordpress')}`;
  images['localhost/largesse-wordpress'] = await own('site', 'deploy/wordpress/Containerfile', wordpress);
  images['localhost/largesse-api'] = await own('api', 'deploy/Containerfile');
  return images;
}

/** Removes images that no container uses. */
export async function removeImages(...names: string[]): Promise<void> {
  await run('podman', ['rmi', '--force', ...names], { env: CONTAINER_ENVIRONMENT });
}

const build = (context: string, file: string, name: string, args: readonly string[] = []) =>
  run(
    'buildah',
    [
      'bud',
      '--isolation',
      'chroot',
      '--network',
      'host',
      '--layers',
      '--quiet',
      ...args,
      '-t',
      name,
      '-f',
      file,
      context,
    ],
    { env: CONTAINER_ENVIRONMENT },
  );

/** Folders that Debian's official slim image lacks. */
const NOT_IN_SLIM = ['doc', 'groff', 'info', 'linda', 'lintian', 'locale', 'man'].map((name) => `usr/share/${name}`);

/**
 * Makes a Debian from its packages, with the machine's own mirror. Like the official slim image, it contains neither
 * manuals nor downloaded packages. Later tests on this machine use it again.
 */
async function makeBase(folder: string): Promise<void> {
  if (await exists(BASE)) return;
  const files = join(folder, 'debian');
  const sources = await readFile('/etc/apt/sources.list.d/debian.sources', 'utf8').catch(() => '');
  const mirror = /^URIs: (\S+)/m.exec(sources)?.[1] ?? 'http://deb.debian.org/debian';
  await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', files, mirror]);
  const rules = NOT_IN_SLIM.map((folder) => `path-exclude /${folder}/*\n`).join('');
  await writeFile(join(files, 'etc/dpkg/dpkg.cfg.d/docker'), rules);
  for (const name of [...NOT_IN_SLIM, 'var/cache/apt', 'var/lib/apt/lists'])
    await rm(join(files, name), { recursive: true, force: true });
  await run('sh', ['-c', `tar -C "$1" -c . | podman import - "$2"`, 'sh', files, BASE], { env: CONTAINER_ENVIRONMENT });
  await rm(files, { recursive: true });
}

/** Makes the stand-in for Node's official image: the Node of this project, and this machine's npm. */
async function makeNode(folder: string): Promise<void> {
  const context = join(folder, 'node');
  await mkdir(context, { recursive: true });
  await copyFile(process.execPath, join(context, 'node'));
  const npm = (await run('sh', ['-c', 'readlink -f "$(command -v npm)"'])).trim();
  await cp(dirname(dirname(npm)), join(context, 'npm'), { recursive: true, dereference: true });
  // A machine may reach npm's registry only with its own certificates.
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
  await (existsSync(certificates)
    ? copyFile(certificates, join(context, 'certificates'))
    : writeFile(join(context, 'certificates'), ''));
  await writeFile(
    join(context, 'Containerfile'),
    `FROM ${BASE}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certificates /certificates
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ENV NODE_EXTRA_CA_CERTS=/certificates
`,
  );
  await build(context, join(context, 'Containerfile'), NODE);
}

/** Makes the stand-in for WordPress's official image: the files of Debian's package. */
async function makeWordPress(folder: string): Promise<void> {
  const context = join(folder, 'wordpress');
  await cp(await wordPressFiles(), join(context, 'files'), { recursive: true });
  // Debian's own configuration; the official image contains none.
  await rm(join(context, 'files/wp-config.php'), { force: true });
  await writeFile(join(context, 'Containerfile'), 'FROM scratch\nCOPY files /usr/src/wordpress\n');
  await build(context, join(context, 'Containerfile'), WORDPRESS);
}

async function wordPressFiles(): Promise<string> {
  const wordpress = await debianWordPress();
  if (wordpress === undefined) throw new Error('Debian’s WordPress is not installed: run .ci/install-packages');
  return wordpress;
}

async function exists(image: string): Promise<boolean> {
  return spawnSync('podman', ['image', 'exists', image], { env: CONTAINER_ENVIRONMENT }).status === 0;
}
