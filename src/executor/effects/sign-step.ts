import type { ChainName } from '../../core/chains.ts';
import type { Job } from '../../core/job.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { SignedTransaction, UnsignedTransaction } from '../../ports/chain-adapter.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { verifyJournal } from '../verify-journal.ts';

export interface SignedStep extends Pick<UnsignedTransaction, 'fee' | 'expires'> {
  kind: 'signed';
  signed: SignedTransaction;
}

/** Signs what was judged, if the journal is what it was. */
export async function signStep(
  context: ExecutorContext,
  { chain, job }: { chain: ChainName; job: Job },
  unsigned: UnsignedTransaction,
): Promise<SignedStep> {
  const { log } = await verifyJournal(context);
  if (log === 'unknown') await registerLog(context);
  const signed = await adapterOf(context, chain).sign(unsigned, context.signer, await keyOf(context, job));
  await context.checkpoint('transaction-signed');
  const { fee: bound, expires } = unsigned;
  return { kind: 'signed', signed, fee: bound, ...(expires === undefined ? {} : { expires }) };
}

/** Before the first signature: whoever recovers the journal later knows that there is a log to read. */
async function registerLog({ journal, ledger }: ExecutorContext): Promise<void> {
  const log = await ledger.log();
  if (log) await journal.registerLog(log);
}

async function keyOf(context: ExecutorContext, job: Job): Promise<string> {
  const wallet = (await context.journal.wallets()).find((one) => one.id === job.wallet.id);
  if (!wallet) throw new FerrymanError('UNKNOWN_WALLET', `the wallet ${job.wallet.name} is gone`, { next: 'retry' });
  return wallet.keyRef;
}
