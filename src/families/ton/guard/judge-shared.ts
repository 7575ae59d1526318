import type { UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { Finding, Verdict } from '../../../ports/guard.ts';
import { decodeTon, type TonContent } from './decode.ts';

/**
 * N08. Several swaps in one message of a wallet: each part was judged for its own swap, and the
 * whole is the parts and nothing else.
 */
const shared = 'N08';

export function judgeShared(
  whole: UnsignedTransaction,
  parts: readonly UnsignedTransaction[],
): Verdict {
  const fault = faultOf(whole, parts);
  if (fault === undefined) return { kind: 'allow', rules: [shared] };
  const finding: Finding = {
    rule: shared,
    severity: 'reject',
    message: fault,
    facts: { parts: `${parts.length}` },
  };
  return { kind: 'reject', rules: [shared], findings: [finding] };
}

function faultOf(
  whole: UnsignedTransaction,
  parts: readonly UnsignedTransaction[],
): string | undefined {
  const isElsewhere = parts.some(
    ({ family, chain, account }) =>
      family !== whole.family || chain !== whole.chain || account !== whole.account,
  );
  if (whole.family !== 'ton' || parts.length === 0 || isElsewhere)
    return 'only payments of one TON wallet go together';
  const [all, ...each] = [whole, ...parts].map(({ bytes }) => decodeTon(bytes));
  if (!all?.ok) return all?.fault ?? 'there are no bytes';
  const contents: TonContent[] = [];
  for (const decoded of each) {
    if (!decoded.ok) return decoded.fault;
    contents.push(decoded.content);
  }
  if (contents.some((part) => leaseOf(part) !== leaseOf(all.content)))
    return 'the parts are under another lease';
  const wanted = contents.flatMap(({ calls }) => calls.map(textOf));
  const found = all.content.calls.map(textOf);
  return wanted.length === found.length && wanted.every((text, index) => text === found[index])
    ? undefined
    : 'the transaction does not do what its parts do, one after the other';
}

function leaseOf({ version, walletId, seqno, validUntil }: TonContent): string {
  return JSON.stringify([version, walletId, seqno, validUntil]);
}

/** All that a message says; the body by the hash of its cell. */
function textOf({
  destination,
  bounce,
  value,
  mode,
  stateInit,
  bodyHash,
}: TonContent['calls'][number]): string {
  return JSON.stringify([destination, bounce, `${value}`, mode, stateInit ?? null, bodyHash]);
}
