import { address as addresses } from 'bitcoinjs-lib';
import type { AccountSender } from './account-sender.ts';
import { NETWORK } from './bitcoin-account.ts';
import type { IncludedTransaction } from './chain-index.ts';

/** Funds accounts from the mining rewards. */
export interface Treasury {
  readonly address: string;
  /**
   * Adds exactly `satoshis` to the balance of an address. Resolves when the newest block shows it.
   * @param satoshis at least 330
   * @throws {SandboxError} `transaction-failed`
   */
  fund(address: string, satoshis: bigint): Promise<IncludedTransaction>;
}

export function createTreasury({ address: ownAddress, pay, mined }: AccountSender): Treasury {
  return {
    address: ownAddress,
    async fund(address, satoshis) {
      return mined(
        await pay({ script: addresses.toOutputScript(address, NETWORK), value: satoshis }),
      );
    },
  };
}
