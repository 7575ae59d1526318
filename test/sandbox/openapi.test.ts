import { type Hash, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CHAIN_NAMES } from '../../sandbox/chains/chain-catalogue.ts';
import { PAPER_CHAIN_NAMES } from '../../sandbox/chains/paper-chains.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { segwitHand } from './bitcoin-by-hand.ts';
import { byHand, type Hand, type QuoteAnswer, type TradeRequest } from './by-hand.ts';
import { tonHand } from './ton-hand.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Operation {
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: object } };
  };
  readonly parameters?: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly 'application/json': { schema: object } } }>
  >;
}

let sandbox: Sandbox;
let hand: Hand;
let owner: ReturnType<Hand['wallet']>;
let document: Document;

beforeAll(async () => {
  sandbox = await startSandbox({ blockIntervalMs: 100 });
  hand = byHand(sandbox.endpoints);
  owner = await hand.walletWith({ ETH: 1_000n, USDC: 1_000n });
  await readDocument();
});

afterAll(() => sandbox?.close());

async function readDocument(): Promise<void> {
  document = (await hand.router('/openapi.json')).body as Document;
}

/** A schema of the document that refers to nothing outside itself. */
function schemaOf(schema: object): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas };
  return z.fromJSONSchema(
    JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')),
  );
}

/**
 * Calls an endpoint, and holds request and answer against the document. @returns the answer's body
 */
async function call(
  path: string,
  request: Readonly<Record<string, unknown>> = {},
  isValid = true,
): Promise<unknown> {
  const [method, operation] = Object.entries(document.paths[path]!)[0]!;
  const query = new URLSearchParams(request as Record<string, string>);
  const answer = await (method === 'post'
    ? hand.router(path, request)
    : hand.router(`${path}?${query}`));
  const { schema } = (operation.responses[answer.status] ?? operation.responses.default!).content[
    'application/json'
  ];
  expect(
    schemaOf(schema).safeParse(answer.body).error,
    `${path} answers ${JSON.stringify(answer.body)}`,
  ).toBeUndefined();
  expect(isDescribed(operation, request), `${path} is asked ${JSON.stringify(request)}`).toBe(
    isValid,
  );
  return answer.body;
}

function isDescribed(
  { requestBody, parameters = [] }: Operation,
  request: Readonly<Record<string, unknown>>,
): boolean {
  if (requestBody)
    return schemaOf(requestBody.content['application/json'].schema).safeParse(
      JSON.parse(JSON.stringify(request)),
    ).success;
  const known = Object.keys(request).every((name) =>
    parameters.some((parameter) => parameter.name === name),
  );
  return (
    known &&
    parameters.every(({ name, required, schema }) =>
      name in request ? schemaOf(schema).safeParse(request[name]).success : !required,
    )
  );
}

async function swapped(trade: Partial<TradeRequest>): Promise<Hash> {
  const base = {
    from: 'ETH',
    fromToken: 'USDC',
    to: 'ARBITRUM',
    toToken: 'USDC',
    amount: '5',
    receiver: owner.address,
  } as const;
  return (await hand.execute({ ...base, ...trade }, owner)).receipt.transactionHash;
}

const onChain = (): TradeRequest => ({
  from: 'ETH',
  fromToken: 'USDC',
  to: 'ETH',
  toToken: 'ETH',
  amount: '5',
  receiver: owner.address,
});

describe('the OpenAPI document', () => {
  it('is one of version 3.1, and names every endpoint', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(document.paths).sort()).toEqual([
      '/api/info/chains',
      '/api/info/providers',
      '/api/info/status',
      '/api/info/statusExtended',
      '/api/routes/chains',
      '/api/routes/quoteBest',
      '/api/routes/swap',
      '/api/routes/swapBest',
      '/api/utility/celerRefund',
      '/api/utility/checkApprove',
      '/api/utility/claim',
    ]);
  });

  it('tells a wrong answer from a right one', async () => {
    const status = schemaOf({ $ref: '#/components/schemas/Status' });
    const right = {
      status: 'PENDING',
      destinationTxHash: null,
      destinationNetworkTitle: null,
      destinationNetworkChainId: null,
    };
    expect(status.safeParse(right).success).toBe(true);
    expect(status.safeParse({ ...right, status: 'DONE' }).success).toBe(false);
    expect(status.safeParse({ ...right, another: 1 }).success).toBe(false);
    const { destinationTxHash: _, ...less } = right;
    expect(status.safeParse(less).success).toBe(false);
  });

  it('describes quotes and swaps', async () => {
    for (const trade of [onChain(), { ...onChain(), to: 'POLYGON', toToken: 'POL' } as const]) {
      const body = hand.tradeBody(trade, owner.address);
      const quote = (await call('/api/routes/quoteBest', body)) as QuoteAnswer;
      await hand.approve(trade, owner, quote.transaction.approvalAddress);
      expect(await call('/api/routes/swap', { ...body, id: quote.id })).toHaveProperty(
        'transaction.data',
      );
      expect(
        await call('/api/routes/swapBest', { ...body, showFailedRoutes: true }),
      ).toHaveProperty('failedRoutes');
    }
  });

  it('describes quotes, swaps and approval checks of TRON', async () => {
    const { tokens } = sandbox.endpoints.chains.TRON!;
    const [usdc, usdt] = ['USDC', 'USDT'].map(
      (symbol) => tokens.find((one) => one.symbol === symbol)!.address,
    );
    const wallet = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const body = {
      ...hand.tradeBody(onChain(), owner.address),
      srcTokenBlockchain: 'TRON',
      srcTokenAddress: usdt,
      fromAddress: wallet,
      enableChecks: false,
    };
    const toTron = { ...body, dstTokenBlockchain: 'TRON', dstTokenAddress: usdc, receiver: wallet };
    for (const [one, encoding] of [
      [toTron, 'arguments'],
      [body, 'rawParameter'],
    ] as const) {
      const { id } = (await call('/api/routes/quoteBest', one)) as QuoteAnswer;
      expect(await call('/api/routes/swap', { ...one, id })).toHaveProperty(
        `transaction.${encoding}`,
      );
    }
    const query = { tokenAddress: usdt, walletAddress: wallet, spenderAddress: usdc, amount: '1' };
    expect(await call('/api/utility/checkApprove', { blockchain: 'TRON', ...query })).toMatchObject(
      {
        needApprove: true,
        transaction: { signature: 'approve(address,uint256)', callValue: '0' },
      },
    );
  });

  it('describes quotes, swaps and approval checks of Solana', async () => {
    const { tokens } = sandbox.endpoints.chains.SOLANA!;
    const [usdc, usdt] = ['USDC', 'USDT'].map(
      (symbol) => tokens.find((one) => one.symbol === symbol)!.address,
    );
    const wallet = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
    const body = {
      ...hand.tradeBody(onChain(), owner.address),
      srcTokenBlockchain: 'SOLANA',
      srcTokenAddress: usdt,
      fromAddress: wallet,
      enableChecks: false,
    };
    const toSolana = {
      ...body,
      dstTokenBlockchain: 'SOLANA',
      dstTokenAddress: usdc,
      receiver: wallet,
    };
    for (const one of [toSolana, body, { ...body, preferredProvider: 'relay' }]) {
      const { id } = (await call('/api/routes/quoteBest', one)) as QuoteAnswer;
      expect(await call('/api/routes/swap', { ...one, id })).toHaveProperty('transaction.data');
    }
    const query = { tokenAddress: usdt, walletAddress: wallet, spenderAddress: usdc, amount: '1' };
    expect(
      await call('/api/utility/checkApprove', { blockchain: 'SOLANA', ...query }),
    ).toMatchObject({
      needApprove: false,
    });
  });

  it('describes quotes and swaps of TON', async () => {
    const { address } = await tonHand(sandbox.endpoints).walletWith({ TON: '10', USDT: '10' });
    for (const { address: token } of [
      { address: zeroAddress },
      ...(sandbox.endpoints.chains.TON?.tokens ?? []),
    ]) {
      const source = {
        srcTokenBlockchain: 'TON',
        srcTokenAddress: token,
        srcTokenAmount: '1',
        fromAddress: address,
      };
      const body = { ...hand.tradeBody(onChain(), owner.address), ...source, enableChecks: false };
      const { id } = (await call('/api/routes/quoteBest', body)) as QuoteAnswer;
      expect(await call('/api/routes/swap', { ...body, id })).toHaveProperty(
        'transaction.tonMessages',
      );
    }
  });

  it('describes quotes and swaps of Bitcoin, as a PSBT and as a payment', async () => {
    const { address } = segwitHand();
    const gift = { chain: 'BITCOIN', address, token: zeroAddress, amountBaseUnits: '10000000' };
    expect(await hand.control('/fund', gift)).toMatchObject({ status: 200 });
    const body = {
      ...hand.tradeBody(onChain(), owner.address),
      srcTokenBlockchain: 'BITCOIN',
      srcTokenAddress: zeroAddress,
      srcTokenAmount: '0.01',
      fromAddress: address,
    };
    for (const [preferredProvider, member] of [
      ['across', 'psbt'],
      ['stargate_v2', 'depositAddress'],
    ] as const) {
      const { id } = (await call('/api/routes/quoteBest', {
        ...body,
        preferredProvider,
      })) as QuoteAnswer;
      expect(await call('/api/routes/swap', { ...body, id })).toHaveProperty(
        `transaction.${member}`,
      );
    }
  });

  it('describes quotes, swaps and statuses by deposit, with a memo and without', async () => {
    const address = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
    const source = { srcTokenBlockchain: 'SOLANA', srcTokenAddress: zeroAddress };
    const body = {
      ...hand.tradeBody(onChain(), owner.address),
      ...source,
      depositTradeParams: 'onlyDeposits',
    };
    for (const [preferredProvider, fromAddress] of [
      ['changenow', ''],
      ['simple_swap', address],
    ]) {
      const { id } = (await call('/api/routes/quoteBest', {
        ...body,
        preferredProvider,
        fromAddress,
      })) as QuoteAnswer;
      const swap = { ...body, preferredProvider, fromAddress, refundAddress: address, id };
      expect(await call('/api/routes/swap', swap)).toHaveProperty('transaction.amountToSend', '5');
      expect(await call('/api/info/statusExtended', { id })).toHaveProperty(
        'subStatus',
        'AWAITING_DEPOSIT',
      );
    }
  });

  it('describes refusals in every form', async () => {
    const body = hand.tradeBody(onChain(), owner.address);
    expect(await call('/api/routes/quoteBest', { ...body, timeout: 61 }, false)).toHaveProperty(
      'statusCode',
      400,
    );
    expect(
      await call('/api/routes/quoteBest', { ...body, srcTokenAmount: undefined }, false),
    ).toHaveProperty('message');
    expect(await call('/api/routes/quoteBest', { ...body, receiver: 'me' })).toHaveProperty(
      'errors',
    );
    expect(await call('/api/routes/swap', { ...body, id: 'gone' })).toHaveProperty(
      'error.code',
      1004,
    );
    expect(
      await call('/api/routes/swapBest', { ...body, srcTokenAmount: '1000000' }),
    ).toHaveProperty('error.code', 3003);
    expect(await call('/api/routes/chains', { includeTestnets: 'maybe' }, false)).toHaveProperty(
      'statusCode',
      400,
    );
    expect(await call('/api/info/status', {}, false)).toHaveProperty('statusCode', 400);
  });

  it('describes statuses', async () => {
    const srcTxHash = await swapped({});
    await waitFor(async () => {
      for (const path of ['/api/info/status', '/api/info/statusExtended']) {
        expect(await call(path, { srcTxHash })).toHaveProperty('status', 'SUCCESS');
      }
    });
    expect(await call('/api/info/statusExtended', { id: 'unknown' })).toHaveProperty(
      'status',
      'NOT_FOUND',
    );
  });

  it('describes approval checks', async () => {
    const query = {
      blockchain: 'ETH',
      tokenAddress: hand.tokenAddress('ETH', 'USDC'),
      walletAddress: owner.address,
      spenderAddress: hand.tokenAddress('ETH', 'DAI'),
      amount: '1',
    };
    expect(await call('/api/utility/checkApprove', query)).toMatchObject({ needApprove: true });
    expect(
      await call('/api/utility/checkApprove', { ...query, tokenAddress: `0x${'0'.repeat(40)}` }),
    ).toMatchObject({
      needApprove: false,
    });
  });

  it.each([
    ['/api/utility/celerRefund', 'celer_bridge', 'REVERT'],
    ['/api/utility/claim', 'arbitrum', 'READY_TO_CLAIM'],
  ])('describes %s', async (path, preferredProvider, status) => {
    const sourceTransactionHash = await swapped({ extra: { preferredProvider } });
    await waitFor(async () =>
      expect((await hand.status(sourceTransactionHash)).status).toBe(status),
    );
    const query = { fromBlockchain: 'ETH', sourceTransactionHash };
    expect(await call(path, query)).toHaveProperty('data');
    expect(
      await call(path, { ...query, sourceTransactionHash: `0x${'ab'.repeat(32)}` }),
    ).toHaveProperty('error.code', 3100);
    expect(await call(path, { ...query, fromBlockchain: 'TON' }, false)).toHaveProperty(
      'statusCode',
      400,
    );
  });

  it('describes the listings', async () => {
    expect(await call('/api/info/providers')).toHaveProperty('crossChain');
    for (const path of ['/api/routes/chains', '/api/info/chains']) {
      expect(await call(path)).toHaveLength(CHAIN_NAMES.length + PAPER_CHAIN_NAMES.length);
      expect(await call(path, { includeTestnets: 'true' })).toContainEqual(
        expect.objectContaining({ name: 'SEPOLIA' }),
      );
    }
  });

  it('describes the shape of the interface as well', async () => {
    await hand.control('/router', { shape: 'interface' });
    try {
      await readDocument();
      const body = hand.tradeBody(onChain(), owner.address);
      const quote = (await call('/api/routes/quoteBest', body)) as QuoteAnswer;
      await hand.approve(onChain(), owner, quote.transaction.approvalAddress);
      expect(await call('/api/routes/swap', { ...body, id: quote.id })).toHaveProperty(
        'useServiceContract',
      );
      expect(await call('/api/routes/quoteBest', { ...body, timeout: 61 }, false)).toHaveProperty(
        'errors',
      );
      for (const path of ['/api/routes/status', '/api/info/status', '/api/info/statusExtended']) {
        expect(
          await call(path, { srcTxHash: `0x${'ab'.repeat(32)}`, id: quote.id }),
        ).toHaveProperty('status');
      }
      expect(await call('/api/routes/status', { id: quote.id })).toHaveProperty(
        'status',
        'NOT_FOUND',
      );
    } finally {
      await hand.control('/router', { shape: 'deployed' });
      await readDocument();
    }
  });
});
