/** How the API is reached (rules: Clients). What is left out or blank comes from the environment. */
export interface ClientSettings {
  /** Address of the API; else `REGISTRY_API_BASE_URL`. */
  baseUrl?: string | undefined;
  /** Sent as `x-api-key`; else `REGISTRY_API_GATEWAY_KEY`. */
  gatewayKey?: string | undefined;
  /** User name on the registry host; else `REGISTRY_API_USERNAME`. */
  username?: string | undefined;
  /** Application password of that user; else `REGISTRY_API_APP_PASSWORD`. */
  appPassword?: string | undefined;
}

/** Completes settings from the environment; what is not set is empty, and the address has no trailing slash. */
export function readSettings(given: ClientSettings): Required<{ [Name in keyof ClientSettings]: string }> {
  return {
    baseUrl: setting(given.baseUrl, 'REGISTRY_API_BASE_URL').replace(/\/+$/, ''),
    gatewayKey: setting(given.gatewayKey, 'REGISTRY_API_GATEWAY_KEY'),
    username: setting(given.username, 'REGISTRY_API_USERNAME'),
    appPassword: setting(given.appPassword, 'REGISTRY_API_APP_PASSWORD'),
  };
}

function setting(option: string | undefined, variable: string): string {
  // Browsers have no environment.
  return option?.trim() || globalThis.process?.env?.[variable]?.trim() || '';
}
