import { inDays, type SampleRegistry } from './sample.ts';

/** Returns a private registry for family and godparents: Ben's daughter turns seven, and the gifts are a surprise. */
export function birthday(today: Date): SampleRegistry {
  return {
    owner: 'ben',
    registry: {
      title: 'Juna turns seven',
      story: `<p>Juna dictated this list herself, at breakfast, with great care and her mouth full. Numbers one to three are “really important”, the rest is “if somebody likes to”.</p>
<p>Cake is at three. She would like everybody to come as an animal; I am going to be a tired bear.</p>`,
      status: 'private',
      meta: {
        registry_event_type: 'Birthday',
        registry_event_date: inDays(today, 9),
        registry_invitees: ['anna', 'marta', 'clara@people.example'],
        registry_surprise: 'hidden',
      },
    },
    items: [
      {
        name: 'A red bicycle with a basket',
        description: '20 inches. Grandma Ute and I share this one, with the bell that goes ding-dong.',
        url: 'https://two-wheels.example/children/20-inch-red',
        retailer: 'Two Wheels',
        affiliate_url: 'https://two-wheels.example/children/20-inch-red?a=largesse',
        affiliate_status: 'active',
        picture: 'bicycle',
        price: 279,
        isThere: true,
      },
      {
        name: 'A telescope, to find out who lives on the moon',
        url: 'https://night-sky.example/telescopes/first-70',
        retailer: 'Night Sky',
        picture: 'telescope',
        price: 89.9,
        gifts: [{ by: 'anna', state: 'bought', message: 'So that she can wave to us in the evening.' }],
      },
      {
        name: 'Roller skates, size 31',
        description: 'With knee pads, please. We know her.',
        url: 'https://two-wheels.example/skates/rose-31',
        retailer: 'Two Wheels',
        picture: 'roller-skates',
        price: 54.95,
      },
      {
        name: 'Building blocks for a castle',
        description: 'It needs a gate that a dragon fits through.',
        url: 'https://wooden-moon.example/toys/castle-blocks',
        retailer: 'Wooden Moon',
        picture: 'bricks',
        price: 46,
      },
      {
        name: 'Paints, the good ones',
        description: 'The red is always used up first.',
        url: 'https://paper-and-thread.example/paint/watercolours-24',
        retailer: 'Paper & Thread',
        picture: 'paint-box',
        price: 24,
        quantity_needed: 2,
        gifts: [{ by: 'Uncle Paul', message: 'I take the one with two reds.' }],
      },
      {
        name: 'A kite for the big meadow',
        url: 'https://high-huts.example/kites/four-colours',
        retailer: 'High Huts',
        picture: 'kite',
        price: 19.5,
      },
      {
        name: 'A board game in which one may lose nicely',
        url: 'https://wooden-moon.example/games/round-the-garden',
        retailer: 'Wooden Moon',
        affiliate_url: 'https://wooden-moon.example/games/round-the-garden?via=largesse',
        affiliate_status: 'active',
        picture: 'board-game',
        price: 32,
        gifts: [{ by: 'marta', message: 'I shall lose, as always.' }],
      },
      {
        name: 'Books about foxes',
        description: 'She reads them to her little brother, very loudly.',
        url: 'https://second-shelf.example/children/foxes',
        retailer: 'Second Shelf',
        picture: 'picture-book',
        price: 13.9,
        quantity_needed: 3,
      },
      {
        name: 'A whole day at the swimming pool with you',
        description: 'With chips. That is the part she underlined.',
        url: 'https://river-baths.example/tickets/family-day',
        retailer: 'River Baths',
        price: 18,
        quantity_needed: 4,
        gifts: [{ by: 'clara', quantity: 2, message: 'Two of us come along. We bring the towels.' }],
      },
    ],
  };
}
