import { request } from 'undici';
import type { OperatorSettings, Settings } from '../settings.ts';
import { OPEN_ITEMS, OPEN_TO_NEWCOMERS } from '../warnings.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

/** Milliseconds. */
const ANSWER_TIMEOUT_MS = 5000;

/** Checks that the service runs at its public address and requires its gateway key. */
export async function checkService({ serviceUrl, gatewayKey }: OperatorSettings): Promise<Finding[]> {
  if (serviceUrl === null)
    return [
      skipped(
        'Running service: not checked; set REGISTRY_API_BASE_URL to its public address',
        'Set REGISTRY_API_BASE_URL to the public address of the service, and run this again.',
      ),
    ];
  // The service needs no key for this path. A gateway may still require its key for every path.
  const health = await ask(`${serviceUrl}/health`, gatewayKey === null ? {} : { 'x-api-key': gatewayKey });
  if (health?.status === 403)
    return [
      problem(
        `Running service: the gateway in front of ${serviceUrl} refuses even /health`,
        'Set REGISTRY_API_GATEWAY_KEY to the key that the gateway requires.',
      ),
    ];
  if (health === null || !/"service":"largesse-api"/.test(health.text))
    return [
      problem(
        `Running service: ${serviceUrl} is not the Largesse API`,
        'Start the API, and check REGISTRY_API_BASE_URL.',
      ),
    ];
  return [ok(`Running service: ${serviceUrl} is healthy`), await checkGatewayKey(serviceUrl, gatewayKey)];
}

/** The gateway checks the key. A key that the service checks as well locks out the site when only the gateway's changes. */
export function checkKeyOfService(gatewayKeys: readonly string[]): Finding[] {
  if (gatewayKeys.length === 0) return [];
  return [
    skipped(
      'Gateway key: the service itself checks it (GATEWAY_KEY); if a gateway in front checks it, too, remove GATEWAY_KEY, because a new key in the gateway alone would lock out the site',
    ),
  ];
}

/** @param isOpen whether anyone can open an account on the site */
export function checkItemsAccess(chosen: Settings['itemsAccess'], isOpen: boolean): Finding {
  if (chosen !== 'undecided') return ok(`Items: ITEMS_ACCESS is ${chosen}`);
  if (!isOpen) return skipped(`Items: ITEMS_ACCESS ${OPEN_ITEMS}`);
  return problem(`Items: ITEMS_ACCESS ${OPEN_TO_NEWCOMERS}`, 'Set ITEMS_ACCESS=registry for the service.');
}

/**
 * TRUST_PROXY should be set if the service has an HTTPS address. Without it, the check is only skipped, because the
 * service may have other settings than this command.
 */
export function checkProxy({ serviceUrl }: OperatorSettings, trustedProxies: readonly string[]): Finding[] {
  if (!serviceUrl?.startsWith('https:')) return [];
  if (trustedProxies.length > 0) return [ok('Gateway: TRUST_PROXY is set')];
  return [
    skipped(
      'Gateway: not checked; without TRUST_PROXY, all callers have the address of the HTTPS proxy, and share one limit of failed logins',
      'Set TRUST_PROXY to the address of the gateway, for the service and for this command.',
    ),
  ];
}

/** Hosts that only this machine can reach. The site's settings page uses the same rule. */
const ON_THIS_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\])$/i;

async function checkGatewayKey(serviceUrl: string, gatewayKey: string | null): Promise<Finding> {
  const without = await ask(`${serviceUrl}/items`);
  const isEnforced = without?.status === 403;
  if (!isEnforced && ON_THIS_MACHINE.test(new URL(serviceUrl).hostname))
    return skipped(
      `Gateway key: not checked, because only this machine can reach ${serviceUrl}; set REGISTRY_API_BASE_URL to the public address`,
    );
  if (!isEnforced)
    return problem(
      'Gateway key: requests without a key are accepted',
      'Before the service is public, set GATEWAY_KEY, or configure your gateway to reject such requests.',
    );
  if (gatewayKey === null) return ok('Gateway key: required; to check your key, set REGISTRY_API_GATEWAY_KEY');
  const withKey = await ask(`${serviceUrl}/items`, { 'x-api-key': gatewayKey });
  if (withKey?.status === 403)
    return problem('Gateway key: REGISTRY_API_GATEWAY_KEY is wrong', 'Use the same value on both sides.');
  return ok('Gateway key: required, and REGISTRY_API_GATEWAY_KEY is correct');
}

async function ask(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string } | null> {
  try {
    const response = await request(url, { headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return { status: response.statusCode, text: await response.body.text() };
  } catch {
    return null;
  }
}
