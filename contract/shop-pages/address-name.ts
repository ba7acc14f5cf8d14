/**
 * A word in an address that is no part of a product's name: it contains a digit, comes from the shop's software, or
 * mixes capital and small letters like the code of a short link.
 */
const CODE =
  /\d|\p{Ll}\p{Lu}+\p{Ll}*\p{Lu}|^(?:html?|php|aspx?|dp|gp|aw|d|p|ip|itm|listing|listings|product|products|produkt|produkte|produit|produits|producto|productos|item|items|artikel|article|shop|store|detail|details|art|sku|ref|index)$/u;

/** Address with its host and path. The scheme may be missing. */
const ADDRESS = /^(?:https?:\/\/)?(?:[^\s/?#@]*@)?([^\s/?#@]+\.[^\s/?#@]+)([^?#]*)/i;

/**
 * Guesses the name of a product from the address of its page: "Blue teapot" from `/blue-teapot-1l`.
 * @returns '' if the address contains no words
 */
export function nameInAddress(address: string): string {
  const [, , path = ''] = ADDRESS.exec(address) ?? [];
  const names = path.split('/').map((part) => {
    // Parts such as `ref=search` are parameters.
    if (part.includes('=')) return '';
    const words = part.replaceAll(/(?:%[0-9a-f]{2})+/gi, decoded).split(/[^\p{L}\p{N}\p{M}]+/u);
    const own = words.filter((word) => word !== '' && !CODE.test(word) && !CODE.test(word.toLowerCase()));
    return own.some((word) => /\p{L}{3}/u.test(word)) ? own.join(' ') : '';
  });
  const name = names.findLast((each) => each.includes(' ')) ?? names.findLast((each) => each !== '') ?? '';
  return name.slice(0, 1).toLocaleUpperCase() + name.slice(1);
}

/** Returns the host in an address, without port and `www.`; '' if the text is no address. */
export function hostInAddress(address: string): string {
  const [, host = ''] = ADDRESS.exec(address) ?? [];
  return host.replace(/:\d*$/, '').replace(/^www\./i, '');
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
