// Needs a whole container: it tests the image of deploy/home, from an empty volume to an update and a restored backup.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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
import { giveTogether } from '../../../deploy/testing/guests.ts';
import { buildHomeImage, removeImages, whyNoImages } from '../../../deploy/testing/images.ts';
import { run } from '../../../deploy/testing/run.ts';
import { freePort } from '../../support/free-port.ts';
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
const VOLUME_OF_CUTS = `${PROJECT}_cuts`;
const MEMBER = { name: 'Nora Weber', email: 'nora@example.org', password: 'wishes for all' };

/** Three times as many as the processes of PHP in the container. */
const GUESTS = 12;

const startHome = (options: ContainerOptions) => startContainer(8080, options);

/** Returns the form of the first page, as the owner fills it in. */
const formFor = async (container: Container, account: typeof MEMBER) => ({
  ...account,
  code: (await container.exec('cat', '/data/setup-code')).trim(),
  address: container.url,
});

/** Actions of WordPress between the steps of a set-up, in their order. The last one runs when the site is complete. */
const STEPS = [
  'populate_options',
  'user_register',
  'wp_install',
  'activated_plugin',
  'switch_theme',
  'wp_create_application_password',
  'set_auth_cookie',
];

/** A browser without scripts, with one set of cookies. */
function openVisitor(container: Container) {
  const cookies = new Map<string, string>();
  const agent = new Agent({ keepAlive: false });
  return async (
    path: string,
    sent: { form?: Record<string, string>; body?: Buffer; headers?: Record<string, string> } = {},
  ) => {
    const { form, body, headers } = sent;
    const answer = await send(agent, container.url, form || body ? 'POST' : 'GET', path, {
      ...(form && { rawBody: String(new URLSearchParams(form)) }),
      ...(body && { rawBody: body }),
      headers: {
        host: new URL(container.url).host,
        ...headers,
        ...(form && { origin: container.url, 'content-type': 'application/x-www-form-urlencoded', ...headers }),
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
    await removeVolume(VOLUME_OF_CUTS);
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

  it('is set up only by somebody who knows the code of its log, from its own page', async () => {
    await buildHomeImage(folder.path, IMAGE);
    await using container = await startHome({ image: IMAGE, data: VOLUME });
    const visit = openVisitor(container);
    const page = await visit('/');
    assert.equal(page.status, 200);
    const inputs = [...page.text.matchAll(/<input [^>]*name="(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(inputs, ['code', 'name', 'email', 'password', 'address']);
    const [, code = ''] = /with the code (\S+) \(the file \/data\/setup-code/.exec(await container.logs()) ?? [];
    assert.equal((await container.exec('cat', '/data/setup-code')).trim(), code);

    const form = { ...MEMBER, code, address: container.url };
    const refused = await visit('/', { form: { code: 'x', name: ' ', email: 'nora@', password: 'short' } });
    assert.equal(refused.status, 422);
    for (const field of inputs) assert.match(refused.text, new RegExp(`id="${field}-problem"`));
    assert.ok(!refused.text.includes('value="short"'), 'the page does not repeat the password');
    const evil = { host: 'evil.example', origin: 'http://evil.example' };
    for (const [what, status, sent] of [
      ['a page elsewhere', 403, { form, headers: { origin: 'http://evil.example' } }],
      ['another port', 403, { form, headers: { origin: 'http://127.0.0.1:1' } }],
      ['another Host', 422, { form, headers: evil }],
      ['no code', 422, { form: { ...MEMBER, address: container.url } }],
    ] as const)
      assert.equal((await visit('/wp-admin/', sent)).status, status, what);
    assert.deepEqual((await readdir(await folderOfVolume(VOLUME))).sort(), ['setup-code', 'site', 'site-key']);

    // Also before the set-up, and with the same code afterwards.
    assert.ok((await container.stop()) < patience(20_000));
    assert.equal(await container.exitCode(), 0);
    assert.match(await container.logs(), /stopping: SIGTERM/);
    await using again = await startHome({ image: IMAGE, data: VOLUME });
    assert.ok((await again.logs()).includes(`with the code ${code} `));
  });

  it('asks for name, address and password, and then is a site', async () => {
    await using container = await startHome({ image: IMAGE, data: VOLUME });
    const visit = openVisitor(container);
    const done = await visit('/', { form: await formFor(container, MEMBER) });
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
    const data = await folderOfVolume(VOLUME);
    assert.ok(!(await readdir(data)).includes('setup-code'));
    for (const file of await readdir(join(data, 'site/wp-content/database')))
      if (file.startsWith('.ht.sqlite'))
        assert.equal((await stat(join(data, 'site/wp-content/database', file))).mode & 0o077, 0, file);
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

  it('is set up with what is typed last, however often the power failed before', async () => {
    const port = await freePort();
    const open = () => startHome({ image: IMAGE, data: VOLUME_OF_CUTS, port });
    const data = async () => await folderOfVolume(VOLUME_OF_CUTS);
    const passwords: string[] = [];
    const setUp = async (container: Container) => {
      passwords.push(`wishes number ${passwords.length}`);
      const form = await formFor(container, { ...MEMBER, password: passwords.at(-1) ?? '' });
      // The connection ends with the container.
      return openVisitor(container)('/', { form }).catch(() => null);
    };
    const signIn = async (container: Container, password: string) =>
      openVisitor(container)('/wp-login.php', { form: { log: MEMBER.email, pwd: password } });
    for (const [index, step] of STEPS.entries()) {
      await using container = await open();
      const { status, text } = await signIn(container, passwords.at(-1) ?? '');
      assert.equal(status, 422, `before ${step}`);
      assert.match(text, /name="code"/);
      // The step waits for the power cut.
      const held = join(await data(), 'held');
      const file = join(await data(), 'site/wp-content/mu-plugins/hold.php');
      await writeFile(
        file,
        `<?php add_action( '${step}', static function () { touch( '/data/held' ); sleep( 600 ); } );`,
      );
      const done = setUp(container);
      await until(step, () => existsSync(held), undefined, 20);
      await container.kill();
      await done;
      await Promise.all([rm(held), rm(file)]);
      assert.equal((await readdir(await data())).includes('site-address'), index === STEPS.length - 1, step);
    }
    await using container = await open();
    await until('the service answers', async () => (await fetch(`${container.url}/registry-api/health`)).ok);
    const results = [];
    for (const password of passwords) results.push((await signIn(container, password)).location !== undefined);
    assert.deepEqual(results, [...STEPS.slice(1).map(() => false), true], 'only the last password signs in');
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
      const before = await container.exec('sh', '-c', 'doctor || true');
      assert.match(before, /✗ Backup: .* contains no backup.*\n +Run "docker compose exec largesse backup"/);
      assert.match(before, /✓ Site: The REST API shows registries completely/);
      const begun = realNow() - 1000;
      assert.match(await container.exec('backup'), /1 registries, 1 wishes, 0 gifts, checked/);
      assert.match(await container.exec('sh', '-c', 'doctor || true'), /✓ Backup: the last good one is 0 hours old/);
      // Site Health shows this answer of the service.
      const list = await fetch(`${container.url}/registry-api/items?limit=1`, {
        headers: { authorization: `Basic ${Buffer.from(`${MEMBER.email}:${password}`).toString('base64')}` },
      });
      const header = String(list.headers.get('last-backup'));
      const [, made = ''] = /^good (\S+)$/.exec(header) ?? [];
      assert.ok(Date.parse(made) >= begun, `${list.status} ${header}`);
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
    // At another address, the container is a copy until somebody says that it has moved.
    assert.match(await container.exec('sh', '-c', 'site || true'), /HOST_URL names another site/);
    assert.match(await container.exec('site', 'moved'), /now belongs to: family\.example\/lists/);
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

  it('on a full volume, shows pages, says why nobody can give, copies nothing, starts, and then goes on', async () => {
    const data = join(folder.path, 'small');
    await mkdir(data);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', data]);
    try {
      await run('cp', ['-a', `${await folderOfVolume(VOLUME)}/.`, data]);
      await run('chown', ['1000:1000', data]);
      const port = await freePort();
      const fill = () => run('sh', ['-c', 'cat /dev/zero >> "$1" 2>/dev/null || true', 'sh', join(data, 'filler')]);
      const open = async (env = {}) => {
        const container = await startHome({ image: IMAGE, data, port, env });
        await until('the service answers', async () => (await fetch(`${container.url}/registry-api/health`)).ok);
        return container;
      };
      const authorization = `Basic ${Buffer.from(`${MEMBER.email}:${password}`).toString('base64')}`;
      const add = async (container: Container, name: string) => {
        const response = await fetch(`${container.url}/registry-api/registries/${registry}/items`, {
          method: 'POST',
          body: JSON.stringify({ name, url: 'https://shop.example/full' }),
          headers: { authorization, 'content-type': 'application/json' },
        });
        return `${response.status} ${/no room left/.exec(await response.text()) ?? ''}`;
      };
      const names = async (container: Container) => {
        const items: { name: string }[] = await api(container, `/registries/${registry}/items`);
        return items.map(({ name }) => name);
      };
      const readable = async (container: Container, host: string) => {
        const visit = openVisitor(container);
        for (const [path, text] of [
          ['/', /Nora Weber/],
          ['/registry/birthday/', /Kettle/],
          ['/wp-login.php', /user_pass/],
        ] as const) {
          const page = await visit(path, { headers: { host } });
          assert.deepEqual([page.status, text.test(page.text)], [200, true], path);
        }
      };
      const give = async (container: Container, item: number, host: string) => {
        const { given, refused } = await giveTogether(
          async (path, headers, form) => {
            const answer = await send(new Agent(), container.url, form ? 'POST' : 'GET', path, {
              ...(form && { rawBody: String(new URLSearchParams(form)) }),
              headers: { host, ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
            });
            const text = /This site has no room left/.exec(answer.text)?.[0] ?? answer.text;
            return {
              status: answer.status,
              text: answer.status === 503 ? text : answer.text,
              cookies: answer.headers['set-cookie'] ?? [],
            };
          },
          '/registry/birthday/',
          item,
          1,
        );
        return given === 1 ? 'given' : refused[0];
      };
      let kept: string[] = [];
      let host = '';
      const item = { name: 'Bowls', url: 'https://shop.example/bowls', quantity_needed: 9 };
      let id = 0;
      {
        await using container = await open();
        host = new URL((await api(container, `/registries/${registry}`)).permalink).host;
        id = (await api(container, '/items', { registry_id: registry, ...item })).data.id;
        kept = await names(container);
        await fill();
        await readable(container, host);
        assert.equal(await give(container, id, host), '503 This site has no room left');
        assert.equal(await add(container, 'Full'), '503 no room left');
        const before = await readdir(data);
        for (const command of ['backup', 'restore < /dev/null']) {
          const said = await container.exec('sh', '-c', `${command} 2>&1 && echo done || true`);
          assert.match(said, /^(?:backup: the copy needs|restore: nothing was changed: \/data has no room)/, command);
          assert.deepEqual(await readdir(data), before, command);
        }
        assert.match(await container.exec('sh', '-c', 'doctor || true'), /✗ Database: the disk of .* has no room left/);
      }
      for (let start = 0; start < 2; start++) {
        await fill();
        await using container = await open();
        await readable(container, host);
        assert.equal(await give(container, id, host), '503 This site has no room left');
        assert.deepEqual(await names(container), kept);
        if (start === 0) continue;
        await rm(join(data, 'filler'));
        assert.equal(await add(container, 'Afterwards'), '201 ');
        assert.deepEqual(await names(container), [...kept, 'Afterwards']);
        assert.equal(await give(container, id, host), 'given');
      }
    } finally {
      await run('umount', ['--lazy', data]);
    }
  });

  it('tells its owner of old backups and of a proxy that is not trusted, and decodes one picture at a time', async () => {
    const site = `$_SERVER['HTTP_HOST'] = 'localhost'; require '/data/site/wp-load.php'; wp_set_current_user( 1 );`;
    const notes = join(await folderOfVolume(VOLUME), 'good-backups');
    for (const note of await readdir(notes)) await rm(join(notes, note), { recursive: true });
    await mkdir(join(notes, 'largesse-2026-01-01T00-00-00Z'));
    await writeFile(join(notes, 'largesse-2026-01-01T00-00-00Z/tested'), '');
    await run('chown', ['-R', '1000:1000', notes]);
    const forwarded = { 'x-forwarded-for': '203.0.113.5' };
    let proxy = '';
    {
      await using container = await startHome({ image: IMAGE, data: VOLUME });
      await until('the service answers', async () => (await fetch(`${container.url}/registry-api/health`)).ok);
      const answer = `${site} echo wp_json_encode( Largesse\\Operation\\Setup\\SiteHealth::answer() );`;
      const health = JSON.parse(await container.exec('php', '-r', answer));
      assert.equal(health.status, 'critical');
      assert.match(health.description, /docker compose exec largesse backup/);

      assert.doesNotMatch(await container.logs(), /TRUSTED_PROXY/);
      await fetch(`${container.url}/`, { headers: forwarded, redirect: 'manual' });
      const log = () => container.logs();
      await until('the log names the proxy', async () => /TRUSTED_PROXY=\S+$/m.test(await log()));
      proxy = /TRUSTED_PROXY=(\S+)$/m.exec(await log())?.[1] ?? '';
      const test = `${site} echo wp_json_encode( apply_filters( 'site_status_tests', array() )['direct']['largesse_proxy']['test']() );`;
      const { status, description } = JSON.parse(await container.exec('php', '-r', test));
      assert.deepEqual([status, description.includes(`TRUSTED_PROXY=${proxy}`)], ['recommended', true]);
      assert.match(await container.exec('sh', '-c', 'doctor || true'), /✗ Proxy: .* TRUSTED_PROXY is not set/);

      const draw = (name: string, width: number, height: number) =>
        container.exec('php', '-r', `imagejpeg( imagecreatetruecolor( ${width}, ${height} ), '/tmp/${name}' );`);
      await draw('too-large.jpg', 8000, 6000);
      await draw('large.jpg', 5000, 5000);
      const { permalink } = await api(container, `/registries/${registry}`);
      const { host } = new URL(permalink);
      const visit = openVisitor(container);
      await visit('/wp-login.php', { form: { log: MEMBER.email, pwd: MEMBER.password }, headers: { host } });
      const nonce = (await visit('/wp-admin/admin-ajax.php?action=rest-nonce', { headers: { host } })).text;
      const upload = async (name: string, route: string, field: string) => {
        const form = new FormData();
        const picture = Buffer.from(await container.exec('base64', `/tmp/${name}`), 'base64');
        form.append(field, new Blob([picture], { type: 'image/jpeg' }), name);
        const encoded = new Response(form);
        const body = Buffer.from(await encoded.arrayBuffer());
        const headers = { host, 'x-wp-nonce': nonce, 'content-type': encoded.headers.get('content-type') ?? '' };
        const answer = await visit(route, { body, headers });
        return `${answer.status} ${/too many pixels|Other pictures are being processed/.exec(answer.text) ?? ''}`;
      };
      for (const [name, route, field, expected] of [
        ['too-large.jpg', `/wp-json/largesse/v1/registries/${registry}/pictures`, 'picture', '422 too many pixels'],
        ['too-large.jpg', '/wp-json/wp/v2/media', 'file', '500 too many pixels'],
      ] as const) {
        const answers = await Promise.all([0, 1, 2, 3].map(() => upload(name, route, field)));
        assert.deepEqual(answers, Array(4).fill(expected), `${name} ${route}`);
      }
      // A busy machine needs so long for one picture that others must not wait for it.
      for (const [route, field] of [
        [`/wp-json/largesse/v1/registries/${registry}/pictures`, 'picture'],
        ['/wp-json/wp/v2/media', 'file'],
      ] as const) {
        const answers = await Promise.all([0, 1, 2, 3].map(() => upload('large.jpg', route, field)));
        assert.ok(answers.includes('201 '), `${route}: ${answers}`);
        for (const answer of answers) assert.match(answer, /^(?:201 |(?:422|500) \w.*)$/, route);
      }
      assert.doesNotMatch(await container.logs(), /exited on signal|stopping/);
    }
    await using container = await startHome({ image: IMAGE, data: VOLUME, env: { TRUSTED_PROXY: proxy } });
    await until('the service answers', async () => (await fetch(`${container.url}/registry-api/health`)).ok);
    await fetch(`${container.url}/`, { headers: forwarded, redirect: 'manual' });
    assert.doesNotMatch(await container.exec('sh', '-c', 'doctor || true'), /Proxy/);
  });

  for (const [state, env] of [
    ['after a restart, and then again', {}],
    ['after quiet minutes', { AUTH_CACHE_TTL: '1' }],
  ] as const)
    it(`lets ${GUESTS} guests give at once, ${state}`, async (test) => {
      await using container = await startHome({ image: IMAGE, data: VOLUME, env });
      await until('the service answers', async () => (await fetch(`${container.url}/registry-api/health`)).ok);
      const site = `$_SERVER['HTTP_HOST'] = 'localhost'; require '/data/site/wp-load.php';`;
      await container.exec(
        'php',
        '-r',
        `${site} update_option( 'largesse_gifts_per_address', 10000 ); update_option( 'largesse_gifts_per_registry', 10000 );`,
      );
      const glasses = { name: 'Glasses', url: 'https://shop.example/glasses', quantity_needed: 900 };
      const { data } = await api(container, '/items', { registry_id: registry, ...glasses });
      const { permalink } = await api(container, `/registries/${registry}`);
      const agent = new Agent({ keepAlive: false });
      const times = state === 'after quiet minutes' ? 1 : 2;
      // The requests above have told the service who the member is, but not who the site is.
      for (let time = 0; time < times; time++) {
        const { given, refused, p99, rate } = await giveTogether(
          async (path, headers, form) => {
            const answer = await send(agent, container.url, form ? 'POST' : 'GET', path, {
              ...(form && { rawBody: String(new URLSearchParams(form)) }),
              headers: {
                // The container has another port at each start, but the site keeps its address.
                host: new URL(permalink).host,
                ...headers,
                ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
              },
            });
            return { status: answer.status, text: answer.text, cookies: answer.headers['set-cookie'] ?? [] };
          },
          new URL(permalink).pathname,
          data.id,
          GUESTS,
        );
        test.diagnostic(`${given} of ${GUESTS}, p99 ${Math.round(p99)} ms, ${rate.toFixed(1)} a second`);
        assert.deepEqual([given, refused], [GUESTS, []]);
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
