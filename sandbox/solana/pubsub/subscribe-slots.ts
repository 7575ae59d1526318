import type { Block } from '../block.ts';
import type { Blockchain } from '../blockchain.ts';
import type { Subscription } from './subscription.ts';

/** `slotSubscribe`: reports each slot with a block in order, including replacements. */
export function subscribeSlots(blockchain: Blockchain): Subscription {
  let last = blockchain.head('processed').slot;
  return {
    notification: 'slotNotification',
    report() {
      const [head, root] = [blockchain.head('processed'), blockchain.head('finalized')];
      const behind = head.height - root.height;
      const blocks = blocksAfter(blockchain, last);
      last = head.slot;
      return blocks.map(({ height, slot }) => ({
        slot,
        parent: blockchain.atHeight(height - 1)?.slot ?? 0,
        root: blockchain.atHeight(Math.max(0, height - behind))?.slot ?? 0,
      }));
    },
    isOver: () => false,
  };
}

/** Several blocks may have been produced or replaced since. Later blocks have higher slots. */
function blocksAfter(blockchain: Blockchain, slot: number): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined = blockchain.head('processed');
  while (block !== undefined && block.slot > slot) {
    blocks.unshift(block);
    block = blockchain.atHeight(block.height - 1);
  }
  return blocks;
}
