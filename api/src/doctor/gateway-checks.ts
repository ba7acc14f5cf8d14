import type { OperatorSettings } from '../settings.ts';
import { type Finding, ok, skipped } from './finding.ts';

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

/**
 * The gateway checks the key. A key that the service checks as well locks out the site when only the gateway's changes.
 */
export function checkKeyOfService(gatewayKeys: readonly string[]): Finding[] {
  if (gatewayKeys.length === 0) return [];
  return [
    skipped(
      'Gateway key: the service itself checks it (GATEWAY_KEY); if a gateway in front checks it, too, remove GATEWAY_KEY, because a new key in the gateway alone would lock out the site',
    ),
  ];
}
