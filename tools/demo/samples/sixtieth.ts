import { REVEAL_DAYS_AFTER_EVENT } from '../../../contract/reveal-day.ts';
import { inDays, type SampleRegistry } from './sample.ts';

/** Returns a private registry after its event: Marta has turned sixty, now sees who gave what, and writes thanks. */
export function sixtieth(today: Date): SampleRegistry {
  return {
    owner: 'marta',
    registry: {
      title: 'Marta is sixty',
      story: `<p>I said no presents. Then I was told that nobody believes me. So, if you must: here is what would make me happy, and nothing else, please. Especially no vases.</p>
<p>We meet in the garden at five. Bring a chair if you have one to spare, and a song.</p>`,
      status: 'private',
      meta: {
        registry_event_type: 'Birthday',
        registry_event_date: inDays(today, -5 - REVEAL_DAYS_AFTER_EVENT),
        registry_invitees: ['anna', 'ben', 'clara@people.example'],
        registry_surprise: 'hidden',
      },
    },
    items: [
      {
        name: 'A long walk with all of you, and lunch',
        description: 'Round the lake. Lunch is the present, the walk is the price.',
        url: 'https://high-huts.example/lunch/lake-hut',
        retailer: 'High Huts',
        picture: 'mountain-hut',
        price: 28,
        quantity_needed: 6,
        gifts: [
          { by: 'anna', quantity: 2, message: 'Tom carries the rucksack, I promise.', isThanked: true },
          { by: 'ben', quantity: 2, message: 'Juna asks whether there will be chips.', isThanked: true },
          { by: 'Ute, from next door', message: 'As long as we do not run.' },
        ],
      },
      {
        name: 'A teapot that does not drip',
        description: 'Any colour except beige.',
        url: 'https://claywork.example/tea/pot-1-l',
        retailer: 'Claywork',
        picture: 'teapot',
        price: 64,
        gifts: [{ by: 'clara', message: 'Tested over a white tablecloth. Happy birthday, Marta!' }],
      },
      {
        name: 'A kneeling bench for the garden',
        url: 'https://green-bench.example/tools/kneeling-bench',
        retailer: 'Green Bench',
        price: 39,
        gifts: [{ by: 'The choir', state: 'bought', message: 'For the roses, and for the tomatoes.', isThanked: true }],
      },
      {
        name: 'Sheet music for four hands',
        description: 'Anything in which the left hand may rest.',
        url: 'https://paper-and-thread.example/music/four-hands',
        retailer: 'Paper & Thread',
        price: 22,
        isThere: true,
      },
      {
        name: 'A jigsaw of the old town',
        url: 'https://wooden-moon.example/puzzles/old-town-1500',
        retailer: 'Wooden Moon',
        picture: 'puzzle',
        price: 24.9,
      },
    ],
  };
}
