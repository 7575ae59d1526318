import { assertNever } from '../../../../core/assert-never.ts';
import { isNativeToken } from '../../../../core/swap/chains.ts';
import { isCrossChain } from '../../../../core/swap/job.ts';
import {
  findingsOf,
  type Rule,
  type RuleFinding,
  type RuleRequest,
  reject,
} from '../../../../guard/rule.ts';
import type { TonCall } from '../decode.ts';
import { destinationFindings } from '../destination.ts';
import type { TonEffects } from '../effects.ts';
import { holdsTonAddress } from '../holds-address.ts';
import { type Payload, payloadFindings } from '../payload.ts';

/**
 * Operations that contracts obey only for their owner. The wallet may own such a contract. They
 * give away an item, a username, a domain (TEP-62, TEP-81) or a contract, or make a wallet send
 * (signed requests, extensions, vesting contracts, multisig orders). Comments and jetton operations
 * are in the list because a malformed one is `unknown`, and lenient jetton wallets exist.
 */
const ownersOperations: ReadonlySet<number> = new Set([
  0x00000000, 0x0f8a7ea5, 0x595f07bc, 0x5fcc3d14, 0x487a8e81, 0x4eb1f0f9, 0x4ed14b65, 0x00000003,
  0x6501f354, 0x7369676e, 0x73696e74, 0x6578746e, 0x706c7567, 0x64737472, 0xa7733acd, 0xf718510f,
  0xa762230f,
]);

/**
 * N04. The job explains every message: it sends the job's coins to the order's destination,
 * transfers the job's jetton (N05), or pays a fee that the order declares. The policy names the
 * operations of each destination, for bodies of coins and for what is forwarded with jettons, and
 * may describe their form: then a body pays the job's receiver at least the order's minimum. None is
 * an operation that contracts obey only for their owner. For a swap on one chain, a body contains
 * the receiver's address, unless the receiver is the wallet, which contracts pay by default.
 */
export const tonPayloads: Rule<TonEffects> = {
  id: 'N04',
  check: (effects, request) => [
    ...effects.calls.flatMap((call) => callFindings(call, effects, request)),
    ...payloadFindings(effects.calls.flatMap(payloadsOf), request),
    ...receiverFindings(effects, request),
  ],
};

function callFindings(
  call: TonCall,
  { jettonWallets }: TonEffects,
  request: RuleRequest,
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
      return [
        ...destinationFindings(request, destination),
        ...findingsOf(
          !sellsCoins &&
            value > declaredFee &&
            reject('a message sends coins, but the job gives a token', { destination, value }),
          isOwn && reject('a message sends coins to a jetton wallet', { destination }),
        ),
      ];
    case 'unknown':
      return [
        ...destinationFindings(request, destination),
        ...findingsOf(
          !sellsCoins &&
            reject('the job does not explain a message', {
              destination,
              operation: hexOf(body.operation),
            }),
          (body.operation === undefined || ownersOperations.has(body.operation)) &&
            reject('a message requests an operation of an owner', {
              destination,
              operation: hexOf(body.operation),
            }),
          isOwn && reject('a message to a jetton wallet has an unknown operation', { destination }),
        ),
      ];
    case 'jetton_burn':
    case 'jetton_internal_transfer':
    case 'jetton_notification':
    case 'jetton_excesses':
      return [reject('a swap sends no message of this kind', { destination, kind: body.kind })];
    default:
      return assertNever(body, 'body');
  }
}

/** What the contracts that get the money are asked. */
function payloadsOf({ destination, body, content, value }: TonCall): Payload[] {
  switch (body.kind) {
    case 'jetton_transfer': {
      const { destination: to, forwardPayload } = body;
      // N05 rejects a transfer to nobody.
      return to === undefined
        ? []
        : [{ destination: to, content: forwardPayload, with: 'jettons', value: 0n }];
    }
    case 'empty':
    case 'comment':
    case 'unknown':
      return [{ destination, content, with: 'coins', value }];
    default:
      return [];
  }
}

function receiverFindings({ calls }: TonEffects, { job, lease }: RuleRequest): RuleFinding[] {
  if (isCrossChain(job) || job.receiver === lease.account) return [];
  return findingsOf(
    !calls.some(({ content }) => holdsTonAddress(content, job.receiver)) &&
      reject('no message contains the receiver', { receiver: job.receiver }),
  );
}

function hexOf(operation: number | undefined): string | undefined {
  return operation === undefined ? undefined : `0x${operation.toString(16).padStart(8, '0')}`;
}
