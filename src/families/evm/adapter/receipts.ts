import type { BlockReference } from '../../../core/swap/block-reference.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { ObservedAttempt } from '../../../ports/chain-observation.ts';
import type { EvmChain } from '../formats/chain.ts';
import { type Receipt, receipt } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock } from './head.ts';

/** The receipts of transactions by id. Leaves out those that the endpoint does not have. */
export async function readReceipts(
  endpoint: Endpoint,
  txIds: readonly string[],
): Promise<Map<string, Receipt>> {
  const read = async (txId: string): Promise<Receipt | null> => {
    const found = await endpoint.read('eth_getTransactionReceipt', [txId], receipt.nullable());
    if (found && found.transactionHash !== txId.toLowerCase()) {
      throw new FerrymanError(
        'RPC_MALFORMED',
        `${endpoint.host} answers with another transaction's receipt`,
      );
    }
    return found;
  };
  const receipts = await Promise.all(txIds.map(async (txId) => [txId, await read(txId)] as const));
  return new Map(receipts.flatMap(([txId, found]) => (found ? [[txId, found] as const] : [])));
}

/**
 * Whether the chain has a block, has another block at its height, or (as far as the endpoint knows)
 * has none there.
 */
export type Standing = 'on_chain' | 'replaced' | 'absent';

/** The hash of the chain's block at a height. `undefined` if the endpoint has none. */
export type HashAt = (number: bigint) => Promise<string | undefined>;

/** Reads each block once. */
export function createHashAt(endpoint: Endpoint): HashAt {
  const hashes = new Map<bigint, Promise<string | undefined>>();
  return (number) => {
    const hash = hashes.get(number) ?? findBlock(endpoint, number).then((block) => block?.hash);
    hashes.set(number, hash);
    return hash;
  };
}

/**
 * Reads blocks by number and compares the hashes.
 * @param isKnown whether a block is known to be on the chain without a request
 */
export async function readStanding(
  hashAt: HashAt,
  blocks: Iterable<BlockReference>,
  isKnown: (block: BlockReference) => boolean = () => false,
): Promise<(block: BlockReference) => Standing> {
  const distinct = new Map([...blocks].map((block) => [nameOf(block), block]));
  const read = async (block: BlockReference): Promise<Standing> => {
    if (isKnown(block)) return 'on_chain';
    const there = await hashAt(block.number);
    if (there === undefined) return 'absent';
    return there === block.hash.toLowerCase() ? 'on_chain' : 'replaced';
  };
  const standings = new Map(
    await Promise.all(
      Array.from(distinct, async ([name, block]) => [name, await read(block)] as const),
    ),
  );
  return (block) => standings.get(nameOf(block)) ?? 'absent';
}

function nameOf({ number, hash }: BlockReference): string {
  return `${number} ${hash.toLowerCase()}`;
}

/** The block that the last poll found the attempt in. */
export function knownBlock({ inclusion }: ObservedAttempt): BlockReference | undefined {
  return inclusion && 'block' in inclusion ? inclusion.block : undefined;
}

/** The blocks of receipts and of earlier observations. */
export function blocksOf(
  receipts: ReadonlyMap<string, Receipt>,
  attempts: readonly ObservedAttempt[] = [],
): BlockReference[] {
  return [
    ...[...receipts.values()].map(blockOf),
    ...attempts.flatMap((attempt) => knownBlock(attempt) ?? []),
  ];
}

export function blockOf({ blockNumber, blockHash }: Receipt): BlockReference {
  return { number: blockNumber, hash: blockHash };
}

/**
 * The fee that the sender paid, in wei (EIP-1559: by the effective price, not the maximum), with what
 * the chain took beside gas. Nodes of the OP Stack omit the members of an operator's fee that is zero
 * (ethereum-optimism/op-geth#388).
 */
export function feePaid({ fees: { surcharge } }: Pick<EvmChain, 'fees'>, receipt: Receipt): bigint {
  const { gasUsed, effectiveGasPrice, l1Fee, operatorFeeScalar, operatorFeeConstant } = receipt;
  const gas = gasUsed * effectiveGasPrice;
  if (surcharge === undefined) return gas;
  const scaled = gasUsed * (operatorFeeScalar ?? 0n);
  const byGas = surcharge.operatorFee === 'hundreds' ? scaled * 100n : scaled / 1_000_000n;
  return gas + (l1Fee ?? 0n) + byGas + (operatorFeeConstant ?? 0n);
}

export function succeeded({ status }: Receipt): boolean {
  return status === 1n;
}
