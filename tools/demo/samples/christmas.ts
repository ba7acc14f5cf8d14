import { nextChristmasEve, type SampleRegistry } from './sample.ts';

/** Returns a private registry for the family: the Bergers' Christmas list, which Anna's mother edits. */
export function christmas(today: Date): SampleRegistry {
  return {
    owner: 'marta',
    registry: {
      title: 'Christmas at the Bergers’',
      story: `<p>My dears, so that nobody gives Grandpa a third pair of binoculars: here is the list for all of us, as every year. Names are in the notes. If you take something, please mark it, and hide it better than last year.</p>
<p>Goose at six, church at ten for those who like to. The sofa bed is made up. Your Mum</p>`,
      status: 'private',
      meta: {
        registry_event_type: 'Christmas',
        registry_event_date: nextChristmasEve(today),
        registry_invitees: ['anna', 'tom@people.example', 'ben'],
      },
    },
    items: [
      {
        name: 'Warm socks for everybody',
        description: 'Seven pairs, 36 to 45. The ones with the zigzag, they do not itch.',
        url: 'https://north-mill.example/socks/zigzag',
        retailer: 'North Mill',
        affiliate_url: 'https://north-mill.example/socks/zigzag?via=largesse',
        affiliate_status: 'active',
        picture: 'socks',
        price: 16.5,
        quantity_needed: 7,
        quantity_purchased: 4,
      },
      {
        name: 'Headphones',
        description: 'For Grandpa, so that the radio may be as loud as he likes it.',
        url: 'https://needle-drop.example/headphones/over-ear',
        retailer: 'Needle Drop',
        picture: 'headphones',
        price: 99,
      },
      {
        name: 'Bird feeder with a roof',
        description: 'For the kitchen window; the robins have asked.',
        url: 'https://leaf-and-root.example/garden/bird-feeder',
        retailer: 'Leaf & Root',
        picture: 'bird-feeder',
        price: 34.9,
        quantity_purchased: 1,
      },
      {
        name: 'Puzzle, 1,000 pieces',
        description: 'For the quiet days after. Not all sky again, please.',
        url: 'https://wooden-moon.example/puzzles/harbour-1000',
        retailer: 'Wooden Moon',
        picture: 'puzzle',
        price: 17.9,
      },
      {
        name: 'Thermos flask',
        description: 'For Anna and Tom, who always set out without breakfast.',
        url: 'https://high-huts.example/gear/flask-1-l',
        retailer: 'High Huts',
        affiliate_url: 'https://high-huts.example/gear/flask-1-l?friend=largesse',
        affiliate_status: 'active',
        picture: 'thermos',
        price: 36,
      },
      {
        name: 'Teapot for a whole afternoon',
        description: 'Mine has met the cat.',
        url: 'https://claywork.example/tea/pot-1-5-l',
        retailer: 'Claywork',
        picture: 'teapot',
        price: 72,
        quantity_purchased: 1,
      },
      {
        name: 'Candles for the tree',
        url: 'https://golden-hive.example/candles/tree-20',
        retailer: 'The Golden Hive',
        picture: 'candles',
        price: 9,
        quantity_needed: 2,
        quantity_purchased: 2,
      },
      {
        name: 'Concert tickets, two together',
        description: 'One is for me, and I would like one of you in the other seat.',
        url: 'https://town-hall-concerts.example/new-year',
        retailer: 'Town Hall Concerts',
        price: 42,
        quantity_needed: 2,
      },
    ],
  };
}
