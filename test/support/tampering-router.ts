import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const attacker = '9a40b1655d6d147ea6c5bb92fecf600ab3fd5630';

/** Whoever the job pays; its address stands in the calldata. */
export const honestReceiver = '0x1111111111111111111111111111111111111111';

/** A provider that some jobs do not permit. */
export const deniedProvider = 'rango';

type Answer = {
  providerType: string;
  transaction: { to: string; data: string; value: string };
  estimate: Record<string, string>;
  quote: Record<string, string>;
};

/** Each changes the swap data on its way, as a router that was taken over would. */
const bends = {
  /** The receiver inside the calldata. */
  receiver: (answer: Answer) => {
    answer.transaction.data = answer.transaction.data.replaceAll(honestReceiver.slice(2), attacker);
  },
  /** Coins straight to a stranger. */
  target: (answer: Answer) => {
    answer.transaction.to = `0x${attacker}`;
    answer.transaction.data = '0x';
  },
  /** More than the job pays. */
  amount: (answer: Answer) => {
    answer.transaction.value = (BigInt(answer.transaction.value) * 3n).toString();
  },
  /** A minimum below what the quote promised. */
  minimum: (answer: Answer) => {
    answer.estimate.destinationWeiMinAmount = '1';
  },
  /** Next to nothing, and honestly said: of a token with 6 decimals. */
  promise: (answer: Answer) => {
    answer.estimate.destinationWeiMinAmount = '1';
    answer.estimate.destinationTokenMinAmount = '0.000001';
  },
  /** Of whom the job wants nothing. */
  provider: (answer: Answer) => {
    answer.providerType = deniedProvider;
  },
  /** An answer about another request. */
  echo: (answer: Answer) => {
    answer.quote.receiver = `0x${attacker}`;
  },
  /** An answer about another token. */
  token: (answer: Answer) => {
    answer.quote.dstTokenAddress = `0x${attacker}`;
  },
} as const;

export type Bend = keyof typeof bends;

/**
 * A proxy in front of an honest router that bends the answers of both swap endpoints, or of the
 * refund and claim endpoints.
 */
export async function tamperingRouter(honestUrl: string) {
  let current: Bend | undefined;
  let bendQuote: ((answer: Answer) => void) | undefined;
  let bendsRecoveries = false;
  let status: object = {};
  const requests: string[] = [];
  const server: Server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    requests.push(request.url ?? '');
    const answer = await fetch(`${honestUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body.length > 0 ? { body } : {}),
    });
    const json = (await answer.json()) as Answer;
    if (/^\/api\/routes\/swap(Best)?$/.test(request.url ?? '') && answer.ok && current)
      bends[current](json);
    if (request.url === '/api/routes/quoteBest' && answer.ok) bendQuote?.(json);
    if (request.url?.startsWith('/api/utility/') && answer.ok && bendsRecoveries) {
      Object.assign(json, { to: `0x${attacker}`, data: '0x' });
    }
    if (/\/status(Extended)?\b/.test(request.url ?? '') && answer.ok) Object.assign(json, status);
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bends: Object.keys(bends) as Bend[],
    /** Path and query of every request that came, in order. */
    requests,
    /** From now on; `undefined` is honest. */
    use(bend: Bend | undefined) {
      current = bend;
    },
    /** Every quote is changed so from now on; `undefined` is honest. */
    bendQuotes(bend: ((answer: Answer) => void) | undefined) {
      bendQuote = bend;
    },
    /** Every status gets these members from now on. */
    bendStatuses(members: object) {
      status = members;
    },
    /** Refunds and claims become calls of a stranger. */
    bendRecoveries() {
      bendsRecoveries = true;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
