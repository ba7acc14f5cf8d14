/* Data of templates, with texts that people wrote and that must be escaped. */

/** A text of a person, as it appears on the page only if the template escapes it. */
const T = '<i>"T"</i>';
const field = (name: string, value: string, more: object = {}) => ({
  type: 'text',
  id: name,
  label: `Label ${name}`,
  is_needed: true,
  hint: '',
  value,
  problem: '',
  attributes: { name },
  classes: { field: 'f', hint: 'h', problem: 'p' },
  ...more,
});
const hidden = { token: T };
const TOKEN = `<input hidden name="token" value='${T}'>`;
const trap = 'trap';
const TRAP = 'Leave this empty <input name="trap" value="">';
const action = '/send?a=1&b=2';
const FORM = `<form post "${action}">`;
const links = { '/one': T, '/two': 'Two' };
const LINKS = `<a "/one">${T} <a "/two">Two`;
const wish = { id: 7, name: T, quantity_had: 1234 };
const card = { name: T, facts: [T, 'F2'], badge: 'B', links: { '/one': 'One', '/two': 'Two' } };
const CARD = `${T} ${T} F2 B <a "/one" (One: ${T})>One <a "/two" (Two: ${T})>Two`;
const gift = {
  id: 'g1',
  wish: T,
  quantity: 1,
  who: T,
  time: 86_400,
  day: 'Jan 2',
  message: '',
  is_secret: false,
  is_thanked: false,
  may_thank: false,
  may_free: false,
};
const giftForm = { action, hidden, fields: [field('giver', T)], trap, promise: T, is_change: false };
const GIFT_FORM = `${FORM} ${TOKEN} Label giver <input name="giver" value='${T}'> ${TRAP} ${T} <button>`;
const PAID = 'You don’t pay here: buy it wherever you like. </form>';
const given = { name: T, price: '€5', url: '/other' };
const page = {
  level: 2,
  back_url: '/list',
  name: T,
  picture: null,
  shop: '',
  price: '',
  remaining: '',
  notice: '',
  own_gift: '',
  other_url: '',
  similar: [],
  typed: {},
  form: null,
};
const DAY = '<time "1970-01-02T00:00:00+00:00"> Jan 2';
const giftsPage = {
  id: 1,
  back_url: '/back',
  may_edit: true,
  title: T,
  said: '',
  explanation: '',
  problem: '',
  gifts: null,
  owned: null,
};
const DIALOG = [
  '<dialog data-unknown="We do not know whether this arrived. Press the button again. Your gift will not be counted twice."',
  'data-unopened="The form could not be loaded, so nothing was sent. Close this window and try again in a moment."',
  'data-own="/own?a=1&b=2" data-found="Already given" data-removed="No longer on the list" data-public="/public"',
  '(Give a gift)> <button (Close)>×',
].join(' ');
const idea = {
  name: T,
  url: '',
  note: '',
  author: '',
  state: '',
  may_give: false,
  may_return: false,
  may_delete: false,
  may_remove: false,
  clear: '',
  person: null,
  hidden,
};
const act = 'act';
const values = { save: 'v-save', list: 'v-list', delete: 'v-delete' };
const unlisted = {
  name: T,
  facts: T,
  hidden,
  inputs: [field('from', T)],
  is_thanked: false,
  thanks: 'thanked',
  thanks_id: 't',
  is_open: false,
  action,
  act,
  values,
};
const UNLISTED = `${T} ${T} ${FORM} ${TOKEN} Label from <input name="from" value='${T}'>`;
const sizes = {
  back_url: '/back',
  title: '',
  action,
  hidden,
  name: 'sizes',
  rows: [{ label: T, value: '54' }],
  stored: null,
  message: '',
  wrong: null,
  is_saved: false,
  most: 12,
  label_length: 50,
  value_length: 200,
};
const giver = (name: string) => ({
  class: 'c',
  action,
  hidden,
  fields: [field(name, T)],
  act: `do-${name}`,
  label: `Do ${name}`,
});
const GIVER = (name: string) =>
  `${FORM} ${TOKEN} Label ${name} <input name="${name}" value='${T}'> <button act="do-${name}">Do ${name} </form>`;
const giverPage = {
  told: '',
  picture: null,
  title: null,
  day: '',
  name: T,
  facts: [],
  quantity: 'One.',
  is_bought: false,
  message: '',
  trouble: '',
  secret: '',
  is_mailed: false,
  shop_url: '',
  state_form: giver('state'),
  change_form: giver('change'),
  has_problems: false,
  back_form: giver('back'),
  is_wanted: true,
  account: null,
  page_url: '/gift?key=1&b=2',
  elsewhere: {},
};
const GIVER_PAGE = [
  'Your private link Keep it to yourself: anyone who has it can change your gift. <input value="/gift?key=1&b=2">',
  '<button hidden data-done="Copied. Keep it to yourself: anyone who has it can change your gift.">Copy your private link',
].join(' ');

const follower = {
  hidden,
  act,
  confirm: 'v-confirm',
  end: 'v-end',
  end_all: 'v-end-all',
  is_new: false,
  is_following: false,
  others: 0,
  title: T,
  url: '/list',
  feed_url: '',
};
const HOME_FORM = '<form post "{site}/">';
const circleForm = (name: string) => ({ action: '/circle', hidden: { do: name } });
const CIRCLE_FORM = (name: string) => `<form post "/circle"> <input hidden name="do" value="${name}">`;
const circleField = (problem: string) => ({
  id: 'name',
  name: 'name',
  label: 'Label',
  value: T,
  most: 50,
  problem,
  type: 'text',
});
const person = {
  id: 'p1',
  name: T,
  is_self: false,
  organizes: false,
  guardians: [],
  asked: [],
  next: '',
  lists: [],
  rename: null,
  guardian: null,
  organizer: null,
  remove: null,
  ends_links: false,
};
const organize = {
  invite: circleForm('invite'),
  invitations: [],
  link: '',
  renew: circleForm('renew'),
  end: circleForm('end'),
  rename: { ...circleForm('name'), field: circleField('') },
  delete: circleForm('delete'),
};
const ORGANIZE = `<details> Rename or delete the circle ${CIRCLE_FORM('name')} Label <input name="name" value='${T}'> <button>Save </form> If you delete the circle, nobody sees lists through it any more. The lists stay. ${CIRCLE_FORM('delete')} <button>Delete the circle </form>`;

/** Data of templates, and what a visitor then sees, reads in links and sends. */
export const cases: readonly [template: string, data: object, expected: string][] = [
  ['giving/gift-form', giftForm, `${GIFT_FORM}Yes, I’ll give this ${PAID}`],
  ['giving/gift-form', { ...giftForm, is_change: true }, `${GIFT_FORM}Save the changes ${PAID}`],
  [
    'giving/closed-form',
    { notice: T, gift_url: '/mine', form: giftForm },
    `Your gift ${T} <a "/mine">See or change ${GIFT_FORM}Yes, I’ll give this ${PAID}`,
  ],
  [
    'giving/give-page',
    { ...page, shop: T, price: '€5', notice: T, other_url: '/again', similar: [given] },
    `<a "/list">Back to the list ${T} ${T} · €5 ${T} <a "/again">Give another one Would you like to give one of these instead? <a "/other">${T} · €5`,
  ],
  [
    'giving/give-page',
    { ...page, price: '€5', similar: [{ ...given, price: '' }], typed: hidden, form: giftForm },
    `<a "/list">Back to the list ${T} €5 Would you like to give one of these instead? <form post "/other"> ${TOKEN} <button>${T} </form> ${GIFT_FORM}Yes, I’ll give this ${PAID}`,
  ],
  ['giving/give-notice', { text: T, url: '/else', link: T }, `${T} <a "/else">${T}`],
  [
    'giving/giver-page',
    giverPage,
    `${T} One. Not bought yet ${GIVER_PAGE} ${GIVER('state')} <details> Change ${GIVER('change')} <details> Give back Then somebody else can give it instead of you. ${GIVER('back')}`,
  ],
  [
    'giving/giver-page',
    {
      ...giverPage,
      told: T,
      title: T,
      day: 'May 1',
      facts: [T, '€5'],
      is_bought: true,
      message: `${T}\nBye`,
      trouble: T,
      secret: T,
      is_mailed: true,
      shop_url: '/shop',
      has_problems: true,
      is_wanted: false,
      elsewhere: { '/list': 'List' },
      account: { text: T, form: giver('keep'), links: { '/join': 'Join' } },
    },
    `${T} ${T} ${T} · €5 For ${T} Needed by May 1 One. Bought Your message: ${T} Bye ${T} ${T} We are sending you a mail with your private link. ${GIVER_PAGE} <a "/shop">Go to the shop ${GIVER('state')} <details open> Change ${GIVER('change')} <details> Give back This page will no longer show that you are giving it. ${GIVER('back')} <a "/list">List ${T} <a "/join">Join ${GIVER('keep')}`,
  ],
  [
    'giving/given-back',
    { links },
    `You have given it back. Thank you for telling us: now somebody else can give it. ${LINKS}`,
  ],
  [
    'giving/own-gift',
    { urls: ['/g1', '/g2'], name: T },
    `You are giving this. <a "/g1">See or change – ${T} <a "/g2">See or change – ${T}`,
  ],
  [
    'guests/header',
    { title: T, level: 2, occasion: '', story: '', is_long_story: true, manage_url: '/manage', is_private: true },
    `${T} <details> Read more Show less <a "/manage">Edit this registry Only people you invite, and anyone with your family link, can see it.`,
  ],
  [
    'guests/wish-list',
    {
      controls: null,
      groups: [
        { number: 0, title: '', shown: 0, cards: [] },
        { number: 1, title: T, shown: 1, cards: [] },
        { number: 2, title: 'Empty', shown: 0, cards: [] },
      ],
      level: 2,
      is_told: true,
      has_links: true,
      is_sorted: true,
      shown: 1,
      own_gifts: '/own?a=1&b=2',
      public_url: '/public',
    },
    `<nav hidden (What is on the list)> <a "#largesse-heading-1">${T} <li hidden> <a "#largesse-heading-2">Empty <section hidden> Wishes ${T} <section hidden> Empty <p hidden> Every wish has been granted. Thank you! ${DIALOG} <div hidden> One moment …`,
  ],
  [
    'guests/wish-list',
    {
      controls: null,
      groups: [{ number: 0, title: '', shown: 0, cards: [] }],
      level: 2,
      is_told: true,
      has_links: false,
      is_sorted: false,
      shown: 0,
      own_gifts: '',
      public_url: '',
    },
    `Every wish has been granted. Thank you! ${DIALOG.replace(/ data-(own|public)="[^"]*"/g, '')} <div hidden> One moment …`,
  ],
  [
    'guests/no-wishes',
    { manage_url: '/manage' },
    'There are no wishes here yet. Come back soon! <a "/manage">Add the first one',
  ],
  [
    'guests/sign-in-hint',
    { is_signed_in: true, sign_in_url: '/in', register_url: '/join', closed_note: T },
    '(For invited people) Were you invited to a registry? The invitation may be for another account or e-mail address of yours. <a "/in">Sign in with another account',
  ],
  [
    'guests/sign-in-hint',
    { is_signed_in: false, sign_in_url: '/in', register_url: '/join', closed_note: T },
    '(For invited people) Were you invited to a registry? <a "/in">Sign in to see it No account yet? <a "/join">Create one',
  ],
  [
    'guests/sign-in-hint',
    { is_signed_in: false, sign_in_url: '/in', register_url: '', closed_note: T },
    `(For invited people) Were you invited to a registry? <a "/in">Sign in to see it ${T}`,
  ],
  [
    'guests/list-controls',
    {
      said: T,
      sentences: { a: `${T}&amp;` },
      is_open: true,
      has_search: true,
      groups: [
        {
          label: T,
          parameter: 'sort',
          choices: [
            { value: 'x', name: T, url: '?sort=x', is_chosen: true },
            { value: '', name: 'Z', url: '?', is_chosen: false },
          ],
        },
      ],
    },
    `<div data-sentences='{"a":"<i>\\"T\\"<\\/i>&amp;"}'> <details open> Filter (${T}) <a "?sort=x" data-parameter="sort" data-value="x" current>${T} <a "?" data-parameter="sort" data-value="">Z <div hidden> <input (Search this list)> ${T}`,
  ],
  [
    'registry/occasion',
    { names: T, type: T, day: '2027-05-01', date: 'May 1' },
    `${T} · ${T} · <time "2027-05-01"> May 1`,
  ],
  ['registry/occasion', { names: T, type: '', day: '2027-05-01', date: 'May 1' }, `${T} · <time "2027-05-01"> May 1`],
  ['registry/occasion', { names: '', type: T, day: '', date: '' }, T],
  ['giving/retry-form', { hidden }, `<form post> ${TOKEN} <button>Try again </form>`],
  [
    'owners/manage',
    { title: T, guest_url: '/guest', gifts_url: '/gifts' },
    `<a "{site}/my-registries/">All my registries Without JavaScript, you can read your registry as your guests see it. To change something, please turn on JavaScript in your browser. <a "/guest">View as a guest <a "/gifts">Gifts, and what you already have ${T} This takes longer than usual. If nothing happens, please reload the page.`,
  ],
  [
    'sizes/shown-sizes',
    {
      groups: [
        { person: T, fields: [{ label: T, value: T }] },
        { person: 'Ada', fields: [] },
      ],
    },
    `(Sizes and notes) ${T} ${T} ${T} Ada`,
  ],
  ['sizes/shown-sizes', { groups: [{ person: T, fields: [] }] }, '(Sizes and notes)'],
  [
    'unlisted/link',
    { url: '/unlisted', hidden: 2, received: 1234 },
    '<details> Hidden and received wishes Prepare wishes that guests see later, and note what you have received and whom you have thanked. 2 hidden, 1,234 received <a "/unlisted">Open these wishes',
  ],
  [
    'owners/confirmation',
    { email: T, has_key: true, hidden },
    `Please confirm your e-mail address Is ${T} the address of this account? <form post "{site}/my-registries/"> ${TOKEN} <button>Yes, confirm it </form>`,
  ],
  [
    'owners/confirmation',
    { email: T, has_key: false, hidden },
    `Please confirm your e-mail address To create registries and see invitations to ${T}, open the link in a mail to that address first. <form post "{site}/my-registries/"> ${TOKEN} <button>Send the mail again </form>`,
  ],
  ['owners/notice', { heading: T, text: T, links, quotes: '', hint: T }, `${T} ${T} ${LINKS} ${T}`],
  [
    'owners/gifts-page',
    { ...giftsPage, said: T, explanation: T, problem: T },
    `<a "/back">Back to the registry Gifts: ${T} ${T} ${T} ${T}`,
  ],
  ['owners/gifts-page', { ...giftsPage, may_edit: false }, `<a "/back">All my registries Gifts: ${T}`],
  [
    'owners/gifts',
    {
      counts: [{ wish: T, quantity: 1234 }],
      rows: [
        { ...gift, may_free: true },
        { ...gift, id: 'g2', quantity: 2, message: T, is_secret: true, is_thanked: true, may_thank: true },
        { ...gift, id: 'g3', may_thank: true },
      ],
      may_thank: true,
      action,
      file_url: '/file',
      hidden_free: { what: 'free' },
      hidden_thank: { what: 'thank' },
    },
    [
      `<a "/file">Download for a spreadsheet <button hidden>Print list ${T} Given: 1,234`,
      `${FORM} <input hidden name="what" value="free"> </form> ${FORM} <input hidden name="what" value="thank">`,
      `${T} ${T} ${DAY}`,
      `<details> Release ${T}, ${T} This releases the gift, so that others can choose it. If the giver left an address, they get a mail. This cannot be undone.`,
      `<button purchase="g1" form=largesse-free>Yes, release it`,
      `${T} 2 × ${T} ${DAY} Secret ${T} <input hidden name="was[g2]" value="1"> <input name="thanked[g2]" value="1" checked> Thanked ${T}, ${T}`,
      `${T} ${T} ${DAY} <input hidden name="was[g3]" value="0"> <input name="thanked[g3]" value="1"> Thanked ${T}, ${T}`,
      `<button>Save whom you have thanked </form>`,
    ].join(' '),
  ],
  [
    'owners/gifts-page',
    {
      ...giftsPage,
      gifts: { counts: [], rows: [], may_thank: false },
      owned: { owned: [], open: [] },
    },
    `<a "/back">Back to the registry Gifts: ${T} There is nothing to show yet. [after_gifts 1] What you already have`,
  ],
  [
    'owners/members-gifts',
    {
      gifts: [
        { name: T, facts: [T], quantity: 1, is_bought: true, url: '/g1' },
        { name: T, facts: [], quantity: 2, is_bought: false, url: '/g2' },
      ],
    },
    `Gifts you are giving ${T} ${T} Bought <a "/g1" (See or change: ${T})>See or change ${T} You are giving 2 of these. Not bought yet <a "/g2" (See or change: ${T})>See or change`,
  ],
  [
    'owners/overview',
    { current: [], past: [card], kept: [card], inviting: [card], gifts: null, may_create: false },
    `Your registries <details open> Listed as past (1) ${CARD} You keep the secret You can see every gift on these registries, including surprises. ${CARD} You are invited ${CARD} [overview_sections ]`,
  ],
  [
    'owners/overview',
    { current: [card], past: [card], kept: [], inviting: [], gifts: { gifts: null }, may_create: false },
    `Your registries ${CARD} <details> Listed as past (1) ${CARD} You are invited When family or friends invite you, their registries appear here. Gifts you are giving Your gifts cannot be shown right now, but they are not lost. Please try again in a minute. [overview_sections ] [after_overview ]`,
  ],
  [
    'owners/overview',
    { current: [], past: [], kept: [], inviting: [], gifts: null, may_create: true },
    'Your registries You have no registry yet. You are invited When family or friends invite you, their registries appear here. [overview_sections ] [after_overview ] Start a registry This takes longer than usual. If nothing happens, please reload the page. [after_create_form ]',
  ],
  [
    'owners/owned-items',
    {
      owned: [wish],
      open: [{ id: 8, name: T }],
      action,
      hidden_return: { what: 'less' },
      hidden_own: { what: 'have' },
    },
    `What you already have ${FORM} <input hidden name="what" value="less"> <input hidden name="item" value="7"> ${T}: 1,234 <button (We don’t have it after all: ${T})>We don’t have it after all </form> ${FORM} <input hidden name="what" value="have"> Wish <select name="item"> <option value="8"> ${T} How many <input name="quantity" value="1"> <button>We have it </form>`,
  ],
  [
    'owners/unclaimed-gifts',
    { names: { g1: T }, box: 'gifts[]', hidden },
    `Did you give these? They were given without an account, in this browser or with your e-mail address. Add yours to your account to find them here on every device. When gifts are revealed, owners see the name of your account on gifts without a name. <form post "{site}/my-registries/"> ${TOKEN} <input name="gifts[]" value="g1" checked> ${T} <button>Keep them in my account </form>`,
  ],
  [
    'wishes/registry-choice',
    { wish: T, lists: { '/list': T } },
    `Which list is this wish for? ${T} <a "/list">${T} Nothing is saved yet: you can change everything in the next step.`,
  ],
  [
    'wishes/registry-choice',
    { wish: '', lists: {} },
    'Your wish needs a list Create a registry here. Then the form of the wish opens automatically.',
  ],
  [
    'ideas/page',
    {
      title: T,
      notice: T,
      action,
      ideas: [
        {
          ...idea,
          url: 'https://shop.example/x',
          note: `${T}\nBye`,
          author: T,
          person: field('person', T),
          may_give: true,
        },
        { ...idea, state: T, may_return: true },
        { ...idea, name: 'B', may_delete: true },
        { ...idea, may_remove: true, clear: T },
        idea,
      ],
      act,
      give: 'v-give',
      return: 'v-return',
      delete: 'v-delete',
      remove: 'v-remove',
      clear: 'v-clear',
      form: { action, hidden, fields: [field('idea', T)], gives: 'gives', is_set: true, trap },
      is_open: true,
      shares: null,
      links,
    },
    [
      `${T} Do you know a good present that is not on the list, or do you already have one? Tell the other guests, so that nobody gives it twice. The people who get the presents can see these ideas only after the gifts have been revealed. ${T}`,
      `${FORM} ${TOKEN} ${T} ${T} Bye <a "https://shop.example/x">shop.example From ${T} Label person <input name="person" value='${T}'> <button act="v-give">I give this </form>`,
      `${FORM} ${TOKEN} ${T} ${T} <button act="v-return">I don’t give it after all </form>`,
      `${FORM} ${TOKEN} B <button act="v-delete">Delete </form>`,
      `${FORM} ${TOKEN} ${T} <button act="v-remove">Remove <button act="v-clear">${T} </form> ${FORM} ${TOKEN} ${T} </form>`,
      `<details open> Add an idea or a gift ${FORM} ${TOKEN} Label idea <input name="idea" value='${T}'>`,
      `<input name="gives" value="1" checked> I give this ${TRAP} <button>Add </form> ${LINKS}`,
    ].join(' '),
  ],
  [
    'ideas/shares',
    {
      shared: [
        {
          name: T,
          total: T,
          shares: [
            { text: T, is_own: true, may_release: false, url: 'https://site.example/extend', hidden },
            { text: T, is_own: false, may_release: true, url: '', hidden },
            { text: T, is_own: false, may_release: false, url: '', hidden },
          ],
        },
      ],
      action,
      act,
      delete: 'v-delete',
      release: 'v-release',
      form: {
        action,
        hidden,
        select: 'item',
        wishes: { 7: 'A', 8: T },
        chosen: 8,
        problem: T,
        fields: [field('amount', T)],
        trap,
      },
      is_open: true,
    },
    [
      'Give a wish together Each guest promises a part of an expensive wish. No money is paid here: agree with the others who buys it.',
      `${T} ${T} ${T} ${FORM} ${TOKEN} <a "https://site.example/extend">Extend it <button act="v-delete">Take it back </form>`,
      `${T} ${FORM} ${TOKEN} <button act="v-release">Release </form> ${T} <details open> Promise a part ${FORM} ${TOKEN}`,
      `Wish <select name="item"> <option value="7"> A <option value="8" selected> ${T} ${T} Label amount <input name="amount" value='${T}'> ${TRAP} <button>Promise </form>`,
    ].join(' '),
  ],
  [
    'ideas/share-buttons',
    { hidden, act, buttons: { 'v-extend': T, 'v-back': 'B' } },
    `${HOME_FORM} ${TOKEN} <button act="v-extend">${T} <button act="v-back">B </form>`,
  ],
  [
    'ideas/switch',
    { action, hidden, is_on: true },
    `<details> Ideas of guests ${FORM} ${TOKEN} Guests have a page on which they share ideas, and gifts that are not on your list. You can see their ideas after the gifts have been revealed. <button>Turn off the page for ideas </form>`,
  ],
  [
    'ideas/switch',
    { action, hidden, is_on: false },
    `<details> Ideas of guests ${FORM} ${TOKEN} Guests have no page for ideas and for gifts that are not on your list. <button>Turn on the page for ideas </form>`,
  ],
  [
    'ideas/revealed',
    {
      ideas: [
        { name: T, amount: null, author_name: T, state: 'given', giver_name: T },
        { name: 'B', amount: null, author_name: null, state: 'given', giver_name: '' },
        { name: 'C', amount: 5, author_name: 'Ada', state: null, giver_name: null },
      ],
    },
    `Ideas of your guests ${T} ( ${T} ) – ${T} gives this B – Somebody gives this C 5.00`,
  ],
  [
    'invitations/continue-page',
    { action, hidden, owner: T, title: T },
    `${FORM} ${TOKEN} ${T} shows you a registry: ${T} <button>Continue You don’t need an account. A cookie on this device remembers for 90 days that you can open the registry. It does nothing else. </form>`,
  ],
  [
    'invitations/invitee-section',
    {
      people: [
        { entry: 'a', name: '', states: [{ text: T }, { text: 'S' }] },
        { entry: 'b', name: T, states: [] },
      ],
    },
    `Invited people a – ${T} · S ${T} –`,
  ],
  [
    'sizes/page',
    {
      ...sizes,
      title: T,
      message: T,
      stored: [{ label: T, value: T }],
      wrong: { row: 0, field: 'value', message: T },
    },
    `<a "/back">Back to the registry Sizes and notes ${T} People who may see this registry see this above the wishes. If it is public, only people who are signed in or have your link see it. ${T} Saved at the moment ${T} : ${T} What you typed ${FORM} ${TOKEN} {labels} (Entry 1) What <input name="sizes[0][label]" value='${T}'> Size or note <input name="sizes[0][value]" value="54"> ${T} Empty a row to remove it. After saving you get more rows, up to 12. <button>Save </form>`,
  ],
  [
    'sizes/page',
    { ...sizes, is_saved: true },
    `<a "/back">All my registries Sizes and notes People who may see one of your registries see this above your wishes. On a public registry, only people who are signed in or have your link see it. Your sizes and notes are saved. ${FORM} ${TOKEN} {labels} (Entry 1) What <input name="sizes[0][label]" value='${T}'> Size or note <input name="sizes[0][value]" value="54"> Empty a row to remove it. After saving you get more rows, up to 12. <button>Save </form>`,
  ],
  [
    'unlisted/wish',
    { ...unlisted, is_received: true, is_thanked: true, is_open: true },
    `<details open> ${UNLISTED} <input name="thanked" value="1" checked> Thanked <button act="v-save">Save <button act="v-list">Put back on the list <button act="v-delete">Delete </form>`,
  ],
  [
    'unlisted/wish',
    { ...unlisted, is_received: false },
    `<details> ${UNLISTED} <button act="v-save">Save <button act="v-list">Show it now <button act="v-delete">Delete </form>`,
  ],
  [
    'unlisted/page',
    {
      back_url: '/back',
      title: T,
      action,
      message: '',
      is_done: true,
      trouble: '',
      act,
      take: { hidden, field: 'wish', folder: 'folder', wishes: { 7: 'A', 8: T }, chosen: 8 },
      hidden: [],
      received: [unlisted],
      new: { hidden, inputs: [field('name', T)], is_open: true },
      values,
    },
    [
      `<a "/back">Back to the registry Hidden and received wishes ${T} Your change is saved. Move a wish here ${FORM} ${TOKEN} Wish <select name="wish"> <option value="7"> A <option value="8" selected> ${T}`,
      'Guests no longer see the wish. Gifts for it are kept, and their givers get a mail. <button folder="received">We have received it <button folder="hidden">Hide it </form>',
      `Hidden 0 Guests do not see these wishes. <details open> Add a hidden wish ${FORM} ${TOKEN} Label name <input name="name" value='${T}'> <button act="v-save">Save wish </form>`,
      `Received 1 You have these already, so they are no longer on your list. <details> ${UNLISTED} <input name="thanked" value="1"> Thanked <button act="v-save">Save <button act="v-list">Put back on the list <button act="v-delete">Delete </form>`,
    ].join(' '),
  ],
  [
    'helpers/helper-lists',
    {
      refused: T,
      lists: [
        {
          key: 'owners',
          heading: T,
          entries: ['ada'],
          asked: ['ben'],
          names: { ada: T, ben: 'Benno' },
          add: { what: 'add' },
          remove: { what: 'remove' },
        },
      ],
    },
    `Who helps They get a mail, and help you as soon as they accept. ${T} ${T} <form post "{site}/wp-admin/admin-post.php"> <input hidden name="what" value="remove"> <input hidden name="person" value="ada"> ${T} <button>Remove ${T} </form> <form post "{site}/wp-admin/admin-post.php"> <input hidden name="what" value="remove"> <input hidden name="person" value="ben"> ben (has not answered yet) <button>Remove ben </form> <form post "{site}/wp-admin/admin-post.php"> <input hidden name="what" value="add"> ${T}: User name or e-mail address <input name="person"> <button (Add: ${T})>Add </form>`,
  ],
  [
    'helpers/proposals',
    {
      rows: [
        { owner: T, title: T, for_owners: true, for_keepers: true, act: 'do', accept: 'yes', decline: 'no', hidden },
      ],
    },
    [
      `A question for you ${T} asks you to own “${T}” together with them. You can then change everything in it. Guests see your name, and your sizes and notes if you have saved any.`,
      `${T} asks you to see all gifts for “${T}”, even the secret ones, and to help the guests.`,
      `<form post "{site}/my-registries/"> ${TOKEN} <button do="yes">Accept ${T} <button do="no">Decline ${T} </form>`,
    ].join(' '),
  ],
  ['following/follow-button', { action, hidden, feed_url: '' }, `${FORM} ${TOKEN} <button>Follow this list </form>`],
  [
    'following/follow-button',
    { action, hidden, feed_url: '/feed' },
    `${FORM} ${TOKEN} <button>Stop following </form> You follow this list: you get a mail when wishes are added, at most one a day. <a "/feed">Private feed (RSS)`,
  ],
  [
    'following/follow-form',
    { notice: T, title: T, action, hidden, field: field('email', T), trap, links },
    `${T} ${T} You get a mail when wishes are added, at most one a day. You don’t need an account, and you can stop at any time with a link in each mail. ${FORM} ${TOKEN} Label email <input name="email" value='${T}'> ${TRAP} <button>Follow this list ${LINKS} </form> We use the address for nothing else. The owner of the list does not learn that you follow it.`,
  ],
  [
    'following/follower-page',
    { ...follower, title: '', url: '' },
    `${HOME_FORM} ${TOKEN} You cannot see this list at the moment, so you get no mails about it. </form>`,
  ],
  [
    'following/follower-page',
    follower,
    `${HOME_FORM} ${TOKEN} ${T} Do you want a mail when wishes are added, at most one a day? You can stop at any time with a link in each mail. <button act="v-confirm">Yes, send me these mails <a "/list">Look at the list </form>`,
  ],
  [
    'following/follower-page',
    { ...follower, is_following: true, is_new: true, others: 1, feed_url: '/feed' },
    `${HOME_FORM} ${TOKEN} ${T} You get a mail when wishes are added, at most one a day. Nobody else knows that you follow this list. <a "/list">Look at the list <button act="v-end">Stop these mails <button act="v-end-all">Stop the mails about all lists <a "/feed">Private feed (RSS) – for your feed reader. Its address is only for you; it works as long as you follow this list. </form>`,
  ],
  [
    'following/follower-page',
    { ...follower, title: '', url: '', is_following: true },
    `${HOME_FORM} ${TOKEN} You cannot see this list at the moment, so you get no mails about it. <button act="v-end">Stop these mails </form>`,
  ],
  [
    'mail/opt-out-page',
    { texts: [T], hidden, box: 'box', wish: 'no', is_unwanted: false },
    `${T} ${HOME_FORM} ${TOKEN} <input name="box" value="no"> Do not send me any invitations from anyone. <button>Save </form>`,
  ],
  [
    'mail/opt-out-page',
    { texts: [], hidden, box: 'box', wish: 'yes', is_unwanted: true },
    `${HOME_FORM} ${TOKEN} <input name="box" value="yes"> I want to be invited by mail again. <button>Save </form>`,
  ],
  [
    'accounts/sign-up',
    { notices: [T, 'Two'], hidden, fields: [field('email', T)], trap, sign_in_url: '/in' },
    `${T} Two ${HOME_FORM} ${TOKEN} Label email <input name="email" value='${T}'> ${TRAP} <button>Create an account </form> Do you have an account? <a "/in">Sign in`,
  ],
  [
    'accounts/sign-up-confirmation',
    { email: T, notice: T, hidden, field: field('password', '') },
    `${T} Is ${T} your e-mail address? ${HOME_FORM} ${TOKEN} Label password <input name="password" value=""> <button>Confirm and sign in </form>`,
  ],
  [
    'circles/person',
    { ...person, lists: [{ name: T, kind: T, url: '/list' }], guardians: [T, 'Ben'], is_self: true, organizes: true },
    `${T} No date yet You Organizer Looked after by ${T}, Ben <a "/list">${T} ${T}`,
  ],
  [
    'circles/person',
    {
      ...person,
      next: 'May 1',
      rename: { ...circleForm('rename'), field: circleField(T) },
      asked: [{ name: T, form: circleForm('withdraw') }],
      guardian: { ...circleForm('guardian'), others: { a: T } },
      organizer: circleForm('organizer'),
      remove: { ...circleForm('remove'), wards: [T, 'Cleo'] },
      ends_links: true,
    },
    [
      `${T} May 1 <details open> Change ${T} ${CIRCLE_FORM('rename')} Label <input name="name" value='${T}'> ${T} <button>Save ${T} </form>`,
      `${CIRCLE_FORM('guardian')} Who else could look after this person? <select name="guardian"> <option value="a"> ${T} <button>Ask </form>`,
      `${T} was asked to look after this person, and has not answered yet. ${CIRCLE_FORM('withdraw')} <button>Withdraw the question ${T} </form>`,
      `${CIRCLE_FORM('organizer')} <button>Make this person an organizer ${T} </form>`,
      'If you remove this person, they lose access at once. The link for the family chat stops working, too, because they may know it.',
      `These people leave, too, because nobody else looks after them: ${T}, Cleo ${CIRCLE_FORM('remove')} <button>Remove from the circle ${T} </form>`,
    ].join(' '),
  ],
  [
    'circles/open-list',
    { form: circleForm('open'), lists: { 7: T }, people: { a: 'Ada', b: T } },
    `Open a list to the circle Everyone in the circle sees the list and can give something, like invited guests. You can close it again in the settings of the list. ${CIRCLE_FORM('open')} List <select name="list"> <option value="7"> ${T} Whose list is it? <select name="person"> <option value="a"> Ada <option value="b"> ${T} <button>Open the list </form>`,
  ],
  [
    'circles/open-list',
    { form: circleForm('open'), lists: { 7: T }, people: { a: 'Ada' } },
    `Open a list to the circle Everyone in the circle sees the list and can give something, like invited guests. You can close it again in the settings of the list. ${CIRCLE_FORM('open')} List <select name="list"> <option value="7"> ${T} <input hidden name="person" value="a"> <button>Open the list </form>`,
  ],
  [
    'circles/list-choice',
    {
      circles: [
        { name: T, url: '/c1', person: T, close: circleForm('close'), choices: [] },
        {
          name: 'B',
          url: '/c2',
          person: '',
          close: null,
          choices: [
            { name: '', form: circleForm('mine') },
            { name: T, form: circleForm('theirs') },
          ],
        },
      ],
      is_draft: true,
      problem: T,
      said: 'Saved',
    },
    [
      `Circles that see this list ${T} Circles cannot see the list before you share it: choose under “Share” who may see it.`,
      `<a "/c1">${T} shown as the list of ${T} ${CIRCLE_FORM('close')} <button>Close the list to this circle ${T} </form>`,
      `<a "/c2">B ${CIRCLE_FORM('mine')} <button>Open as my list B </form> ${CIRCLE_FORM('theirs')} <button>Open as the list of ${T} B </form>`,
    ].join(' '),
  ],
  [
    'circles/organize',
    { ...organize, invitations: [{ email: T, state: T, withdraw: circleForm('withdraw') }], link: '/join?key=1&b=2' },
    `Invite people An invitation by mail works once, for 30 days. ${CIRCLE_FORM('invite')} <button>Send the invitation </form> ${T} ${T} ${CIRCLE_FORM('withdraw')} <button>Withdraw ${T} </form> Link for the family chat Everyone with this link can join: <input value="/join?key=1&b=2"> ${CIRCLE_FORM('renew')} <button>Replace the link </form> ${CIRCLE_FORM('end')} <button>Revoke the link </form> ${ORGANIZE}`,
  ],
  [
    'circles/organize',
    organize,
    `Invite people An invitation by mail works once, for 30 days. ${CIRCLE_FORM('invite')} <button>Send the invitation </form> Link for the family chat Everyone with the link can join until you revoke it. ${CIRCLE_FORM('renew')} <button>Create a link </form> ${ORGANIZE}`,
  ],
  [
    'circles/join',
    { name: T, problem: T, form: circleForm('join'), field: circleField('') },
    `Join “${T}” ${T} The people in the circle see your name, and the lists that you open to them. You see theirs. ${CIRCLE_FORM('join')} Label <input name="name" value='${T}'> <button>Join the circle </form>`,
  ],
  [
    'circles/join',
    { name: T, problem: '', form: null, field: circleField('') },
    `Join “${T}” Please confirm the e-mail address of your account first.`,
  ],
  [
    'draws/section',
    {
      anchor: 'largesse-draws',
      hidden,
      problems: { '': T },
      open: {
        id: 'd1',
        day: 'May 1',
        budget: T,
        organizer: T,
        people: [T, 'Ben'],
        may_repeat: true,
        has_gap: true,
        own: [
          { name: '', text: T, drawn: T, lists: [[T, '/list']] },
          { name: T, text: T, drawn: T, lists: [] },
          { name: '', text: T, drawn: '', lists: [] },
        ],
        changes: true,
      },
      form: null,
      history: [{ year: 2025, text: T }],
    },
    [
      `Draw names ${T} The names are drawn for presents on May 1. Budget: ${T}. Started by ${T}. These people take part: ${T} and Ben. Each of them knows only whom they drew.`,
      'Somebody may have drawn the same person as last year. With these people and exclusions, the draw would not be secret if last year’s pairs were impossible.',
      'Somebody who takes part has left, so somebody might get no present. The member who started the draw, or an organizer of the circle, can draw the names again.',
      `<details> Show whom I drew ${T} <a "/list">${T} <details> Show whom ${T} drew ${T} This person has no list that is open to the circle. <details> Show whom I drew ${T}`,
      `<details> Cancel this draw <form post "#largesse-draws"> ${TOKEN} <input hidden name="draw_id" value="d1"> The pairs are deleted, and everybody gets a mail. <button draw_cancel="1">Cancel the draw </form>`,
      `<details> Whom you drew in earlier years 2025: ${T}`,
    ].join(' '),
  ],
  [
    'draws/form',
    {
      hidden,
      form: {
        is_sent: true,
        id: 'd1',
        day: field('day', '2027-12-24'),
        budget: field('budget', T),
        people: [
          { id: 'a', name: T, is_in: true, guardian: '' },
          { id: 'b', name: 'Ben', is_in: false, guardian: T },
        ],
        people_problem: T,
        rows: [['a', 'b', 'one']],
        rows_problem: T,
        avoids_last_year: true,
        is_again: true,
        fewest: 2,
      },
    },
    [
      'Each person draws the name of another one and gives them a present. Nobody else learns who draws whom, not even the person who starts the draw.',
      `<details open> Draw the names again <form post "#largesse-draws"> ${TOKEN} <input hidden name="draw_id" value="d1"> Label day <input name="day" value="2027-12-24"> Label budget <input name="budget" value='${T}'>`,
      `Who takes part? ${T} <input name="draw_people[]" value="a" checked> ${T} <input name="draw_people[]" value="b"> Ben Looked after by ${T}, who will see the drawn name and cannot be drawn by this person`,
      `Who should not draw whom? For example couples. Empty rows are ignored. ${T}`,
      `<select name="draw_givers[]" (Exclusion 1: person who draws)> <option value=""> Who? <option value="a" selected> ${T} <option value="b"> Ben`,
      `<select name="draw_receivers[]" (Exclusion 1: person who must not be drawn)> <option value=""> does not draw whom? <option value="a"> ${T} <option value="b" selected> Ben`,
      '<select name="draw_ways[]" (Exclusion 1: direction)> <option value="both"> both ways <option value="one" selected> only this way <button draw_more="1">More rows',
      '<input name="draw_last_year" value="1" checked> If the draw stays secret, nobody draws the same person as last year',
      'Everybody draws again. The names that are drawn now no longer count. After the draw, its people and exclusions stay as they are. Everybody gets a mail. The names can be drawn once a day. <button draw_start="1">Draw the names <input hidden name="draw_end" value="1"> </form>',
    ].join(' '),
  ],
];
