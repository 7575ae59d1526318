import { z } from 'zod';
import { SUB_STATUSES, SWAP_STATUSES } from '../providers/provider.ts';
import { BLOCKCHAINS } from './enumerations.ts';
import { CONTRACT_MEMBERS, type RouterShape } from './router-shape.ts';

/*
 * The shapes of the router's answers, for its OpenAPI document. The router does not build answers
 * from these schemas; a test checks the real answers against them.
 */

const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .describe('In whole tokens');
const integer = z.string().regex(/^\d+$/).describe('In base units');
/**
 * TRON: `T…`; Solana: 32 bytes in base 58; TON: 36 bytes in base 64; Bitcoin and Litecoin: bech32;
 * XRP Ledger: `r…`.
 */
const ADDRESSES = [
  /0x[0-9a-fA-F]{40}/,
  /T[1-9A-HJ-NP-Za-km-z]{33}/,
  /[1-9A-HJ-NP-Za-km-z]{32,44}/,
  /[0-9A-Za-z_-]{48}/,
  /(bcrt|ltc)1[02-9ac-hj-np-z]{39,59}/,
  /r[1-9A-HJ-NP-Za-km-z]{24,34}/,
];
const address = z
  .string()
  .regex(new RegExp(`^(${ADDRESSES.map(({ source }) => source).join('|')})$`));
const hex = z.string().regex(/^0x([0-9a-f]{2})*$/);
/**
 * TRON, TON, Bitcoin and Litecoin: without `0x`; XRP Ledger: upper case; Solana: 64 bytes in base
 * 58.
 */
const hash = z.string().regex(/^((0x)?[0-9a-f]{64}|[0-9A-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/);
const uuid = z.uuid();
const kind = z.enum(['on-chain', 'cross-chain']);

/** Display amounts and chain ids, in either shape. */
const figure = { deployed: z.number(), interface: decimal } as const satisfies Record<
  RouterShape,
  z.ZodType
>;

const tokenIn = (shape: RouterShape) =>
  z.object({
    address,
    decimals: z.int().min(0),
    symbol: z.string(),
    name: z.string(),
    blockchainId: figure[shape],
    blockchain: z.enum(BLOCKCHAINS),
    price: figure[shape],
  });
const tokenAmountIn = (shape: RouterShape) => tokenIn(shape).extend({ amount: decimal });

const estimate = z.object({
  destinationTokenAmount: decimal,
  destinationTokenMinAmount: decimal,
  destinationWeiAmount: integer,
  destinationWeiMinAmount: integer,
  destinationUsdAmount: z.number(),
  destinationUsdMinAmount: z.number(),
  durationInMinutes: z.number(),
  slippage: z.number(),
  priceImpact: z.number().nullable(),
  intermidiateTokenWeiAmount: integer,
});

const gas = z.object({
  gasPrice: integer.nullable(),
  baseFee: integer,
  maxFeePerGas: integer,
  maxPriorityFeePerGas: integer,
  gasLimit: integer,
  totalWeiAmount: integer,
  totalUsdAmount: z.number(),
});

function feesIn(shape: RouterShape) {
  const token = tokenIn(shape);
  const fixedFee = z.object({
    fixedAmount: decimal,
    fixedWeiAmount: integer,
    fixedUsdAmount: figure[shape],
  });
  return z.object({
    gasTokenFees: z.object({ gas, protocol: fixedFee, provider: fixedFee, nativeToken: token }),
    percentFees: z.object({ percent: z.number(), token }).describe('The estimate is net of it'),
  });
}

const problem = z.object({
  code: z.int().min(1_000).max(9_999),
  reason: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});

const routeIn = (shape: RouterShape) => ({
  estimate,
  fees: feesIn(shape),
  warnings: z.array(problem),
  routing: z
    .array(
      z.object({ type: kind, provider: z.string(), path: z.array(tokenAmountIn(shape)).min(2) }),
    )
    .min(1),
  providerType: z.string(),
  swapType: kind,
  [CONTRACT_MEMBERS[shape]]: z.boolean(),
  failedRoutes: z.array(z.object({ provider: z.string(), error: problem })).optional(),
});

const evmTransaction = z.object({
  to: address,
  data: hex,
  value: integer,
  approvalAddress: address.optional(),
});
/** Has either `arguments` or `rawParameter`. */
const tronTransaction = z.object({
  to: address,
  signature: z.string(),
  arguments: z.array(z.object({ type: z.string(), value: z.unknown() })).optional(),
  rawParameter: z
    .string()
    .regex(/^([0-9a-f]{2})*$/)
    .optional(),
  callValue: integer.describe('In sun'),
  feeLimit: z.int().describe('In sun'),
  approvalAddress: address.optional(),
});
const solanaTransaction = z.object({
  data: z
    .string()
    .regex(/^(0x([0-9a-f]{2})+|[0-9A-Za-z+/]+={0,2})$/)
    .describe("A transaction that lacks the payer's signature, in base64 or as hex with 0x"),
});
const base64 = z.string().regex(/^[0-9A-Za-z+/]+={0,2}$/);
const tonTransaction = z.object({
  tonMessages: z
    .array(
      z.object({
        address,
        amount: integer.describe('In nanotons'),
        payload: base64.optional().describe('A bag of cells'),
        stateInit: base64.optional().describe('A bag of cells'),
      }),
    )
    .min(1),
});
const bitcoinTransaction = z.object({
  psbt: z.base64().describe('Unsigned'),
  signInputs: z.array(z.int().min(0)).min(1).describe('The inputs that the wallet has to sign'),
});
/** A payment that the wallet builds itself. */
const bitcoinPayment = z.object({
  depositAddress: address,
  value: integer.describe('In satoshis'),
  extraFields: z
    .object({ name: z.string(), value: z.string() })
    .describe('What an OP_RETURN has to say'),
});
/** A deposit that the user sends from any wallet. */
const deposit = z.object({
  depositAddress: address,
  amountToSend: decimal,
  exchangeId: z.string(),
  extraFields: z
    .object({ name: z.string(), value: z.string() })
    .optional()
    .describe('What the payment has to say'),
});
const transaction = z.union([
  evmTransaction,
  tronTransaction,
  solanaTransaction,
  tonTransaction,
  bitcoinTransaction,
  bitcoinPayment,
  deposit,
]);

const listedChains = z.array(z.object({ name: z.enum(BLOCKCHAINS), proxyAvailable: z.boolean() }));
const listedProviders = z.array(z.object({ name: z.string(), chains: listedChains }));

const tradesIn = (shape: RouterShape) => ({
  Quote: z.object({
    id: uuid,
    tokens: z.object({ from: tokenAmountIn(shape), to: tokenIn(shape) }),
    transaction: z.object({ approvalAddress: address.optional() }),
    ...routeIn(shape),
  }),
  Swap: z.object({
    // The request's own members, with their defaults.
    quote: z.looseObject({
      srcTokenAddress: address,
      srcTokenBlockchain: z.enum(BLOCKCHAINS),
      srcTokenAmount: decimal,
      dstTokenAddress: address,
      dstTokenBlockchain: z.enum(BLOCKCHAINS),
      fromAddress: z
        .union([address, z.literal('')])
        .optional()
        .describe('A deposit needs none'),
      receiver: address,
      providerTags: z.union([z.string(), z.array(z.string())]),
    }),
    transaction,
    uniqueInfo: z.record(z.string(), z.string()),
    ...routeIn(shape),
  }),
});

const others = {
  Approval: z.object({
    needApprove: z.boolean(),
    message: z.string(),
    transaction: z.union([transaction, z.object({})]),
  }),
  Transaction: transaction,
  Status: z.object({
    status: z.enum(SWAP_STATUSES),
    destinationTxHash: hash.nullable(),
    destinationNetworkTitle: z.string().nullable(),
    destinationNetworkChainId: z.int().nullable(),
    subStatus: z.enum(SUB_STATUSES).optional(),
  }),
  Providers: z.object({ crossChain: listedProviders, onChain: listedProviders }),
  Chains: z.array(
    z.object({
      id: z.int(),
      name: z.enum(BLOCKCHAINS),
      providers: z.object({ crossChain: z.array(z.string()), onChain: z.array(z.string()) }),
      proxyAvailable: z.boolean(),
      testnet: z.boolean(),
      type: z.enum(['EVM', 'TRON', 'SOLANA', 'TON', 'BITCOIN', 'LITECOIN', 'RIPPLE']),
    }),
  ),
  Errors: z.object({ errors: z.array(problem).min(1) }).describe('The request is malformed'),
  Error: z.object({ error: problem, id: uuid }).describe('The request cannot be served'),
};

const refusedByFramework = {
  BadRequest: z
    .object({
      statusCode: z.int(),
      message: z.union([z.string(), z.array(z.string())]),
      error: z.string(),
    })
    .describe('The request has not the form that is wanted'),
};

type Answers = ReturnType<typeof tradesIn> & typeof others & Partial<typeof refusedByFramework>;
export type AnswerName = keyof Answers;

/** Every answer by name, in one of the router's shapes. */
export function answersIn(shape: RouterShape): Answers {
  return { ...tradesIn(shape), ...others, ...(shape === 'deployed' ? refusedByFramework : {}) };
}
