// Needs a service and host: the command repairs lists of both.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../../api/src/database/open.ts';
import { Runs } from '../../../../api/src/database/runs.ts';
import { ItemStore } from '../../../../api/src/items/store.ts';
import { readSettings } from '../../../../api/src/settings.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { type FakeHost, openFakeHost } from '../../../support/fake-host.ts';
import { status } from '../../../support/host-faults.ts';
import { AMPLE, addCast, testEnvironment } from '../../../support/service.ts';

const COMMAND = fileURLToPath(new URL('../../../../api/reconcile.ts', import.meta.url));
const FIELDS = { name: 'Kettle', url: 'https://shop.example/kettle' };

describe('npm run reconcile', () => {
  let host: FakeHost;
  let database: TestDatabase;
  let environment: Record<string, string>;
  /**
   * The registries of a test. The list of `inLine` matches its items, and the list of `stale` differs. The host has
   * lost the registry `gone`.
   */
  let registries: { inLine: number; stale: number; gone: number };

  before(async () => {
    host = await openFakeHost();
    addCast(host);
  });
  after(async () => {
    await host.close();
  });

  afterEach(async () => {
    for (const id of [registries.inLine, registries.stale]) host.registries.remove(id);
    await database[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    database = await openTestDatabase();
    environment = testEnvironment(host, database);
    await inStore(async (items) => {
      const author = host.users.get('owner').id;
      const [inLine, stale, gone] = [0, 0, 0].map(() => host.registries.add({ author }).id) as [number, number, number];
      registries = { inLine, stale, gone };
      const item = await items.insert(inLine, FIELDS);
      host.registries.get(inLine).meta.set('registry_item_ids', JSON.stringify([item?.id]));
      await items.insert(stale, FIELDS);
      await items.insert(gone, FIELDS);
      host.registries.remove(gone);
    });
    await inRuns(async (runs) => {
      await runs.begin('killed', () => false);
      await runs.begin('next', (name) => name === 'killed');
      await runs.end('next');
    });
  });

  it('repairs every registry that differs, and reports its changes', async () => {
    const { code, stdout } = await reconcile();
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`registry ${registries.stale}: repaired`));
    assert.match(stdout, new RegExp(`registry ${registries.gone}: no longer exists on the host`));
    assert.match(stdout, /1 correct, 1 repaired, 1 deleted, 0 failed/);
    await inStore(async (items) => {
      assert.deepEqual(host.registries.itemIds(registries.stale), await items.activeIdsOf(registries.stale));
      assert.equal((await items.activeIdsOf(registries.gone)).length, 1);
    });
    assert.equal(await uncleanEnds(), 0);
  });

  it('empties the list of a registry that has no items here, as after a restore', async () => {
    const author = host.users.get('owner').id;
    // The host lists 100 registries at a time.
    const others = Array.from({ length: 100 }, () => host.registries.add({ author }).id);
    const { id } = host.registries.add({ author });
    host.registries.get(id).meta.set('registry_item_ids', '[41,42]');
    const { code, stdout } = await reconcile();
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`registry ${id}: repaired`));
    assert.deepEqual(host.registries.itemIds(id), []);
    for (const each of [...others, id]) host.registries.remove(each);
  });

  it('only reports the work with --dry-run, and fails if there is any', async () => {
    const { code, stdout } = await reconcile('--dry-run', '--retire-gone');
    assert.match(stdout, new RegExp(`registry ${registries.stale}: would be repaired`));
    assert.match(stdout, new RegExp(`registry ${registries.gone}: 1 items would be made inactive`));
    assert.match(stdout, /1 correct, 1 to repair, 1 deleted, 0 failed/);
    assert.equal(code, 1);
    assert.deepEqual(host.registries.itemIds(registries.stale), []);
    await inStore(async (items) => assert.equal((await items.activeIdsOf(registries.gone)).length, 1));
    assert.equal(await uncleanEnds(), 1);
    assert.equal((await reconcile('--dry-run', String(registries.inLine))).code, 0);
    const retiring = await reconcile('--dry-run', '--retire-gone', String(registries.inLine), String(registries.gone));
    assert.deepEqual([retiring.code, /1 correct, 0 to repair, 1 deleted/.test(retiring.stdout)], [1, true]);
  });

  it('repairs only the named registries', async () => {
    const { stdout } = await reconcile(String(registries.inLine));
    assert.match(stdout, /1 correct, 0 repaired, 0 deleted, 0 failed/);
    assert.equal(await uncleanEnds(), 1, 'other lists may still differ');
    assert.deepEqual(host.registries.itemIds(registries.stale), []);
  });

  it('retires the items of lost registries on request', async () => {
    assert.match((await reconcile('--retire-gone', String(registries.gone))).stdout, /: check HOST_URL/);
    await inStore(async (items) => assert.equal((await items.activeIdsOf(registries.gone)).length, 1));
    await reconcile('--retire-gone', String(registries.stale), String(registries.gone));
    await inStore(async (items) => assert.deepEqual(await items.activeIdsOf(registries.gone), []));
  });

  it('fails, and reports it, if the host does not store a list', async () => {
    host.registries.ignoredMeta.add('registry_item_ids');
    host.misbehave(status(500), { route: `/wp/v2/registries/${registries.inLine}`, times: 1 });
    const { code, stdout } = await reconcile();
    host.registries.ignoredMeta.clear();
    assert.equal(code, 1);
    assert.match(stdout, new RegExp(`registry ${registries.stale}: not updated \\(pending\\)`));
    assert.match(stdout, /0 correct, 0 repaired, 1 deleted, 2 failed/, 'one failure does not end the command');
    assert.equal(await uncleanEnds(), 1);
  });

  it('rejects other users than admins, and invalid ids, in one line', async () => {
    const { code, stderr } = await reconcile.as('owner');
    assert.equal(code, 1);
    assert.equal(stderr, 'REGISTRY_API_USERNAME: must be an admin of the registry host\n');
    assert.match((await reconcile('seven')).stderr, /^registry id: must be a number, 1 or more\n$/);
  });

  async function inStore(work: (items: ItemStore) => Promise<void>): Promise<void> {
    const opened = await openDatabase(readSettings(environment).database, null, undefined, AMPLE.patience);
    await work(new ItemStore(opened));
    await opened.close();
  }

  async function inRuns<T>(work: (runs: Runs) => Promise<T>): Promise<T> {
    const opened = await openDatabase(readSettings(environment).database, null, undefined, AMPLE.patience);
    try {
      return await work(new Runs(opened));
    } finally {
      await opened.close();
    }
  }

  /** Returns the number of unclean ends since the last complete run of the command. */
  const uncleanEnds = () => inRuns((runs) => runs.uncleanEnds());

  const reconcile = Object.assign((...args: string[]) => run('admin', args), { as: (login: string) => run(login, []) });

  function run(login: string, args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const password = String(host.users.get(login).password);
    const env = { ...environment, REGISTRY_API_USERNAME: login, REGISTRY_API_APP_PASSWORD: password };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [COMMAND, ...args], { env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
    });
  }
});
