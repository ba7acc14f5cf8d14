import { registry } from './state.ts';

/** Returns the name of a person on one of the lists: the display name if the site shows it. @param entry user name or e-mail address */
export function nameOf(entry: string): string {
  const { helper_names: helpers, invitations } = registry();
  return helpers?.[entry] ?? (invitations.find((one) => one.entry === entry)?.name || entry);
}
