/** Maximum length of an e-mail address. */
const MOST_CHARS = 254;

/**
 * Returns an e-mail address with the domain in ASCII, so that a domain with umlauts and its Punycode form are equal
 * (rules: Text). Other texts stay unchanged.
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || !/^[\p{L}\p{M}\p{N}.-]*$/u.test(domain) || /^[\0-\x7f]*$/.test(domain)) return address;
  const url = `http://${domain}/`;
  const ascii = URL.canParse(url) ? address.slice(0, at) + new URL(url).hostname : address;
  return ascii.length <= MOST_CHARS ? ascii : address;
}
