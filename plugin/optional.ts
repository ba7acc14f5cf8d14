/**
 * Folders of the optional features in `plugin/src`. Add the name of a new feature here and in `Plugin.php`.
 * A feature may use the classes of the features above it in this list. No other folder may name the classes of a
 * feature.
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

/**
 * Dependent features, by the name of the feature that they need. A dependent feature may name the classes of the needed
 * feature. A site without the needed feature must also lack the dependent features.
 */
export const NEEDED_BY: Readonly<Record<string, readonly string[]>> = { Circles: ['Draws'] };

/**
 * Returns the folders to remove for a site without a feature: the folders of the feature and of all dependent features.
 */
export function leftOutWith(feature: string): string[] {
  return [feature, ...(NEEDED_BY[feature] ?? []).flatMap(leftOutWith)];
}
