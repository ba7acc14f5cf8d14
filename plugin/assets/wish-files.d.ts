/** The module that reads files of wishes. WordPress knows its address, and pages load it when it is needed. */
declare module 'largesse/wish-files' {
  export const readWishFile: typeof import('../blocks/my-registries/exchange/reading/read.ts').readWishFile;
}
