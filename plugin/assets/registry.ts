/** An item as the site sends it; missing text is ''. */
export interface Item {
  id: number;
  /** Title of the heading above the item; '' for none. */
  heading: string;
  is_most_wanted: boolean;
  name: string;
  description: string;
  url: string;
  retailer: string;
  image_url: string;
  /** Null for none. */
  price: number | null;
  /** ISO 4217 code; '' for the site's currency. */
  currency: string;
  price_text: string;
  quantity_needed: number;
  is_any_number: boolean;
  quantity_purchased: number;
  /** Number of pieces that are not from guests: the owner has them, or they were counted before guests could give. */
  quantity_had: number;
  status_text: string;
  /** Text for the row of the item; missing if the row counts the pieces. */
  shown_text?: string;
  /** True if guests may have given more than this owner is allowed to see. */
  is_surprise: boolean;
  is_complete: boolean;
  /** Address that redirects guests to the shop; '' for a wish without a shop. */
  gift_url: string;
  /** Text with the names of the other lists with the item; '' for none. */
  other_lists?: string;
  version: string;
}

/** Data of a shop's page as the site sends it; missing text is ''. */
export interface ShopData
  extends Partial<Pick<Item, 'name' | 'description' | 'retailer' | 'image_url' | 'price' | 'currency'>> {
  /** Sentence about the price, if the reader of the page has one. */
  note?: string;
}

/** The invitation of a person as the site sends it. */
export interface Invitation {
  entry: string;
  /** The display name of a member who has visited; otherwise empty. */
  name: string;
  /** `here`: the person has opened the registry. `nobody`: the user name is unknown or the e-mail address invalid. */
  states: { key: 'invited' | 'waiting' | 'mailed' | 'failed' | 'here' | 'nobody'; text: string }[];
  may_mail: boolean;
  has_link: boolean;
}

/** A registry as the site sends it. Optional fields are missing if the site lacks their feature. */
export interface Registry {
  id: number;
  title: string;
  event_type: string;
  event_date: string;
  date_text: string;
  /** Level of surprise before the reveal. */
  surprise: 'hidden' | 'counts' | 'names';
  /** Day of the reveal that an owner chose; '' if `event_date` determines the day. */
  reveal_date: string;
  /** Day of the reveal in words; '' if there is none. */
  reveal_text: string;
  /** Sentence that gifts are a surprise; '' if they are not. */
  surprise_text: string;
  /** True once the day of the reveal has come. */
  is_revealed: boolean;
  /** True once the occasion is over and the day of the reveal has come. */
  is_over: boolean;
  is_past: boolean;
  is_public: boolean;
  /** True until someone chooses who can see it. */
  is_draft: boolean;
  has_password: boolean;
  /** Names by which anyone can find the registry while it is public; '' for none. */
  names?: string;
  suggested_names?: string;
  story: string;
  /** Plain text of a formatted story; '' for a plain story. */
  story_text: string;
  is_story_html: boolean;
  /** Address of the uploaded cover; '' for none. */
  cover?: string;
  permalink: string;
  manage_url: string;
  version: string;
  /** Id of the latest change at the time when the page read the registry; '' for none. */
  last_edit: string;
  /** A text that changes when the invitees or the shown wishes may have changed. Secret gifts do not change it. */
  guests: string;
  /** Titles of the headings in their order, including empty ones. */
  headings: string[];
  /** In display order: items without a heading come first. */
  items: Item[];
  items_error: string;
  invitees: string[];
  /** Invitations in detail; empty for users who cannot change the registry. */
  invitations: Invitation[];
  owners: string[];
  keepers: string[];
  /** Display names of co-owners and keepers, by their entry in the lists; missing for e-mail addresses. */
  helper_names?: Record<string, string>;
  /** People who were asked to be co-owners or keepers, and have not answered. */
  proposed_owners?: string[];
  proposed_keepers?: string[];
  /** Keepers who are also owners. The page does not offer to remove them. */
  owner_keepers: string[];
  /** True for a child's list: its author sees all gifts. */
  is_for_child: boolean;
  /** True if the user is an owner who sees all gifts. */
  sees_all: boolean;
  may_delete: boolean;
}

/** An item in the order of a list. */
export interface OrderedItem {
  readonly id: number;
  /** Title of its heading; '' for none. */
  readonly heading: string;
}

/** The fields of a registry that a request has changed. `items` contains only changed items. */
export interface RegistryChange extends Partial<Registry> {
  id: number;
  version: string;
  /** All items in display order, if items were added, removed or moved. */
  order?: readonly OrderedItem[];
}

/** A link that opens the registry for anyone who has it. */
export interface FamilyLink {
  /** `dead`: the site's secret keys have changed, so the link no longer works. */
  state: 'none' | 'good' | 'dead';
  /** '' unless `state` is `good`. */
  url: string;
}

/** A change of the registry or its wishes, as the site stores it. */
export interface Edit {
  readonly id: string;
  /** Id of the page view that made the change (`TAB` in rest.ts); '' for a change from elsewhere. */
  readonly tab: string;
  /** Name of the user who made the change; '' if the site does not know. */
  readonly name: string;
  readonly is_own: boolean;
}

/** The mail of an invitation as plain text. */
export interface Letter {
  readonly subject: string;
  /** The mail without a message. */
  readonly without: string;
  readonly before: string;
  readonly after: string;
  /** Sentence with the address for replies. */
  readonly reply_to: string;
  /** Sentence with the number of mails that the user can still send today. */
  readonly left: string;
}

/**
 * Result of an import: state of a wish, and error messages by field. `place` is its line, or its number in the file.
 */
export interface ImportResult {
  readonly place: number;
  /** `waiting`: the page must send the wish again. */
  readonly state: 'new' | 'there' | 'wrong' | 'added' | 'waiting';
  readonly problems: Readonly<Record<string, string>>;
}

/** A wish that can be imported. To import it, the page sends `place`, `by`, `nth` and `fields` back. */
export interface PlannedWish extends ImportResult {
  readonly by: string;
  readonly nth: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Price as the site writes it; missing if there is none. */
  readonly price_text?: string;
}

/** The site's answer about a file. */
export interface PlannedFile {
  readonly registry: { readonly title: string; readonly problems: Readonly<Record<string, string>> };
  readonly wishes: readonly PlannedWish[];
}

/** An answer of the site. Each route sends some of the fields; docs/pages.md lists the routes. */
export interface AnswerBody {
  registry?: RegistryChange;
  /** Body of the request that undoes the change. */
  undo?: object;
  item?: number;
  /** All registries that the user can change. */
  registries?: Pick<Registry, 'id' | 'title'>[];
  /** The registry with the copies. `missing` contains the names of the wishes that could not be copied. */
  copy?: { title: string; manage_url: string; copied: number; missing: string[] };
  /** The latest changes, newest first, and the current value of `guests`. */
  edits?: Edit[];
  guests?: string;
  url?: string;
  /** Result of checking the address of a picture, and the address of a picture on that page; '' for none. */
  check?: { text: string; image_url: string };
  /** Data of a shop's page; null if the site does not read shop pages. */
  preview?: ShopData | null;
  /** People who were not invited, with a message about each. */
  asked?: { entry: string; text: string }[];
  family_link?: FamilyLink;
  /** Personal link of an invited address. */
  link?: string;
  letter?: Letter;
  /** When the mails will be sent, in words. */
  told?: string;
  /** True if the user can no longer change the registry. */
  left?: boolean;
  revealed?: number;
  file?: PlannedFile;
  results?: ImportResult[];
}
