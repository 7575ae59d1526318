import { hideOrders } from '../core/deposits/order-in-words.ts';
import { maskAddresses, shorten } from '../core/text/mask-text.ts';
import type { ApiMask } from '../ports/stores/api-key-store.ts';
import { cursorContents } from './key-cursor.ts';

/** Takes out of a JSON value what a key does not see. */
export type AnswerMask = (value: unknown) => unknown;

/**
 * Members that name an account, or lead to one, in whatever form its chain has: some have names of a
 * few letters. The order number and the memo open the order's page at its provider.
 */
const accounts: ReadonlySet<string> = new Set([
  'account',
  'address',
  'exchangeId',
  'memo',
  'payer',
  'receiver',
  'receiverAsGiven',
  'refundAddress',
  'sender',
  'spender',
  'unsignedTransaction',
]);

/** What another program wrote, which may hold an address in any encoding. */
const foreignTexts: ReadonlySet<string> = new Set(['quoteAnswer', 'swapAnswer']);

/**
 * A chain's id and a token's contract are the same for all who use them. The browser needs the token
 * of its own session. Cursors that reveal something are left out before.
 */
const shownAsIs: ReadonlySet<string> = new Set(['caip2', 'token', 'csrfToken', 'nextCursor']);

/** Searches, which others may have made. */
const searches: ReadonlySet<string> = new Set(['q']);

/**
 * The mask of a key's answers, or `undefined` if it sees everything. It goes by names of members and
 * by the form of texts, not by calls, so that a new call is masked too. An object that has lost a
 * member says so: `masked`.
 */
export function answerMask(masks: readonly ApiMask[] | undefined): AnswerMask | undefined {
  if (!masks) return undefined;
  const hidesAddresses = masks.includes('addresses');
  const hidesMetadata = masks.includes('metadata');
  const maskText = (text: string) => (hidesAddresses ? maskAddresses(hideOrders(text)) : text);

  /** Half a cursor is of no use: one that reveals what is hidden is left out. */
  function isRevealing(cursor: string): boolean {
    const held = cursorContents(cursor) ?? cursor;
    return JSON.stringify(mask(held)) !== JSON.stringify(held);
  }

  const isLeftOut = (name: string, value: unknown): boolean =>
    (name === 'nextCursor' && typeof value === 'string' && isRevealing(value)) ||
    (hidesAddresses && foreignTexts.has(name)) ||
    (hidesMetadata && name === 'metadata' && typeof value === 'object');

  function maskMember(name: string, value: unknown): unknown {
    if (typeof value !== 'string') return mask(value);
    if (shownAsIs.has(name)) return value;
    if (searches.has(name) || (hidesMetadata && name === 'metadata')) return '…';
    return hidesAddresses && accounts.has(name) ? shorten(value) : maskText(value);
  }

  function mask(value: unknown): unknown {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value);
    const shown = members.filter(([name, member]) => !isLeftOut(name, member));
    return {
      ...Object.fromEntries(
        shown.map(([name, member]) => [maskText(name), maskMember(name, member)]),
      ),
      ...(shown.length === members.length ? {} : { masked: true }),
    };
  }
  return mask;
}
