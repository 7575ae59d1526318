import type { Fault, RouterLieHow } from '../faults.ts';
import type { BookedOrder } from '../read-orders.ts';
import { sameTransaction } from '../same-transaction.ts';
import type { Forward, HttpAnswer, HttpRequest } from './http-proxy.ts';

type Lie = Extract<Fault, { kind: 'lie'; of: 'router' }>;

interface Status {
  status: string;
  destinationTxHash: string | null;
}

/** What a routing service does that mixes up its orders, or writes ids in its own way. */
export interface RouterLiar {
  /** From now on, for as many statuses as the fault says. */
  lie(fault: Lie): void;
  /** Of a request for a status. */
  answer(request: HttpRequest, forward: Forward): Promise<HttpAnswer>;
}

/** @param readBook reads all orders, in the order of their opening */
export function createRouterLiar(readBook: () => Promise<readonly BookedOrder[]>): RouterLiar {
  const left: Record<RouterLieHow, number> = { 'payout-of-another': 0, 'other-spelling': 0 };
  /**
   * The order that is lied about, by its receiver: of two, nobody could say what belongs to whom.
   */
  const victims = new Map<string, string>();

  function confuse(asked: BookedOrder, book: readonly BookedOrder[], told: Status): Status {
    const victim = victims.get(asked.receiver);
    if (left['payout-of-another'] <= 0 || (victim !== undefined && victim !== asked.orderId))
      return told;
    const another = payoutForAnother(asked, book, victim !== undefined);
    if (another === null) return told;
    left['payout-of-another'] -= 1;
    victims.set(asked.receiver, asked.orderId);
    return { ...told, status: 'SUCCESS', destinationTxHash: another };
  }

  function respell({ to }: BookedOrder, told: Status): Status {
    const { destinationTxHash: named } = told;
    const spelled = named === null ? null : otherSpelling(to, named);
    if (left['other-spelling'] <= 0 || spelled === named) return told;
    left['other-spelling'] -= 1;
    return { ...told, destinationTxHash: spelled };
  }

  return {
    lie({ how, requests }) {
      left[how] = requests;
    },
    async answer(request, forward) {
      const answer = await forward(request);
      if (answer.status !== 200 || Object.values(left).every((count) => count <= 0)) return answer;
      const book = await readBook();
      const asked = orderAskedFor(request, book);
      if (!asked) return answer;
      const told = JSON.parse(answer.body) as Status;
      return { ...answer, body: JSON.stringify(respell(asked, confuse(asked, book, told))) };
    },
  };
}

function orderAskedFor(
  { path }: HttpRequest,
  book: readonly BookedOrder[],
): BookedOrder | undefined {
  const { searchParams } = new URL(path, 'http://router');
  const [id, paidBy] = [searchParams.get('id'), searchParams.get('srcTxHash')];
  const asked = book.filter(({ quoteId, sourceTx }) =>
    id === null
      ? paidBy !== null && sourceTx !== null && sameTransaction(sourceTx, paidBy)
      : quoteId === id,
  );
  return asked.findLast(({ sourceTx }) => sourceTx !== null) ?? asked.at(-1);
}

/**
 * A payout of another order to the receiver. Whoever is lied about already is so until the lies are
 * used up; a new lie is about the only order to the receiver that is paid and not paid out.
 */
function payoutForAnother(
  asked: BookedOrder,
  book: readonly BookedOrder[],
  isVictim: boolean,
): string | null {
  const { receiver, to, toToken } = asked;
  const others = book.filter(
    (other) =>
      other !== asked &&
      other.receiver === receiver &&
      other.to === to &&
      other.toToken === toToken,
  );
  const isAlone = others.every(({ sourceTx, payoutTx }) => sourceTx === null || payoutTx !== null);
  if (!isVictim && (asked.sourceTx === null || asked.payoutTx !== null || !isAlone)) return null;
  return others.find(({ payoutTx }) => payoutTx !== null)?.payoutTx ?? null;
}

/**
 * As other programs write the same id: of TON in base64, else in capitals, with a prefix where
 * there was none. Base58 has one form.
 */
function otherSpelling(chain: string, id: string): string {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(id)?.[1];
  if (digits === undefined) return id;
  if (chain === 'TON') return Buffer.from(digits, 'hex').toString('base64');
  return id === digits ? `0x${digits.toUpperCase()}` : digits.toUpperCase();
}
