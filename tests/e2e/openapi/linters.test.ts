// Needs programs of other projects: they check the document.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { programs } from './programs.ts';

const DOCUMENT = fileURLToPath(new URL('../../../contract/openapi.json', import.meta.url));

describe('the OpenAPI document', { skip: programs.missing }, () => {
  const folder = openForSuite(temporaryFolder);

  /** Runs a linter. @returns its exit code and its output */
  const lint = (script: string, ...options: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const args = [join(programs.folder, script), 'lint', DOCUMENT, ...options];
      const child = execFile(process.execPath, args, { cwd: folder.path }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
      );
    });

  it('has no errors and no warnings for Redocly', async () => {
    const { code, output } = await lint('@redocly/cli/bin/cli.js', '--format=json');
    assert.equal(code, 0, output);
    assert.match(output, /"warnings": 0/);
  });

  it('has no errors for Spectral', async () => {
    await writeFile(join(folder.path, 'rules.json'), JSON.stringify({ extends: ['spectral:oas'] }));
    const { code, output } = await lint('@stoplight/spectral-cli/dist/index.js', '--ruleset', 'rules.json');
    assert.equal(code, 0, output);
    assert.match(output, /\(0 errors|No results with a severity/);
  });
});
