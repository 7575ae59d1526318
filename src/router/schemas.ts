import { z } from 'zod';

/*
 * The routing service's answers, as far as they are read. Members and enumerated values that are not known pass; wrong
 * types do not. Members that the interface declares as numbers come as numbers or as strings; amounts only as strings.
 */

const numeric = z.union([z.number(), z.string()]);
/** Providers leave unused members out or send `null`. */
const optionalString = z.string().nullish();

const token = z.looseObject({ address: z.string(), decimals: numeric });

const estimate = z.looseObject({
  destinationTokenAmount: z.string(),
  destinationTokenMinAmount: z.string(),
  destinationWeiAmount: z.string(),
  destinationWeiMinAmount: z.string(),
  durationInMinutes: numeric.nullish(),
  slippage: numeric.nullish(),
  priceImpact: numeric.nullish(),
});

const fixedFee = z.looseObject({ fixedWeiAmount: z.string() });

const fees = z.looseObject({
  gasTokenFees: z.looseObject({ protocol: fixedFee, provider: fixedFee }),
  percentFees: z.looseObject({ percent: numeric.nullish(), token: z.looseObject({}).nullish() }),
});

const transaction = z.looseObject({
  approvalAddress: optionalString,
  to: optionalString,
  data: optionalString,
  value: optionalString,
});

/** Common to quotes and swap data. */
const trade = {
  estimate,
  fees,
  providerType: z.string().min(1),
  swapType: z.string().min(1),
  warnings: z.array(z.looseObject({})),
};

export const quoteAnswer = z.looseObject({
  ...trade,
  id: z.string().min(1),
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
  }),
  transaction,
});

export const statusAnswer = z.looseObject({
  status: z.string().min(1),
  destinationTxHash: optionalString,
});

export type Trade = Pick<z.infer<typeof swapAnswer>, 'estimate' | 'fees' | 'providerType' | 'swapType'>;
export type WireTransaction = z.infer<typeof transaction>;
