import { Agent } from 'node:http';
import { type Answer, send } from '../api/testing/http-client.ts';

/** Clients that write items as fast as they can, and what was told them. */
export interface Writers {
  /** Ids of the items whose creation was acknowledged. */
  readonly acknowledged: ReadonlySet<number>;
  /** Answers by their status; 0 where none came. */
  readonly answers: ReadonlyMap<number, number>;
  /** Lets each finish its request, then ends. */
  stop(): Promise<void>;
}

/** What writers need to know of the service. */
export interface WriterOptions {
  url: string;
  authorization: string;
  writers: number;
}

/** Over how many registries the items are spread. */
const REGISTRIES = 10_000;

/** Starts clients that create items until they are stopped; one that is refused waits for a moment. */
export function startWriters({ url, authorization, writers }: WriterOptions): Writers {
  const agent = new Agent({ keepAlive: true, maxSockets: writers });
  const acknowledged = new Set<number>();
  const answers = new Map<number, number>();
  let isRunning = true;
  const write = async () => {
    while (isRunning) {
      const answer = await create(agent, url, authorization).catch(() => null);
      const status = answer?.status ?? 0;
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (answer?.status === 201) acknowledged.add(answer.body.data.id);
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

function create(agent: Agent, url: string, authorization: string): Promise<Answer<{ data: { id: number } }>> {
  // One registry would soon be full.
  const body = {
    registry_id: 1 + Math.floor(Math.random() * REGISTRIES),
    name: 'Kettle',
    url: 'https://shop.example/kettle',
  };
  return send(agent, url, 'POST', '/items', { body, headers: { authorization } });
}
