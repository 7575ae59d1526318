import { z } from 'zod';
import { broadcastModes, flows } from '../core/swap/job.ts';
import { fundsStates, swapStates } from '../core/swap/swap.ts';

/* The members of the API's answers that the commands read. `--json` prints the others too. */

const asset = z.looseObject({
  chain: z.string(),
  token: z.string(),
  symbol: z.string(),
  listed: z.boolean().optional(),
  settlement: z.string().optional(),
});

/** The deposit target of an order; `payBy` is the time limit of a manual deposit. */
const deposit = z.looseObject({
  chain: z.string(),
  address: z.string(),
  amount: z.string(),
  memo: z.string().optional(),
  exchangeId: z.string(),
  payBy: z.string().optional(),
  payments: z.array(
    z.looseObject({
      txId: z.string(),
      amount: z.string(),
      memo: z.string().optional(),
      payer: z.string().optional(),
      final: z.boolean(),
      at: z.string(),
    }),
  ),
});

const swapAnswer = z.looseObject({
  id: z.string(),
  idempotencyKey: z.string(),
  retryOf: z.string().optional(),
  retriedBy: z.string().optional(),
  replaces: z.string().optional(),
  replacedBy: z.string().optional(),
  cancel: z
    .looseObject({ requestedAt: z.string(), status: z.enum(['pending', 'cancelled', 'too_late']) })
    .optional(),
  state: z.enum(swapStates),
  fundsState: z.enum(fundsStates),
  version: z.number(),
  endedAs: z.enum(swapStates).optional(),
  toDo: z.string().optional(),
  reason: z
    .looseObject({ code: z.string(), message: z.string(), meaning: z.string().optional() })
    .optional(),
  wallet: z.looseObject({ name: z.string(), address: z.string() }),
  from: asset,
  to: asset,
  amount: z.string(),
  receiver: z.string(),
  receiverAsGiven: z.string().optional(),
  minOut: z.string().optional(),
  slippageBps: z.number().optional(),
  refundAddress: z.string(),
  flow: z.enum(flows),
  broadcast: z.enum(broadcastModes).optional(),
  order: z
    .looseObject({
      provider: z.string(),
      minOut: z.string(),
      expectedOut: z.string(),
      deposit: deposit.optional(),
    })
    .optional(),
  lane: z
    .looseObject({
      position: z.number(),
      waiting: z.number(),
      slots: z.number(),
      expectedWaitSeconds: z.number().optional(),
    })
    .optional(),
  routerStatus: z.looseObject({ status: z.string(), at: z.string() }).optional(),
  payment: z.looseObject({ chain: z.string(), txId: z.string(), status: z.string() }).optional(),
  level: z.string().optional(),
  legs: z.array(
    z.looseObject({
      chain: z.string(),
      txId: z.string(),
      role: z.string(),
      level: z.string(),
      token: z.string(),
      amount: z.string().optional(),
      amountBaseUnits: z.string().optional(),
      promised: z.string().optional(),
    }),
  ),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type SwapAnswer = z.infer<typeof swapAnswer>;

export const swapOnlyAnswer = z.looseObject({ swap: swapAnswer });
const verdict = z.looseObject({
  at: z.string(),
  verdict: z.string(),
  intent: z.string(),
  policy: z.string(),
  rules: z.array(z.string()),
  simulatedBy: z.array(z.string()).optional(),
  findings: z.array(z.looseObject({ rule: z.string(), message: z.string() })),
  moreFindings: z.number().optional(),
  admittedBy: z.array(z.string()),
});

export type VerdictAnswer = z.infer<typeof verdict>;

export const getAnswer = z.looseObject({
  swap: swapAnswer,
  events: z.array(z.looseObject({ seq: z.number(), type: z.string(), at: z.string() })),
  // An earlier version of the service shows none.
  verdicts: z.array(verdict).optional(),
});
export const listAnswer = z.looseObject({
  swaps: z.array(swapAnswer),
  nextCursor: z.string().optional(),
});

export const problemAnswer = z.looseObject({
  code: z.string(),
  detail: z.string(),
  requestId: z.string().optional(),
  stage: z.string().optional(),
  fundsState: z.string().optional(),
  errors: z.array(z.looseObject({ pointer: z.string(), detail: z.string() })).default([]),
});
