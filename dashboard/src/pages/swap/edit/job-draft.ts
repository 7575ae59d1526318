import { fromBaseUnits, type Job, type Swap } from 'ferryman-client';
import { keysOf } from '../../../parts/keys-of.ts';

/** The members of a job as the fields of a form have them: as texts, so that amounts stay exact. */
export const fieldLabels = {
  wallet: 'Wallet',
  fromChain: 'Pays on chain',
  fromToken: 'Pays token',
  amount: 'Amount',
  toChain: 'Receives on chain',
  toToken: 'Receives token',
  receiver: 'Receiver',
  slippageBps: 'Slippage in basis points',
  minOut: 'Receives at least',
  refundAddress: 'Refund address',
  allow: 'Only these providers',
  deny: 'Never these providers',
  flow: 'Flow',
  maxFee: 'Fees at most',
  deadline: 'Deadline',
  priority: 'Priority',
  broadcast: 'Broadcast',
  metadata: 'Metadata',
} as const;

export type Field = keyof typeof fieldLabels;
export type JobDraft = Readonly<Record<Field, string>>;

export const fields = keysOf(fieldLabels);

/**
 * The job of a swap, with as much time as it had.
 * @param coinDecimals of the source chain's native coin, in which fees are limited
 */
export function draftOf(swap: Swap, coinDecimals: number, now: number): JobDraft {
  const { wallet, from, to, providers, refundAddress, maxFeeBaseUnits } = swap;
  const time = Date.parse(swap.deadline) - Date.parse(swap.createdAt);
  // The default follows the wallet, if that is changed.
  const isOwn = refundAddress.toLowerCase() === wallet.address.toLowerCase();
  return {
    wallet: wallet.name,
    ...{ fromChain: from.chain, fromToken: from.token, amount: swap.amount },
    ...{ toChain: to.chain, toToken: to.token },
    receiver: swap.receiverAsGiven ?? swap.receiver,
    slippageBps: `${swap.slippageBps ?? ''}`,
    minOut: swap.minOut ?? '',
    refundAddress: isOwn ? '' : refundAddress,
    ...{ allow: providers.allow.join(', '), deny: providers.deny.join(', ') },
    flow: swap.flow,
    maxFee: maxFeeBaseUnits === undefined ? '' : fromBaseUnits(maxFeeBaseUnits, coinDecimals),
    deadline: new Date(now + Math.max(0, time)).toISOString(),
    priority: `${swap.priority ?? ''}`,
    broadcast: swap.broadcast ?? 'public',
    metadata: Object.entries(swap.metadata ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  };
}

/** Whether its metadata can be written as lines. Else it stays as it is. */
export function hasPlainMetadata({ metadata = {} }: Swap): boolean {
  return Object.entries(metadata).every(
    ([name, value]) => !/[=\n\r]/.test(name) && !/[\n\r]/.test(value) && name.trim() === name,
  );
}

export function draftFrom(form: FormData, before: JobDraft): JobDraft {
  const read = (field: Field) => `${form.get(field) ?? before[field]}`.replaceAll('\r\n', '\n');
  return Object.fromEntries(fields.map((field) => [field, read(field).trim()])) as Record<
    Field,
    string
  >;
}

/** The body of the call that creates the swap. The service judges what is in it. */
export function jobOf(draft: JobDraft, old: Swap): Job {
  const given = <Name extends string>(name: Name, value: string) =>
    (value === '' ? {} : { [name]: value }) as { [Key in Name]?: string };
  const [allow, deny] = [listOf(draft.allow), listOf(draft.deny)];
  const metadata = hasPlainMetadata(old) ? pairsOf(draft.metadata) : (old.metadata ?? {});
  return {
    wallet: draft.wallet,
    from: { chain: draft.fromChain, token: draft.fromToken },
    to: { chain: draft.toChain, token: draft.toToken },
    ...{ amount: draft.amount, receiver: draft.receiver },
    ...given('minOut', draft.minOut),
    ...(draft.slippageBps === '' ? {} : { slippageBps: Number(draft.slippageBps) }),
    ...given('refundAddress', draft.refundAddress),
    providers: { allow, deny },
    flow: draft.flow as Swap['flow'],
    ...given('maxFee', draft.maxFee),
    ...given('deadline', draft.deadline),
    ...(draft.priority === '' ? {} : { priority: Number(draft.priority) }),
    broadcast: draft.broadcast as NonNullable<Swap['broadcast']>,
    metadata,
    replaces: old.id,
  };
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function pairsOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name.trim(), value.join('=')];
    }),
  );
}
