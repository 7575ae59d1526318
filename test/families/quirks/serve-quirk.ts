import type { ServerResponse } from 'node:http';
import { type AnsweringServer, startAnsweringServer } from '../../support/answering-server.ts';
import type { Served, Subject } from './subjects.ts';

/** An answer of a public endpoint, and the thread that reports it. */
export interface Quirk {
  source: string;
  /** What the thread says about it. */
  reported: string;
  request: { method: string };
  answer: Served;
  /** Absent: no server has the transaction. */
  lookUp?: 'found';
  /** The outcome of the send, or that the endpoint is at fault and says nothing of the bytes. */
  concludes: string;
}

interface Asked {
  id: unknown;
  method: string;
}

/** Answers as the quirk says to what `answersWith` names, and otherwise as a healthy server. */
export function serveQuirk(
  subject: Subject,
  quirk: Quirk,
  answersWith: (purpose: 'send' | 'lookUp') => boolean,
): Promise<AnsweringServer> {
  return startAnsweringServer(({ method: verb, path, text }, response) => {
    const isJson = text.startsWith('{') || text.startsWith('[');
    const parsed: unknown = isJson ? JSON.parse(text) : undefined;
    const one = (asked: Asked): Served => answerTo(subject, quirk, answersWith, asked);
    if (Array.isArray(parsed)) {
      const answers = (parsed as Asked[]).map(one);
      const [first] = answers;
      // A limit hits the whole batch.
      const isWhole = first && !isRpc(first.body);
      return send(response, isWhole ? first : { ...first!, body: answers.map(({ body }) => body) });
    }
    const asked = parsed as Partial<Asked> | undefined;
    const name = asked?.method ?? (verb === 'POST' && isJson ? path.slice(1) : `${verb} ${path}`);
    send(response, one({ id: asked?.id ?? null, method: name }));
  });
}

function answerTo(
  subject: Subject,
  quirk: Quirk,
  answersWith: (purpose: 'send' | 'lookUp') => boolean,
  { id, method }: Asked,
): Served {
  const purpose = subject.purposeOf(method);
  if (purpose !== 'network' && answersWith(purpose)) return withId(quirk.answer, id);
  if (purpose === 'lookUp')
    return wrapped(subject, quirk.lookUp ? subject.found(method) : subject.absent(method), id);
  if (purpose === 'send') return { status: 500, body: 'not to be asked' };
  return wrapped(subject, { status: 200, body: subject.network }, id, true);
}

/** Frames a result as the family's servers do. */
function wrapped(subject: Subject, served: Served, id: unknown, isNetwork = false): Served {
  switch (subject.signed.chain) {
    case 'ETH':
    case 'SOLANA':
      return { ...served, body: { jsonrpc: '2.0', id, result: served.body } };
    case 'TON':
      return isNetwork ? { ...served, body: { ok: true, result: served.body } } : served;
    default:
      return served;
  }
}

function withId(served: Served, id: unknown): Served {
  return isRpc(served.body) ? { ...served, body: { ...(served.body as object), id } } : served;
}

function isRpc(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'jsonrpc' in body;
}

function send(response: ServerResponse, { status, headers, body }: Served): void {
  const type = typeof body === 'string' ? 'text/plain' : 'application/json';
  response
    .writeHead(status, { 'content-type': type, ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}
