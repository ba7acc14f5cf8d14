import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { components } from './components.ts';

describe('the release workflow', async () => {
  const workflow = await readFile(new URL('../../.github/workflows/release.yml', import.meta.url), 'utf8');

  it('runs on the tags of every component', () => {
    const tags = components.map(({ name }) => `'${name}/v*'`).join(', ');
    assert.ok(workflow.includes(`tags: [${tags}]`));
  });

  it('has write access only in the publishing job, which installs nothing', () => {
    const [before = '', publish = ''] = workflow.split('\n  publish:');
    assert.doesNotMatch(before, /: write/);
    assert.match(before, /^permissions: \{\}$/m);
    assert.doesNotMatch(publish, /npm |checkout/);
  });

  it('reads the key only in the signing job, which installs nothing, and publishes only signed packages', () => {
    const [build = '', rest = ''] = workflow.split('\n  sign:');
    const [sign = '', publish = ''] = rest.split('\n  publish:');
    assert.doesNotMatch(build + publish, /secrets\./);
    assert.match(sign, /RELEASE_KEY: \$\{\{ secrets\.RELEASE_KEY \}\}/);
    assert.match(sign, /node tools\/release\/sign\.ts out --key=/);
    assert.doesNotMatch(sign, /npm /);
    assert.match(publish, /needs: sign/);
  });

  it('offers a version to sites only after its zip is published', () => {
    const [, publish = ''] = workflow.split('\n  publish:');
    const [zip, description] = [
      publish.indexOf('upload updates out/*.zip'),
      publish.indexOf('upload updates "$description"'),
    ];
    assert.ok(zip > publish.indexOf('gh release create "$TAG"') && zip < description);
  });
});
