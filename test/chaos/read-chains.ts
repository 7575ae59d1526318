import {
  type Address,
  createPublicClient,
  getAddress,
  http,
  isAddressEqual,
  type PublicClient,
  parseAbi,
  parseAbiItem,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem';
import { type EvmChainName, evmChainsOf, type SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { evmNativeToken } from '../../src/core/chains.ts';
import type { PlannedJob } from './plan-jobs.ts';
import { readPool, type Wallets } from './pools.ts';

/** A transaction of one of the wallets that is on its chain. */
export interface Outgoing {
  chain: EvmChainName;
  wallet: string;
  txId: string;
  nonce: number;
  succeeded: boolean;
  /** Its value in the native coin, and what tokens say that they took from the wallet, in base units. */
  paid: { token: string; amount: bigint }[];
  /** Orders that a bridge took a deposit for. */
  deposits: string[];
  /** Orders that a bridge gave back to the wallet, or out to anybody, in it. */
  fetched: { order: string; kind: 'refund' | 'claim' }[];
}

/** A wallet's nonces on one chain. */
export interface AccountNonces {
  chain: EvmChainName;
  wallet: string;
  next: number;
  /** Of transactions that the node holds and has not included. */
  pooled: number[];
}

/** A wallet has let somebody take a token; whatever transaction did it, and whose. */
export interface Approval {
  chain: EvmChainName;
  wallet: string;
  txId: string;
  token: string;
  spender: string;
  /** Base units; zero takes it back. */
  amount: bigint;
}

/** All that the chains alone show of a run. */
export interface ChainsView {
  outgoing: Outgoing[];
  approvals: Approval[];
  accounts: AccountNonces[];
  /** What each job's receiver, who is nobody else's, has of the token it wanted, by the job's key. */
  received: Map<string, bigint>;
}

const events = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Withdrawal(address indexed from, uint256 value)',
  'event BridgeRequested(bytes32 indexed orderId, address indexed sender, address token, uint256 amountReceived, uint256 destinationChainId, bytes32 destinationToken, bytes32 receiver, uint256 minimumOut)',
  'event Refunded(bytes32 indexed orderId, address indexed receiver, address token, uint256 amount)',
  'event Claimed(bytes32 indexed orderId, address indexed receiver, address token, uint256 amount)',
]);
const approval = parseAbiItem('event Approval(address indexed owner, address indexed spender, uint256 value)');
const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)']);
const blocksAtOnce = 50;

/** Reads every block of every chain, and nothing of Ferryman. */
export async function readChains(
  endpoints: SandboxEndpoints,
  wallets: Wallets,
  jobs: readonly PlannedJob[],
): Promise<ChainsView> {
  const names = new Map(wallets.map(({ name, account }) => [getAddress(account.address), name]));
  const view: ChainsView = { outgoing: [], approvals: [], accounts: [], received: new Map() };
  for (const [chain, { rpcUrls }] of evmChainsOf(endpoints)) {
    const client = createPublicClient({ transport: http(rpcUrls[0] ?? '', { batch: true }) });
    view.outgoing.push(...(await readOutgoing(client, chain, names)));
    view.approvals.push(...(await readApprovals(client, chain, names)));
    view.accounts.push(...(await readAccounts(client, chain, wallets)));
    const paidHere = jobs.filter(({ to }) => to.chain === chain);
    const balances = await Promise.all(paidHere.map((job) => balanceOf(client, job)));
    paidHere.forEach((job, index) => {
      view.received.set(job.key, balances[index] ?? 0n);
    });
  }
  return view;
}

async function readOutgoing(
  client: PublicClient,
  chain: EvmChainName,
  names: ReadonlyMap<Address, string>,
): Promise<Outgoing[]> {
  const latest = await client.getBlockNumber();
  const found: Promise<Outgoing>[] = [];
  for (let first = 0n; first <= latest; first += BigInt(blocksAtOnce)) {
    const numbers = Array.from({ length: blocksAtOnce }, (_, index) => first + BigInt(index)).filter(
      (n) => n <= latest,
    );
    const blocks = await Promise.all(
      numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
    );
    for (const { hash, from, nonce, value } of blocks.flatMap(({ transactions }) => transactions)) {
      const wallet = names.get(getAddress(from));
      if (wallet === undefined) continue;
      found.push(
        client.getTransactionReceipt({ hash }).then((receipt) => ({
          chain,
          wallet,
          txId: hash,
          nonce,
          succeeded: receipt.status === 'success',
          ...whatHappened(receipt, getAddress(from), value),
        })),
      );
    }
  }
  return Promise.all(found);
}

function whatHappened(
  receipt: TransactionReceipt,
  wallet: Address,
  value: bigint,
): Pick<Outgoing, 'paid' | 'deposits' | 'fetched'> {
  const paid = new Map<string, bigint>();
  const pay = (token: string, amount: bigint): void => void paid.set(token, (paid.get(token) ?? 0n) + amount);
  const deposits: string[] = [];
  const fetched: Outgoing['fetched'] = [];
  if (value > 0n && receipt.status === 'success') pay(evmNativeToken, value);
  for (const { eventName, args, address } of parseEventLogs({ abi: events, logs: receipt.logs })) {
    if ((eventName === 'Transfer' || eventName === 'Withdrawal') && isAddressEqual(args.from, wallet)) {
      pay(getAddress(address), args.value);
    }
    if (eventName === 'BridgeRequested') deposits.push(args.orderId);
    if (eventName === 'Refunded' && isAddressEqual(args.receiver, wallet)) {
      fetched.push({ order: args.orderId, kind: 'refund' });
    }
    if (eventName === 'Claimed') fetched.push({ order: args.orderId, kind: 'claim' });
  }
  return { paid: [...paid].map(([token, amount]) => ({ token, amount })), deposits, fetched };
}

async function readApprovals(
  client: PublicClient,
  chain: EvmChainName,
  names: ReadonlyMap<Address, string>,
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

async function readAccounts(client: PublicClient, chain: EvmChainName, wallets: Wallets): Promise<AccountNonces[]> {
  const pooled = await readPool(client, chain, wallets);
  return Promise.all(
    wallets.map(async ({ name: wallet, account: { address } }) => ({
      chain,
      wallet,
      next: await client.getTransactionCount({ address }),
      pooled: pooled.filter((one) => one.wallet === wallet).map(({ nonce }) => nonce),
    })),
  );
}

function balanceOf(client: PublicClient, { to, receiver }: PlannedJob): Promise<bigint> {
  const address = receiver as Address;
  if (to.token === evmNativeToken) return client.getBalance({ address });
  return client.readContract({
    address: to.token as Address,
    abi: erc20,
    functionName: 'balanceOf',
    args: [address],
  });
}
