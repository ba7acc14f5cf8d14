import { registry } from './state.ts';

/**
 * Returns the display name of a helper or an invitee; `entry` if the site sent no display name.
 * @param entry user name or e-mail address
 */
export function nameOf(entry: string): string {
  const { helper_names: helpers, invitations } = registry();
  return helpers?.[entry] ?? (invitations.find((one) => one.entry === entry)?.name || entry);
}
