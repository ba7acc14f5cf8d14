import { nextWeekday, type SampleRegistry } from './sample.ts';

/** Returns a private registry for the friends who carried boxes: Anna and Tom have moved. */
export function housewarming(today: Date): SampleRegistry {
  return {
    owner: 'anna',
    registry: {
      title: 'Housewarming in Linden Street',
      story: `<p>Third floor, no lift, and a view as far as the lake if you lean out a little. You carried forty-one boxes up here; now come and see what was in them.</p>
<p>There will be soup from seven. Bring an appetite, and slippers if your feet are cold: the rug is on the list.</p>`,
      status: 'private',
      meta: {
        registry_event_type: 'Housewarming',
        registry_event_date: nextWeekday(today, 6),
        registry_invitees: ['ben', 'clara@people.example'],
      },
    },
    items: [
      {
        name: 'Monstera, about one metre',
        description: 'For the south window. Her name will be Monika.',
        url: 'https://leaf-and-root.example/plants/monstera-100',
        retailer: 'Leaf & Root',
        picture: 'monstera',
        price: 69,
        quantity_purchased: 1,
      },
      {
        name: 'Tool box, 38 pieces',
        description: 'So that we can stop borrowing Ben’s.',
        url: 'https://ironmonger.example/tools/box-38-pieces',
        retailer: 'The Ironmonger',
        affiliate_url: 'https://ironmonger.example/tools/box-38-pieces?a=largesse',
        affiliate_status: 'active',
        picture: 'tool-box',
        price: 84.95,
      },
      {
        name: 'Wool blanket',
        description: 'Anything but beige. One for each end of the sofa.',
        url: 'https://north-mill.example/blankets/herringbone',
        retailer: 'North Mill',
        picture: 'blanket',
        price: 98,
        quantity_needed: 2,
      },
      {
        name: 'Door mat',
        url: 'https://threshold.example/mats/coir-60',
        retailer: 'Threshold',
        affiliate_url: 'https://threshold.example/mats/coir-60?ref=largesse',
        affiliate_status: 'inactive',
        picture: 'door-mat',
        price: 29.9,
      },
      {
        name: 'Set of storage jars',
        description: 'The mice of the old flat send their regards.',
        url: 'https://claywork.example/kitchen/jars-5',
        retailer: 'Claywork',
        picture: 'jars',
        price: 45,
        quantity_needed: 2,
        quantity_purchased: 1,
      },
      {
        name: 'Round mirror for the hall',
        url: 'https://threshold.example/mirrors/oak-60',
        retailer: 'Threshold',
        picture: 'mirror',
        price: 115,
      },
      {
        name: 'A rug that forgives red wine',
        url: 'https://north-mill.example/rugs/rust-160x230',
        retailer: 'North Mill',
        price: 210,
      },
      {
        name: 'Bread and salt',
        description: 'Tom’s grandmother insists. So do we.',
        url: 'https://mill-street-bakery.example/bread/housewarming-loaf',
        retailer: 'Mill Street Bakery',
        price: 7.5,
        quantity_purchased: 1,
      },
    ],
  };
}
