// Needs the files of the containers, and a service behind the gateway's rules.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { SETTING_NAMES } from '../../../api/src/warnings.ts';

/* Checks deploy/compose.yaml and the files that it refers to. Starts no container. */

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  restart?: string;
  mem_limit?: string;
  pids_limit?: number;
  stop_grace_period?: string;
  healthcheck?: { test: string };
  environment?: Record<string, string | number>;
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  profiles?: string[];
  depends_on?: Record<string, { condition: string }>;
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks: Record<string, { internal?: boolean } | null>;
}

const file = fileURLToPath(new URL('../../../deploy/compose.yaml', import.meta.url));
const text = readFileSync(file, 'utf8');
const compose: Compose = parse(text, { merge: true });
const services = Object.entries(compose.services);

/** Services that run once and exit. */
const ONCE = ['secrets', 'setup'];

/** Names of the services that run the API. */
const PROCESSES = ['api', 'beside-api'];

describe('every container of compose.yaml', () => {
  for (const [name, service] of services) {
    it(`${name} has no privileges, can write only where needed, and has limits`, () => {
      assert.match(service.user ?? '', /^[1-9]\d*:10070$/);
      assert.equal(service.read_only, true);
      assert.deepEqual(service.cap_drop, ['ALL']);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
      assert.match(service.mem_limit ?? '', /^\d+m$/);
      assert.ok(service.pids_limit);
      const isTls = /caddy/.test(service.image);
      assert.deepEqual(service.cap_add, isTls ? ['NET_BIND_SERVICE'] : undefined);
    });

    it(`${name} restarts by itself, and reports its health`, () => {
      assert.equal(service.restart, ONCE.includes(name) ? 'on-failure' : 'always');
      if (ONCE.includes(name)) assert.equal(service.healthcheck, undefined);
      // The command of a health check must be a string, because podman-compose 1.0 splits lists wrongly.
      else assert.equal(typeof service.healthcheck?.test, 'string');
    });

    it(`${name} has an exact image version, and files and volumes that exist`, () => {
      if (service.build) {
        assert.match(service.image, /^localhost\//);
        assert.ok(existsSync(join(dirname(file), service.build.context, service.build.dockerfile)));
      } else assert.match(service.image, /^docker\.io\/library\/\w+:\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/);
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.')) {
          assert.ok(existsSync(join(dirname(file), source)), source);
          assert.match(volume, /:ro$/);
        } else assert.ok(source in compose.volumes, source);
      }
      for (const network of service.networks ?? []) assert.ok(network in compose.networks);
    });

    it(`${name} has no expression that podman-compose 1.0 cannot replace`, () => {
      for (const value of JSON.stringify(service).matchAll(/\$\{[^}]*\}/g))
        assert.match(value[0], /^\$\{[A-Z0-9_]+:-[^{}]+\}$/);
    });

    it(`${name} has no secret in its environment`, () => {
      for (const [variable, value] of Object.entries(service.environment ?? {})) {
        if (/PASSWORD|KEY|SECRET|DATABASE_URL/.test(variable)) assert.match(variable, /_FILE$/);
        if (variable.endsWith('_FILE')) assert.match(String(value), /^\/run\/secrets\/[\w-]+\/[\w-]+$/);
        assert.doesNotMatch(String(value), /:\/\/[^/]*:[^/]*@/);
      }
    });

    it(`${name} sees the folders of its own secrets only`, () => {
      const read = Object.values(service.environment ?? {}).flatMap((value) =>
        [...String(value).matchAll(/^\/run\/secrets\/([\w-]+)\//g)].map(([, folder]) => folder),
      );
      const mounted = (service.volumes ?? []).flatMap((volume) =>
        [...volume.matchAll(/:\/run\/secrets\/([\w-]+):ro$/g)].map(([, folder]) => folder),
      );
      for (const folder of read) assert.ok(mounted.includes(folder), folder);
      const isSetup = name === 'setup';
      const more = [...(/nginx/.test(service.image) || isSetup ? ['gateway'] : []), ...(isSetup ? ['site-admin'] : [])];
      assert.deepEqual([...new Set([...read, ...more])].sort(), mounted.sort());
    });
  }
});

/**
 * Settings that compose.yaml sets itself: addresses, ports, keys, DRAIN, and the folder with the time of
 * the last backup.
 */
const SET_HERE =
  /^(HOST_URL|HOST_REST_URL|LISTEN|PORT|OPS_PORT|TRUST_PROXY|DRAIN|BACKUP_FOLDER|(DATABASE_URL|GATEWAY_KEY|SITE_KEY|REGISTRY_API_).*)$/;

describe('the service in compose.yaml', () => {
  for (const name of PROCESSES) {
    const service = compose.services[name];
    it(`${name} gets only settings that it knows`, () => {
      for (const variable of Object.keys(service?.environment ?? {}))
        assert.ok(variable === 'NODE_ENV' || SETTING_NAMES.includes(variable), variable);
    });

    it(`${name} gets every setting from .env, unless compose.yaml sets it`, () => {
      for (const setting of SETTING_NAMES.filter((one) => !SET_HERE.test(one))) {
        const value = String(service?.environment?.[setting]);
        assert.ok(value.startsWith(`\${${setting}:-`), `${setting}: ${value}`);
      }
    });

    it(`${name} stores the time of the last good backup in a volume that it can write`, () => {
      const folder = service?.environment?.BACKUP_FOLDER;
      assert.ok(service?.volumes?.includes(`backups:${folder}`));
      // The first container prepares the volume for the group of the service.
      assert.ok(compose.services.secrets?.volumes?.includes('backups:/writable/backups'));
      const image = readFileSync(join(dirname(file), 'Containerfile'), 'utf8');
      assert.match(image, /writable\/backups;.*\n.*chmod 2770/);
      assert.match(image, /^COPY .*deploy\/containers\/backup-made\.ts /m);
      assert.match(readFileSync(join(dirname(file), '../docs/install/containers.md'), 'utf8'), /backup-made\.ts/);
    });

    it(`${name} has enough time to stop, according to its own settings`, () => {
      const drain = Number(service?.environment?.DRAIN);
      const [, grace] = /^(\d+)s$/.exec(service?.stop_grace_period ?? '') ?? [];
      assert.ok(Number(grace) >= drain + 14);
    });
  }

  it('is reachable only through the gateway, and its OPS_PORT not at all', () => {
    const open = services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name);
    assert.deepEqual(open, ['tls', 'beside', 'beside-tls']);
    for (const [, { ports = [] }] of services) for (const port of ports) assert.doesNotMatch(port, /:(8000|9000)$/);
    assert.match(compose.services.beside?.ports?.join() ?? '', /^127\.0\.0\.1:/);
  });

  it('and PHP cannot reach each other, and neither is public', () => {
    const networksOf = (name: string) => compose.services[name]?.networks ?? [];
    for (const name of [...PROCESSES, 'items-db', 'wordpress', 'setup', 'cron', 'mariadb'])
      assert.ok(networksOf(name).length > 0 && !networksOf(name).includes('front'), name);
    for (const php of ['wordpress', 'setup', 'cron', 'mariadb'])
      for (const one of [...PROCESSES, 'items-db', 'tls'])
        assert.deepEqual(
          networksOf(php).filter((network) => networksOf(one).includes(network)),
          [],
          `${php}, ${one}`,
        );
    for (const name of ['api', 'wordpress', 'setup', 'cron'])
      assert.ok(
        networksOf('gateway').some((network) => networksOf(name).includes(network)),
        name,
      );
  });

  it('has its database in a separate network', () => {
    for (const [network, database] of [
      ['items-data', 'items-db'],
      ['site-data', 'mariadb'],
    ] as const) {
      assert.equal(compose.networks[network]?.internal, true);
      assert.deepEqual(compose.services[database]?.networks, [network]);
    }
  });
});

describe('the images that compose.yaml builds', () => {
  const files = new Set(services.flatMap(([, { build }]) => build?.dockerfile ?? []));
  for (const name of files)
    it(`${name} runs programs that exist`, () => {
      const root = join(dirname(file), '..');
      const programs = readFileSync(join(root, name), 'utf8').matchAll(
        /(?:\/build\/|\b(?:node|sh) )([\w/-]+\.(?:ts|sh))/g,
      );
      for (const [, program = ''] of programs) assert.ok(existsSync(join(root, program)), program);
    });
});

describe('starting compose.yaml', () => {
  it('starts the whole site without a profile, and no part of it next to an existing WordPress', () => {
    const plain = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name);
    for (const name of ['wordpress', 'mariadb', 'setup', 'cron', 'gateway', 'tls', 'api', 'items-db'])
      assert.ok(plain.includes(name), name);
    const needed = (name: string): string[] => [
      name,
      ...Object.keys(compose.services[name]?.depends_on ?? {}).flatMap(needed),
    ];
    assert.deepEqual([...new Set(needed('beside'))].sort(), ['beside', 'beside-api', 'items-db', 'secrets']);
    assert.deepEqual([...new Set(needed('beside-tls'))].sort(), [
      ...['beside', 'beside-api', 'beside-tls', 'items-db', 'secrets'],
    ]);
  });

  it('waits until dependencies are healthy, or until one-time services have exited', () => {
    for (const [name, { depends_on = {} }] of services)
      for (const [needed, { condition }] of Object.entries(depends_on))
        assert.equal(
          condition,
          ONCE.includes(needed) ? 'service_completed_successfully' : 'service_healthy',
          `${name}: ${needed}`,
        );
  });

  it('opens the site to the public only when it has its administrator', () =>
    assert.ok(compose.services.tls?.depends_on?.setup));
});

describe('the image of WordPress', () => {
  const top = fileURLToPath(new URL('../../../', import.meta.url));
  const containerfile = readFileSync(join(top, 'deploy/wordpress/Containerfile'), 'utf8');

  /** Returns a program with all files that it imports, and adds the names of imported packages. */
  function filesOf(program: string, packages: Set<string>, known: string[] = []): string[] {
    if (known.includes(program)) return known;
    known.push(program);
    for (const [, from = ''] of readFileSync(join(top, program), 'utf8').matchAll(
      /^(?:import|\}) .*?from '([^'\n]+)'/gm,
    )) {
      if (from.startsWith('.')) filesOf(join(dirname(program), from), packages, known);
      else if (!from.startsWith('node:')) packages.add(from);
    }
    return known;
  }

  it('is built from files that .dockerignore includes, with the packages that the programs import', () => {
    const included = [...readFileSync(join(top, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm)].map(
      ([, path]) => path,
    );
    const containerfiles = containerfile + readFileSync(join(top, 'deploy/home/Containerfile'), 'utf8');
    const programs: string[] = containerfiles.match(/\b(?:plugin|tools)\/[\w/-]+\.ts\b/g) ?? [];
    assert.ok(programs.includes('tools/build.ts'), String(programs));
    const packages = new Set<string>();
    for (const file of programs.flatMap((program) => filesOf(program, packages)))
      assert.ok(
        included.some((path = '') => matchesGlob(file, path) || file.startsWith(`${path}/`)),
        file,
      );
    const [, wanted = ''] =
      /WANTED = \[([^\]]*)\]/.exec(readFileSync(join(top, 'tools/only-build-packages.js'), 'utf8')) ?? [];
    for (const name of packages) assert.ok(wanted.includes(`'${name}'`), name);
  });
});
