import { isNativeToken } from '../../../core/swap/chains.ts';
import type { ChainAdapter } from '../../../ports/chain-adapter.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LookedBlock, PaymentPlace } from '../../../ports/payments.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import {
  answerPlaces,
  lastWhole,
  newestOf,
  type SeenInBlocks,
  type TimedHead,
} from '../../shared/payments/answer-places.ts';
import { lookOnHost, perHost } from '../../shared/payments/look-on-host.ts';
import { planLooks } from '../../shared/payments/plan-looks.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { readBlock, readTimedHead } from './head.ts';
import { createNativeBlocks } from './native-blocks.ts';
import { nativePaymentsIn } from './native-payments.ts';
import { blocksPerQuestion } from './received.ts';
import { requireAccount } from './require-account.ts';
import type { SoughtPlace, SoughtToken } from './sought-place.ts';
import { requireTokenAddress } from './token.ts';
import { tokenPaymentsIn } from './token-payments.ts';

/** Questions for logs that one look asks in a row; what is later is for the next look. */
const mostQuestions = 20n;

/**
 * Payments to places, for all of them together: tokens by their logs, native coins by the blocks, of which each is read once for all. What
 * contracts pay out in native coins is seen where an endpoint traces; elsewhere only what transactions bring by themselves. `payer` is who it
 * came from in the transfer, which may be a contract. There are no memos.
 */
export function createPaymentsTo(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  now: Clock['now'],
): ChainAdapter['paymentsTo'] {
  const blocksOf = perHost(() => createNativeBlocks(endpoints, now));

  async function seeCoins(endpoint: Endpoint, { latest, final }: TimedHead, places: readonly SoughtPlace[]) {
    const nativeBlocks = blocksOf(endpoint);
    const seen = new Map<PaymentPlace, SeenInBlocks>();
    for (const look of planLooks(places, latest, nativeBlocks.reach())) {
      const blocks = await nativeBlocks.read(endpoint, { ...look, final });
      const upTo = blocks.at(-1)?.number ?? look.from - 1n;
      const paymentsOf = await nativePaymentsIn(endpoint, blocks, final, look.places);
      const last = lastWhole(blocks);
      const through = last && { through: lookedBlock(last) };
      for (const sought of look.places) seen.set(sought.place, { payments: paymentsOf(sought), upTo, ...through });
    }
    return seen;
  }

  async function seeTokens(endpoint: Endpoint, head: TimedHead, places: readonly SoughtToken[]) {
    const seen = new Map<PaymentPlace, SeenInBlocks>();
    for (const look of planLooks(places, head.latest, mostQuestions * blocksPerQuestion)) {
      const { upTo } = look;
      const through = upTo === head.latest ? newestOf(head) : lookedBlock(await readBlock(endpoint, upTo));
      const paymentsOf = await tokenPaymentsIn(endpoint, chain, look, head.final);
      for (const sought of look.places) seen.set(sought.place, { payments: paymentsOf(sought), upTo, through });
    }
    return seen;
  }

  return async (places, host) => {
    if (places.length === 0) return [];
    const coins: SoughtPlace[] = [];
    const tokens: SoughtToken[] = [];
    for (const place of places) {
      const sought = { place, account: requireAccount(place.account), after: place.after };
      if (isNativeToken(chain, place.token)) coins.push(sought);
      else tokens.push({ ...sought, token: requireTokenAddress(chain, place.token) });
    }
    return lookOnHost(endpoints, host, async (endpoint) => {
      const head = await readTimedHead(endpoint, chain);
      const seen = new Map([...(await seeTokens(endpoint, head, tokens)), ...(await seeCoins(endpoint, head, coins))]);
      return answerPlaces(places, seen, head, chain);
    });
  };
}

function lookedBlock({ number, timestamp }: { number: bigint; timestamp: bigint }): LookedBlock {
  return { number, time: Number(timestamp) * 1_000 };
}
