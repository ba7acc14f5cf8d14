import { setTimeout as sleep } from 'node:timers/promises';

/** An answer to a guest's browser. */
export interface GuestAnswer {
  status: number;
  text: string;
  /** Values of `Set-Cookie`. */
  cookies: readonly string[];
}

/** Sends a request of a browser. @param form fields of a form; undefined to open the page */
export type SendAsGuest = (
  path: string,
  headers: Record<string, string>,
  form?: Record<string, string>,
) => Promise<GuestAnswer>;

/** Result of guests who gave at the same time. */
export interface Giving {
  given: number;
  /** Status and beginning of the text of each other answer. */
  refused: string[];
  /**
   * Time until 99 of 100 answers (milliseconds), for the output only: other tests use the machine at the same time. If
   * site and service wait for each other, the test fails without it: their time limits end the wait with refusals.
   */
  p99: number;
  /** Answers a second. */
  rate: number;
}

/** Time after which the site accepts a form, because people need it to read the page (milliseconds). */
const READING_MS = 4000;

/**
 * Lets guests open the form of a wish at the same time, and then give it at the same time, each with an own browser.
 * @param path path of the list
 */
export async function giveTogether(send: SendAsGuest, path: string, wish: number, guests: number): Promise<Giving> {
  const times: number[] = [];
  const refused: string[] = [];
  let busy = 0;
  const address = `${path}?give=${wish}`;
  const timed = async (...sent: Parameters<SendAsGuest>): Promise<GuestAnswer> => {
    const begun = performance.now();
    const answer = await send(...sent).catch((error: Error) => ({ status: 0, text: error.message, cookies: [] }));
    times.push(performance.now() - begun);
    return answer;
  };
  const inTime = async <T>(work: () => Promise<T[]>): Promise<T[]> => {
    const begun = performance.now();
    const done = await work();
    busy += performance.now() - begun;
    return done;
  };
  const names = Array.from({ length: guests }, (_, index) => `Guest ${index}`);
  const forms = await inTime(() => Promise.all(names.map(() => timed(address, {}))));
  await sleep(READING_MS);
  const answers = await inTime(() =>
    Promise.all(
      forms.map((form, index) => {
        const hidden = [...form.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
        const fields = Object.fromEntries(hidden.map(([, name, value]) => [name ?? '', value ?? '']));
        if (form.status !== 200 || fields.token === undefined) return form;
        const cookie = form.cookies.map((one) => one.split(';')[0]).join('; ');
        return timed(address, { cookie }, { ...fields, quantity: '1', giver_name: names[index] ?? '' });
      }),
    ),
  );
  for (const { status, text } of answers)
    if (status !== 303)
      refused.push(
        `${status} ${text
          .replace(/<[^>]*>|\s+/g, ' ')
          .trim()
          .slice(0, 80)}`,
      );
  times.sort((one, other) => one - other);
  return {
    given: answers.length - refused.length,
    refused,
    p99: times[Math.ceil(times.length * 0.99) - 1] ?? 0,
    rate: times.length / (busy / 1000),
  };
}
