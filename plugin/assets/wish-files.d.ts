/** The module that reads wish files. WordPress knows its address; pages load it on demand. */
declare module 'largesse/wish-files' {
  export const readWishFile: typeof import('../blocks/my-registries/exchange/reading/read.ts').readWishFile;
}
