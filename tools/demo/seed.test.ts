import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openFakeHost } from '../../tests/support/fake-host.ts';
import { silence } from '../../tests/support/host-faults.ts';
import { openTestService } from '../../tests/support/service.ts';
import { clientOf } from './client.ts';
import { cast, type DemoUser, userNamed } from './people.ts';
import { sampleRegistries, seed } from './seed.ts';

/** Opens the service in front of a fake host with the people of the demonstration. */
async function openSystem() {
  await using opened = new AsyncDisposableStack();
  const host = opened.use(await openFakeHost());
  const people = cast.map(({ username, displayName, role, part }): DemoUser => {
    const email = `${username}@people.example`;
    const { password = '' } = host.users.add(username, { email, roles: [role] });
    return { username, email, displayName, role, part, password, applicationPassword: password };
  });
  const service = opened.use(await openTestService({ host, env: { HOST_TIMEOUT: '0.5' } }));
  const all = opened.move();
  const state = { people, isSeeded: false };
  return { host, state, url: service.url, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

describe('the sample data', () => {
  test('is complete, and exists once, although the site answers late', async () => {
    await using system = await openSystem();
    const { host, state, url } = system;
    host.misbehave(silence(), { method: 'GET', route: /registries$/, times: 1 });
    host.misbehave(silence(), { method: 'GET', route: /registries\/\d+$/, times: 2 });
    host.misbehave(silence(), { method: 'POST', route: /registries$/, times: 1 });
    await seed(url, host.url, state);
    const admin = clientOf(url, userNamed(state, 'admin'));
    for (const owner of new Set(sampleRegistries().map((sample) => sample.owner))) {
      const samples = sampleRegistries().filter((sample) => sample.owner === owner);
      const found = (await clientOf(url, userNamed(state, owner)).listRegistries()) ?? [];
      const titles = samples.map(({ registry }) => registry.title);
      assert.deepEqual(found.map(({ title }) => title).sort(), titles.sort());
      for (const { registry, items } of samples) {
        const id = found.find(({ title }) => title === registry.title)?.id ?? 0;
        const stored = (await admin.listRegistryItems(id)) ?? [];
        assert.partialDeepStrictEqual(
          stored,
          items.map(({ name, affiliate_url = null }) => ({ name, affiliate_url })),
        );
        assert.equal(stored.length, items.length);
      }
    }
  });
});
