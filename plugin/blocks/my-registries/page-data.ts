import type { FamilyLink, Registry } from '../../assets/registry.ts';
import type { Access } from '../../assets/rest.ts';
import { OWNER_DATA_ID } from '../../assets/shared-names.ts';
import type { PriceStyle } from './numbers.ts';

/** A wish that the user sent from a shop's page; '' for unknown values. */
interface IncomingWish {
  url: string;
  name: string;
  /** True if the sent address is unusable. The page then asks the user for the address. */
  is_lost: boolean;
}

export interface PictureLimits {
  types: readonly string[];
  most_bytes: number;
  /** Width and height, in pixels, to which the site itself reduces pictures. */
  side: number;
}

/** Data that `ScriptState.php` sends with the page. Optional parts are missing if the site lacks their feature. */
interface PageData {
  access: Access;
  pages: {
    login: string;
    overview: string;
    gifts: string;
    guest: string;
  };
  prices: PriceStyle;
  pictures?: PictureLimits;
  /** The registry on this page; null on the page of all registries. */
  registry: Registry | null;
  /** The wish in the address of the page; null if there is none. */
  wish?: IncomingWish | null;
  /** Encoded query parameters of the wish in the address, for links to other pages. */
  wishQuery?: string;
  /** Address of the page with hidden and received wishes. The script appends the id of a wish. */
  unlisted?: string;
  /** Address of the page with the other lists of a wish. The script appends the id of the wish, or `add`. */
  appearances?: string;
  /** A link that opens the registry for anyone who has it; null on the page of all registries. */
  familyLink: FamilyLink | null;
  /** Name of the registry's owner if the user is someone else, otherwise ''. */
  owner: string;
  user: string;
  /** Today's date in the site's time zone, YYYY-MM-DD. */
  today: string;
  /** The occasions that forms suggest. `title` is the title of a registry of the user. */
  occasions: readonly { readonly key: string; readonly name: string; readonly title: string }[];
  /** Words in lower case; if an occasion contains one, the page suggests hiding gifts from the owner. */
  surprising: readonly string[];
  /** Translations of the page's texts by their English text. Texts without a different translation are left out. */
  texts: Readonly<Record<string, string>>;
}

export const sent: PageData = JSON.parse(document.getElementById(OWNER_DATA_ID)?.textContent ?? '');
