import { randomBytes } from 'node:crypto';
import { Address } from '@ton/core';
import { type Account, parseAccount } from './account.ts';
import {
  type Block,
  blockHashes,
  type IncludedTransaction,
  type MessageInTransit,
} from './block.ts';
import type { Engine } from './engine.ts';
import type { ExternalMessage } from './external-message.ts';

export interface BlockMaterial {
  readonly seqno: number;
  readonly unixSeconds: number;
  /** The first logical time of the block. */
  readonly startLt: bigint;
  /** Internal messages in transit since earlier blocks. */
  readonly arriving: readonly MessageInTransit[];
  /** The waiting external messages, in order. */
  readonly externals: readonly ExternalMessage[];
  readAccount(address: Address): Account;
}

export interface ProducedBlock {
  readonly block: Block;
  /** The accounts after it, by raw address. */
  readonly changed: ReadonlyMap<string, Account>;
  /** External messages that were not accepted. */
  readonly refused: readonly ExternalMessage[];
}

/**
 * Produces a block: delivers the messages in transit, then tries external messages. Messages sent
 * in it arrive in the next block. So a trace takes one block per generation, as between two shards.
 */
export async function produceBlock(
  engine: Engine,
  material: BlockMaterial,
): Promise<ProducedBlock> {
  const { seqno, unixSeconds, arriving } = material;
  const changed = new Map<string, Account>();
  const transactions: IncludedTransaction[] = [];
  const inTransit: MessageInTransit[] = [];
  const externals: ExternalMessage[] = [];
  const refused: ExternalMessage[] = [];
  let lt = material.startLt;

  const run = async (
    destination: Address,
    message: ExternalMessage['cell'],
    origin: ExternalMessage,
  ) => {
    const account = destination.toRawString();
    const before = changed.get(account) ?? material.readAccount(destination);
    const execution = await engine.execute(before, message, { unixSeconds, lt });
    if (execution.kind === 'refused') return false;
    const { transaction } = execution;
    changed.set(account, parseAccount(execution.account));
    transactions.push({ account, transaction, origin });
    for (const sent of transaction.outMessages) {
      if (sent.parsed.info.type === 'internal') inTransit.push({ message: sent, origin });
    }
    // The messages of a transaction use the logical times after its own.
    lt = transaction.lt + BigInt(transaction.outMessages.length) + 1n;
    return true;
  };

  for (const { message, origin } of arriving) {
    const { info } = message.parsed;
    if (Address.isAddress(info.dest)) await run(info.dest, message.cell, origin);
  }
  for (const external of material.externals) {
    const isTaken = await run(external.destination, external.cell, external);
    (isTaken ? externals : refused).push(external);
  }
  const hashes = blockHashes(randomBytes(32).toString('hex'));
  const block = {
    seqno,
    unixSeconds,
    startLt: material.startLt,
    endLt: lt + 1n,
    ...hashes,
    transactions,
    externals,
    inTransit,
  };
  return { block, changed, refused };
}
