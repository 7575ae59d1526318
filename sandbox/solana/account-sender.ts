import type { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';
import type { AnnouncedHeads } from '../chains/create-heads.ts';
import { waitForInclusion } from '../chains/wait-for-inclusion.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { Blockchain, Inclusion } from './blockchain.ts';
import { compileTransaction } from './compile-transaction.ts';
import { type ParsedTransaction, parseTransaction } from './parse-transaction.ts';
import { memo } from './token-instructions.ts';

/** A task that takes effect once, however often it is sent. */
interface Submission {
  /**
   * Resolves with the first block that has it. Rejects with a SandboxError `transaction-failed` if
   * it failed or was not included in time.
   */
  readonly landed: Promise<Inclusion>;
  /** The same once the block is final. The signature no longer changes. */
  readonly final: Promise<Inclusion>;
}

/**
 * Sends from one account of the sandbox. A task is signed again only if the earlier attempt can
 * never land. So nothing is paid twice or lost, even after a reorganization.
 */
export interface AccountSender {
  readonly address: PublicKey;
  /**
   * @param reference a memo on the chain. It has to differ for each task; otherwise equal tasks
   *   become one transaction.
   */
  submit(reference: string, instructions: readonly TransactionInstruction[]): Submission;
}

interface SenderTools {
  readonly blockchain: Blockchain;
  readonly heads: AnnouncedHeads;
}

export function createAccountSender(
  { blockchain, heads }: SenderTools,
  account: Keypair,
): AccountSender {
  const payer = account.publicKey;

  const sign = (instructions: readonly TransactionInstruction[]): ParsedTransaction => {
    // A final block is not replaced, so its hash becomes invalid only by age.
    const { blockhash } = blockchain.head('finalized');
    const transaction = parseTransaction(
      compileTransaction({ payer, instructions, blockhash, signers: [account] }),
    );
    if (transaction === undefined)
      throw new SandboxError('transaction-failed', 'The transaction cannot be built.');
    return transaction;
  };

  return {
    address: payer,
    submit(reference, instructions) {
      const task = [...instructions, memo(reference)];
      let attempt = sign(task);
      blockchain.submit(attempt);

      /** Resubmits the task until it has finally landed. */
      const wait = (isReached: (inclusion: Inclusion) => boolean): Promise<Inclusion> =>
        waitForInclusion({
          heads,
          find() {
            const inclusion = blockchain.find(attempt.signature);
            if (inclusion !== undefined)
              return isReached(inclusion) ? succeeded(inclusion) : undefined;
            if (!blockchain.isPending(attempt.signature)) {
              // An attempt in no final block is dead if its blockhash is too old for the block
              // after the last final one.
              if (!blockchain.isRecent(attempt.blockhash, blockchain.head('finalized')))
                attempt = sign(task);
              blockchain.submit(attempt);
            }
            return undefined;
          },
          describe: () => ({ id: attempt.signature }),
        });

      const isFinal = ({ block }: Inclusion) => block.height <= blockchain.head('finalized').height;
      const submission = { landed: wait(() => true), final: wait(isFinal) };
      // Callers that wait for one of the two promises receive the error from it.
      submission.landed.catch(ignore);
      submission.final.catch(ignore);
      return submission;
    },
  };
}

function succeeded(inclusion: Inclusion): Inclusion {
  const { outcome, transaction } = inclusion.executed;
  if (outcome.error === null) return inclusion;
  const reason = JSON.stringify(outcome.error);
  throw new SandboxError('transaction-failed', `${transaction.signature} failed: ${reason}`);
}

function ignore(): void {
  // Handled where it is awaited.
}
