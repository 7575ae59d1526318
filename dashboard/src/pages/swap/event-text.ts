import { fromBaseUnits, type Swap, type SwapEvent } from 'ferryman-client';
import { eventReason } from './event-reason.ts';

type Data = Readonly<Record<string, unknown>>;

interface EventLine {
  text: string;
  /** Transactions that the event is about. */
  transactions: readonly { chain: string; id: string }[];
}

const word = (value: unknown): string => (typeof value === 'string' ? value : '');
const isRecord = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const records = (value: unknown): readonly Data[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
const spaced = (value: unknown): string => word(value).replaceAll('_', ' ');

/** An event of a swap as a sentence. An event of a newer service shows its name. */
export function describeEvent({ type, data }: SwapEvent, swap: Swap): EventLine {
  const chain = word(data.chain);
  const own = typeof data.txId === 'string' ? [{ chain, id: data.txId }] : [];
  const out = (amount: unknown): string =>
    typeof amount === 'string'
      ? `${fromBaseUnits(amount, swap.to.decimals)} ${swap.to.symbol}`
      : 'an amount';
  switch (type) {
    case 'swap_submitted':
      return line('Submitted');
    case 'quote_recorded':
      return line(
        `${word(data.provider)} quoted ${out(data.expectedOut)}, at least ${out(data.minOut)}`,
      );
    case 'swap_data_requested':
      return line('Asked the routing service for the transaction');
    case 'swap_data_received':
      return line(`The routing service made the transaction: at least ${out(data.minOut)}`);
    case 'order_renewed':
      return line('The order was renewed');
    case 'order_closed':
      return line('The order was closed: nothing more is signed for it');
    case 'allowance_read':
      return line('Read the allowance');
    case 'lease_taken':
      return line(`Leased ${termsOf(data)} for the ${stepText(data.step)} on ${chain}`);
    case 'lease_voided':
      return line('Gave the lease back unused');
    case 'attempt_committed':
      return line(`Signed ${signed(data.kind)}the ${stepText(data.step)} on ${chain}`, own);
    case 'attempt_sent':
      return line(
        `Sent to ${data.route === undefined ? chain : `the relays of ${chain}`}: ${spaced(data.outcome)}`,
        own,
      );
    case 'attempt_boosted':
      return line(`Raised the fee on ${chain}`, own);
    case 'attempt_observed':
      return describeObservation(data, chain);
    case 'payout_sighted':
      return line('Saw the payout in a block that is not final yet', own);
    case 'deposit_seen':
      return line('Saw a payment to the deposit address', own);
    case 'lease_proven':
      return line(`Proven: ${spaced(data.outcome)} (${word(data.rule)})`, own);
    case 'proof_doubted':
      return line('The proof is in doubt: nothing is paid until it is decided', own);
    case 'proof_confirmed':
      return line('The proof holds', own);
    case 'proof_superseded':
      return line('A new proof replaced the old one', own);
    case 'status_received':
      return line(`The routing service says ${word(data.status)}`);
    case 'state_changed':
      return line(`${spaced(data.from)} → ${spaced(data.to)}${reasonText({ data })}`);
    case 'waiting':
      return line(`Waits${reasonText({ data })}`);
    case 'approval_requested':
      return line(`The guard holds a transaction${reasonText({ data })}`);
    case 'approval_decided':
      return line(`${word(data.by)} ${word(data.decision)} ${ruleOf(data)}: ${word(data.reason)}`);
    case 'approval_revoked':
      return line(`${word(data.by)} revoked what was admitted: ${word(data.reason)}`);
    case 'cancel_requested':
      return line('A person asked to cancel');
    case 'retried':
      return line('A person retried it');
    case 'replaced':
      return line('A person replaced it by an edited swap');
    case 'acknowledged':
      return line(`A person acknowledged it: ${word(data.note)}`);
    case 'resolved':
      return line(`A person resolved it as ${word(data.as)}`);
    case 'settled':
    case 'refunded':
      return line(
        type === 'settled' ? 'Settled' : 'Refunded',
        records(data.legs).map((leg) => ({ chain: word(leg.chain), id: word(leg.txId) })),
      );
    default:
      return line(spaced(type), own);
  }
}

function line(text: string, transactions: EventLine['transactions'] = []): EventLine {
  return { text, transactions };
}

function describeObservation(data: Data, chain: string): EventLine {
  const attempts = records(data.attempts);
  if (attempts.length === 0) return line(`Deep enough on ${chain} to go on`);
  const [first] = attempts;
  const block = first?.block ? ` in block ${word(first.block)}` : '';
  const failed = first?.succeeded === false ? ', and it failed' : '';
  return line(
    `Seen on ${chain}: ${spaced(first?.status)}${block}${failed}`,
    attempts.map(({ txId }) => ({ chain, id: word(txId) })),
  );
}

/** The noun for a kind of step. */
function stepText(kind: unknown): string {
  const name = word(kind);
  return { approve: 'approval', revoke: 'revocation' }[name] ?? name;
}

function signed(kind: unknown): string {
  return { bump: 'a higher fee for ', cancel: 'the cancellation of ' }[word(kind)] ?? '';
}

function termsOf(data: Data): string {
  if (typeof data.nonce === 'string') return `nonce ${data.nonce}`;
  if (typeof data.seqno === 'string') return `seqno ${data.seqno}`;
  return Array.isArray(data.outpoints) ? `${data.outpoints.length} coins` : 'the account';
}

function reasonText(event: Pick<SwapEvent, 'data'>): string {
  const reason = eventReason(event);
  return reason ? `: ${reason.message} (${reason.code})` : '';
}

/** What a person decided about, by the rule of the guard that found it. */
function ruleOf({ rule, item }: Data): string {
  const kind = isRecord(item) ? spaced(item.kind) : 'item';
  return `the ${kind} that ${word(rule)} found`;
}
