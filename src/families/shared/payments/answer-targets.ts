import type { Chain } from '../../../core/swap/chains.ts';
import type { ChainHead } from '../../../core/swap/swap.ts';
import type {
  DepositTarget,
  IncomingPayment,
  PaymentScan,
  ScannedBlock,
} from '../../../ports/payments.ts';

/** A head, with the timestamp of its newest block in milliseconds since the epoch. */
export interface TimedHead extends ChainHead {
  time: number;
}

/** What a scan found for one target. */
export interface SeenInBlocks {
  payments: IncomingPayment[];
  /** The last block of the scan. */
  upTo: bigint;
  /** The last block up to which the scan has all data. Absent: not even for its first block. */
  through?: ScannedBlock;
}

/**
 * One answer for each target, in their order. A target without a scan stays where it was.
 * @param chain of the head
 */
export function answerTargets(
  targets: readonly DepositTarget[],
  scanned: ReadonlyMap<DepositTarget, SeenInBlocks>,
  head: TimedHead,
  chain: Pick<Chain, 'blockTimeMs'>,
): PaymentScan[] {
  return targets.map((target) => {
    const { after } = target;
    // `through` only if the target is exactly at the head: past it, or before it, nothing was read.
    const nothingNew = {
      payments: [],
      upTo: after,
      ...(after === head.latest ? { through: newestOf(head) } : {}),
    };
    const { payments, upTo, through } = scanned.get(target) ?? nothingNew;
    return { payments, ...reached(after, upTo, head, chain), ...(through ? { through } : {}) };
  });
}

export function newestOf({ latest: number, time }: TimedHead): ScannedBlock {
  return { number, time };
}

/** The last block before the first incomplete one. */
export function lastWhole<Block extends { isWhole: boolean }>(
  blocks: readonly Block[],
): Block | undefined {
  const missing = blocks.findIndex(({ isWhole }) => !isWhole);
  return missing === -1 ? blocks.at(-1) : blocks[missing - 1];
}

/** Age in milliseconds up to which an endpoint may announce a block before it can serve it. */
const justMade = 60_000;

/** How far a target was scanned if the scan covered all blocks up to `upTo`. */
export function reached(
  after: bigint,
  upTo: bigint,
  { latest, final }: ChainHead,
  { blockTimeMs }: Pick<Chain, 'blockTimeMs'>,
): Pick<PaymentScan, 'scannedUntil' | 'isCut'> {
  const enough = latest - BigInt(Math.ceil(justMade / blockTimeMs));
  const isCut = upTo < enough && after < enough;
  return { scannedUntil: scannedUntil(after, upTo, final), ...(isCut ? { isCut } : {}) };
}

/**
 * The block from which the next scan may continue. At most the final block: later ones may be
 * replaced.
 */
export function scannedUntil(after: bigint, upTo: bigint, final: bigint): bigint {
  const scanned = upTo < final ? upTo : final;
  return scanned > after ? scanned : after;
}
