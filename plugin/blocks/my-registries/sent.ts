import type { Access } from '../../assets/rest.ts';
import type { PriceStyle } from './numbers.ts';
import type { FamilyLink, Registry } from './registry.ts';

/** A wish that somebody brings along from a shop; '' for what is not known. */
interface BroughtWish {
  url: string;
  name: string;
  /** With a point before the hundredths. */
  price: string;
  image_url: string;
  /** True if an address was sent that is none. */
  is_lost: boolean;
}

/** What the server sends with the page, from `ScriptState.php`. */
interface Sent {
  access: Access;
  pages: {
    login: string;
    overview: string;
    gifts: string;
    guest: string;
  };
  prices: PriceStyle;
  /** What pictures the site takes: media types, the most bytes, and the width and height (pixels) to which it makes them smaller. */
  pictures: { types: readonly string[]; most_bytes: number; side: number };
  /** The registry that the page manages; null on the page of all registries. */
  registry: Registry | null;
  /** The wish that the address of the page brings along; null where it brings none. */
  wish: BroughtWish | null;
  /** The parameters that bring it along to another page, encoded. */
  wishQuery: string;
  /** The link that opens the registry for whoever has it; null on the page of all registries. */
  familyLink: FamilyLink | null;
  /** Name of the registry's owner if that is somebody else, otherwise ''. */
  owner: string;
  /** The day by the clock of the site, YYYY-MM-DD. */
  today: string;
  /** Words in small letters; if an occasion contains one, it is suggested to hide gifts from the owner. */
  surprising: readonly string[];
  /** Translations of the page's texts by the English text. Texts that are the same in both languages are left out. */
  texts: Readonly<Record<string, string>>;
}

export const sent: Sent = JSON.parse(document.getElementById('largesse-my-registries')?.textContent ?? '');
