import type { UnsignedTransaction } from '../../../../ports/chain-adapter.ts';
import type { Finding, Judgement } from '../../../../ports/guard.ts';
import { decodeTon, type TonContent } from '../decode.ts';

/**
 * N08. Several swaps share one wallet message. The guard judged each part for its own swap. The
 * whole must consist of exactly these parts, of one message each: the chain shows the outcome of each
 * message, by its position.
 */
const shared = 'N08';

export function judgeShared(
  whole: UnsignedTransaction,
  parts: readonly UnsignedTransaction[],
): Judgement {
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
    return 'only payments of one TON wallet can share a message';
  const [all, ...each] = [whole, ...parts].map(({ bytes }) => decodeTon(bytes));
  if (!all?.ok) return all?.fault ?? 'the bytes are missing';
  const contents: TonContent[] = [];
  for (const decoded of each) {
    if (!decoded.ok) return decoded.fault;
    contents.push(decoded.content);
  }
  if (contents.some((part) => leaseOf(part) !== leaseOf(all.content)))
    return 'the parts have another lease than the transaction';
  if (contents.some(({ calls }) => calls.length !== 1))
    return 'a part does not have one message, so that the chain would not show its outcome';
  const wanted = contents.flatMap(({ calls }) => calls.map(textOf));
  const found = all.content.calls.map(textOf);
  return wanted.length === found.length && wanted.every((text, index) => text === found[index])
    ? undefined
    : 'the transaction does not send exactly the messages of its parts, in their order';
}

function leaseOf({ version, walletId, seqno, validUntil }: TonContent): string {
  return JSON.stringify([version, walletId, seqno, validUntil]);
}

/** All fields of a message. The hash of its cell represents the body. */
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
