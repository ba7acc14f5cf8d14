import type { ItemRegistryCreate, RegistryCreate } from '../contract/index.ts';

/** A registry of the demonstration and what is wished for in it. */
export interface SampleRegistry {
  registry: RegistryCreate;
  items: ItemRegistryCreate[];
}

/** What the demonstration shows: a public registry and one for invited people only, both Anna's. */
export const sampleRegistries: SampleRegistry[] = [
  {
    registry: {
      title: 'Anna & Tom: our wedding',
      story:
        '<p>We are getting married on the lake! Your company is the best present. If you would like to give us something for our first home together, here is what we are dreaming of.</p>',
      status: 'publish',
      meta: { registry_event_type: 'Wedding', registry_event_date: '2027-06-19', registry_invitees: ['ben'] },
    },
    items: [
      {
        name: 'Cast-iron casserole, 26 cm',
        description: 'For stews that take all Sunday. In dark green, please.',
        url: 'https://hearth-and-pan.example/casseroles/cast-iron-26',
        retailer: 'Hearth & Pan',
        affiliate_url: 'https://hearth-and-pan.example/casseroles/cast-iron-26?partner=largesse',
        affiliate_status: 'active',
        price: 189,
        quantity_purchased: 1,
      },
      {
        name: 'Stoneware plates',
        description: 'The speckled ones; we have four and hope for twelve.',
        url: 'https://claywork.example/tableware/speckled-plate',
        retailer: 'Claywork',
        affiliate_url: 'https://claywork.example/tableware/speckled-plate?via=largesse',
        affiliate_status: 'active',
        price: 24.5,
        quantity_needed: 8,
        quantity_purchased: 3,
      },
      {
        name: 'Linen bedding, double',
        url: 'https://linen-house.example/bedding/washed-double-sand',
        retailer: 'Linen House',
        price: 159.9,
      },
      {
        name: 'Espresso machine',
        description: 'A big one: feel free to join forces.',
        url: 'https://morning-goods.example/espresso/lever-one',
        retailer: 'Morning Goods',
        affiliate_url: 'https://morning-goods.example/espresso/lever-one?ref=largesse',
        affiliate_status: 'expired',
        price: 649,
      },
      {
        name: 'Wine glasses, set of six',
        url: 'https://glasswright.example/wine/set-of-6',
        retailer: 'Glasswright',
        price: 54,
        quantity_needed: 2,
        quantity_purchased: 2,
      },
      {
        name: 'A night in a mountain hut',
        description: 'For the first anniversary, with breakfast.',
        url: 'https://high-huts.example/vouchers/night-for-two',
        retailer: 'High Huts',
        price: 120,
        quantity_needed: 3,
        quantity_purchased: 1,
      },
      {
        name: 'Record player',
        url: 'https://needle-drop.example/turntables/walnut',
        retailer: 'Needle Drop',
        price: 279,
      },
    ],
  },
  {
    registry: {
      title: 'Housewarming in Linden Street',
      story: '<p>Third floor, no lift, great view. Come and see it, and bring an appetite.</p>',
      status: 'private',
      meta: {
        registry_event_type: 'Housewarming',
        registry_event_date: '2027-01-23',
        registry_invitees: ['ben', 'clara@people.example'],
      },
    },
    items: [
      {
        name: 'Monstera, about one metre',
        description: 'It will stand at the south window.',
        url: 'https://leaf-and-root.example/plants/monstera-100',
        retailer: 'Leaf & Root',
        price: 69,
        quantity_purchased: 1,
      },
      {
        name: 'Tool box',
        url: 'https://ironmonger.example/tools/box-38-pieces',
        retailer: 'The Ironmonger',
        affiliate_url: 'https://ironmonger.example/tools/box-38-pieces?a=largesse',
        affiliate_status: 'active',
        price: 84.95,
      },
      {
        name: 'Wool blanket',
        description: 'Anything but beige.',
        url: 'https://north-mill.example/blankets/herringbone',
        retailer: 'North Mill',
        price: 98,
        quantity_needed: 2,
      },
      {
        name: 'Door mat',
        url: 'https://threshold.example/mats/coir-60',
        retailer: 'Threshold',
        price: 29.9,
      },
      {
        name: 'Set of storage jars',
        url: 'https://claywork.example/kitchen/jars-5',
        retailer: 'Claywork',
        price: 45,
        quantity_needed: 2,
        quantity_purchased: 1,
      },
    ],
  },
];
