import { Agent } from 'node:http';
import { randomNumbers, SEED } from '../../contract/testing/random.ts';
import { type Answer, send } from '../support/http-client.ts';

/** Clients that write items as fast as possible, and the answers to their requests. */
export interface Writers {
  /** Ids of the items whose creation was acknowledged, in order. */
  readonly acknowledged: readonly number[];
  /** Answers by status; the status 0 counts requests without an answer. */
  readonly answers: ReadonlyMap<number, number>;
  /** Stops after the current request of each client. */
  stop(): Promise<void>;
}

/** Connection to the service, and number of clients. */
export interface WriterOptions {
  url: string;
  authorization: string;
  writers: number;
}

/** Number of registries for the items. */
const REGISTRIES = 10_000;

/** Starts clients that create items until they are stopped. After a rejection, a client waits briefly. */
export function startWriters({ url, authorization, writers }: WriterOptions): Writers {
  const agent = new Agent({ keepAlive: true, maxSockets: writers });
  const acknowledged: number[] = [];
  const answers = new Map<number, number>();
  let isRunning = true;
  const write = async () => {
    while (isRunning) {
      const answer = await create(agent, url, authorization).catch(() => null);
      const status = answer?.status ?? 0;
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (answer?.status === 201) acknowledged.push(answer.body.data.id);
      else await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const all = Array.from({ length: writers }, write);
  return {
    acknowledged,
    answers,
    stop: async () => {
      isRunning = false;
      await Promise.all(all);
      agent.destroy();
    },
  };
}

/** Chooses the registries of all writers. */
const random = randomNumbers(SEED);

function create(agent: Agent, url: string, authorization: string): Promise<Answer<{ data: { id: number } }>> {
  // Spreads the items over many registries, because a single registry would soon be full.
  const body = {
    registry_id: 1 + Math.floor(random() * REGISTRIES),
    name: 'Kettle',
    url: 'https://shop.example/kettle',
  };
  return send(agent, url, 'POST', '/items', { body, headers: { authorization } });
}
