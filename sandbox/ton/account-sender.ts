import { type Address, beginCell, type MessageRelaxed, SendMode, storeMessage } from '@ton/core';
import { createFollower } from '../chains/create-follower.ts';
import type { AnnouncedHeads } from '../chains/create-heads.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { Inclusion } from './account-history.ts';
import type { Blockchain, Trace } from './blockchain.ts';
import { type ExternalMessage, parseExternalMessage } from './external-message.ts';
import type { TonAccount } from './ton-account.ts';
import { isSuccessful, type TonMessage } from './transaction.ts';

/**
 * A task that takes effect once, however often it is sent: the trace of a message, generation by
 * generation.
 */
interface Submission {
  /**
   * Resolves when no message of the trace is in transit. Rejects with a SandboxError
   * `transaction-failed` if one of its transactions failed.
   */
  readonly landed: Promise<readonly Inclusion[]>;
  /** The same once all its blocks are final. The transactions no longer change. */
  readonly final: Promise<readonly Inclusion[]>;
}

/**
 * Sends from one wallet of the sandbox. A message is signed again only if the earlier one can never
 * land. So nothing is sent twice or lost, even after a reorganization.
 */
export interface AccountSender {
  readonly address: Address;
  send(message: MessageRelaxed): Submission;
}

interface Task {
  readonly message: MessageRelaxed;
  readonly landed: Reached;
  readonly final: Reached;
}

interface Reached {
  readonly promise: Promise<readonly Inclusion[]>;
  resolve(inclusions: readonly Inclusion[]): void;
  reject(error: unknown): void;
}

/** The messages of one external message. */
interface Batch {
  readonly tasks: readonly Task[];
  readonly seqno: number;
  external: ExternalMessage;
  validUntil: number;
}

interface SenderTools {
  readonly blockchain: Blockchain;
  readonly heads: AnnouncedHeads;
}

/**
 * A wallet of version 5 sends at most 255 messages at once. The external message must stay small,
 * too.
 */
const MOST_IN_BATCH = 100;
const VALID_SECONDS = 120;

/** @param account its wallet must exist from the first block, with seqno 0 */
export function createAccountSender(
  { blockchain, heads }: SenderTools,
  { keys, wallet }: TonAccount,
): AccountSender {
  let waiting: Task[] = [];
  /** Batches with non-final blocks, in seqno order. */
  let open: Batch[] = [];
  let nextSeqno = 0;

  const sign = (tasks: readonly Task[], seqno: number, validUntil: number): ExternalMessage => {
    const body = wallet.createTransfer({
      seqno,
      secretKey: keys.secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
      timeout: validUntil,
      messages: tasks.map(({ message }) => message),
    });
    const info = { type: 'external-in', dest: wallet.address, importFee: 0n } as const;
    return parseExternalMessage(beginCell().store(storeMessage({ info, body })).endCell().toBoc());
  };

  const startBatch = (): void => {
    const tasks = waiting.slice(0, MOST_IN_BATCH);
    waiting = waiting.slice(MOST_IN_BATCH);
    const seqno = nextSeqno++;
    const validUntil = Math.floor(Date.now() / 1_000) + VALID_SECONDS;
    const batch = { tasks, seqno, validUntil, external: sign(tasks, seqno, validUntil) };
    open.push(batch);
    blockchain.submit(batch.external);
  };

  const sendAgain = (batch: Batch): void => {
    if (blockchain.isPending(batch.external)) return;
    if (blockchain.finalHead().unixSeconds >= batch.validUntil) {
      batch.validUntil = Math.floor(Date.now() / 1_000) + VALID_SECONDS;
      batch.external = sign(batch.tasks, batch.seqno, batch.validUntil);
    }
    blockchain.submit(batch.external);
  };

  /** @returns whether the batch is done */
  const lookAt = (batch: Batch): boolean => {
    const trace = blockchain.trace(batch.external.normalizedHash);
    if (trace === undefined) {
      sendAgain(batch);
      return false;
    }
    if (!trace.isComplete) return false;
    report(batch.tasks, trace, 'landed');
    const last = trace.inclusions.at(-1);
    const isFinal = last !== undefined && last.block.seqno <= blockchain.finalHead().seqno;
    if (isFinal) report(batch.tasks, trace, 'final');
    return isFinal;
  };

  const follow = createFollower({
    heads,
    isNeeded: () => open.length > 0 || waiting.length > 0,
    async lookAfter() {
      open = open.filter((batch) => !lookAt(batch));
      const isUnderWay = open.some(
        ({ external }) => blockchain.trace(external.normalizedHash) === undefined,
      );
      if (!isUnderWay && waiting.length > 0) startBatch();
    },
  });

  const giveUp = (reason: unknown): void => {
    for (const { landed, final } of [...waiting, ...open.flatMap(({ tasks }) => tasks)]) {
      landed.reject(reason);
      final.reject(reason);
    }
    waiting = [];
    open = [];
  };
  heads.signal.addEventListener('abort', () => giveUp(heads.signal.reason));

  return {
    address: wallet.address,
    send(message) {
      heads.signal.throwIfAborted();
      const task = { message, landed: startReaching(), final: startReaching() };
      waiting.push(task);
      follow().catch(giveUp);
      return { landed: task.landed.promise, final: task.final.promise };
    },
  };
}

/** Callers that wait for one of the two promises receive the error from it. */
function startReaching(): Reached {
  let settle: Omit<Reached, 'promise'> | undefined;
  const promise = new Promise<readonly Inclusion[]>((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => undefined);
  return {
    promise,
    resolve: (inclusions) => settle?.resolve(inclusions),
    reject: (error) => settle?.reject(error),
  };
}

/** Reports the result of its message to each task, once. The wallet sends messages in order. */
function report(tasks: readonly Task[], trace: Trace, reached: 'landed' | 'final'): void {
  const sent = trace.inclusions[0]?.included.transaction.outMessages ?? [];
  for (const [index, task] of tasks.entries()) {
    const message = sent.length === tasks.length ? sent[index] : undefined;
    const inclusions = message === undefined ? [] : follow(message, trace);
    const failed = inclusions.find(({ included }) => !isSuccessful(included.transaction));
    if (inclusions.length > 0 && failed === undefined) task[reached].resolve(inclusions);
    else task[reached].reject(new SandboxError('transaction-failed', describe(failed)));
  }
}

function describe(failed: Inclusion | undefined): string {
  if (failed === undefined) return 'The wallet did not send its messages. Check its balance.';
  return `Transaction ${failed.included.transaction.hash} of ${failed.included.account} failed.`;
}

/** The trace of a message, generation by generation. */
function follow(message: TonMessage, { inclusions }: Trace): Inclusion[] {
  const found = inclusions.find(
    ({ included }) => included.transaction.inMessage?.cell.equals(message.cell) ?? false,
  );
  if (found === undefined) return [];
  return [
    found,
    ...found.included.transaction.outMessages.flatMap((sent) =>
      follow(sent, { inclusions, isComplete: true }),
    ),
  ];
}
