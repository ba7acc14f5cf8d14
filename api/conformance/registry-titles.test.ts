import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import * as fc from '../../contract/testing/properties.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertStatus, type Registry } from './answers.ts';
import { addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

describe('rules: Registries, title', () => {
  it('is returned as typed, whatever it contains', async () => {
    const post = addRegistry(t);
    const title = fc
      .array(fc.constantFrom('&', '<', '>', ';', '#', 'amp', 'lt', 'x', '1', '"', "'", '/', 'b', ' ', 'é', '🎁'), {
        minLength: 1,
        maxLength: 30,
      })
      .map((parts) => parts.join('').trim())
      .filter((text) => text !== '');
    await fc.assert(
      fc.asyncProperty(title, async (text) => {
        const answer = await t.request<Registry>('PATCH', `/registries/${post.id}`, {
          as: 'owner',
          body: { title: text },
        });
        assert.equal(answer.body.title, text);
      }),
      { numRuns: 80 },
    );
  });

  it('loses all white space around it', async () => {
    const body = { title: '\u3000 Our\u00a0home \u00a0\ufeff' };
    const created = await t.request<Registry>('POST', '/registries', { as: 'owner', body });
    assert.equal(created.body.title, 'Our\u00a0home');
    const path = `/registries/${created.body.id}`;
    const changed = await t.request<Registry>('PATCH', path, { as: 'owner', body });
    assert.equal(changed.body.title, 'Our\u00a0home');
  });

  it('has no prefix and no entities even if the host only sends the rendered title', async () => {
    t.host.registries.givesRaw = false;
    try {
      const post = addRegistry(t, { title: 'Mum &amp; Dad &lt;3', invitees: ['guest'] });
      const answer = await t.request<Registry>('GET', `/registries/${post.id}`, { as: 'guest' });
      assertStatus(answer, 200);
      assert.equal(answer.body.title, 'Mum & Dad <3');
    } finally {
      t.host.registries.givesRaw = true;
    }
  });
});

describe('rules: Registries, story', () => {
  it("is stored and returned unchanged, except for the host's filter of members' tags", async () => {
    const story = '<p>Love & <em>thanks</em></p>\n<script>x()</script>';
    const admin = await t.request<Registry>('POST', '/registries', { as: 'admin', body: { title: 'T', story } });
    assert.equal(admin.body.story, story);
    const member = await t.request<Registry>('POST', '/registries', { as: 'owner', body: { title: 'T', story } });
    assert.equal(member.body.story, '<p>Love &amp; <em>thanks</em></p>\nx()');
    assert.equal(t.host.registries.get(member.body.id).content, member.body.story);
  });
});
