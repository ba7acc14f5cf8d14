/** An item as the site tells it; absent text is ''. */
export interface Item {
  id: number;
  /** Title of the heading above it; '' for none. */
  heading: string;
  /** True if it is one of those that the owner wants most of all. */
  is_most_wanted: boolean;
  name: string;
  description: string;
  url: string;
  retailer: string;
  image_url: string;
  price: string;
  price_text: string;
  quantity_needed: number;
  quantity_purchased: number;
  /** How many of these the owner has said that they have, or that were counted before guests could give. */
  quantity_had: number;
  status_text: string;
  /** True if guests may have given more than this owner may know. */
  is_surprise: boolean;
  is_complete: boolean;
  /** '' for a wish without a shop, of which `url` is '', too. */
  gift_url: string;
  /** What was seen at the shop of it; '' for nothing. */
  shop_hint: string;
  version: string;
}

/** The invitation of somebody on the list of invitees, as the site tells it. */
export interface Invitation {
  /** The user name or e-mail address. */
  entry: string;
  /** What became of the invitation, or is wrong with it. */
  states: { key: 'invited' | 'waiting' | 'mailed' | 'failed' | 'here' | 'nobody'; text: string }[];
  may_mail: boolean;
  /** True for those who have a link of their own. */
  has_link: boolean;
}

/** A registry as the site tells it. */
export interface Registry {
  id: number;
  title: string;
  event_type: string;
  event_date: string;
  date_text: string;
  /** What the owner learns of gifts before the reveal. */
  surprise: 'hidden' | 'counts' | 'names';
  /** Day of the reveal as it was chosen; '' if it follows from the date. */
  reveal_date: string;
  /** Day of the reveal in words; '' if there is none. */
  reveal_text: string;
  /** True once that day has come. */
  is_revealed: boolean;
  /** True once the occasion is over, too. */
  is_over: boolean;
  /** True while the owner keeps the registry as past. */
  is_past: boolean;
  is_public: boolean;
  /** True until somebody has decided who may see it. */
  is_draft: boolean;
  /** True while everybody finds the registry by its names, as long as it is public. */
  is_findable: boolean;
  names: string;
  /** What the owners are called on the site. */
  suggested_names: string;
  story: string;
  /** The words of a story with formatting; '' where it has none. */
  story_text: string;
  is_story_html: boolean;
  /** Address of the picture on top, which was uploaded; '' where there is none. */
  cover: string;
  /** Address of the picture that chats show; '' unless everybody may open the registry. */
  shared_picture: string;
  permalink: string;
  manage_url: string;
  /** Whether the shops of the wishes are watched; '' where that cannot be chosen. */
  shop_watch: '' | 'on' | 'off';
  version: string;
  /** Titles of the headings in their order, those above nothing, too. */
  headings: string[];
  /** In the order of the page: those under no heading first. */
  items: Item[];
  items_error: string;
  invitees: string[];
  /** The same in detail; empty for those who may not change the registry. */
  invitations: Invitation[];
  /** Co-owners and keepers. */
  owners: string[];
  keepers: string[];
  /** The keepers who are owners, too: they became keepers with the registry, and stay so. */
  owner_keepers: string[];
  /** True if its author sees all gifts. */
  is_for_child: boolean;
  /** True if nothing is kept from this owner. */
  sees_all: boolean;
  may_delete: boolean;
}

/** The link that opens a registry for whoever has it. */
export interface FamilyLink {
  /** `dead`: the site's secret keys have changed, so the link that was sent opens nothing any more. */
  state: 'none' | 'good' | 'dead';
  /** '' unless it is good. */
  url: string;
}
