import {
  type Address,
  createPublicClient,
  createWalletClient,
  getAddress,
  http,
  type PublicClient,
  parseAbi,
  parseAbiItem,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { EvmChainEndpoints, EvmChainName } from '../../../sandbox/endpoints.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { whatWasDone } from './contract-events.ts';
import type {
  AccountNonces,
  Approval,
  ChainHistory,
  Incoming,
  Outgoing,
  RunChain,
  Waiting,
  Wallets,
} from './run-chain.ts';

const approval = parseAbiItem(
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
);
const transfer = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
);
const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)']);
const blocksAtOnce = 50;

type Names = ReadonlyMap<Address, string>;
type Pooled = Pick<Waiting, 'wallet' | 'isNext'> & { nonce: number };

/** Reads every block through JSON-RPC. */
export function evmRunChain(name: EvmChainName, { rpcUrls }: EvmChainEndpoints): RunChain {
  const transport = http(rpcUrls[0] ?? '', { batch: true });
  const client = createPublicClient({ transport });
  return {
    name,
    family: 'evm',
    async readHistory(wallets) {
      const names = namesOf(wallets);
      return {
        ...(await readMoved(client, name, names)),
        approvals: await readApprovals(client, name, names),
        accounts: await readAccounts(client, name, wallets),
      };
    },
    balanceOf(account, token) {
      const address = account as Address;
      if (token === evmNativeToken) return client.getBalance({ address });
      return client.readContract({
        address: token as Address,
        abi: erc20,
        functionName: 'balanceOf',
        args: [address],
      });
    },
    async readWaiting(wallets) {
      const pool = await readPool(client, namesOf(wallets));
      return pool.map(({ wallet, nonce, isNext }) => ({ wallet, what: `nonce ${nonce}`, isNext }));
    },
    readHeight: () => client.getBlockNumber({ cacheTime: 0 }),
    async sendFrom({ secret }) {
      const account = privateKeyToAccount(secret);
      const maxFeePerGas = 20n * 10n ** 9n;
      const fees = { gas: 21_000n, maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas / 2n };
      const stranger = createWalletClient({ account, transport });
      return stranger.sendTransaction({ chain: null, to: account.address, value: 0n, ...fees });
    },
  };
}

function namesOf(wallets: Wallets): Names {
  return new Map(
    wallets.flatMap(({ name, family, address }) =>
      family === 'evm' ? [[getAddress(address), name] as const] : [],
    ),
  );
}

async function readMoved(
  client: PublicClient,
  chain: EvmChainName,
  names: Names,
): Promise<Pick<ChainHistory, 'outgoing' | 'incoming'>> {
  const latest = await client.getBlockNumber();
  const found: Promise<Outgoing>[] = [];
  const coins: Promise<Incoming[]>[] = [];
  for (let first = 0n; first <= latest; first += BigInt(blocksAtOnce)) {
    const numbers = Array.from(
      { length: blocksAtOnce },
      (_, index) => first + BigInt(index),
    ).filter((n) => n <= latest);
    const blocks = await Promise.all(
      numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
    );
    for (const { hash, from, to, value } of blocks.flatMap(({ transactions }) => transactions)) {
      const [wallet, receiver] = [
        names.get(getAddress(from)),
        to ? names.get(getAddress(to)) : undefined,
      ];
      if (wallet === undefined && receiver === undefined) continue;
      const receipt = client.getTransactionReceipt({ hash });
      const seen = { chain, txId: hash };
      if (wallet !== undefined) {
        found.push(
          receipt.then(({ status, logs }) => {
            const succeeded = status === 'success';
            const given = {
              wallet: getAddress(from),
              value: succeeded ? value : 0n,
              nativeToken: evmNativeToken,
            };
            return { ...seen, wallet, succeeded, ...whatWasDone(logs, given, getAddress) };
          }),
        );
      } else if (receiver !== undefined) {
        const brought = { ...seen, wallet: receiver, token: evmNativeToken, amount: value };
        coins.push(
          receipt.then(({ status }) => (status === 'success' && value > 0n ? [brought] : [])),
        );
      }
    }
  }
  const outgoing = await Promise.all(found);
  const own = new Set<string>(outgoing.map(({ txId }) => txId));
  const tokens = (await readArrivals(client, chain, names)).filter(({ txId }) => !own.has(txId));
  return { outgoing, incoming: [...(await Promise.all(coins)).flat(), ...tokens] };
}

/** Tokens, whoever sent them. */
async function readArrivals(
  client: PublicClient,
  chain: EvmChainName,
  names: Names,
): Promise<Incoming[]> {
  const args = { to: [...names.keys()] };
  const logs = await client.getLogs({
    event: transfer,
    args,
    fromBlock: 0n,
    toBlock: 'latest',
    strict: true,
  });
  return logs.map(({ address, transactionHash: txId, args: { to, value } }) => ({
    chain,
    wallet: names.get(getAddress(to)) ?? to,
    txId,
    token: getAddress(address),
    amount: value,
  }));
}

async function readApprovals(
  client: PublicClient,
  chain: EvmChainName,
  names: Names,
): Promise<Approval[]> {
  const logs = await client.getLogs({
    event: approval,
    args: { owner: [...names.keys()] },
    fromBlock: 0n,
    toBlock: 'latest',
    strict: true,
  });
  return logs.map(({ address, transactionHash: txId, args }) => ({
    chain,
    wallet: names.get(getAddress(args.owner)) ?? args.owner,
    txId,
    token: getAddress(address),
    spender: args.spender,
    amount: args.value,
  }));
}

async function readAccounts(
  client: PublicClient,
  chain: EvmChainName,
  wallets: Wallets,
): Promise<AccountNonces[]> {
  const names = namesOf(wallets);
  const pooled = await readPool(client, names);
  return Promise.all(
    [...names].map(async ([address, wallet]) => ({
      chain,
      wallet,
      next: await client.getTransactionCount({ address }),
      pooled: pooled.filter((one) => one.wallet === wallet).map(({ nonce }) => nonce),
    })),
  );
}

/** What the node holds of the wallets and has not included. */
async function readPool(client: PublicClient, names: Names): Promise<Pooled[]> {
  const pool = (await client.request({ method: 'txpool_content' as never })) as Record<
    'pending' | 'queued',
    Record<string, Record<string, unknown>>
  >;
  const within = (accounts: (typeof pool)['pending'], isNext: boolean): Pooled[] =>
    Object.entries(accounts).flatMap(([address, byNonce]) => {
      const wallet = names.get(getAddress(address));
      if (wallet === undefined) return [];
      return Object.keys(byNonce).map((nonce) => ({ wallet, nonce: Number(nonce), isNext }));
    });
  return [...within(pool.pending, true), ...within(pool.queued, false)];
}
