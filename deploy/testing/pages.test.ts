import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hasNginx } from './nginx.ts';
import { startPagesGateway } from './pages.ts';

const skip = hasNginx ? false : 'nginx is not installed';

it('lists a purged page as soon as the purge request is answered', { skip }, async () => {
  const key = 'the-key-for-forgetting';
  await using gateway = await startPagesGateway({ wordpress: 'http://127.0.0.1:9', keys: [key] });
  for (let count = 1; count <= 50; count++) {
    const address = `${gateway.forgetUrl}/forget/page-${count}`;
    const { status } = await fetch(address, { method: 'POST', headers: { 'x-largesse-key': key } });
    assert.equal(status, 204);
    assert.equal((await gateway.forgotten()).length, count);
  }
});
