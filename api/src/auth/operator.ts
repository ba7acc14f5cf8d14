import { type OperatorSettings, SettingError } from '../settings.ts';

/**
 * Returns the Authorization value for the operator's commands.
 * @throws {SettingError} if the environment contains no credentials
 */
export function operatorAuthorization({ username, password }: OperatorSettings): string {
  if (username === null) throw new SettingError('REGISTRY_API_USERNAME: is required, an admin of the registry host');
  if (password === null) throw new SettingError('REGISTRY_API_APP_PASSWORD: is required, an application password');
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
