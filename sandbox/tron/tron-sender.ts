import { type Hash, type PrivateKeyAccount, size } from 'viem';
import { createFollower } from '../chains/create-follower.ts';
import type { Heads } from '../chains/heads.ts';
import { isUnreachable } from '../chains/is-unreachable.ts';
import { waitForInclusion } from '../chains/wait-for-inclusion.ts';
import type { AccountSender, Call } from '../evm/account-sender.ts';
import { SandboxError } from '../sandbox-error.ts';
import { ENERGY_PRICE } from './resources.ts';
import type { TronNode } from './tron-node.ts';
import {
  encodeRawData,
  type TronContract,
  type TronTransaction,
  transactionId,
} from './tron-transaction.ts';

const RESEND_AFTER_BLOCKS = 5n;
/** Far below the 24 hours that a node accepts. */
const LIFETIME_MS = 12 * 60 * 60 * 1_000;

/** Amounts of TRX are signed 64-bit numbers. */
const MAX_INT_64 = 2n ** 63n - 1n;

interface Watched {
  readonly transaction: TronTransaction;
  sentAt: bigint;
  /** The node's refusal, if there was one. */
  complaint?: unknown;
}

/**
 * Sends from one account of the sandbox on TRON. Each call is signed once, and that transaction is
 * sent again until it is final. So nothing is paid twice or lost.
 */
export function createTronSender(
  node: TronNode,
  heads: Heads,
  account: PrivateKeyAccount,
): AccountSender {
  const { address } = account;
  const { record } = node;
  const watched = new Map<Hash, Watched>();
  let lastTimestamp = 0;

  const sign = async (call: Call): Promise<TronTransaction> => {
    const solid = record.solid();
    // A unique timestamp, so that equal calls do not become the same transaction.
    lastTimestamp = Math.max(Date.now(), lastTimestamp + 1);
    const data = {
      contract: contractOf(address, call),
      refBlockBytes: `0x${solid.id.slice(14, 18)}`,
      refBlockHash: `0x${solid.id.slice(18, 34)}`,
      expiration: BigInt(lastTimestamp + LIFETIME_MS),
      timestamp: BigInt(lastTimestamp),
      feeLimit: call.gas * ENERGY_PRICE,
      memo: '0x',
    } as const;
    const rawData = encodeRawData(data);
    const id = transactionId(rawData);
    return { ...data, rawData, id, signatures: [await account.sign({ hash: id })] };
  };

  const broadcast = async (entry: Watched): Promise<void> => {
    entry.sentAt = heads.latest();
    try {
      entry.complaint = (await node.broadcast(entry.transaction))?.message;
    } catch (error) {
      // An unreachable engine proves nothing about the transaction, so send it again.
      if (!isUnreachable(error)) throw error;
      entry.complaint = error;
    }
  };

  const lookAfter = async (latest: bigint): Promise<void> => {
    const solid = record.solid().number;
    for (const [id, entry] of watched) {
      const inclusion = record.inclusion(id);
      if (inclusion !== undefined && inclusion.block.number <= solid) watched.delete(id);
      else if (!record.knows(id) && latest - entry.sentAt >= RESEND_AFTER_BLOCKS)
        await broadcast(entry);
    }
  };

  const follow = createFollower({ heads, isNeeded: () => watched.size > 0, lookAfter });

  return {
    address,
    async submit(call) {
      const entry: Watched = { transaction: await sign(call), sentAt: heads.latest() };
      watched.set(entry.transaction.id, entry);
      await broadcast(entry);
      void follow();
      return entry.transaction.id;
    },
    mined: (id) =>
      waitForInclusion({
        heads,
        async find() {
          const inclusion = record.inclusion(id);
          return inclusion && node.client.getTransactionReceipt({ hash: inclusion.engineHash });
        },
        describe: () => ({ id, complaint: watched.get(id)?.complaint }),
      }),
  };
}

function contractOf(
  owner: TronTransaction['contract']['owner'],
  { to, data = '0x', value = 0n }: Call,
): TronContract {
  if (to === undefined)
    throw new SandboxError('transaction-failed', 'Contracts are deployed before TRON opens.');
  if (value > MAX_INT_64)
    throw new SandboxError('bad-request', `${value} sun exceed the maximum amount of TRON.`);
  return size(data) === 0
    ? { type: 'TransferContract', owner, to, amount: value }
    : { type: 'TriggerSmartContract', owner, contract: to, callValue: value, data };
}
