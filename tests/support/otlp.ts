import { createServer } from 'node:http';
import { type Listening, listen } from './server-address.ts';

/** A span in the form that an OpenTelemetry collector receives. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  name: string;
  /** 2: SERVER, 3: CLIENT. */
  kind: number;
  /** 2 if the span reports an error. */
  status: number;
  attributes: Record<string, string | number>;
  /** Resource attributes of the sender. */
  resource: Record<string, string | number>;
}

/** A collector that receives traces with OTLP over HTTP, as protobuf. Its URL is for OTEL_EXPORTER_OTLP_ENDPOINT. */
export interface Collector extends Listening {
  readonly spans: readonly ReceivedSpan[];
  /** Returns all received data including headers. Tests check that the data contains no secrets. */
  text(): string;
}

/** Opens a collector on a free port. @param status HTTP status of all answers of the collector */
export async function openCollector(status = 200): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    texts.push(JSON.stringify(request.headers), body.toString('latin1'));
    if (request.url === '/v1/traces') spans.push(...spansIn(body));
    response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
  });
  return { ...(await listen(server)), spans, text: () => texts.join('\n') };
}

type Field = { number: number; value: Buffer | number };

/** Reads the fields of a protobuf message (protobuf.dev/programming-guides/encoding). */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message.readUInt8(at++);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const type = tag & 7;
    let value: Buffer | number;
    if (type === 0) value = varint();
    else {
      const length = type === 2 ? varint() : type === 1 ? 8 : 4;
      value = message.subarray(at, at + length);
      at += length;
    }
    fields.push({ number: tag >>> 3, value });
  }
  return fields;
}

const messages = (message: Buffer, number: number): Buffer[] =>
  fieldsOf(message).flatMap((field) => (field.number === number && Buffer.isBuffer(field.value) ? [field.value] : []));

const message = (of: Buffer, number: number): Buffer => messages(of, number)[0] ?? Buffer.alloc(0);

const number = (of: Buffer, wanted: number): number => {
  const found = fieldsOf(of).find((field) => field.number === wanted)?.value;
  return typeof found === 'number' ? found : 0;
};

/** Reads the spans of an ExportTraceServiceRequest (opentelemetry-proto, trace/v1/trace.proto). */
function spansIn(request: Buffer): ReceivedSpan[] {
  return messages(request, 1).flatMap((ofResource) => {
    const resource = attributesIn(messages(message(ofResource, 1), 1));
    return messages(ofResource, 2)
      .flatMap((ofScope) => messages(ofScope, 2))
      .map((span) => ({
        traceId: message(span, 1).toString('hex'),
        spanId: message(span, 2).toString('hex'),
        parentSpanId: message(span, 4).toString('hex'),
        name: message(span, 5).toString(),
        kind: number(span, 6),
        status: number(message(span, 15), 3),
        attributes: attributesIn(messages(span, 9)),
        resource,
      }));
  });
}

function attributesIn(pairs: Buffer[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const value = message(pair, 2);
      const isText = fieldsOf(value)[0]?.number === 1;
      return [message(pair, 1).toString(), isText ? message(value, 1).toString() : number(value, 3)];
    }),
  );
}
