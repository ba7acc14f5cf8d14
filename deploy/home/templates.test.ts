import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { it } from 'node:test';
import { parse } from 'yaml';

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

/** Compose files, with the name of their service. */
const COMPOSED = {
  'compose.yaml': 'largesse',
  'templates/casaos.yaml': 'largesse',
  'templates/truenas.yaml': 'largesse',
  'templates/umbrel/docker-compose.yml': 'server',
};

it('each way to start the container limits it alike, and stores everything in /data', () => {
  for (const [file, name] of Object.entries(COMPOSED)) {
    const service = parse(read(file)).services[name];
    assert.equal(service.read_only, true, file);
    assert.equal(service.mem_limit, '512m', file);
    assert.deepEqual([service.cap_drop, service.tmpfs], [['ALL'], ['/tmp']], file);
    const [volume] = service.volumes;
    assert.match(typeof volume === 'string' ? volume : `:${volume.target}`, /:\/data$/, file);
  }
  for (const file of ['templates/unraid.xml', 'templates/proxmox.sh'])
    for (const option of ['--read-only', '--tmpfs /tmp', '--memory 512m', '/data'])
      assert.ok(read(file).includes(option), `${file}: ${option}`);
});

it('one file of 15 lines starts the container', () =>
  assert.ok(read('compose.yaml').trimEnd().split('\n').length <= 15));

it('guides name only volumes that their compose.yaml creates', () => {
  const guides = {
    '../../docs/install/home.md': 'compose.yaml',
    '../../docs/install/containers.md': '../compose.yaml',
  };
  for (const [guide, file] of Object.entries(guides)) {
    const { name, volumes } = parse(read(file), { merge: true });
    // Compose names a project after its folder, unless the file names it.
    const project = name ?? basename(dirname(join(import.meta.dirname, file)));
    const created = Object.keys(volumes).map((volume) => `${project}_${volume}`);
    for (const [, volume = ''] of read(guide).matchAll(/(?:-v|--volume|type=volume,source=)[ =]?([\w-]+)[:,]/g))
      assert.ok(created.includes(volume), `${guide}: ${volume} is none of ${created.join(', ')}`);
  }
});
