/** A word in an address that is no part of a product's name: it contains a digit, or comes from the shop's software. */
const CODE = /\d|^(?:html?|php|aspx?|dp|gp|p|ip|product|products|produkt|item|items|art|sku|ref|index)$/iu;

/**
 * Guesses the name of a product from the address of its page: "Blue teapot" from `/blue-teapot-1l`.
 * @returns '' if the address contains no words
 */
export function nameInAddress(address: string): string {
  const names = pathOf(address).map((part) => {
    const words = part.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '' && !CODE.test(word));
    return words.some((word) => /\p{L}{3}/u.test(word)) ? words.join(' ') : '';
  });
  const name = names.findLast((each) => each.includes(' ')) ?? names.findLast((each) => each !== '') ?? '';
  return name.slice(0, 1).toLocaleUpperCase() + name.slice(1);
}

/** Returns the decoded parts of an address's path. */
function pathOf(address: string): string[] {
  try {
    return new URL(address).pathname.split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}
