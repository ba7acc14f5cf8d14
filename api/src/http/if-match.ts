/**
 * Parses the entity tags of `If-Match` (RFC 9110, 13.1.1). The contract has already validated the header.
 * @returns the tags without quotes and without weak tags, which never match. Null means that any version matches: the
 * header is missing or `*`.
 */
export function versionsIn(ifMatch: string | undefined): ReadonlySet<string> | null {
  if (ifMatch === undefined || ifMatch === '*') return null;
  const tags = [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)];
  return new Set(tags.filter(([, weak]) => !weak).map(([, , tag = '']) => tag));
}
