import { fromBaseUnits, type Swap, type SwapEvent } from 'ferryman-client';

type Data = Readonly<Record<string, unknown>>;

interface Told {
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
export function tellEvent({ type, data }: SwapEvent, swap: Swap): Told {
  const chain = word(data.chain);
  const own = typeof data.txId === 'string' ? [{ chain, id: data.txId }] : [];
  const out = (amount: unknown): string =>
    typeof amount === 'string'
      ? `${fromBaseUnits(amount, swap.to.decimals)} ${swap.to.symbol}`
      : 'an amount';
  switch (type) {
    case 'swap_submitted':
      return told('Submitted');
    case 'quote_recorded':
      return told(
        `${word(data.provider)} quoted ${out(data.expectedOut)}, at least ${out(data.minOut)}`,
      );
    case 'swap_data_requested':
      return told('Asked the routing service for the transaction');
    case 'swap_data_received':
      return told(`The routing service made the transaction: at least ${out(data.minOut)}`);
    case 'order_renewed':
      return told('The order was renewed');
    case 'order_closed':
      return told('The order was closed: nothing more is signed for it');
    case 'allowance_read':
      return told('Read the allowance');
    case 'lease_taken':
      return told(`Leased ${termsOf(data)} for the ${stepText(data.step)} on ${chain}`);
    case 'lease_voided':
      return told('Gave the lease back unused');
    case 'attempt_committed':
      return told(`Signed ${signed(data.kind)}the ${stepText(data.step)} on ${chain}`, own);
    case 'attempt_sent':
      return told(`Sent to ${chain}: ${spaced(data.outcome)}`, own);
    case 'attempt_boosted':
      return told(`Raised the fee on ${chain}`, own);
    case 'attempt_observed':
      return tellObservation(data, chain);
    case 'payout_sighted':
      return told('Saw the payout in a block that is not final yet', own);
    case 'deposit_seen':
      return told('Saw a payment to the deposit address', own);
    case 'lease_proven':
      return told(`Proven: ${spaced(data.outcome)} (${word(data.rule)})`, own);
    case 'proof_doubted':
      return told('The proof is in doubt: nothing is paid until it is decided', own);
    case 'proof_confirmed':
      return told('The proof holds', own);
    case 'proof_superseded':
      return told('A new proof replaced the old one', own);
    case 'status_received':
      return told(`The routing service says ${word(data.status)}`);
    case 'state_changed':
      return told(`${spaced(data.from)} → ${spaced(data.to)}${reasonOf(data)}`);
    case 'waiting':
      return told(`Waits${reasonOf(data)}`);
    case 'cancel_requested':
      return told('A person asked to cancel');
    case 'retried':
      return told('A person retried it');
    case 'replaced':
      return told('A person replaced it by an edited swap');
    case 'acknowledged':
      return told(`A person acknowledged it: ${word(data.note)}`);
    case 'resolved':
      return told(`A person resolved it as ${word(data.as)}`);
    case 'settled':
    case 'refunded':
      return told(
        type === 'settled' ? 'Settled' : 'Refunded',
        records(data.legs).map((leg) => ({ chain: word(leg.chain), id: word(leg.txId) })),
      );
    default:
      return told(spaced(type), own);
  }
}

function told(text: string, transactions: Told['transactions'] = []): Told {
  return { text, transactions };
}

function tellObservation(data: Data, chain: string): Told {
  const attempts = records(data.attempts);
  if (attempts.length === 0) return told(`Deep enough on ${chain} to go on`);
  const [first] = attempts;
  const block = first?.block ? ` in block ${word(first.block)}` : '';
  const failed = first?.succeeded === false ? ', and it failed' : '';
  return told(
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

/** The reason stands in a member of its own, or as the whole data. */
function reasonOf(data: Data): string {
  const { code, message } = isRecord(data.reason) ? data.reason : data;
  return typeof code === 'string' ? `: ${word(message)} (${code})` : '';
}
