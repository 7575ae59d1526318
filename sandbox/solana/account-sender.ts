import type { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';
import type { AnnouncedHeads } from '../chains/create-heads.ts';
import { waitForInclusion } from '../chains/wait-for-inclusion.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { Blockchain, Inclusion } from './blockchain.ts';
import { compileTransaction } from './compile-transaction.ts';
import { type ParsedTransaction, parseTransaction } from './parse-transaction.ts';
import { memo } from './token-instructions.ts';

/** What is done once, however often it has to be sent. */
interface Submission {
  /**
   * The first block that has it. Rejects with a SandboxError `transaction-failed` if it failed, or
   * did not get there.
   */
  readonly landed: Promise<Inclusion>;
  /** The same, once the block is final: then the signature stays as it is. */
  readonly final: Promise<Inclusion>;
}

/**
 * Sends from one account of the sandbox. Each task is signed anew only when what was signed before
 * can never land, so that nothing is paid twice and nothing is left out, also when a reorganization
 * takes it back.
 */
export interface AccountSender {
  readonly address: PublicKey;
  /**
   * @param reference told on the chain, as a memo; has to be another one for each task, or equal
   * ones become one
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
    // A final block is not replaced, so only age can make its hash useless.
    const { blockhash } = blockchain.head('finalized');
    const transaction = parseTransaction(
      compileTransaction({ payer, instructions, blockhash, signers: [account] }),
    );
    if (transaction === undefined)
      throw new SandboxError('transaction-failed', 'The transaction cannot be made.');
    return transaction;
  };

  return {
    address: payer,
    submit(reference, instructions) {
      const task = [...instructions, memo(reference)];
      let attempt = sign(task);
      blockchain.submit(attempt);

      /** Sees to it that the task lands, until it has done so for good. */
      const wait = (isReached: (inclusion: Inclusion) => boolean): Promise<Inclusion> =>
        waitForInclusion({
          heads,
          find() {
            const inclusion = blockchain.find(attempt.signature);
            if (inclusion !== undefined)
              return isReached(inclusion) ? succeeded(inclusion) : undefined;
            if (!blockchain.isPending(attempt.signature)) {
              // An attempt that is in no final block, and too old for the block after the last
              // final one, is dead.
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
      // Whoever waits for one of the two learns what went wrong from it.
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
