/**
 * Features that a site can lack: their folders in `plugin/src`. A new feature needs its name only here and in
 * `Plugin.php`. Its folder may use the folders before it, and other folders must not name its classes.
 */
export const OPTIONAL: readonly string[] = [
  'Pictures',
  'Wishes',
  'Finding',
  'PageCache',
  'EventLog',
  'Watching',
  'Sharing',
  'Following',
  'Sizes',
  'Ideas',
  'Unlisted',
  'Exchange',
  'Circles',
  'Draws',
  'Affiliates',
  'Webhooks',
  'Abilities',
  'Updates',
];

/** Features by the feature that they need, and whose classes they may name. Without it, a site must lack them, too. */
export const NEEDED_BY: Readonly<Record<string, readonly string[]>> = { Circles: ['Draws'] };

/** Returns the folders to remove for a site without a feature: its own, and those of the features that need it. */
export function leftOutWith(feature: string): string[] {
  return [feature, ...(NEEDED_BY[feature] ?? []).flatMap(leftOutWith)];
}
