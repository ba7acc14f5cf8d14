import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { components } from './components.ts';

describe('the release workflow', async () => {
  const workflow = await readFile(new URL('../.github/workflows/release.yml', import.meta.url), 'utf8');

  it('runs on the tags of every component', () => {
    const tags = components.map(({ name }) => `'${name}/v*'`).join(', ');
    assert.ok(workflow.includes(`tags: [${tags}]`));
  });

  it('uses actions only as one commit of theirs', () => {
    const used = Array.from(workflow.matchAll(/uses: (\S+)/g), ([, action]) => action);
    assert.ok(used.length > 0);
    for (const action of used) assert.match(`${action}`, /^actions\/[\w-]+@[0-9a-f]{40}$/);
  });

  it('may write in the job alone that publishes, which installs nothing', () => {
    const [before = '', publish = ''] = workflow.split('\n  publish:');
    assert.doesNotMatch(before, /: write/);
    assert.match(before, /^permissions: \{\}$/m);
    assert.doesNotMatch(publish, /npm |checkout/);
  });
});
