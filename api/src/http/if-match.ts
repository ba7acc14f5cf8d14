/**
 * Parses the entity tags of `If-Match` (RFC 9110, 13.1.1). The contract has already validated the header.
 * @returns the tags without their quotes. Omits weak tags, because they never match. Null if the header is missing or
 * `*`: any version matches.
 */
export function versionsIn(ifMatch: string | undefined): ReadonlySet<string> | null {
  if (ifMatch === undefined || ifMatch === '*') return null;
  const tags = [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)];
  return new Set(tags.filter(([, weak]) => !weak).map(([, , tag = '']) => tag));
}
