// Needs a whole container: it tests the image of deploy/home, from an empty volume to an update and a restored backup.

import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { realNow } from '../../../contract/testing/clock.ts';
import { whyNoContainers } from '../../../deploy/testing/compose.ts';
import {
  type Container,
  type ContainerOptions,
  folderOfVolume,
  removeVolume,
  startContainer,
} from '../../../deploy/testing/container.ts';
import { openContainerNetwork } from '../../../deploy/testing/container-network.ts';
import { buildHomeImage, removeImages, whyNoImages } from '../../../deploy/testing/images.ts';
import { run } from '../../../deploy/testing/run.ts';
import { send } from '../../support/http-client.ts';
import { patience } from '../../support/patience.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const IMAGE = `localhost/largesse-test-home:${process.pid}`;
/** Name of a project of Compose, whose volume all tests use. */
const PROJECT = `largesse-test-home-${process.pid}`;
const VOLUME = `${PROJECT}_data`;
const MEMBER = { name: 'Nora Weber', email: 'nora@example.org', password: 'wishes for all' };

const startHome = (options: ContainerOptions) => startContainer(8080, options);

/** A browser without scripts, with one set of cookies. */
function openVisitor(container: Container) {
  const cookies = new Map<string, string>();
  const agent = new Agent({ keepAlive: false });
  return async (path: string, sent: { form?: Record<string, string>; headers?: Record<string, string> } = {}) => {
    const { form, headers } = sent;
    const answer = await send(agent, container.url, form ? 'POST' : 'GET', path, {
      ...(form && { rawBody: String(new URLSearchParams(form)) }),
      headers: {
        host: new URL(container.url).host,
        ...headers,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.status, location: answer.headers.location, text: answer.text };
  };
}

describe('the container for homes', { skip: whyNoImages() }, () => {
  const folder = openForSuite(temporaryFolder);
  let registry = 0;
  let password = '';

  after(async () => {
    await removeVolume(VOLUME);
    await removeImages(IMAGE).catch(() => {});
  });

  /** Calls the API as the member. */
  async function api(container: Container, path: string, json?: object, base = '') {
    const authorization = `Basic ${Buffer.from(`${MEMBER.email}:${password}`).toString('base64')}`;
    const response = await fetch(`${container.url}${base}/registry-api${path}`, {
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
      headers: { authorization, 'content-type': 'application/json' },
    });
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return JSON.parse(await response.text());
  }

  it('asks for name, address and password, names the fields that are wrong, and then is a site', async () => {
    await buildHomeImage(folder.path, IMAGE);
    await using container = await startHome({ image: IMAGE, data: VOLUME });
    const visit = openVisitor(container);
    const page = await visit('/');
    assert.equal(page.status, 200);
    const inputs = [...page.text.matchAll(/<input [^>]*name="(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(inputs, ['name', 'email', 'password']);
    const german = await visit('/', { headers: { 'accept-language': 'de-AT,de;q=0.9' } });
    assert.match(german.text, /Deine Wunschlisten einrichten/);

    const refused = await visit('/', { form: { name: ' ', email: 'nora@', password: 'short' } });
    assert.equal(refused.status, 422);
    for (const field of inputs) assert.match(refused.text, new RegExp(`id="${field}-problem"`));
    assert.ok(!refused.text.includes('value="short"'), 'the page does not repeat the password');

    const done = await visit('/', { form: MEMBER });
    assert.equal(done.status, 303, done.text.slice(0, 500));
    const question = '/wp-admin/options-general.php?page=largesse-start';
    assert.equal(done.location, `${container.url}${question}`);
    const asked = await visit(question);
    assert.equal(asked.status, 200);
    const nonce = /name="largesse_answer_purpose_nonce" value="(\w+)"/.exec(asked.text)?.[1] ?? '';
    const form = { for: 'family', largesse_answer_purpose: '1', largesse_answer_purpose_nonce: nonce };
    assert.match((await visit(question, { form })).text, /Switched on: Circles/);
    const registries = await visit('/my-registries/');
    assert.equal(registries.status, 200);
    assert.match(registries.text, /New registry|Create/);
    assert.equal((await visit('/wp-admin/install.php')).status, 404);
    for (const path of ['/wp-content/database/.ht.sqlite', '/wp-config.php', '/site-address'])
      assert.notEqual((await visit(path)).status, 200, path);

    const code = `$u = get_user_by( 'email', '${MEMBER.email}' ); echo WP_Application_Passwords::create_new_application_password( $u->ID, array( 'name' => 'test' ) )[0];`;
    password = await container.exec(
      'php',
      '-r',
      `$_SERVER['HTTP_HOST'] = 'localhost'; require '/data/site/wp-load.php'; ${code}`,
    );
    const made: { id: number; permalink: string } = await api(container, '/registries', {
      title: 'Birthday',
      status: 'publish',
    });
    registry = made.id;
    assert.ok(made.permalink.startsWith(`${container.url}/`), made.permalink);
    await api(container, `/registries/${registry}/items`, {
      name: 'Kettle',
      url: 'https://shop.example/kettle',
      price: 30,
    });
    const list = await visit(new URL(made.permalink).pathname);
    assert.match(list.text, /Kettle/);
    assert.ok(!list.text.includes('https://127.0.0.1'), 'all addresses are those at which the site was set up');
    const anonymous = await fetch(`${container.url}/wp-json/wp/v2/users/me`, {
      headers: { authorization: `Basic ${Buffer.from(`${MEMBER.email}:${password}`).toString('base64')}` },
    });
    assert.equal(anonymous.status, 401, 'application passwords do not travel unencrypted');

    assert.ok((await container.stop()) < patience(20_000));
    assert.match(await container.logs(), /stopping: SIGTERM/);
  });

  it('keeps everything over a restart, and follows a newer image, but no older one', async () => {
    const site = join(await folderOfVolume(VOLUME), 'site');
    const header = join(site, 'wp-content/plugins/largesse/largesse.php');
    const theme = join(site, 'wp-content/themes/largesse/style.css');
    const [plugin, style] = [await readFile(header, 'utf8'), await readFile(theme, 'utf8')];
    // As an older image has left the plugin, and as WordPress's own updates have left the theme.
    await writeFile(header, plugin.replace(/(Version:\s*)\S+/, '$10.0.1'));
    await writeFile(theme, style.replace(/(Version:\s*)\S+/, '$199.0'));
    await using container = await startHome({ image: IMAGE, data: VOLUME });
    await until('the service answers', async () => (await fetch(`${container.url}/registry-api/health`)).ok);
    assert.equal(await readFile(header, 'utf8'), plugin);
    assert.match(await readFile(theme, 'utf8'), /Version:\s*99\.0/);
    assert.equal((await api(container, `/registries/${registry}/items`)).length, 1);
    await writeFile(theme, style);
  });

  it('makes a copy of everything while it runs, and is the same site when it starts on the copy', async () => {
    const copy = join(folder.path, 'copy');
    {
      await using container = await startHome({ image: IMAGE, data: VOLUME });
      await until('the service answers', async () => (await fetch(`${container.url}/registry-api/health`)).ok);
      assert.match(await container.exec('sh', '-c', 'doctor || true'), /✗ Backup: .* contains no backup/);
      const begun = realNow() - 1000;
      assert.match(await container.exec('backup'), /1 registries, 1 wishes, 0 gifts, checked/);
      assert.match(await container.exec('sh', '-c', 'doctor || true'), /✓ Backup: the last good one is 0 hours old/);
      // Site Health shows this answer of the service.
      const list = await fetch(`${container.url}/registry-api/items?limit=1`, {
        headers: { authorization: `Basic ${Buffer.from(`${MEMBER.email}:${password}`).toString('base64')}` },
      });
      const [, made = ''] = /^good (\S+)$/.exec(list.headers.get('last-backup') ?? '') ?? [];
      assert.ok(Date.parse(made) >= begun, made);
      await api(container, `/registries/${registry}/items`, { name: 'Later', url: 'https://shop.example/later' });
      await mkdir(copy);
      await cp(join(await folderOfVolume(VOLUME), 'backup'), copy, { recursive: true });
    }
    // Another user, another port, and a path behind a proxy that passes it on or removes it.
    await run('chown', ['-R', '1234:1234', copy]);
    await using container = await startHome({
      image: IMAGE,
      data: copy,
      user: '1234:1234',
      env: { SITE_URL: 'https://family.example/lists/' },
    });
    await until('the service answers', async () => (await fetch(`${container.url}/registry-api/health`)).ok);
    assert.match(await container.logs(), /restored 1 wishes and 0 gifts/);
    const items: { name: string; id: number }[] = await api(container, `/registries/${registry}/items`);
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Kettle'],
    );
    const visit = openVisitor(container);
    for (const prefix of ['/lists', '']) {
      const page = await visit(`${prefix}/registry/birthday/`, {
        headers: { host: 'family.example', 'x-forwarded-proto': 'https' },
      });
      assert.equal(page.status, 200, prefix);
      assert.match(page.text, /Kettle/);
      assert.match(page.text, /https:\/\/family\.example\/lists\/wp-content\//);
      const style = /https:\/\/family\.example(\/lists\/wp-content\/[^"' ]+\.css)/.exec(page.text)?.[1] ?? '';
      assert.equal((await visit(style.replace('/lists', prefix))).status, 200, style);
    }
    const { id } = await api(
      container,
      `/registries/${registry}/items`,
      { name: 'New', url: 'https://shop.example/new' },
      '/lists',
    ).then(({ data }) => data);
    assert.ok(id > 1_000_000, 'ids of wishes that the copy lacks are not assigned again');
  });

  it('is backed up and restored by the commands of the guide', { skip: whyNoContainers() }, async () => {
    const project = join(folder.path, 'project');
    await cp(join(root, 'deploy/home'), project, { recursive: true });
    await writeFile(join(project, 'image.yaml'), JSON.stringify({ services: { largesse: { image: IMAGE } } }));
    await using network = await openContainerNetwork(project, PROJECT);
    const name = `${PROJECT}_largesse_1`;
    // podman-compose has no command to copy files.
    const docker = `docker() {
      shift
      if [ "$1" = cp ]; then podman cp "${name}:\${2#*:}" "$3"; return; fi
      podman-compose -p ${PROJECT} -f compose.yaml -f image.yaml "$@"
    }`;
    const inProject = (script: string) => network.run('sh', ['-c', `${docker}\n${script}`]);
    const guide = await readFile(join(root, 'docs/install/home.md'), 'utf8');
    const [backup = '', restore = ''] = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands]) => commands);
    const untilWell = () =>
      network.untilWell(({ Id }) =>
        network.run('podman', ['exec', Id, 'node', '/app/deploy/home/is-ready.ts']).then(
          () => true,
          () => false,
        ),
      );
    const call = `const [method, body] = process.argv.slice(1);
      const authorization = 'Basic ' + btoa(${JSON.stringify(`${MEMBER.email}:${password}`)});
      const answer = await fetch('http://127.0.0.1:8080/registry-api/registries/${registry}/items', {
        method, body, headers: { authorization, 'content-type': 'application/json' } });
      console.log(await answer.text());`;
    const items = (...args: string[]) =>
      network.run('podman', ['exec', name, 'node', '--input-type=module', '-e', call, ...args]);
    const names = async (): Promise<string[]> =>
      JSON.parse(await items('GET')).map(({ name }: { name: string }) => name);
    try {
      await inProject('docker compose up -d');
      await untilWell();
      const before = await names();
      await inProject(backup);
      await items('POST', JSON.stringify({ name: 'After', url: 'https://shop.example/after' }));
      assert.deepEqual((await names()).sort(), [...before, 'After'].sort());
      await inProject(`mkdir empty; ${restore.replace('backup-of-today', 'empty').split('\n')[0]} || true`);
      assert.deepEqual((await names()).sort(), [...before, 'After'].sort());
      await inProject(restore);
      await untilWell();
      assert.deepEqual(await names(), before);
    } finally {
      await network.endLogs();
      await inProject('docker compose down').catch(() => {});
      await network.run('podman', ['network', 'rm', '--force', `${PROJECT}_default`]).catch(() => {});
    }
  });

  it('says which folder it cannot write', async () => {
    const closed = join(folder.path, 'closed');
    await mkdir(closed, { mode: 0o755 });
    await assert.rejects(
      startHome({ image: IMAGE, data: closed, user: '1234:1234' }),
      /\/data cannot be written by user 1234:1234/,
    );
    assert.deepEqual(await readdir(closed), []);
    await rm(closed, { recursive: true });
  });
});
