import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertNames, assertStatus, type Registry } from './answers.ts';
import { addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

const changeOf = (date: string) => ({ title: 'Party', meta: { registry_event_date: date } });

describe('rules: Registries, registry_event_date is an existing day', () => {
  for (const date of ['0000-01-01', '0000-12-31', '0000-02-29']) {
    it(`refuses ${date}, since there is no year 0, and sends nothing to the host`, async () => {
      const { id } = addRegistry(t, { eventDate: '2026-12-24' });
      t.host.forgetCalls();
      assertNames(
        await t.request('POST', '/registries', { as: 'owner', body: changeOf(date) }),
        'meta.registry_event_date',
      );
      const changed = await t.request('PATCH', `/registries/${id}`, { as: 'owner', body: changeOf(date) });
      assertNames(changed, 'meta.registry_event_date');
      assert.equal(t.host.callsTo('/wp/v2/registries', 'POST').length, 0);
    });
  }

  for (const date of ['0001-01-01', '0004-02-29', '1000-01-01', '9999-12-31']) {
    it(`accepts ${date}`, async () => {
      const created = await t.request<Registry>('POST', '/registries', { as: 'owner', body: changeOf(date) });
      assertStatus(created, 201);
      assert.equal(created.body.meta.registry_event_date, date);
    });
  }
});
