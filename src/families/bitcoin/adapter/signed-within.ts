import type { SignedHistory, SignedQuestion } from '../../../ports/signed-history.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { readTip } from './head.ts';
import { requireScript } from './require-account.ts';

/** Milliseconds by which the time of a block may be wrong: nodes take one that is two hours ahead, and one that is after the median of eleven. */
const timesDiffer = 2 * 3_600_000;

/** What spends the account's coins. It has no end: what waits in no mempool can be sent as long as its coins are there. */
export async function signedWithin(
  endpoint: Endpoint,
  chain: BitcoinChain,
  { account, from }: SignedQuestion,
): Promise<SignedHistory> {
  await readTip(endpoint);
  const since = Math.floor((from - timesDiffer) / 1_000);
  const { txIds, isWhole } = await endpoint.spends(account, requireScript(chain, account), since);
  return { kind: isWhole ? 'whole' : 'cut', txIds };
}
