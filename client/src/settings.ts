/** Settings of a client. Missing and blank settings come from the environment. */
export interface ClientSettings {
  /** Address of the API. Default: `REGISTRY_API_BASE_URL`. */
  baseUrl?: string | undefined;
  /**
   * Key for the gateway, sent as `x-api-key`. Default: `REGISTRY_API_GATEWAY_KEY`, or the content of the file in
   * `REGISTRY_API_GATEWAY_KEY_FILE`.
   */
  gatewayKey?: string | undefined;
  /** User name on the registry host. Default: `REGISTRY_API_USERNAME`. */
  username?: string | undefined;
  /**
   * Application password of `username`. Default: `REGISTRY_API_APP_PASSWORD`, or the content of the file in
   * `REGISTRY_API_APP_PASSWORD_FILE`.
   */
  appPassword?: string | undefined;
}

/** All settings of a client. Unset settings are empty. */
export type CompleteSettings = Required<{ [Name in keyof ClientSettings]: string }> & {
  /** Error message if a secret cannot be read; otherwise null. The message does not contain the secret. */
  problem: string | null;
};

/** Maximum size of a file with a secret (bytes). */
const MAX_BYTES = 8192;

/** Adds missing settings from the environment. Removes trailing slashes from the address. */
export function readSettings(given: ClientSettings): CompleteSettings {
  const gatewayKey = secret(given.gatewayKey, 'REGISTRY_API_GATEWAY_KEY');
  const appPassword = secret(given.appPassword, 'REGISTRY_API_APP_PASSWORD');
  return {
    baseUrl: setting(given.baseUrl, 'REGISTRY_API_BASE_URL').replace(/\/+$/, ''),
    gatewayKey: gatewayKey.value,
    username: setting(given.username, 'REGISTRY_API_USERNAME'),
    appPassword: appPassword.value,
    problem: gatewayKey.problem ?? appPassword.problem,
  };
}

function setting(option: string | undefined, variable: string): string {
  return option?.trim() || environment(variable);
}

/** Returns the value of an environment variable, or ''. Browsers have no variables. */
function environment(variable: string): string {
  return globalThis.process?.env?.[variable]?.trim() || '';
}

function secret(option: string | undefined, variable: string): { value: string; problem: string | null } {
  const value = setting(option, variable);
  const file = `${variable}_FILE`;
  const path = option?.trim() ? '' : environment(file);
  if (path === '') return { value, problem: null };
  const read = value === '' ? fileContent(path) : { problem: `It must not be set together with ${variable}.` };
  if ('problem' in read) return { value: '', problem: `${file} cannot be used. ${read.problem}` };
  return { value: read.value, problem: null };
}

/** Reads a file with one line. Returns the trimmed line, or a problem if the file cannot be used. */
function fileContent(path: string): { value: string } | { problem: string } {
  // Does not import Node's modules, because browsers could not load them.
  const modules = globalThis.process?.getBuiltinModule;
  if (!modules) return { problem: 'Files are read by Node 20.16 or newer.' };
  const { readFileSync, statSync } = modules('node:fs');
  if (!modules('node:path').isAbsolute(path)) return { problem: 'It must be the absolute path of a file.' };
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile()) return { problem: 'There is no such file.' };
    if (stat.size > MAX_BYTES) return { problem: `The file must not be larger than ${MAX_BYTES} bytes.` };
    const value = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).trim();
    if (value === '') return { problem: 'The file is empty.' };
    if (/\p{Cc}/u.test(value)) return { problem: 'The file must contain exactly one line.' };
    return { value };
  } catch {
    return { problem: 'The file cannot be read.' };
  }
}
