import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP has it in JSON, with its attributes and its resource's as objects. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  start: bigint;
  end: bigint;
  status: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  process: unknown;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

/** Receives traces over OTLP/HTTP in JSON, as a collector does. */
export async function startOtlpReceiver(): Promise<{
  url: string;
  spans: ReceivedSpan[];
  /** All bodies, to look for what must not be in them. */
  text(): string;
  close(): Promise<void>;
}> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    bodies.push(body);
    if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => bodies.join('\n'),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function spansOf(body: {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: Record<string, unknown>[] }[];
  }[];
}): ReceivedSpan[] {
  return body.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: String(span.traceId),
        spanId: String(span.spanId),
        parentSpanId: span.parentSpanId as string | undefined,
        name: String(span.name),
        kind: Number(span.kind),
        start: BigInt(String(span.startTimeUnixNano)),
        end: BigInt(String(span.endTimeUnixNano)),
        status: Number((span.status as { code?: number } | undefined)?.code ?? 0),
        attributes: attributesOf(span.attributes as Attribute[]),
        links: (span.links ?? []) as ReceivedSpan['links'],
        process: attributesOf(resource.attributes)['service.instance.id'],
      })),
    ),
  );
}

function attributesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
