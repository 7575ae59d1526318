import type { Chain } from '../../../core/swap/chains.ts';
import type { ChainHead } from '../../../core/swap/swap.ts';
import type {
  DepositTarget,
  IncomingPayment,
  LookedBlock,
  PaymentsSeen,
} from '../../../ports/payments.ts';

/** A head, and when its newest block was made, in milliseconds since the epoch. */
export interface TimedHead extends ChainHead {
  time: number;
}

/** What was seen of a target in blocks that were gone through. */
export interface SeenInBlocks {
  payments: IncomingPayment[];
  /** The last of these blocks. */
  upTo: bigint;
  /** The last block up to which all was told. Absent: not even of the first one. */
  through?: LookedBlock;
}

/**
 * One answer for each target, in their order; a target that no look came to stays where it was.
 * @param chain whose blocks they are
 */
export function answerTargets(
  targets: readonly DepositTarget[],
  seen: ReadonlyMap<DepositTarget, SeenInBlocks>,
  head: TimedHead,
  chain: Pick<Chain, 'blockTimeMs'>,
): PaymentsSeen[] {
  return targets.map((target) => {
    const { after } = target;
    // What has gone past the newest block, or never got there, has seen nothing of what is between.
    const nothingNew = {
      payments: [],
      upTo: after,
      ...(after === head.latest ? { through: newestOf(head) } : {}),
    };
    const { payments, upTo, through } = seen.get(target) ?? nothingNew;
    return { payments, ...reached(after, upTo, head, chain), ...(through ? { through } : {}) };
  });
}

export function newestOf({ latest: number, time }: TimedHead): LookedBlock {
  return { number, time };
}

/** The last block before the first of which not everything was told. */
export function lastWhole<Block extends { isWhole: boolean }>(
  blocks: readonly Block[],
): Block | undefined {
  const missing = blocks.findIndex(({ isWhole }) => !isWhole);
  return missing === -1 ? blocks.at(-1) : blocks[missing - 1];
}

/** The newest blocks that an endpoint may name before it has them, in milliseconds. */
const justMade = 60_000;

/** What a look says of a target for which all blocks up to one were gone through. */
export function reached(
  after: bigint,
  upTo: bigint,
  { latest, final }: ChainHead,
  { blockTimeMs }: Pick<Chain, 'blockTimeMs'>,
): Pick<PaymentsSeen, 'lookedUntil' | 'isCut'> {
  const enough = latest - BigInt(Math.ceil(justMade / blockTimeMs));
  const isCut = upTo < enough && after < enough;
  return { lookedUntil: lookedUntil(after, upTo, final), ...(isCut ? { isCut } : {}) };
}

/**
 * How far a target was looked at, when all blocks up to one were gone through for it: what is not
 * final may come again.
 */
export function lookedUntil(after: bigint, upTo: bigint, final: bigint): bigint {
  const seen = upTo < final ? upTo : final;
  return seen > after ? seen : after;
}
