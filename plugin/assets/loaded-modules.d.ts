/** Modules that pages load on demand. WordPress's import map contains their addresses. */
declare module 'largesse/wish-files' {
  export const readWishFile: typeof import('../blocks/my-registries/exchange/reading/read.ts').readWishFile;
}

declare module 'largesse/shop-pages' {
  export const extract: typeof import('../../contract/shop-pages/extract.ts').extract;
}

declare module 'largesse/qr-code' {
  export const codeOf: typeof import('../blocks/my-registries/qr-code.ts').codeOf;
}

declare module 'largesse/card-updates' {
  export const updateCards: typeof import('../blocks/registry/card-updates.ts').updateCards;
}
