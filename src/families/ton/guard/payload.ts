import type { Cell } from '@ton/core';
import { isCrossChain } from '../../../core/swap/job.ts';
import { isReceiverBytes } from '../../../guard/at-destination.ts';
import { providerOf } from '../../../guard/contract-item.ts';
import { namesAnother } from '../../../guard/names-another.ts';
import { admittedOn, type DescribedOperation } from '../../../guard/policy/guard-policy.ts';
import {
  findingsOf,
  hold,
  type RuleFinding,
  type RuleRequest,
  reject,
} from '../../../guard/rule.ts';
import { sameAddress } from '../../../guard/same-address.ts';
import { readTonBody } from '../formats/body.ts';
import { type DescribedBody, readDescribedBody } from './described-body.ts';

/** A body for the contract that gets the money: of a message, or forwarded with jettons. */
export interface Payload {
  destination: string;
  content: Cell;
  with: DescribedOperation['with'];
  /** Nanotons that come with it. Of jettons, it is for all that the transfer moves. */
  value: bigint;
}

/** `minimum`: what a described body states. `isOpen`: an operation that nothing describes. */
interface ReadPayload {
  findings: readonly RuleFinding[];
  minimum: bigint;
  isOpen: boolean;
}

/**
 * Part of N04. A body without an operation asks for nothing, which a contract with operations in
 * the policy has to allow, or a person for one swap if it does not name the contract, and a comment
 * names no other receiver. Any other body requests an
 * operation that the policy names for the destination. If the policy describes it, the body has
 * exactly this form and pays the job's receiver, and all together at least the order's minimum. Of
 * an undescribed one it is unknown whom it pays.
 */
export function payloadFindings(payloads: readonly Payload[], request: RuleRequest): RuleFinding[] {
  const { intent } = request;
  const read = payloads.map((payload) => readPayload(payload, request));
  const open = read.filter(({ isOpen }) => isOpen);
  const minimum = read.reduce((sum, one) => sum + one.minimum, 0n);
  const asks = payloads.some(({ content }) => hasOperation(content));
  const isShort = intent.kind === 'swap' && asks && minimum < intent.order.minOut;
  return [
    ...read.flatMap(({ findings }) => findings),
    ...plainFindings(payloads, request),
    ...findingsOf(
      isShort &&
        open.length === 0 &&
        reject('the bodies state a lower minimum than the order', {
          minimum,
          minOut: intent.order.minOut,
        }),
      // A person who admits an operation alone admits no body beside it that pays too little.
      isShort &&
        open.length > 0 &&
        read.some((one) => !one.isOpen && one.minimum > 0n) &&
        hold(
          {
            ...{ kind: 'finding', rule: 'N04' },
            what: `described bodies state ${minimum} of ${intent.order.minOut}, beside one that nothing describes`,
          },
          'the described bodies state a lower minimum than the order, and nothing describes the others',
          { minimum, minOut: intent.order.minOut },
        ),
    ),
  ];
}

/**
 * A contract that needs a body keeps what comes without one, or pays whom it likes. Only fees that
 * the order declares are paid so. Who admits a destination has not admitted a payment without the
 * body that was seen.
 */
function plainFindings(payloads: readonly Payload[], request: RuleRequest): RuleFinding[] {
  const { intent } = request;
  const plain = payloads.filter(
    ({ content, destination }) => !hasOperation(content) && !mayBePlain(destination, request),
  );
  const fee = intent.kind === 'swap' ? intent.order.declaredFee : 0n;
  const coins = plain.filter((one) => one.with === 'coins');
  const isFee =
    coins.length === plain.length && coins.reduce((sum, { value }) => sum + value, 0n) <= fee;
  if (isFee) return [];
  const isNamed = ({ destination }: Payload) => entriesOf(destination, request).length > 0;
  const named = plain.find(isNamed);
  const others = plain.filter((one) => !isNamed(one)).map(({ destination }) => destination);
  return findingsOf(
    named &&
      reject('money goes without a body to a contract whose operations the policy names', {
        destination: named.destination,
      }),
    ...[...new Set(others)].map((destination) =>
      hold(
        {
          ...{ kind: 'finding', rule: 'N04' },
          what: `a payment without a body to ${destination} for ${providerOf(request) ?? 'nobody'}`,
        },
        'money goes without a body to a destination that the policy does not name',
        { destination },
      ),
    ),
  );
}

function mayBePlain(destination: string, request: RuleRequest): boolean {
  return entriesOf(destination, request).some(
    ({ operations, plain = operations === undefined }) => plain,
  );
}

function entriesOf(destination: string, { chain, guardPolicy }: RuleRequest) {
  return admittedOn(guardPolicy, chain.name).destinations.filter(({ address }) =>
    sameAddress('ton', address, destination),
  );
}

function readPayload(payload: Payload, request: RuleRequest): ReadPayload {
  const { destination, content } = payload;
  const body = readTonBody(content);
  if (body.kind === 'empty') return only([]);
  if (body.kind === 'comment')
    return only(
      findingsOf(
        namesAnother(body.text, request.job) &&
          reject('a comment names another receiver', { comment: body.text.slice(0, 200) }),
      ),
    );
  // A shorter body has no operation that a person could admit.
  if (!hasOperation(content))
    return only([reject('a body is too short for an operation', { destination })]);
  const operation = operationOf(content);
  const { guardPolicy, chain } = request;
  const named = entriesOf(destination, request)
    .flatMap(({ operations }) => operations ?? [])
    .filter((one) => (typeof one === 'string' ? one : one.operation) === operation);
  const described = named.filter(
    (one): one is DescribedOperation => typeof one !== 'string' && one.with === payload.with,
  );
  if (described.length > 0) return readDescribed(described, payload, request);
  if (guardPolicy.profile === 'strict')
    return only([
      reject('the strict policy does not describe the operation of a body', {
        destination,
        operation,
      }),
    ]);
  // An operator who names the operation alone trusts the routing service with the receiver.
  const provider = providerOf(request);
  const isNamed = named.some((one) => typeof one === 'string');
  const findings = findingsOf(
    !isNamed &&
      hold(
        {
          kind: 'function',
          ...{ chain: chain.name, address: destination, selector: operation },
          ...(provider === undefined ? {} : { provider }),
          lacks: { what: 'descriptor' },
        },
        'the policy does not name the operation that a body requests',
        { destination, operation },
      ),
  );
  return { findings, minimum: 0n, isOpen: true };
}

function only(findings: readonly RuleFinding[]): ReadPayload {
  return { findings, minimum: 0n, isOpen: false };
}

function readDescribed(
  described: readonly DescribedOperation[],
  { destination, content }: Payload,
  { job, lease }: RuleRequest,
): ReadPayload {
  const [read] = described.flatMap(({ fields }) => readDescribedBody(content, fields) ?? []);
  if (!read)
    return only([reject('a body has another form than the policy describes', { destination })]);
  const strangers = read.receivers.filter((one) => !isReceiver(one, job));
  const others = read.owners.filter(
    (one) =>
      one !== undefined &&
      ![lease.account, job.refundAddress].some((own) => sameAddress('ton', own, one)),
  );
  const findings = findingsOf(
    read.receivers.length === 0 && reject('a described body names no receiver', { destination }),
    strangers.length > 0 &&
      reject('a body pays another receiver', { receivers: strangers.map(String).join() }),
    others.length > 0 &&
      reject('a body returns money to another account', { owners: others.map(String).join() }),
  );
  return { findings, minimum: read.minimums.reduce((sum, one) => sum + one, 0n), isOpen: false };
}

function hasOperation(content: Cell): boolean {
  if (content.isExotic || content.bits.length < 32) return false;
  return readTonBody(content).kind !== 'comment';
}

function isReceiver(found: DescribedBody['receivers'][number], job: RuleRequest['job']): boolean {
  if (found === undefined) return false;
  if (!isCrossChain(job)) return sameAddress('ton', found, job.receiver);
  return isReceiverBytes(job, found);
}

function operationOf(content: Cell): string {
  return `0x${content.beginParse().loadUint(32).toString(16).padStart(8, '0')}`;
}
