/**
 * Folders of the optional features in `plugin/src`. Add the name of a new feature here and in `Plugin.php`. List a
 * feature after the features that it needs. Only a feature itself and the features in NEEDED_BY may name its classes.
 */
export const OPTIONAL: readonly string[] = [
  'Pictures',
  'Wishes',
  'Finding',
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

/**
 * Features that need another feature, by the name of the needed feature. They may name its classes. A site without the
 * needed feature cannot have them.
 */
export const NEEDED_BY: Readonly<Record<string, readonly string[]>> = { Circles: ['Draws'] };

/**
 * Returns the folders to remove for a site without a feature: the folders of the feature and of all dependent features.
 */
export function leftOutWith(feature: string): string[] {
  return [feature, ...(NEEDED_BY[feature] ?? []).flatMap(leftOutWith)];
}
