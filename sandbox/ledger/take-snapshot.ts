import { type Address, erc20Abi, zeroAddress } from 'viem';
import type { SandboxChainEndpoints, SandboxChainName } from '../endpoints.ts';
import type { LedgerClient } from './ledger-client.ts';
import type { Balance, ChainSnapshot } from './ledger-types.ts';

interface SnapshotOptions {
  readonly chain: SandboxChainName;
  readonly endpoints: SandboxChainEndpoints;
  readonly client: LedgerClient;
  readonly accounts: readonly Address[];
}

/** Reads every token and the native coin of all accounts at the latest block of one chain. */
export async function takeSnapshot({ chain, endpoints, client, accounts }: SnapshotOptions): Promise<ChainSnapshot> {
  const blockNumber = await client.getBlockNumber();
  const tokens = [zeroAddress, ...endpoints.tokens.map(({ address }) => address)];
  const readBalance = async (account: Address, token: Address): Promise<Balance> => ({
    account,
    token,
    amount: await (token === zeroAddress
      ? client.getBalance({ address: account, blockNumber })
      : client.readContract({
          address: token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [account],
          blockNumber,
        })),
  });
  const readNonce = async (account: Address) => ({
    account,
    nonce: await client.getTransactionCount({ address: account, blockNumber }),
  });
  const [balances, nonces] = await Promise.all([
    Promise.all(accounts.flatMap((account) => tokens.map((token) => readBalance(account, token)))),
    Promise.all(accounts.map(readNonce)),
  ]);
  return { chain, blockNumber, balances, nonces };
}
