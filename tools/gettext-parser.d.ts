// The package has no types.

declare module 'gettext-parser' {
  /** One string; `msgstr` has an entry for each plural form. */
  export interface Message {
    msgctxt?: string;
    msgid: string;
    msgid_plural?: string;
    msgstr: string[];
    comments?: { translator?: string; extracted?: string; reference?: string; flag?: string; previous?: string };
  }

  /** The strings of a file by context, then by `msgid`; the header has the empty string as key. */
  export interface Catalogue {
    charset: string;
    headers: Record<string, string>;
    translations: Record<string, Record<string, Message>>;
    obsolete?: Record<string, Record<string, Message>>;
  }

  export const po: {
    parse(file: Buffer): Catalogue;
    compile(catalogue: Catalogue, options?: { foldLength?: number }): Buffer;
  };
}
