// Needs a repository of its own: the command reads commits and tags.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openProject, type Project } from '../../../tools/release/testing/project.ts';

describe('npm run notes', () => {
  let project: Project;
  beforeEach(async () => {
    project = await openProject();
    await project.git('tag', '--annotate', '--message=first', 'plugin/v0.1.0');
  });
  afterEach(() => project[Symbol.asyncDispose]());

  let files = 0;
  const commit = (message: string, file = `plugin/src/${++files}.php`) =>
    project.commit(message, { [file]: `${++files}` });

  async function notes(component = 'plugin'): Promise<string> {
    const { code, stdout, stderr } = await project.run('notes', [component]);
    assert.equal(code, 0, stderr);
    return stdout;
  }

  it('sorts commits by the trailer Release-note, otherwise by their first word', async () => {
    for (const message of ['Mend the date', 'Keep titles as they were typed', 'Let owners search'])
      await commit(message);
    await commit('Add a guard\n\nIt fell over before.\n\nRelease-note: fixed');
    await commit('Rename a class\n\nRelease-note: none\nReviewed-by: A <a@people.example>');
    await commit(
      'Rework\n\nRelease-note: breaking: Lists are bare: no envelope\nRelease-note: new: Lists have a\n  total',
    );
    assert.equal(
      await notes(),
      `Largesse plugin, since plugin/v0.1.0

## Breaking

- Lists are bare: no envelope

## New

- Let owners search
- Lists have a total

## Changed

- Keep titles as they were typed

## Fixed

- Mend the date
- Add a guard
`,
    );
  });

  it('omits tests, merges, and changes outside of components', async () => {
    await commit('Test lists', 'plugin/src/list.test.ts');
    await commit('Set the coding standard', 'plugin/tsconfig.json');
    await commit('Prove the API', 'api/conformance/list.ts');
    await commit('Describe it', 'README.md');
    assert.match(await notes(), /since plugin\/v0\.1\.0\n\nNothing changed that a user would notice\.\n$/);
    assert.match(await notes('api'), /before its first release\n\n## Changed\n\n- Begin\n$/);
  });

  it('lists a change once, on whatever branch it was made', async () => {
    await project.git('checkout', '--quiet', '-b', 'side');
    await commit('Add colours');
    await project.git('checkout', '--quiet', 'main');
    await commit('Add colours');
    await commit('Add sizes');
    await project.git('merge', '--quiet', '--no-ff', '--message=Merge side', 'side');
    assert.match(await notes(), /## New\n\n- Add colours\n- Add sizes\n$|## New\n\n- Add sizes\n- Add colours\n$/);
  });

  it('assigns the client and the contract to the API', async () => {
    await commit('Add a method', 'client/src/search.ts');
    await commit('Add a schema', 'contract/search.ts');
    assert.match(await notes('api'), /- Add a method\n- Add a schema\n/);
    assert.match(await notes(), /Nothing changed/);
  });
});
