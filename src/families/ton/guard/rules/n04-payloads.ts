import { assertNever } from '../../../../core/assert-never.ts';
import { isNativeToken } from '../../../../core/swap/chains.ts';
import { isCrossChain } from '../../../../core/swap/job.ts';
import { namesAnother } from '../../../../guard/names-another.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { GuardRequest } from '../../../../ports/guard.ts';
import type { TonCall } from '../decode.ts';
import type { TonEffects } from '../effects.ts';
import { holdsTonAddress } from '../holds-address.ts';

/**
 * Operations by which contracts do what their owner wants, and we may own any: to give away an
 * item, a username or a domain (TEP-62, TEP-81), a contract as such, or to have a wallet send
 * something (its own signed requests and those of extensions; a vesting contract; an order of
 * several signers). A comment that is more than a text is none; and jettons are moved in the one
 * form of TEP-74, as jetton wallets that take more than that have long been there.
 */
const ownersOperations: ReadonlySet<number> = new Set([
  0x00000000, 0x0f8a7ea5, 0x595f07bc, 0x5fcc3d14, 0x487a8e81, 0x4eb1f0f9, 0x4ed14b65, 0x00000003,
  0x6501f354, 0x7369676e, 0x73696e74, 0x6578746e, 0x706c7567, 0x64737472, 0xa7733acd, 0xf718510f,
  0xa762230f,
]);

/**
 * N04. The job explains every message: it takes the coins that the job gives to where the order
 * says, transfers the jetton that the job gives (N05), or pays a fee that the order declares. What
 * a contract makes of an unreadable call depends on the contract: the amount goes there by the
 * order alone, as on EVM, but nothing is called that owns what is ours. What is bought on this
 * chain has to get to the receiver, and so stands in one of the bodies unless the receiver is the
 * wallet, which contracts pay by default.
 */
export const tonPayloads: Rule<TonEffects> = {
  id: 'N04',
  check: (effects, request) => [
    ...effects.calls.flatMap((call) => callFindings(call, effects, request)),
    ...receiverFindings(effects, request),
  ],
};

function callFindings(
  call: TonCall,
  { jettonWallets }: TonEffects,
  request: GuardRequest,
): RuleFinding[] {
  const { chain, job, intent } = request;
  const { destination, body, value } = call;
  const sellsCoins = isNativeToken(chain, job.from.token);
  const declaredFee = intent.kind === 'swap' ? intent.order.declaredFee : 0n;
  const isOwn = [...jettonWallets.values()].includes(destination);
  switch (body.kind) {
    case 'jetton_transfer':
      return [];
    case 'empty':
    case 'comment':
      return findingsOf(
        !sellsCoins &&
          value > declaredFee &&
          reject('coins are sent that the job does not give', { destination, value }),
        isOwn && reject('coins are sent to a jetton wallet', { destination }),
        body.kind === 'comment' &&
          namesAnother(body.text, job) &&
          reject('a comment names another receiver', { comment: body.text.slice(0, 200) }),
      );
    case 'unknown':
      return findingsOf(
        !sellsCoins &&
          reject('a message is not explained by the job', {
            destination,
            operation: hexOf(body.operation),
          }),
        (body.operation === undefined || ownersOperations.has(body.operation)) &&
          reject('a message asks for what only an owner may', {
            destination,
            operation: hexOf(body.operation),
          }),
        isOwn && reject('a jetton wallet is asked for something unknown', { destination }),
      );
    case 'jetton_burn':
    case 'jetton_internal_transfer':
    case 'jetton_notification':
    case 'jetton_excesses':
      return [reject('a message is not one that a swap sends', { destination, kind: body.kind })];
    default:
      return assertNever(body, 'body');
  }
}

function receiverFindings({ calls }: TonEffects, { job, lease }: GuardRequest): RuleFinding[] {
  if (isCrossChain(job) || job.receiver === lease.account) return [];
  return findingsOf(
    !calls.some(({ content }) => holdsTonAddress(content, job.receiver)) &&
      reject('no message says who is to receive', { receiver: job.receiver }),
  );
}

function hexOf(operation: number | undefined): string | undefined {
  return operation === undefined ? undefined : `0x${operation.toString(16).padStart(8, '0')}`;
}
