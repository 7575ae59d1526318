import { z } from 'zod';
import type { LieHow } from '../faults.ts';
import type { Forward, HttpAnswer, HttpRequest } from '../proxies/http-proxy.ts';
import { blocksBehind, createLiar, type Liar } from '../proxies/liar.ts';
import { ask, findText, readTipHeight, type Status, status } from './esplora.ts';

/** The newest block that it tells of. */
interface Tip {
  height: number;
  hash: string;
}

interface Lie {
  how: LieHow;
  heads: Tip;
}

const block = z.looseObject({ height: z.int() });
const spend = z.looseObject({ spent: z.boolean(), status: status.optional() });
const output = z.looseObject({ scriptpubkey_address: z.string().optional(), value: z.int() });
const transaction = z.looseObject({
  vin: z.array(z.looseObject({ txid: z.string(), vout: z.int(), prevout: output.nullable() })),
  status,
});
const coin = z.looseObject({ txid: z.string(), vout: z.int(), value: z.int(), status });

const isStatus = z.looseObject({ txid: z.string(), status });

/**
 * What an Esplora server does that is behind the chain, or has not got what another one has. As far
 * as it is behind, what came in later blocks waits in its mempool.
 */
export function createBitcoinLiar(nodeUrl: string): Liar {
  return createLiar<Tip>({
    async readHeads() {
      const height = Math.max(0, (await readTipHeight(nodeUrl)) - blocksBehind);
      const hash = await findText(nodeUrl, `block-height/${height}`);
      if (hash === undefined) throw new Error(`the node has no block ${height}`);
      return { height, hash };
    },
    tell(lie, request, forward) {
      if (request.method !== 'GET') return forward(request);
      const [topic = '', ...rest] = (request.path.split('?')[0] ?? '').slice(1).split('/');
      switch (topic) {
        case 'blocks':
        case 'block-height':
        case 'block':
          return lie.how === 'behind'
            ? tellOfBlocks(nodeUrl, lie.heads, request, forward)
            : forward(request);
        case 'tx':
          return tellOfTransaction(lie, rest, request, forward);
        case 'address':
          return tellOfAddress(nodeUrl, lie, rest, request, forward);
        default:
          return forward(request);
      }
    },
  });
}

async function tellOfBlocks(
  nodeUrl: string,
  tip: Tip,
  request: HttpRequest,
  forward: Forward,
): Promise<HttpAnswer> {
  const answer = await forward(request);
  if (answer.status !== 200) return answer;
  const [topic, name = '', member] = request.path.slice(1).split('/');
  if (topic === 'blocks')
    return { ...answer, body: member === 'hash' ? tip.hash : `${tip.height}` };
  const height =
    topic === 'block' ? (await ask(nodeUrl, `block/${name}`, block)).height : Number(name);
  return height > tip.height ? notFound('Block not found') : answer;
}

async function tellOfTransaction(
  lie: Lie,
  [, member]: readonly string[],
  request: HttpRequest,
  forward: Forward,
): Promise<HttpAnswer> {
  const answer = await forward(request);
  if (answer.status !== 200) return answer;
  switch (member) {
    case undefined: {
      const { status: told, ...rest } = z.looseObject({ status }).parse(JSON.parse(answer.body));
      const retold = retellStatus(lie, told);
      return retold
        ? replaced(answer, { ...rest, status: retold })
        : notFound('Transaction not found');
    }
    case 'outspend':
      return replaced(answer, retellSpend(lie, spend.parse(JSON.parse(answer.body))));
    case 'outspends': {
      const spends = z.array(spend).parse(JSON.parse(answer.body));
      return replaced(
        answer,
        spends.map((one) => retellSpend(lie, one)),
      );
    }
    // What a transaction consists of does not depend on when it is asked for; nobody of ours asks
    // for the status alone.
    default:
      return answer;
  }
}

/** What it says of where a transaction is; nothing where it does not know of it. */
function retellStatus({ how, heads }: Lie, told: Status): Status | undefined {
  switch (how) {
    case 'behind':
      return (told.block_height ?? 0) > heads.height ? { confirmed: false } : told;
    case 'unknown-transaction':
      return told.confirmed ? told : undefined;
    case 'unknown-outcome':
      return undefined;
    // What is in a block there has not failed, and nonces there are none.
    case 'failed-outcome':
    case 'used-nonces':
      return told;
  }
}

function retellSpend(lie: Lie, told: z.output<typeof spend>): object {
  const retold = told.status && retellStatus(lie, told.status);
  return retold ? { ...told, status: retold } : { spent: false };
}

/**
 * Of coins one that does not know what became of transactions tells the truth: its list is made
 * from the blocks.
 */
async function tellOfAddress(
  nodeUrl: string,
  lie: Lie,
  [address = '', member, list]: readonly string[],
  request: HttpRequest,
  forward: Forward,
): Promise<HttpAnswer> {
  const answer = await forward(request);
  if (answer.status !== 200) return answer;
  if (member === 'utxo') {
    const coins = z.array(coin).parse(JSON.parse(answer.body));
    switch (lie.how) {
      case 'behind':
        return replaced(answer, retold(lie, coins));
      case 'unknown-transaction':
        return replaced(answer, [
          ...retold(lie, coins),
          ...(await coinsOnTheirWay(nodeUrl, address)),
        ]);
      case 'unknown-outcome':
      case 'failed-outcome':
      case 'used-nonces':
        return answer;
    }
  }
  if (member !== 'txs') return answer;
  const listed = retold(lie, z.array(isStatus).parse(JSON.parse(answer.body)));
  return replaced(
    answer,
    list === 'chain' ? listed.filter(({ status: { confirmed } }) => confirmed) : listed,
  );
}

function retold<Entry extends { status: Status }>(lie: Lie, entries: readonly Entry[]): Entry[] {
  return entries.flatMap((one) => {
    const told = retellStatus(lie, one.status);
    return told ? [{ ...one, status: told }] : [];
  });
}

/** The address' coins of blocks that something in the mempool spends. */
async function coinsOnTheirWay(nodeUrl: string, address: string): Promise<object[]> {
  const waiting = await ask(nodeUrl, `address/${address}/txs/mempool`, z.array(transaction));
  const spent = waiting
    .flatMap(({ vin }) => vin)
    .filter(({ prevout }) => prevout?.scriptpubkey_address === address);
  const coins = await Promise.all(
    spent.map(async ({ txid, vout, prevout }) => {
      const made = await ask(nodeUrl, `tx/${txid}`, z.looseObject({ status }));
      return { txid, vout, value: prevout?.value, status: made.status };
    }),
  );
  return coins.filter((one) => one.status.confirmed);
}

function replaced(answer: HttpAnswer, body: object): HttpAnswer {
  return { ...answer, body: JSON.stringify(body) };
}

function notFound(body: string): HttpAnswer {
  return { status: 404, headers: { 'content-type': 'text/plain' }, body };
}
