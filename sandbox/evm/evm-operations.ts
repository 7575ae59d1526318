import { isAddressEqual, isHash } from 'viem';
import { BRIDGE_IDS } from '../chains/bridge-ids.ts';
import type { ChainOperations, IncludedTransaction } from '../common-chain.ts';
import { buildDeposit } from './build-deposit.ts';
import { buildWrap } from './build-wrap.ts';
import type { EvmChain } from './evm-chain.ts';
import { findMissingApprove } from './find-missing-approve.ts';
import { fundAccount } from './fund-account.ts';
import { payOut } from './pay-out.ts';
import { readBalance } from './read-balance.ts';
import { createTransferReader } from './read-transfers.ts';
import { sandboxAccount } from './sandbox-account.ts';
import { watchBridges } from './watch-bridges.ts';

/** A chain without the operations that are built on it. */
export type OperatedChain = Omit<EvmChain, 'operations'>;

/** The operations of the router and the providers on a contract chain. */
export function evmOperations(chain: OperatedChain): ChainOperations {
  return {
    readGasPrice: () => chain.face.readGasPrice(),
    findTransaction: async (id) => {
      // Ids of another length belong to another family, and the engine does not accept them.
      const receipt = isHash(id) ? await chain.face.findReceipt(id) : undefined;
      if (receipt === undefined) return undefined;
      const { to, status } = receipt;
      return {
        isSuccessful: status === 'success',
        bridge: to === null ? undefined : bridgeAt(chain, to),
      };
    },
    readBalance: (token, owner) => readBalance(chain, token, owner),
    findMissingApprove: (wanted) => findMissingApprove(chain, wanted),
    buildWrap: async (wrapping) => buildWrap(chain, wrapping),
    buildDeposit: async (deposit) => buildDeposit(chain, deposit),
    watchBridges: (watcher) => watchBridges(chain, watcher),
    openDepositTarget(role) {
      const { address } = sandboxAccount(role, chain.definition.name);
      return { address, text: chain.notation.renderAddress(address) };
    },
    readTransfers: createTransferReader(chain),
    payOut: (payout) => payOut(chain, payout),
    fund: (account, token, amount) => fundAccount(chain, account, token, amount),
  };
}

function bridgeAt(
  { deployment }: OperatedChain,
  address: `0x${string}`,
): IncludedTransaction['bridge'] {
  return BRIDGE_IDS.find((id) => isAddressEqual(deployment.bridgeGateways[id].address, address));
}
