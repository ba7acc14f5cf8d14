import { __ } from './texts.ts';

const LABELS: Readonly<Record<string, string>> = {
  title: __('Title'),
  event_type: __('Occasion'),
  event_date: __('Date'),
  visibility: __('Who may see it?'),
  surprise: __('What do you want to know about your gifts?'),
  reveal_date: __('Day of the reveal'),
  story: __('Story'),
  family_link: __('Private link'),
  findable: __('Can others find it by searching?'),
  names: __('Names by which it is found'),
  name: __('Name'),
  url: __('Address of the product'),
  address: __('Paste a shop’s link, or describe your wish'),
  retailer: __('Shop'),
  price: __('Price'),
  heading: __('Heading'),
  to: __('Where to?'),
  quantity_needed: __('How many are wanted'),
  description: __('Description'),
  image_url: __('Address of a picture'),
  invitee: __('User names or e-mail addresses'),
  message: __('Your message'),
  person: __('User name or e-mail address'),
  list: __('What may they do?'),
};

/** Returns the label of a field of the REST API. */
export const labelOf = (field: string): string => LABELS[field] ?? field;

const VISIBILITIES: Readonly<Record<string, string>> = {
  public: __('Public'),
  private: __('Private'),
};

/** Returns the words for a visibility; '' is a draft. */
export const visibilityText = (visibility: string): string => VISIBILITIES[visibility] ?? __('Draft');

/** Returns a text that says whether people can find a registry by names. '' means no. */
export const findableText = (findable: string): string =>
  findable ? __('Let others find it by our names') : __('No one finds it by names');

const LEVELS: Readonly<Record<string, string>> = {
  hidden: __('Surprise me'),
  counts: __('Show me how many'),
  names: __('Show me everything'),
};

/** Returns the words for a level of surprise. */
export const levelText = (level: string): string => LEVELS[level] ?? level;
