import { ofFamily } from '../../../../core/swap/of-family.ts';
import type { Order } from '../../../../core/swap/swap.ts';
import { belongingFindings } from '../../../../guard/belonging.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../../../../guard/rule.ts';
import { type GuardRequest, paidOrder } from '../../../../ports/guard.ts';
import { isTonWalletOfNetwork } from '../../formats/wallet-network.ts';
import { maxTonMessages } from '../../formats/wallet-versions.ts';
import type { TonCall } from '../decode.ts';
import type { TonEffects } from '../effects.ts';
import { readTonOrder } from '../order.ts';

/** Both wallet versions can send this many at once, and no order needs more. */
const maxMessages = maxTonMessages.v4r2;
/**
 * The wallet pays fees separately from the value (+1), so each message carries exactly its value. A
 * message that cannot be sent does not revert the seqno (+2).
 */
const sendMode = 3;

/**
 * N01. The bytes are exactly the order's messages, to the last bit, in their order and in send mode
 * 3. They have the leased seqno and expire soon, with the lease. Their wallet id belongs to the
 * chain's network, because otherwise they would be valid on another one. The signer checks that the
 * id is the account's, since both follow from the key. TON has no allowances and no replacements,
 * and a simulation cannot show what a refund or a claim brings.
 */
export const tonEnvelope: Rule<TonEffects> = {
  id: 'N01',
  check(effects, request) {
    const { intent } = request;
    const order = paidOrder(intent);
    return [
      ...(order
        ? orderFindings(effects, request, order)
        : [reject('TON has no transactions of this kind', { intent: intent.kind })]),
      ...leaseFindings(effects, request),
      ...networkFindings(effects, request),
      ...belongingFindings('ton', request),
    ];
  },
};

function orderFindings(
  { calls, validUntil }: TonEffects,
  { policy }: GuardRequest,
  { transaction, signBy }: Order,
): RuleFinding[] {
  if (!transaction) return [reject('the order has no transaction')];
  const ordered = ofFamily(transaction, 'ton').messages.map(readTonOrder);
  const isSame =
    calls.length === ordered.length && calls.every((call, index) => isCall(call, ordered[index]));
  // No clock is needed: Ferryman signs nothing after `signBy`.
  const latest =
    signBy === undefined ? undefined : Math.floor((signBy + policy.inclusionWithin) / 1_000);
  return findingsOf(
    (calls.length < 1 || calls.length > maxMessages) &&
      reject('an order has one to four messages', { messages: `${calls.length}` }),
    !isSame &&
      reject('the bytes send other messages than the order', {
        destinations: destinationsOf(calls),
      }),
    (latest === undefined || validUntil > latest) &&
      reject('the bytes are valid for too long', {
        validUntil: `${validUntil}`,
        latest: latest?.toString(),
      }),
  );
}

function leaseFindings(
  { calls, seqno, validUntil }: TonEffects,
  { lease, unsigned }: GuardRequest,
): RuleFinding[] {
  const leased = lease.terms.kind === 'seqno' ? lease.terms.seqno : undefined;
  const modes = calls.filter(({ mode }) => mode !== sendMode).map(({ mode }) => mode);
  return findingsOf(
    BigInt(seqno) !== leased &&
      reject('the bytes are not under the leased seqno', {
        seqno: `${seqno}`,
        leased,
        lease: lease.terms.kind,
      }),
    BigInt(validUntil) !== unsigned.expires &&
      reject('the bytes expire at another time than the lease', {
        validUntil: `${validUntil}`,
        expires: unsigned.expires,
      }),
    modes.length > 0 && reject('a message has another send mode than 3', { modes: modes.join() }),
  );
}

function networkFindings(
  { version, walletId }: TonEffects,
  { chain }: GuardRequest,
): RuleFinding[] {
  const { networkId } = ofFamily(chain, 'ton');
  return findingsOf(
    !isTonWalletOfNetwork({ version, walletId }, networkId) &&
      reject('the bytes are for a wallet of another network', {
        walletId: `${walletId}`,
        network: `${networkId}`,
      }),
  );
}

function isCall(call: TonCall, ordered: ReturnType<typeof readTonOrder> | undefined): boolean {
  return (
    call.destination === ordered?.destination &&
    call.bounce === ordered.bounce &&
    call.value === ordered.value &&
    call.bodyHash === ordered.bodyHash &&
    call.stateInit?.hash === ordered.stateInitHash
  );
}

function destinationsOf(calls: readonly TonCall[]): string {
  return calls.map(({ destination }) => destination).join();
}
