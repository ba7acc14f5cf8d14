import { inDays, type SampleRegistry } from './sample.ts';
import { weddingHome } from './wedding-home.ts';
import { weddingOutdoors } from './wedding-outdoors.ts';

/** Returns a public registry with wishes at all prices: Anna and Tom are getting married. */
export function wedding(today: Date): SampleRegistry {
  return {
    owner: 'anna',
    registry: {
      title: 'Anna & Tom: our wedding',
      story: `<p>We met over a capsized rowing boat, nine summers ago. It was Tom’s boat, and Anna was the one who could swim. On the very same jetty we will say yes to each other, at three in the afternoon, with the whole lake as a witness and Tom’s grandmother in the front row.</p>
<p>Please don’t feel that you must bring anything: dance until the band goes home, that is present enough. But if you’d like to, here is what we dream of for the first kitchen and the first garden that are really ours. A candle makes us just as happy as a table.</p>`,
      status: 'publish',
      meta: { registry_event_type: 'Wedding', registry_event_date: inDays(today, 23), registry_invitees: ['ben'] },
    },
    items: [...weddingHome, ...weddingOutdoors],
  };
}
