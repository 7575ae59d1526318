import { type Intent, paidOrder } from '../../../src/ports/guard.ts';
import type { PartToSign, Signer } from '../../../src/ports/signer.ts';

/** What was signed, as it is seen between the workers and their signer. */
export interface Signed {
  /** By the calendar, when the signer was asked. */
  at: number;
  txId: string;
  chain: string;
  wallet: string;
  swapId: string;
  idempotencyKey: string;
  intent: Intent['kind'];
  rule?: string;
  payment?: SignedPayment;
}

export interface SignedPayment {
  token: string;
  symbol: string;
  amount: bigint;
  /** 10^-18 US dollars, by the price that the signer was given. */
  usdE18: bigint;
  provider: string;
  to: { chain: string; token: string };
  receiver: string;
  minOut: bigint;
}

/** Notes each signature in a list. */
export function recordSignatures(signer: Signer, now: () => number, signed: Signed[]): Signer {
  return {
    async sign(request) {
      const at = now();
      const answer = await signer.sign(request);
      if (answer.kind === 'signed')
        for (const part of request.parts) {
          const { txId, chain } = answer.signed;
          signed.push({ at, txId, chain, ...describe(part) });
        }
      return answer;
    },
  };
}

function describe(part: PartToSign): Omit<Signed, 'at' | 'txId' | 'chain'> {
  const { swap, intent } = part;
  const { id, idempotencyKey, job } = swap;
  const rule = job.rule?.id;
  const payment = paymentOf(part);
  return {
    ...{ swapId: id, idempotencyKey, wallet: job.wallet.name, intent: intent.kind },
    ...(rule === undefined ? {} : { rule }),
    ...(payment ? { payment } : {}),
  };
}

function paymentOf({ swap: { job }, intent, facts }: PartToSign): SignedPayment | undefined {
  const order = paidOrder(intent);
  if (!order) return undefined;
  const { from, to, amount, receiver } = job;
  const prices = facts?.prices?.tokens.find(
    ({ chain, token }) => chain === from.chain && token === from.token,
  );
  const [reading] = prices?.readings ?? [];
  const usdE18 = reading && 'usdE18' in reading ? reading.usdE18 : undefined;
  if (usdE18 === undefined) throw new Error(`${job.from.symbol} was paid without a price`);
  return {
    ...{ token: from.token, symbol: from.symbol, amount, receiver },
    usdE18: (amount * usdE18) / 10n ** BigInt(from.decimals),
    provider: order.provider,
    to: { chain: to.chain, token: to.token },
    minOut: order.minOut,
  };
}
