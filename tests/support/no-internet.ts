import { Socket } from 'node:net';
import type { PreviewOverrides } from '../../api/src/previews/previews.ts';

/** Overrides for previews: every connection to the Internet fails immediately. */
export const NO_INTERNET: PreviewOverrides = {
  internet: {
    resolve: async () => [],
    connect: () => new Socket().destroy(new Error('there is no Internet in tests')),
  },
  times: { wait: 2000, read: 5800, failure: 0 },
};
