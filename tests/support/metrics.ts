import { fetchOnce } from './http-client.ts';

/** Content of `/metrics` at one moment. */
export interface MetricsReading {
  text: string;
  /** Names that Prometheus stores for the series, for example `x_seconds_bucket`. */
  readonly names: ReadonlySet<string>;
  /** Each series with its labels, in text format. */
  readonly series: readonly string[];
  /** Returns the sum of all series with a name and these labels; 0 if there are none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number;
}

/** Reads the metrics of a service at its operators' listener. */
export async function readMetrics(opsUrl: string): Promise<MetricsReading> {
  const answer = await fetchOnce(`${opsUrl}/metrics`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}: ${text}`);
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
      return { name, labels, value: Number(value) };
    });
  return {
    text,
    names: new Set(samples.map(({ name }) => name)),
    series: samples.map(({ name, labels }) => `${name}{${labels}}`),
    value: (name, labels = {}) => {
      const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
      return samples
        .filter((sample) => sample.name === name && wanted.every((label) => sample.labels.split(',').includes(label)))
        .reduce((sum, { value }) => sum + value, 0);
    },
  };
}
