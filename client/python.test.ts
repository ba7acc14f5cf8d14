import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type ClientCase, isSlow, type Outcome, play, type SettingName, typedCases } from './testing/cases.ts';
import { isPythonInstalled } from './testing/python.ts';

const program = fileURLToPath(new URL('./testing/perform_case.py', import.meta.url));

/** Names of the Python client's options. */
const OPTIONS: Readonly<Record<string, string>> = {
  registry_api_base_url: 'base_url',
  registry_api_gateway_key: 'gateway_key',
  registry_api_username: 'username',
  registry_api_app_password: 'app_password',
} satisfies Record<SettingName, string>;

// rules: Clients
describe('the Python client', { skip: isPythonInstalled ? false : 'Python 3.9 is not installed' }, () => {
  // Slow cases wait for the time limit, so each has a process of its own.
  describe('at its time limit', { concurrency: true }, () => {
    for (const one of typedCases.filter(isSlow))
      it(one.name, async () => {
        await using python = openPython();
        await play(one, python.perform);
      });
  });
  describe('in one process', () => {
    const python = openPython();
    after(() => python[Symbol.asyncDispose]());
    for (const one of typedCases) if (!isSlow(one)) it(one.name, () => play(one, python.perform));
  });
});

/** Starts a process that performs one case after the other. */
function openPython(): AsyncDisposable & { perform(given: ClientCase): Promise<Outcome> } {
  // Otherwise, Python would write compiled code into the checkout.
  const child = spawn('python3', ['-B', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const folder = mkdtempSync(join(tmpdir(), 'largesse-client-'));
  const perform = async ({ settings, call, arguments: given }: ClientCase): Promise<Outcome> => {
    const options: Record<string, string> = {};
    const environment: Record<string, string> = {};
    for (const [name, { option, environment: variable, file }] of Object.entries(settings)) {
      if (option !== undefined) options[OPTIONS[name] ?? name] = option;
      if (variable !== undefined) environment[name.toUpperCase()] = variable;
      if (file === undefined) continue;
      const path = join(folder, name);
      rmSync(path, { force: true });
      if (file !== null) writeFileSync(path, file);
      environment[`${name.toUpperCase()}_FILE`] = path;
    }
    child.stdin.write(`${JSON.stringify({ options, environment, call, arguments: given })}\n`);
    const { value: line, done } = await lines.next();
    if (done) throw new Error('the Python process ended');
    return JSON.parse(line);
  };
  return {
    perform,
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}
