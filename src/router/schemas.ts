import { z } from 'zod';

/*
 * The routing service's responses. Unknown members and enumerated values pass; wrong types do not.
 * Numbers may come as strings and the reverse, but amounts only as strings: a JSON number cannot
 * hold them. Providers omit unused members or send `null`.
 */

const text = z.string().nullish();
const numeric = z.union([z.number(), z.string()]);
const optionalNumeric = numeric.nullish();

/**
 * The journal stores names and ids: they need a bounded length, and text that any database accepts.
 */
const name = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    .regex(/^[^\u0000-\u001f\u007f]*$/);

/** Interface 2.4. */
const token = z.looseObject({
  address: z.string(),
  decimals: numeric,
  symbol: text,
  name: text,
  blockchainId: optionalNumeric,
  blockchain: text,
  price: optionalNumeric,
});

/** Interface 2.3. */
const estimate = z.looseObject({
  destinationTokenAmount: z.string(),
  destinationTokenMinAmount: z.string(),
  destinationWeiAmount: z.string(),
  destinationWeiMinAmount: z.string(),
  destinationUsdAmount: optionalNumeric,
  destinationUsdMinAmount: optionalNumeric,
  durationInMinutes: optionalNumeric,
  slippage: optionalNumeric,
  priceImpact: optionalNumeric,
  intermidiateTokenWeiAmount: text,
});

const fixedFee = z.looseObject({
  fixedAmount: optionalNumeric,
  fixedWeiAmount: z.string(),
  fixedUsdAmount: optionalNumeric,
});

/** Interface 2.4. No decision depends on the gas figures. */
const fees = z.looseObject({
  gasTokenFees: z.looseObject({
    gas: z
      .looseObject({
        gasPrice: optionalNumeric,
        baseFee: optionalNumeric,
        maxFeePerGas: optionalNumeric,
        maxPriorityFeePerGas: optionalNumeric,
        gasLimit: optionalNumeric,
        totalWeiAmount: optionalNumeric,
        totalUsdAmount: optionalNumeric,
      })
      .nullish(),
    protocol: fixedFee,
    provider: fixedFee,
    nativeToken: token.nullish(),
  }),
  percentFees: z.looseObject({ percent: optionalNumeric, token: token.nullish() }),
});

/** Interface 2.5: the members of every chain family. */
export const transaction = z.looseObject({
  approvalAddress: text,
  permit2Address: text,
  data: text,
  to: text,
  value: text,
  depositAddress: text,
  amountToSend: text,
  extraFields: z.looseObject({}).nullish(),
  exchangeId: text,
  tonMessages: z.array(z.looseObject({ address: z.string(), amount: z.string() })).nullish(),
  psbt: text,
  signInputs: z.array(z.number()).nullish(),
  feeLimit: optionalNumeric,
  callValue: optionalNumeric,
  signature: text,
  arguments: z.array(z.unknown()).nullish(),
  rawParameter: text,
  transaction: text,
});

/** Interface 2.2: the part that quotes and swap data share. */
const trade = {
  estimate,
  fees,
  providerType: name(64),
  swapType: name(64),
  // Services without warnings may leave them out.
  warnings: z.array(z.unknown()).nullish(),
  routing: z.array(z.looseObject({ provider: z.string(), path: z.array(token) })),
};

export const quoteAnswer = z.looseObject({
  ...trade,
  id: name(256),
  tokens: z.looseObject({ from: token, to: token }).optional(),
  transaction: transaction.nullish(),
});

export const swapAnswer = z.looseObject({
  ...trade,
  quote: z.looseObject({
    srcTokenAddress: z.string(),
    srcTokenBlockchain: z.string(),
    srcTokenAmount: z.string(),
    dstTokenAddress: z.string(),
    dstTokenBlockchain: z.string(),
    fromAddress: z.string(),
    receiver: z.string(),
    refundAddress: text,
  }),
  transaction,
  uniqueInfo: z.looseObject({}).nullish(),
});

export const statusAnswer = z.looseObject({
  status: name(64),
  subStatus: text,
  destinationTxHash: text,
  destinationNetworkTitle: text,
  destinationNetworkChainId: optionalNumeric,
});

/** Interface 2.9. */
export const approvalAnswer = z.looseObject({
  needApprove: z.boolean(),
  message: text,
  transaction: transaction.nullish(),
});

const listedProviders = z.array(
  z.looseObject({
    name: z.string().min(1),
    chains: z.array(z.looseObject({ name: z.string().min(1), proxyAvailable: z.boolean() })),
  }),
);

/** Interface 2.10. */
export const providersAnswer = z.looseObject({
  crossChain: listedProviders,
  onChain: listedProviders,
});

/** Interface 2.11. */
export const chainsAnswer = z.array(
  z.looseObject({
    id: z
      .union([z.int(), z.string().regex(/^\d{1,15}$/)])
      .transform(Number)
      .nullable(),
    name: z.string().min(1),
    providers: z.looseObject({ crossChain: z.array(z.string()), onChain: z.array(z.string()) }),
    proxyAvailable: z.boolean(),
    testnet: z.boolean(),
    type: z.string().min(1),
  }),
);

type Trade = Pick<z.infer<typeof swapAnswer>, 'estimate' | 'fees' | 'providerType' | 'swapType'>;
/** A trade with its route and what the service says about it. */
export type RoutedTrade = Trade &
  Pick<z.infer<typeof swapAnswer>, 'warnings' | 'routing'> &
  Readonly<Record<string, unknown>>;
export type WireTransaction = z.infer<typeof transaction>;
