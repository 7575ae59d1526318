import type { Address } from '@ton/core';
import type { Block } from './block.ts';
import type { Blockchain } from './blockchain.ts';
import { jettonWalletAddress } from './jetton.ts';
import type { TonToken } from './ton-catalogue.ts';

/** The balance of an account after a block, in base units. */
export function readBalance(
  blockchain: Blockchain,
  owner: Address,
  token: TonToken,
  at: Block,
): bigint {
  switch (token.behaviour) {
    case 'native':
      return blockchain.readAccount(owner, at).record?.storage.balance.coins ?? 0n;
    case 'jetton': {
      const wallet = blockchain.readAccount(jettonWalletAddress(token.minter, owner), at).record;
      if (wallet?.storage.state.type !== 'active') return 0n;
      // The data of a jetton wallet begins with its balance.
      return wallet.storage.state.state.data?.beginParse().loadCoins() ?? 0n;
    }
  }
}
