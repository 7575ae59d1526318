import {
  type Address,
  ContractFunctionExecutionError,
  createPublicClient,
  erc20Abi,
  getAddress,
  http,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from 'viem';
import type { EvmChainEndpoints, SandboxChainName } from '../endpoints.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { AuditReader, SentTransaction } from './audit-reader.ts';
import type { Balance, ChainSnapshot } from './audit-types.ts';
import { contractReceipt } from './contract-receipt.ts';
import { gatewayAbi } from './gateway-abi.ts';

type AuditClient = ReturnType<typeof createAuditClient>;

const BLOCKS_AT_ONCE = 50;

/** Reads an EVM chain. */
export function evmReader(chain: SandboxChainName, endpoints: EvmChainEndpoints): AuditReader {
  const client = createAuditClient(endpoints);
  return {
    takeSnapshot: (accounts) => takeSnapshot(client, chain, endpoints, accounts),
    findTransactions: (opening, closing) => findTransactions(client, opening, closing),
    async findReceipt(id) {
      try {
        // One request, because the client batches simultaneous calls.
        const [receipt, { value }] = await Promise.all([
          client.getTransactionReceipt({ hash: id }),
          client.getTransaction({ hash: id }),
        ]);
        const { blockNumber, from, to, logs, status } = receipt;
        return contractReceipt({
          id,
          blockNumber,
          from,
          to,
          value,
          logs,
          isSuccessful: status === 'success',
        });
      } catch (error) {
        if (
          error instanceof TransactionReceiptNotFoundError ||
          error instanceof TransactionNotFoundError
        )
          return undefined;
        throw error;
      }
    },
    async readFixedFee(address) {
      try {
        return await client.readContract({ address, abi: gatewayAbi, functionName: 'fixedFee' });
      } catch (error) {
        if (error instanceof ContractFunctionExecutionError) return 0n;
        throw error;
      }
    },
  };
}

function createAuditClient({ chainId, rpcUrls: [url] }: EvmChainEndpoints) {
  if (url === undefined)
    throw new SandboxError('bad-option', `Chain ${chainId} has no RPC address.`);
  return createPublicClient({ transport: http(url, { batch: { batchSize: 100 } }), cacheTime: 0 });
}

async function takeSnapshot(
  client: AuditClient,
  chain: SandboxChainName,
  endpoints: EvmChainEndpoints,
  accounts: readonly Address[],
): Promise<ChainSnapshot> {
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

async function findTransactions(
  client: AuditClient,
  opening: ChainSnapshot,
  closing: ChainSnapshot,
): Promise<SentTransaction[]> {
  const expected = sumOfNonces(closing) - sumOfNonces(opening);
  if (expected === 0) return [];

  const accounts = new Set(closing.nonces.map(({ account }) => account));
  const found: Promise<SentTransaction>[] = [];
  for (
    let first = opening.blockNumber + 1n;
    first <= closing.blockNumber;
    first += BigInt(BLOCKS_AT_ONCE)
  ) {
    const numbers = Array.from({ length: BLOCKS_AT_ONCE }, (_, index) => first + BigInt(index));
    const blocks = await Promise.all(
      numbers
        .filter((blockNumber) => blockNumber <= closing.blockNumber)
        .map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
    );
    for (const { hash: id, from, to, input, value } of blocks.flatMap(
      (block) => block.transactions,
    )) {
      const account = getAddress(from);
      if (accounts.has(account)) found.push(withFee(client, { id, account, to, input, value }));
    }
  }
  if (found.length !== expected) {
    throw new SandboxError(
      'engine-failed',
      `Read ${found.length} transactions, but the nonces count ${expected}.`,
    );
  }
  return Promise.all(found);
}

async function withFee(
  client: AuditClient,
  sent: Omit<SentTransaction, 'fee'>,
): Promise<SentTransaction> {
  const receipt = await client.getTransactionReceipt({ hash: sent.id });
  return { ...sent, fee: receipt.gasUsed * receipt.effectiveGasPrice };
}

function sumOfNonces({ nonces }: ChainSnapshot): number {
  return nonces.reduce((sum, { nonce }) => sum + nonce, 0);
}
